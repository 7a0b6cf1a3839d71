// Who is ahead, by how much, and what that is made of.

import { byId, el, put, sentences, whileLookedAt } from "./dom.js";
import { leadBefore } from "./judging.js";
import { say } from "./notices.js";
import { report } from "./report.js";
import { on, overlay, state } from "./state.js";
import { placeWords } from "./walk.js";
import { capital, difference, lead, percent, short, signed } from "./words.js";

let saidFor = null;

function show() {
  const { judgement, node } = state;
  if (!judgement) return wait();
  put(byId("verdict"), judgement.verdict);
  byId("verdict").classList.remove("waiting");
  put(byId("conditions"), conditions(judgement));
  showChange();
  showScale(judgement);
  showLedger(judgement);
  put(byId("notes"), judgement.notes.length ? sentences(judgement.notes.map(asSentence)) : null);
  if (saidFor === node) return;
  saidFor = node;
  say(`${placeWords(node)} ${judgement.verdict}`);
}

function wait() {
  const nothing = report ? "This report judges the moves of the game, not its variations." : "Judging …";
  put(byId("verdict"), state.refusal ?? nothing);
  byId("verdict").classList.add("waiting");
  for (const id of ["conditions", "change", "scale", "ledger", "notes"]) put(byId(id));
}

const asSentence = (note) => (/[.!?]$/.test(note) ? capital(note) : `${capital(note)}.`);

function conditions({ komi, rules, assumed, to_play: toPlay, score }) {
  const taken = assumed.length ? ` (${assumed.join(" and ")} assumed)` : "";
  const range = `Eight of ten likely results are between ${lead(score.low)} and ${lead(score.high)}.`;
  return `${capital(toPlay)} to play, komi ${signed(komi).replace("+", "")}, ${rules} rules${taken}. ${range}`;
}

function showChange() {
  const leads = leadBefore();
  put(byId("change"), leads ? `Black's lead ${difference(...leads)}.` : "");
}

/** Black's chance as a bar, for a glance. */
function showScale({ black_win_probability: chance }) {
  const black = el("span", { class: "chance black" }, `Black ${percent(chance)}`);
  const white = el("span", { class: "chance white" }, `White ${percent(1 - chance)}`);
  black.style.flexGrow = Math.max(0.001, chance);
  white.style.flexGrow = Math.max(0.001, 1 - chance);
  put(byId("scale"), black, white);
}

function showLedger({ ledger, regions }) {
  const rows = ledger.map((entry) => {
    const points = regions[entry.item] ?? [];
    const row = el(
      "tr",
      { "data-region": entry.item, tabindex: points.length ? 0 : null },
      el("th", { scope: "row" }, capital(entry.item)),
      el("td", { class: "number" }, signed(entry.rounded ?? entry.points)),
      el("td", {}, stateWords(entry.region)),
    );
    if (points.length) {
      whileLookedAt(row, () => overlay("region", { lit: points }), () => overlay("region", null));
    }
    return row;
  });
  const total = ledger.reduce((sum, entry) => sum + (entry.rounded ?? entry.points), 0);
  const leader = total === 0 ? "even" : `${total > 0 ? "Black" : "White"} leads by ${short(total)}`;
  const last = el(
    "tr",
    { class: "total" },
    el("th", { scope: "row" }, "Together"),
    el("td", { class: "number" }, signed(total)),
    el("td", {}, leader),
  );
  const focused = document.activeElement?.dataset?.region;
  put(
    byId("ledger"),
    el("caption", {}, "What the lead is made of, in points; plus is Black's"),
    el("thead", {}, el("tr", {}, ["Where", "Points", "How sure"].map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, rows, last),
  );
  // A better answer must not take the focus away.
  if (focused) rows.find((row) => row.dataset.region === focused)?.focus();
}

function stateWords(region) {
  if (!region) return "";
  const hinge = region.hinge && state.tree.stone(state.node, region.hinge);
  return hinge ? `${region.state}, hinges on ${capital(hinge)} ${region.hinge}` : region.state;
}

export function setUpVerdict() {
  on("judged", show);
  on("waiting", show);
}

export const why = { id: "why", update: () => {} };
