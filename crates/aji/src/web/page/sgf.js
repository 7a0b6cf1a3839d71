// Writing the game as SGF, with its variations, stones that were put up, and comments.

import { coordinates } from "./points.js";

const escaped = (text) => text.replaceAll("\\", "\\\\").replaceAll("]", "\\]").replaceAll(":", "\\:");
const property = (name, ...values) => name + values.map((value) => `[${value}]`).join("");
/** SGF's columns and rows are a to z, from the upper left. */
const letters = (numbers) => numbers.map((number) => String.fromCharCode(97 + number)).join("");

export function writeSgf(tree) {
  const point = (name) => (name === "pass" ? "" : letters(coordinates(name, tree.height)));
  return `(${line(tree.root, header(tree), point)})\n`;
}

/** A node with all that follows. Long games must not need a deep stack, so only branches recurse. */
function line(first, before, point) {
  let text = "";
  for (let node = first, extra = before; ; node = node.children[0], extra = "") {
    text += written(node, extra, point);
    if (node.children.length === 0) return text;
    if (node.children.length > 1) {
      return text + node.children.map((child) => `\n(${line(child, "", point)})`).join("");
    }
  }
}

function header({ width, height, rules, komi, handicap, about }) {
  const parts = [
    property("GM", 1),
    property("FF", 4),
    property("CA", "UTF-8"),
    property("AP", "aji"),
    property("SZ", width === height ? width : `${width}:${height}`),
  ];
  const told = {
    KM: komi,
    RU: rules,
    HA: handicap || null,
    PB: about.black_player,
    PW: about.white_player,
    BR: about.black_rank,
    WR: about.white_rank,
    DT: about.date,
    RE: about.result,
  };
  for (const [name, value] of Object.entries(told)) {
    if (value !== null && value !== undefined && value !== "") parts.push(property(name, escaped(String(value))));
  }
  return parts.join("");
}

/** Moves and stones that are put up do not go into one node, so there may be several. */
function written(node, extra, point) {
  const steps = node.steps.map((step) => (Array.isArray(step) ? move(step, point) : setup(step, point)));
  const isMove = Array.isArray(node.steps[0]);
  const nodes = extra && isMove ? [extra, ...steps] : [extra + (steps[0] ?? ""), ...steps.slice(1)];
  const comment = [node.comment, node.reasons.join("\n")].filter(Boolean).join("\n");
  const labels = node.labels.map(([name, text]) => `${point(name)}:${escaped(text)}`);
  if (labels.length) nodes.push(nodes.pop() + property("LB", ...labels));
  if (comment) nodes.push(nodes.pop() + property("C", escaped(comment)));
  return nodes.map((each) => `;${each}`).join("");
}

const move = ([color, name], point) => property(color === "black" ? "B" : "W", point(name));

function setup(step, point) {
  let text = "";
  for (const [key, name] of Object.entries({ black: "AB", white: "AW", empty: "AE" })) {
    if (step[key]?.length) text += property(name, ...step[key].map(point));
  }
  if (step.to_play) text += property("PL", step.to_play === "black" ? "B" : "W");
  return text;
}
