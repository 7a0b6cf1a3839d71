// Signs on points, the same as in the pictures of `aji judge --svg`.

import { draw } from "./dom.js";

const line = (x, y, ...corners) => corners.map(([dx, dy], i) => `${i ? "L" : "M"}${x + dx} ${y + dy}`).join("");

const ring = (x, y, radius) =>
  `M${x - radius} ${y}A${radius} ${radius} 0 0 1 ${x + radius} ${y}A${radius} ${radius} 0 0 1 ${x - radius} ${y}Z`;

const STROKES = {
  cross: (x, y) => line(x, y, [-5, -5], [5, 5]) + line(x, y, [-5, 5], [5, -5]),
  triangle: (x, y) => line(x, y, [0, -7], [6, 4], [-6, 4]) + "Z",
  circle: (x, y) => ring(x, y, 7.5),
  square: (x, y) => line(x, y, [-6, -6], [6, -6], [6, 6], [-6, 6]) + "Z",
  last: (x, y) => ring(x, y, 6),
};

/**
 * A mark at a place. `ground` says what is behind it: "black", "white" or "wood". The strokes have a seam in the
 * colour of the ground, so that they are seen on lines and squares.
 */
export function drawMark({ kind, text, tone = "plain", color }, x, y, ground) {
  if (kind === "ghost") return draw("circle", { class: `ghost ${color}`, cx: x, cy: y, r: 11 });
  if (kind === "stone") return numbered(text, color, x, y);
  if (kind === "badge") return badge(text, tone, x, y);
  if (kind === "label") return written(text, `label on-${ground}`, x, y);
  if (kind === "dot") return draw("circle", { class: `dot on-${ground}`, cx: x, cy: y, r: 3.5 });
  return seamed(`mark on-${ground}`, STROKES[kind](x, y));
}

const seamed = (name, d) =>
  draw("g", { class: name }, draw("path", { class: "seam", d }), draw("path", { class: "ink", d }));

/** Letters of moves: a disc, so that they can be read on lines. Those that fail have a broken edge. */
function badge(text, tone, x, y) {
  const disc = draw("circle", { cx: x, cy: y, r: 9.8 });
  return draw("g", { class: `badge ${tone}` }, disc, written(text, "", x, y));
}

/** A stone that is not on the board yet, with its number. */
function numbered(text, color, x, y) {
  const stone = draw("circle", { class: `stone ${color}`, cx: x, cy: y, r: 11 });
  return draw("g", { class: "planned" }, stone, written(text, `label on-${color}`, x, y));
}

function written(text, name, x, y) {
  const size = text.length > 2 ? 9 : text.length > 1 ? 11 : 13;
  return draw("text", { class: name, x, y: y + size * 0.36, "font-size": size }, text);
}

/** Marks for moves that are not played yet, with their numbers if there are several. */
export function stonesOf(line, first) {
  const second = first === "black" ? "white" : "black";
  const stones = line.map((point, i) => ({
    point,
    kind: "stone",
    color: i % 2 ? second : first,
    text: line.length > 1 ? String(i + 1) : "",
  }));
  return stones.filter((stone) => stone.point !== "pass");
}

/** A dashed line between two points: if one is taken, the other makes up for it. */
export function drawLink([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [cutX, cutY] = [((toX - x) / length) * 9, ((toY - y) / length) * 9];
  const d = `M${x + cutX} ${y + cutY}L${toX - cutX} ${toY - cutY}`;
  return seamed("link", d);
}
