// The board in words, for those who hear it instead of seeing it.

import { byId, el, put, sentences } from "./dom.js";
import { groupsOf } from "./groups.js";
import { columnLetter } from "./points.js";
import { report } from "./report.js";
import { state } from "./state.js";
import { placeWords } from "./walk.js";
import { capital, count, libertyWords, list, percent, short } from "./words.js";

function update() {
  const { judgement, node, tree } = state;
  if (!judgement) return put(byId("words"));
  put(
    byId("words"),
    el("h3", {}, "Where we are"),
    sentences(place(node, tree, judgement)),
    el("h3", {}, "Territory"),
    sentences(judgement.ledger.filter((entry) => entry.region).map(regionWords)),
    report ? null : [el("h3", {}, "Groups"), groupWords(judgement)],
    el("h3", {}, "Stones by rows"),
    sentences(rows(node, tree)),
  );
}

function place(node, tree, judgement) {
  const { black, white } = node.captures;
  return [
    `The board has ${tree.width} by ${tree.height} points.`,
    `${placeWords(node)} ${capital(node.toPlay)} is to play.`,
    judgement.verdict,
    `Black has captured ${count(black, "stone")}, White ${count(white, "stone")}.`,
  ];
}

function regionWords({ item, region }) {
  const hinge = region.hinge ? `, hinging on ${region.hinge}` : "";
  const shares = `Black about ${short(region.black)} points, White about ${short(region.white)}`;
  return `${capital(item)}: ${shares}, ${region.state}${hinge}.`;
}

function groupWords(judgement) {
  const groups = groupsOf(judgement);
  if (!groups.length) return el("p", {}, "There are no stones yet.");
  const words = ({ color, points, stones, liberties, fate, life }) =>
    `${capital(color)}, ${regionOf(points[0], judgement)}: ${count(stones, "stone")} (${list(points)}), ` +
    `${libertyWords(liberties)}, ${fate}, lives ${percent(life)}.`;
  return sentences(groups.map(words));
}

const regionOf = (point, { regions }) =>
  Object.keys(regions ?? {}).find((name) => regions[name].includes(point)) ?? `at ${point}`;

/** Every row with stones, as "Row 4: Black D, Q; White C". */
function rows(node, { width, height }) {
  const all = [];
  for (let y = 0; y < height; y++) {
    const row = node.stones.slice(y * width, (y + 1) * width);
    const letters = (sign) => [...row].map((each, x) => (each === sign ? columnLetter(x) : "")).filter(Boolean);
    const parts = [["Black", letters("X")], ["White", letters("O")]].filter(([, found]) => found.length);
    const words = parts.map(([who, found]) => `${who} ${found.join(", ")}`);
    if (parts.length) all.push(`Row ${height - y}: ${words.join("; ")}.`);
  }
  return all.length ? all : ["All points are empty."];
}

export const boardWords = { id: "words", ofJudgement: true, update };
