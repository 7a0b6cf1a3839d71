// What to play, and why.

import { button, byId, el, put, sentences, whileLookedAt } from "./dom.js";
import { play } from "./editing.js";
import { stonesOf } from "./marks.js";
import { Question } from "./question.js";
import { report } from "./report.js";
import { overlay, state } from "./state.js";
import { sayIn } from "./tabs.js";
import { capital, difference, percent, signed } from "./words.js";

const COUNT = 10;
/** A first answer comes at once, a better one when more was read. */
const VISITS = [8, 200];
const suggest = new Question("suggest", 30);
const foresee = new Question("judge");

async function update() {
  const { node, judgement } = state;
  if (report) return show(node, { suggestions: judgement?.suggestions ?? [], to_play: node.toPlay });
  try {
    sayIn("suggestions", "Thinking …");
    for (const visits of VISITS) {
      const answer = await suggest.ask(node, { count: COUNT, visits });
      if (!answer || state.node !== node || state.view !== "suggestions") return;
      show(node, answer);
    }
  } catch (error) {
    sayIn("suggestions", error.message);
  }
}

function show(node, answer) {
  const { suggestions, to_play: color, note } = answer;
  const letter = (i) => String.fromCharCode(65 + i);
  const tone = (i) => (i === 0 ? "good" : "plain");
  const marks = suggestions.map(({ point }, i) => ({ point, kind: "badge", text: letter(i), tone: tone(i) }));
  overlay("suggestions", { marks: marks.filter((mark) => mark.point !== "pass") });
  const item = (suggestion, i) => {
    const { point, name, reasons = [] } = suggestion;
    const title = `${letter(i)}: ${point}${name ? `, ${name}` : ""}`;
    const after = el("p", { class: "quiet" });
    const card = el(
      "li",
      { "data-suggestion": point },
      button(title, () => play(point), { class: "link strong", disabled: Boolean(report) }),
      worth(suggestion),
      sentences(reasons.map(capital)),
      after,
    );
    whileLookedAt(card, () => preview(node, color, suggestion, after), () => {
      foresee.cancel();
      overlay("preview", null);
    });
    return card;
  };
  const empty = suggestions.length ? null : el("p", { class: "quiet" }, "There is nothing to suggest here.");
  put(
    byId("suggestions"),
    el("p", { class: "quiet" }, `For ${capital(color)}, the best first.${report ? "" : " Click one to play it."}`),
    note ? el("p", {}, `${capital(note)}${note.endsWith(".") ? "" : "."}`) : null,
    empty,
    el("ol", { class: "cards" }, suggestions.map(item)),
  );
}

/** What a suggestion is worth; rules alone know only how likely a move is. */
function worth({ visits, points_lost: lost, black_lead: lead, black_win_probability: chance, probability }) {
  if (!Number.isFinite(lost)) return el("span", { class: "quiet" }, `played ${percent(probability)} of the time`);
  const words = [lost < 0.05 ? "the best" : `loses ${lost.toFixed(1)} points`];
  words.push(`Black's lead ${signed(lead)}, chance ${percent(chance)}`);
  if (visits) words.push(`${visits} visits`);
  return el("span", { class: "quiet" }, words.join(", "));
}

/** Shows the board as it would be after a move, or in a report how it would go on. */
async function preview(node, color, { point, line = [point] }, after) {
  overlay("preview", { marks: stonesOf(line, color) });
  if (report || point === "pass") return;
  try {
    const steps = [...state.tree.game(node).steps, [color, point]];
    const answer = await foresee.ask(node, { steps, effort: "quick" });
    if (!answer || state.node !== node) return;
    const { position, ownership, score } = answer;
    overlay("preview", { stones: position.board.join(""), ownership, marks: [{ point, kind: "circle" }] });
    if (state.judgement) put(after, `Black's lead ${difference(state.judgement.score.black_lead, score.black_lead)}.`);
  } catch {
    // A preview that does not come is not missed.
  }
}

export const suggestions = { id: "suggestions", ofJudgement: Boolean(report), update, leave: () => suggest.cancel() };
