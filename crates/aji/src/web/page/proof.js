// What becomes of the group that was clicked: read out, with the moves that work and why the others fail.

import { button, byId, el, put } from "./dom.js";
import { arrange, play, select } from "./editing.js";
import { cornerWords } from "./groups.js";
import { stonesOf } from "./marks.js";
import { Question } from "./question.js";
import { report } from "./report.js";
import { on, overlay, state } from "./state.js";
import { capital, count, libertyWords, other, outcomeWords, percent } from "./words.js";

/** So many first moves are marked on the board. */
const MARKED = 12;
const SIGNS = {
  true: { kind: "badge", text: "✓", tone: "good" },
  false: { kind: "badge", text: "×", tone: "bad" },
};
const solve = new Question("solve");
const capture = new Question("capture");

async function show() {
  const { selected, node } = state;
  overlay("proof", null);
  overlay("preview", null);
  solve.cancel();
  capture.cancel();
  if (!selected) return put(byId("proof"));
  const answer = el("div", { id: "proof-answer", "aria-live": "polite" }, el("p", { class: "quiet" }, "Reading …"));
  put(byId("proof"), head(selected), report ? null : answer);
  if (report) return;
  try {
    const solution = await solve.ask(node, { at: [selected.point] });
    if (solution && state.selected === selected) showSolution(answer, solution);
  } catch (error) {
    // Most groups are not enclosed; that is no mistake of anybody's.
    put(answer, el("p", { class: "quiet" }, error.message), await captureWords(node, selected));
  }
}

/** Whether stones that nobody reads out for life can be captured at once. */
async function captureWords(node, selected) {
  try {
    const read = await capture.ask(node, { at: [selected.point] });
    if (!read || state.selected !== selected) return null;
    const { attack, defence } = read;
    const isSafe = !attack.works && !attack.ko;
    const told = isSafe ? [attack] : [attack, defence];
    const look = ({ first, line, sentence }) =>
      line.length > 0 &&
      button(`Show: ${line[0]}`, () => showLine(first, "as far as was read", line, line.length), { title: sentence });
    return [told.map((answer) => [el("h4", {}, answer.sentence), look(answer)]), el("div", { id: "line" })];
  } catch {
    return null;
  }
}

function head({ point, points, group, chains }) {
  const liberties = new Set(chains.flatMap((chain) => chain.liberties)).size;
  const who = `${capital(chains[0].color)}'s ${count(points.length, "stone")} at ${point}`;
  const words = `${who}: ${libertyWords(liberties)}, at a glance ${group.fate} (lives ${percent(group.life)}).`;
  const corner = cornerWords(points, state.judgement);
  const close = button("×", () => select(point), { class: "plain", "aria-label": "Close" });
  return [el("div", { class: "spread" }, el("h3", {}, words), close), corner && el("p", {}, corner)];
}

function showSolution(host, solution) {
  const { defender, defender_first: defending, attacker_first: attacking, status } = solution;
  const words = solution.sentences ?? [];
  const attacker = other(defender);
  const saying = (color) => words.find((sentence) => sentence.includes(`${capital(color)} moves first`));
  put(
    host,
    status && el("p", { class: "status", "data-status": status }, `Proved: ${status}.`),
    answer(defending, defender, defender, saying(defender)),
    answer(attacking, attacker, defender, saying(attacker)),
    el("div", { id: "line" }),
  );
  const mover = state.node.toPlay === defender ? defending : attacking;
  const marks = (mover.moves ?? []).slice(0, MARKED).map(({ move, works }) => ({ point: move, ...SIGNS[works] }));
  // What the answer depends on is lit, so that a weak wall is seen to matter.
  const depends = [...new Set([...solution.target, ...(mover.zone ?? [])])];
  overlay("proof", { lit: depends, marks: marks.filter((mark) => mark.point !== "pass") });
}

/** What happens with one side first: its moves as buttons that show their lines. */
function answer(side, color, defender, sentence) {
  const outcome = side.proved ? outcomeWords(side, defender) : `not read out; lives ${percent(side.life)}`;
  const title = el("h4", {}, sentence ?? `${capital(color)} first: ${outcome}`);
  const read = side.proved ? side : side.if_walls_stand;
  if (!read) return title;
  const group = (works, label) => {
    const moves = (read.moves ?? []).filter((move) => move.works === works);
    if (!moves.length) return null;
    const choice = (move) => {
      const ends = outcomeWords(move, defender);
      const words = works ? move.move : `${move.move} (${ends})`;
      const look = () => showLine(color, ends, move.line, move.line.length);
      return button(words, look, { "data-move": move.move, title: ends });
    };
    return el("div", { class: "choices" }, el("span", {}, label), moves.map(choice));
  };
  const unread = read.unread?.length > 0 && el("p", { class: "quiet" }, `Not read: ${read.unread.join(", ")}.`);
  const works = side.proved ? "Works:" : "Works if the walls stand:";
  return [title, group(true, works), group(false, "Fails:"), unread];
}

/** Shows a line on the board up to a move of it; `ends` says how it ends. */
function showLine(first, ends, line, shown) {
  const color = (i) => (i % 2 ? other(first) : first);
  overlay("preview", { marks: stonesOf(line.slice(0, shown), first) });
  const step = (to, text, label) =>
    button(text, () => showLine(first, ends, line, to), { "aria-label": label, disabled: to < 0 || to > line.length });
  const words = line.map((point, i) => `${i + 1}. ${capital(color(i))} ${point}`).join(", ");
  put(
    byId("line"),
    el("p", {}, `${words}: ${ends}.`),
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
    capture.cancel();
    put(byId("proof"));
  });
}
