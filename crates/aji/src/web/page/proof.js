// What becomes of the group that was clicked: read out, with the moves that work and why the others fail.

import { button, byId, el, put, sentences } from "./dom.js";
import { arrange, play, select } from "./editing.js";
import { cornerWords } from "./groups.js";
import { stonesOf } from "./marks.js";
import { Question } from "./question.js";
import { report } from "./report.js";
import { on, overlay, state } from "./state.js";
import { capital, count, libertyWords, other, outcomeWords, percent } from "./words.js";

const NODES = 200000;
/** So many first moves are marked on the board. */
const MARKED = 12;
const SIGNS = {
  true: { kind: "badge", text: "✓", tone: "good" },
  false: { kind: "badge", text: "×", tone: "bad" },
};
const solve = new Question("solve");

async function show() {
  const { selected, node } = state;
  overlay("proof", null);
  overlay("preview", null);
  solve.cancel();
  if (!selected) return put(byId("proof"));
  const answer = el("div", { id: "proof-answer", "aria-live": "polite" }, el("p", { class: "quiet" }, "Reading …"));
  put(byId("proof"), head(selected), report ? null : answer);
  if (report) return;
  try {
    const solution = await solve.ask(node, { at: [selected.point], nodes: NODES });
    if (solution && state.selected === selected) showSolution(answer, solution);
  } catch (error) {
    // Most groups are not enclosed; that is no mistake of anybody's.
    put(answer, el("p", { class: "quiet" }, error.message));
  }
}

function head({ point, points, group, chains }) {
  const liberties = new Set(chains.flatMap((chain) => chain.liberties)).size;
  const who = `${capital(chains[0].color)}'s ${count(points.length, "stone")} at ${point}`;
  const words = `${who}: ${group.fate}, lives ${percent(group.life)}, ${libertyWords(liberties)}.`;
  const corner = cornerWords(points, state.judgement);
  const close = button("×", () => select(point), { class: "plain", "aria-label": "Close" });
  return [el("div", { class: "spread" }, el("h3", {}, words), close), corner && el("p", {}, corner)];
}

function showSolution(host, solution) {
  const { defender, defender_first: defending, attacker_first: attacking, status } = solution;
  const words = solution.sentences ?? [];
  put(
    host,
    status ? el("p", { class: "status", "data-status": status }, `Proved: ${status}.`) : null,
    words.length ? sentences(words) : null,
    answer(defending, defender),
    answer(attacking, other(defender)),
    el("div", { id: "line" }),
  );
  const mover = state.node.toPlay === defender ? defending : attacking;
  const marks = (mover.moves ?? []).slice(0, MARKED).map(({ move, works }) => ({ point: move, ...SIGNS[works] }));
  overlay("proof", { lit: solution.target, marks: marks.filter((mark) => mark.point !== "pass") });
}

/** What happens with one side first: its moves as buttons that show their lines. */
function answer(side, color) {
  const outcome = side.proved ? outcomeWords(side) : `not read out; lives ${percent(side.life)}`;
  const title = el("h4", {}, `${capital(color)} first: ${outcome}`);
  if (!side.proved) return title;
  const group = (works, label) => {
    const moves = (side.moves ?? []).filter((move) => move.works === works);
    if (!moves.length) return null;
    const choice = (move) =>
      button(`${move.move}${works ? "" : ` (${outcomeWords(move)})`}`, () => showLine(color, move, move.line.length), {
        "data-move": move.move,
        title: outcomeWords(move),
      });
    return el("div", { class: "choices" }, el("span", {}, label), moves.map(choice));
  };
  return [title, group(true, "Works:"), group(false, "Fails:")];
}

/** Shows a line on the board up to a move of it. */
function showLine(first, move, shown) {
  const { line } = move;
  const color = (i) => (i % 2 ? other(first) : first);
  overlay("preview", { marks: stonesOf(line.slice(0, shown), first) });
  const step = (to, text, label) =>
    button(text, () => showLine(first, move, to), { "aria-label": label, disabled: to < 0 || to > line.length });
  const words = line.map((point, i) => `${i + 1}. ${capital(color(i))} ${point}`).join(", ");
  put(
    byId("line"),
    el("p", {}, `${words}: ${outcomeWords(move)}.`),
    el(
      "div",
      { class: "choices" },
      step(shown - 1, "◀", "One move less of the line"),
      step(shown + 1, "▶", "One move more of the line"),
      button("Put it into the game", () => playLine(first, line)),
    ),
  );
}

/** Plays a line for good, as a variation. */
async function playLine(first, line) {
  if (state.node.toPlay !== first && !(await arrange("turn"))) return;
  for (const point of line) if (!(await play(point))) return;
}

export function setUpProof() {
  on("selected", show);
  on("node", () => {
    solve.cancel();
    put(byId("proof"));
  });
}
