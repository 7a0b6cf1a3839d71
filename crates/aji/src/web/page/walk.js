// Going through the game.

import { button, byId, el, put } from "./dom.js";
import { questionKey } from "./judging.js";
import { emit, on, state } from "./state.js";
import { capital, count, moveWords } from "./words.js";

const JUMP = 10;
let trees = 0;

/** Shows another game. */
export function showTree(tree, move = 0) {
  tree.number = trees++;
  Object.assign(state, { tree, node: tree.root, judgement: null, before: null, selected: null });
  state.overlays.clear();
  emit("tree");
  arrive(tree.mainLine().findLast((node) => node.move <= move) ?? tree.root, performance.now());
}

/** Shows another place of the game. `askedAt` is when the user asked for it. */
export function go(node, askedAt = performance.now()) {
  if (!node || node === state.node) return;
  // What a move did is of interest; what a hundred moves did is in the curves.
  const isStep = node.parent === state.node || state.node.parent === node;
  state.before = isStep && state.judgement ? { key: questionKey(state.node) } : null;
  arrive(node, askedAt);
}

function arrive(node, askedAt) {
  for (let each = node; each.parent; each = each.parent) each.parent.favourite = each;
  Object.assign(state, { node, askedAt, selected: null });
  state.overlays.clear();
  emit("node");
}

export const first = () => go(state.tree.root);
export const last = () => go(state.tree.line(state.node).at(-1));
export const forward = (steps = 1) => go(state.tree.line(state.node)[Math.min(state.node.depth + steps, lineEnd())]);
export const back = (steps = 1) => go(state.node.path[Math.max(0, state.node.depth - steps)]);
export const jumpForward = () => forward(JUMP);
export const jumpBack = () => back(JUMP);

/** Goes to the next or the previous of the moves that were tried here. */
export function sibling(by) {
  const siblings = state.node.parent?.children ?? [];
  const place = siblings.indexOf(state.node) + by;
  if (place >= 0) go(siblings[place]);
}

/** Goes to a move of the game itself. */
export const goToMove = (move) => go(state.tree.mainLine().find((node) => node.move === move));

const lineEnd = () => state.tree.line(state.node).length - 1;

/** What a node does, in a few words. */
function nodeWords(node) {
  if (node.fault) return "a move that cannot be played";
  if (node.played) return moveWords(...node.played);
  if (!node.parent) return "the beginning";
  return node.steps.length ? "stones put up" : "nothing";
}

/** The same as a sentence, with the number of the move. */
export const placeWords = (node) => `${node.played ? `Move ${node.move}: ` : ""}${capital(nodeWords(node))}.`;

function showPlace() {
  const { node } = state;
  const scrubber = byId("scrubber");
  scrubber.max = lineEnd();
  scrubber.value = node.depth;
  scrubber.setAttribute("aria-valuetext", placeWords(node));
  put(byId("place"), placeWords(node));
  const { black, white } = node.captures;
  put(byId("turn"), `${capital(node.toPlay)} to play. Captured: by Black ${black}, by White ${white}.`);
  for (const id of ["first", "prev", "back-10"]) byId(id).disabled = !node.parent;
  for (const id of ["next", "last", "forward-10"]) byId(id).disabled = !node.next;
  const comment = [node.comment, ...node.reasons.map(capital)].filter(Boolean).join("\n");
  byId("comment").hidden = !comment;
  put(byId("comment"), comment);
  byId("fault").hidden = !node.fault;
  put(byId("fault"), node.fault ?? "");
  showBranches(node);
}

/** The moves to choose from, where there are several. */
function showBranches(node) {
  const choices = (nodes, title) =>
    nodes.length > 1 && [
      el("span", {}, title),
      nodes.map((each, i) =>
        button(`${i === 0 ? "" : `${i}: `}${nodeWords(each)}`, () => go(each), {
          "data-variation": i,
          "aria-current": each === node ? "true" : null,
          title: `${count(size(each), "move")} from here`,
        }),
      ),
    ];
  const rows = [choices(node.parent?.children ?? [], "Tried here:"), choices(node.children, "Next:")].filter(Boolean);
  byId("variations").hidden = !rows.length;
  put(byId("variations"), rows.map((row) => el("div", { class: "choices" }, row)));
}

/** How many nodes a variation has to its end. */
function size(node) {
  let length = 1;
  for (let next = node.children[0]; next; next = next.children[0]) length++;
  return length;
}

export function setUpWalking() {
  const buttons = { first, "back-10": jumpBack, prev: back, next: forward, "forward-10": jumpForward, last };
  for (const [id, action] of Object.entries(buttons)) byId(id).addEventListener("click", () => action());
  byId("scrubber").addEventListener("input", (event) => go(state.tree.line(state.node)[Number(event.target.value)]));
  on("node", showPlace);
  on("tree", showPlace);
}
