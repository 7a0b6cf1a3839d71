// A game with its variations. The rules are the server's: nodes only carry what it said about them.

import { coordinates, indexOf } from "./points.js";

const SIGNS = { black: "X", white: "O", empty: "." };

/** A place in the game: what is done here, and how the board is afterwards. */
class Node {
  constructor(id, parent, steps) {
    this.id = id;
    this.parent = parent;
    this.children = [];
    this.steps = steps;
    /** Goes up when the steps of the node itself are changed. */
    this.version = 0;
    this.comment = "";
    this.labels = [];
    this.fault = null;
    this.reasons = [];
    /** Which child was visited last: there the game goes on. */
    this.favourite = null;
    /** Whether it was made on this page. */
    this.isOwn = false;
  }

  get next() {
    return this.favourite ?? this.children[0] ?? null;
  }

  /** The nodes from the root to here. */
  get path() {
    const path = [];
    for (let node = this; node; node = node.parent) path.push(node);
    return path.reverse();
  }

  get depth() {
    let depth = 0;
    for (let node = this.parent; node; node = node.parent) depth++;
    return depth;
  }

  /** The last move that is made here, as [colour, point]. */
  get played() {
    return this.steps.filter(Array.isArray).at(-1) ?? null;
  }

  get lastPoint() {
    const point = this.played?.[1];
    return point && point !== "pass" ? point : null;
  }
}

export class Tree {
  constructor({ width, height, rules = null, komi = null, handicap = 0, about = {} }) {
    Object.assign(this, { width, height, rules, komi, handicap, about });
    this.ids = 0;
    this.root = this.#node(null, []);
    this.#know(this.root, ".".repeat(width * height), "black", { black: 0, white: 0 }, 0);
  }

  /** The tree of an opened record. */
  static fromRecord(record) {
    const { width, height, rules, komi, handicap } = record;
    const tree = new Tree({ width, height, rules, komi, handicap, about: record });
    const nodes = [];
    for (const given of record.nodes) {
      const parent = given.parent === null ? null : nodes[given.parent];
      const node = parent ? tree.#node(parent, given.steps) : tree.root;
      node.steps = given.steps;
      node.comment = given.comment;
      node.labels = given.labels;
      node.fault = given.fault;
      const before = parent ? parent.stones : tree.root.stones;
      tree.#know(node, tree.#changed(before, given.changes), given.to_play, given.captures, given.move);
      nodes.push(node);
    }
    return tree;
  }

  /** Adds what the server said of these steps after a node. */
  add(parent, steps, answer) {
    const node = this.#node(parent, steps);
    node.isOwn = true;
    this.learn(node, answer);
    return node;
  }

  /** Takes over the board as a judgement has it. */
  learn(node, answer) {
    const { board, captures } = answer.position;
    this.#know(node, board.join(""), answer.to_play, captures, answer.move);
  }

  /** Takes a node and all after it out of the tree. */
  remove(node) {
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.favourite === node) parent.favourite = null;
  }

  /** Puts a node back that was removed. */
  restore(node) {
    node.parent.children.push(node);
  }

  /** What the server is told of the game up to a node. */
  game(node) {
    const { width, height, handicap } = this;
    const game = { width, height, handicap, steps: node.path.flatMap((each) => each.steps) };
    if (this.rules !== null) game.rules = this.rules;
    if (this.komi !== null) game.komi = this.komi;
    return game;
  }

  /** The nodes of the line through a node, to its end. */
  line(node) {
    const line = node.path;
    for (let next = node.next; next; next = next.next) line.push(next);
    return line;
  }

  /** The nodes of the game itself, without variations, as far as it can be played. */
  mainLine() {
    const line = [this.root];
    for (let next = this.root.children[0]; next && !next.fault; next = next.children[0]) line.push(next);
    return line;
  }

  isOnMainLine(node) {
    for (let each = node; each.parent; each = each.parent) if (each.parent.children[0] !== each) return false;
    return true;
  }

  /** Which move put each of the stones there: pairs of points and numbers. */
  moveNumbers(node) {
    const numbers = new Map();
    for (const each of node.path) {
      if (each.lastPoint) numbers.set(each.lastPoint, each.move);
    }
    return [...numbers].filter(([point]) => this.stone(node, point) !== null);
  }

  /** "black", "white" or null. */
  stone(node, point) {
    const sign = node.stones[indexOf(point, this)];
    return sign === "X" ? "black" : sign === "O" ? "white" : null;
  }

  holds(point) {
    const [x, y] = coordinates(point, this.height);
    return x >= 0 && x < this.width && y >= 0 && y < this.height;
  }

  #node(parent, steps) {
    const node = new Node(this.ids++, parent, steps);
    parent?.children.push(node);
    return node;
  }

  #know(node, stones, toPlay, captures, move) {
    Object.assign(node, { stones, toPlay, captures, move });
  }

  #changed(stones, changes) {
    if (!changes) return stones;
    const signs = [...stones];
    for (const [key, sign] of Object.entries(SIGNS)) {
      for (const point of changes[key] ?? []) signs[indexOf(point, this)] = sign;
    }
    return signs.join("");
  }
}
