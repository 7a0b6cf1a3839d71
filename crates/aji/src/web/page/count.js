// Counting the board, or what is still to be played before it can be counted.

import { byId, el, put, sentences, whileLookedAt } from "./dom.js";
import { Question } from "./question.js";
import { overlay, state } from "./state.js";
import { capital, count as many, lead } from "./words.js";

const score = new Question("score");
const OWNERS = { black_territory: 1, white_territory: -1 };
const NUMBERED = { kind: "badge", tone: "bad" };
/** So many points are each marked. */
const FEW = 6;
/** Which node is being counted: walking on ends it. */
let counted = null;

function update() {
  if (counted !== state.node) {
    put(byId("count-result"));
    overlay("count-view", null);
  } else count();
}

/** Counts what is shown. */
export async function count() {
  const { node } = state;
  counted = node;
  try {
    put(byId("count-result"), el("p", { class: "quiet" }, "Counting …"));
    const answer = await score.ask(node);
    if (answer && state.node === node) show(answer);
    return answer;
  } catch (error) {
    put(byId("count-result"), el("p", { class: "quiet" }, error.message));
    return null;
  }
}

function show(answer) {
  const open = answer.open.map((each, i) => ({ ...each, text: String(i + 1) }));
  const marks = [
    ...answer.dame.map((point) => ({ point, kind: "dot" })),
    ...answer.seki.filter((point) => state.tree.stone(state.node, point)).map((point) => ({ point, kind: "square" })),
    ...answer.dead.map((point) => ({ point, kind: "cross" })),
    ...answer.teire.map(({ point }) => ({ point, kind: "circle" })),
    ...open.flatMap(({ points, text }) => shown(points).map((point) => ({ ...NUMBERED, point, text }))),
  ];
  overlay("count-view", { ownership: owners(answer), map: "empty", marks });
  const both = (pair) => `Black ${pair.black}, White ${pair.white}`;
  const facts = [
    `Territory: ${both(answer.territory)}.`,
    `Stones: ${both(answer.stones)}. Prisoners: ${both(answer.prisoners)}.`,
    `By area ${lead(answer.by_area)}, by territory ${lead(answer.by_territory)}, both with komi ${answer.komi}.`,
  ];
  const points = (title, list) => list.length && facts.push(`${title}: ${list.join(", ")}.`);
  points("Dead", answer.dead);
  points("In seki", answer.seki);
  points("Dame", answer.dame);
  points("Protective moves (teire)", answer.teire.map(({ color, point }) => `${capital(color)} ${point}`));
  if (answer.agrees !== null && answer.agrees !== undefined) {
    facts.push(answer.agrees ? "The record says the same." : `The record says ${lead(answer.recorded)}.`);
  }
  put(
    byId("count-result"),
    el("p", { class: "strong", id: "count-verdict" }, answer.verdict),
    answer.ready ? null : notReady(open),
    sentences(facts),
    fates(answer.groups),
  );
}

/** Numbers all over the board tell nothing: a large matter has one, and lights up when it is pointed at. */
const shown = (points) => (points.length > FEW ? points.slice(0, 1) : points);

function notReady(open) {
  const item = ({ words, points }) => {
    const entry = el("li", { tabindex: 0 }, capital(words));
    whileLookedAt(entry, () => overlay("region", { lit: points }), () => overlay("region", null));
    return entry;
  };
  const title = `Not ready: ${many(open.length, "matter")} to be settled first, numbered on the board.`;
  return [el("p", {}, title), el("ol", {}, open.map(item))];
}

function fates(groups) {
  const item = (group) => {
    const entry = el("li", { tabindex: 0 }, group.words);
    whileLookedAt(entry, () => overlay("region", { lit: group.stones }), () => overlay("region", null));
    return entry;
  };
  return el("details", {}, el("summary", {}, "Every group"), el("ul", { class: "sentences" }, groups.map(item)));
}

/** Whose the points are: dead stones are their captor's. */
function owners({ statuses }) {
  const { stones } = state.node;
  return statuses.map((row, y) =>
    row.map((status, x) => {
      if (status === "dead") return stones[y * row.length + x] === "X" ? -1 : 1;
      return OWNERS[status] ?? 0;
    }),
  );
}

export const counting = { id: "count-view", update, leave: () => score.cancel() };

export function setUpCounting() {
  byId("count").addEventListener("click", count);
}
