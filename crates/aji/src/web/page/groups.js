// The groups with their fates, and what makes up for what.

import { button, byId, el, put, table, whileLookedAt } from "./dom.js";
import { select } from "./editing.js";
import { report } from "./report.js";
import { overlay, state } from "./state.js";
import { capital, count, percent } from "./words.js";

const ORDER = ["dead", "weak", "alive"];

/** The groups of a judgement with their stones, those in danger first. */
export function groupsOf({ groups, chains }) {
  const whole = groups.map((group) => ({ ...group, points: group.chains.flatMap((each) => chains[each].stones) }));
  return whole.sort((a, b) => ORDER.indexOf(a.fate) - ORDER.indexOf(b.fate) || b.stones - a.stones);
}

/** What is known of a group that is enclosed in a corner. */
export function cornerWords(points, { corners }) {
  const corner = corners.find((each) => each.stones.some((stone) => points.includes(stone)));
  if (!corner) return null;
  const live = corner.to_live ? ` To live: ${corner.to_live}.` : "";
  const kill = corner.to_kill ? ` To kill: ${corner.to_kill}.` : "";
  return `Enclosed in the corner, most likely ${corner.status} (${percent(corner.odds[corner.status])}).${live}${kill}`;
}

function update() {
  const { judgement } = state;
  const host = byId("groups");
  if (!judgement || (report && !judgement.groups.length)) {
    return put(host, judgement ? fatesOfReport(judgement) : null);
  }
  const groups = groupsOf(judgement);
  const row = (group) => {
    const name = `${capital(group.color)} ${group.points[0]}`;
    const line = el(
      "tr",
      { "data-group": group.points[0], "data-fate": group.fate },
      el("th", { scope: "row" }, button(name, () => select(group.points[0]), { class: "link" })),
      el("td", { class: "number" }, String(group.stones)),
      el("td", { class: "number" }, String(group.liberties)),
      el("td", {}, `${group.fate}, lives ${percent(group.life)}`),
    );
    whileLookedAt(line, () => overlay("region", { lit: group.points }), () => overlay("region", null));
    return line;
  };
  if (!groups.length) return put(host, el("p", { class: "quiet" }, "There are no stones yet."));
  const caption = "Groups, those in danger first. Click one, or a stone, to have it read out.";
  put(host, table(caption, ["Group", "Stones", "Liberties", "Fate"], groups.map(row)), miai(judgement.miai));
}

function fatesOfReport({ dead = [], weak = [] }) {
  const line = (points, what) =>
    points.length > 0 && el("p", {}, `${count(points.length, "stone")} ${what}: ${points.join(", ")}.`);
  return [line(dead, "dead"), line(weak, "weak")];
}

function miai(pairs) {
  if (!pairs.length) return null;
  const item = ({ points, correlation }) => {
    const words = `${points.join(" and ")} (${Math.round(-correlation * 100)} % of the way)`;
    const line = el("li", { tabindex: 0, "data-miai": points.join(" ") }, words);
    whileLookedAt(line, () => overlay("region", { links: [points], lit: points }), () => overlay("region", null));
    return line;
  };
  const title = el("h3", {}, "Miai: if one is taken, the other makes up for it");
  return [title, el("ul", { class: "chips" }, pairs.map(item))];
}

export const groups = { id: "groups", ofJudgement: true, update };
