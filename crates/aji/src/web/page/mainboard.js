// The large board: what is drawn on it, and what happens when somebody points, clicks or types there.

import { Board } from "./board.js";
import { byId, draw } from "./dom.js";
import { act } from "./editing.js";
import { stonesThatAre } from "./judging.js";
import { say } from "./notices.js";
import { coordinates, pointName } from "./points.js";
import { report } from "./report.js";
import { emit, on, overlay, state } from "./state.js";
import { back, forward } from "./walk.js";

/** So long the board waits for the judgement, to draw stones and squares together instead of one after the other. */
const PATIENCE = 60;

let board;
let cells = new Map();
let builtFor = null;
let waiting = null;
/** The point that the keyboard is at, or null while arrows walk through the game. */
let cursor = null;

function drawBoard() {
  const { tree } = state;
  if (cursor && !tree.holds(cursor)) cursor = null;
  board.show(picture());
  if (builtFor !== board.size) buildCells();
  for (const [point, cell] of cells) {
    const label = pointWords(point);
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
  }
  board.svg.setAttribute("aria-label", `Go board of ${tree.width} by ${tree.height} points`);
}

const drawUnlessWaiting = () => waiting === null && state.node && drawBoard();

function drawSoon() {
  if (state.judgement) return drawNow();
  if (waiting !== null) return;
  waiting = setTimeout(() => {
    waiting = null;
    drawBoard();
    if (!state.judgement) emit("waiting");
  }, PATIENCE);
}

function drawNow() {
  clearTimeout(waiting);
  waiting = null;
  drawBoard();
}

function picture() {
  const { tree, node, judgement, map } = state;
  const parts = [...state.overlays.values()];
  const chosen = (key) => parts.findLast((part) => part[key] !== undefined)?.[key];
  return {
    width: tree.width,
    height: tree.height,
    stones: chosen("stones") ?? node.stones,
    last: node.lastPoint,
    ownership: chosen("ownership") ?? judgement?.ownership,
    shading: chosen("shading") ?? judgement?.influence?.field,
    map: chosen("map") ?? map,
    coordinates: state.coordinates,
    lit: parts.flatMap((part) => part.lit ?? []),
    links: parts.flatMap((part) => part.links ?? []),
    marks: marks(parts),
  };
}

/** One mark a point: those of views are before those of the record, and these before fates. */
function marks(parts) {
  const { tree, node, judgement, map } = state;
  const found = new Map();
  const mark = (point, kind, text) => found.set(point, { point, kind, text });
  // A preview has other stones, of whose fates nothing is known.
  if (judgement && map !== "off" && !parts.some((part) => part.stones)) {
    for (const point of stonesThatAre("weak", judgement)) mark(point, "triangle");
    for (const point of stonesThatAre("dead", judgement)) mark(point, "cross");
  }
  if (state.numbers) for (const [point, number] of tree.moveNumbers(node)) mark(point, "label", String(number));
  for (const [point, text] of node.labels) mark(point, "label", text.slice(0, 3));
  for (const part of parts) for (const each of part.marks ?? []) found.set(each.point, each);
  if (cursor) found.set(cursor, { ...found.get(cursor), point: cursor, kind: "square" });
  return [...found.values()];
}

function pointWords(point) {
  const stone = state.tree.stone(state.node, point);
  const fate = stone && state.judgement?.chains.find((chain) => chain.stones.includes(point))?.fate;
  const last = point === state.node.lastPoint ? ", last move" : "";
  return `${point} ${stone ? `${stone}${fate ? `, ${fate}` : ""}` : "empty"}${last}`;
}

/** Invisible squares over the points: they are clicked, and they have names. */
function buildCells() {
  builtFor = board.size;
  cells = new Map();
  const { width, height } = state.tree;
  const rows = [];
  for (let y = 0; y < height; y++) {
    const row = draw("g", { role: "row" });
    for (let x = 0; x < width; x++) {
      const point = pointName(x, y, height);
      const [cx, cy] = board.at(point);
      const cell = draw("rect", {
        id: `point-${point}`,
        class: "cell",
        role: "gridcell",
        "data-point": point,
        x: cx - 12,
        y: cy - 12,
        width: 24,
        height: 24,
      });
      cells.set(point, cell);
      row.append(cell);
    }
    rows.push(row);
  }
  board.svg.append(draw("g", { class: "cells", role: "rowgroup" }, rows));
}

const pointOf = (event) => event.target.closest?.("[data-point]")?.dataset.point ?? null;

/** Shows what a click would do, and what makes up for the point. */
function hover(point) {
  if (!point) return overlay("hover", null);
  const { tree, node, tool, judgement } = state;
  const color = tool === "play" ? node.toPlay : tool === "remove" ? null : tool;
  const isFree = tree.stone(node, point) === null;
  const isTaken = [...state.overlays.values()].some((part) => part.marks?.some((mark) => mark.point === point));
  const ghost = isFree && color && !report && !isTaken ? [{ point, kind: "ghost", color }] : [];
  const links = (judgement?.miai ?? []).filter((pair) => pair.points.includes(point)).map((pair) => pair.points);
  overlay("hover", ghost.length || links.length ? { marks: ghost, links } : null);
}

function setCursor(point) {
  cursor = point;
  board.svg.classList.toggle("with-cursor", Boolean(point));
  if (point) {
    board.svg.setAttribute("aria-activedescendant", `point-${point}`);
    say(pointWords(point));
  } else board.svg.removeAttribute("aria-activedescendant");
  drawUnlessWaiting();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Keys on the focused board: Enter begins to move about on it, Escape ends it. */
function key(event) {
  const { width, height } = state.tree;
  const start = state.node.lastPoint ?? pointName(Math.floor(width / 2), Math.floor(height / 2), height);
  const by = ARROWS[event.key];
  if (by && (cursor || event.shiftKey || event.ctrlKey)) {
    const [x, y] = coordinates(cursor ?? start, height);
    const [toX, toY] = [x + by[0], y + by[1]];
    if (toX >= 0 && toX < width && toY >= 0 && toY < height) setCursor(pointName(toX, toY, height));
  } else if (event.key === "Enter" && !cursor) {
    setCursor(start);
  } else if (cursor && (event.key === "Enter" || event.key === " ")) {
    act(cursor);
  } else if (cursor && event.key === "Escape") {
    setCursor(null);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** On a touch screen, wiping across the board turns the pages of the game. */
function setUpWiping(svg) {
  let begin = null;
  const start = ({ touches }) => (begin = touches.length === 1 ? touches[0] : null);
  svg.addEventListener("touchstart", start, { passive: true });
  svg.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!begin) return;
    const [across, down] = [end.clientX - begin.clientX, end.clientY - begin.clientY];
    if (Math.abs(across) < 50 || Math.abs(down) > 40) return;
    if (across < 0) forward();
    else back();
  });
}

export function setUpMainBoard() {
  board = new Board(byId("board"));
  const { svg } = board;
  svg.setAttribute("role", "grid");
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-describedby", "board-help");
  svg.addEventListener("click", (event) => {
    const point = pointOf(event);
    if (point) act(point);
  });
  svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && hover(pointOf(event)));
  svg.addEventListener("pointerleave", () => hover(null));
  svg.addEventListener("keydown", key);
  setUpWiping(svg);
  svg.addEventListener("blur", () => cursor && setCursor(null));
  on("node", drawSoon);
  on("question", drawSoon);
  on("judged", drawNow);
  on("picture", drawUnlessWaiting);
}
