// The review of the game: its curves, its swings, and how much each player's moves lost.

import { askSlowly, isAborted } from "./api.js";
import { Curves } from "./curves.js";
import { button, byId, el, put, table } from "./dom.js";
import { alert } from "./notices.js";
import { report } from "./report.js";
import { on, state } from "./state.js";
import { go, goToMove } from "./walk.js";
import { capital, moveWords, percent } from "./words.js";

/** Games that are shorter have no curve worth drawing. */
const WORTH_IT = 4;
const REST = 700;
let resting = null;
let curves;
let wanted = null;
let reviewing = null;
let reviewed = null;

async function review() {
  wanted?.abort();
  wanted = new AbortController();
  const { tree } = state;
  reviewing = tree;
  const progress = byId("review-progress");
  progress.hidden = false;
  progress.removeAttribute("value");
  try {
    const game = tree.game(tree.mainLine().at(-1));
    const answer = await askSlowly("review", game, wanted.signal, (done, of) => {
      progress.max = of;
      progress.value = done;
    });
    if (state.tree === tree) show(tree, answer.review);
  } catch (error) {
    if (isAborted(error)) return;
    alert(error.message);
  }
  progress.hidden = true;
}

function show(tree, answer) {
  reviewed = tree;
  byId("curves").hidden = byId("curves-legend").hidden = false;
  byId("lead-legend").hidden = !Number.isFinite(answer.moves[0]?.black_lead_after);
  curves.show(answer);
  mark();
  put(byId("swings"), swingTable(answer), playerTable(answer), answer.fault ? el("p", {}, answer.fault) : null);
}

/** In variations the curve stays that of the game. */
function mark() {
  if (reviewed === state.tree) curves.mark(state.tree.isOnMainLine(state.node) ? state.node.move : null);
}

const jump = (move) => (move === 0 ? go(state.tree.root) : goToMove(move));

function swingTable({ swings }) {
  const row = (swing) => {
    const { move, color, point, gain } = swing;
    const name = button(`${move}: ${moveWords(color, point)}`, () => jump(move), { class: "link" });
    return el(
      "tr",
      { "data-swing-row": move },
      el("th", { scope: "row" }, name),
      el("td", { class: "number" }, `${percent(swing.black_win_before)} → ${percent(swing.black_win_after)}`),
      el("td", {}, `${gain < 0 ? "lost" : "gained"} ${percent(Math.abs(gain))}`),
    );
  };
  return swings.length ? table("The biggest swings", ["Move", "Black's chance", "The mover"], swings.map(row)) : null;
}

function playerTable({ players, black_player: black, white_player: white }) {
  const names = { black: black || "Black", white: white || "White" };
  const given = (value) => (value === null || value === undefined ? "–" : (value * 100).toFixed(1));
  const row = (color) => {
    const { mean_loss: mean, mean_loss_by_phase: phase, mistakes } = players[color];
    const values = [mean, phase.opening, phase.middle_game, phase.endgame].map(given);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, `${names[color]}${names[color] === capital(color) ? "" : ` (${capital(color)})`}`),
      values.map((value) => el("td", { class: "number" }, value)),
      el("td", { class: "number" }, String(mistakes)),
    );
  };
  const titles = ["Player", "All moves", "Opening", "Middle game", "Endgame", "Mistakes"];
  const caption = "What a move lost on average, in percentage points of the chance of winning";
  return table(caption, titles, ["black", "white"].map(row), { class: "numbers" });
}

/** A new game has no curve yet; one that was opened gets it by itself. */
function begin() {
  if (reviewing !== state.tree) {
    clearTimeout(resting);
    resting = null;
    wanted?.abort();
    byId("review-progress").hidden = true;
  }
  if (reviewed === state.tree) return;
  if (reviewed !== null) {
    reviewed = null;
    byId("curves").hidden = byId("curves-legend").hidden = true;
    put(byId("swings"));
  }
}

export function setUpReview() {
  curves = new Curves(byId("curves"), jump);
  byId("review").addEventListener("click", review);
  on("tree", begin);
  on("node", () => {
    mark();
    if (resting) reviewSoon();
  });
}

/** What is done when a record was opened. */
export function reviewOpened() {
  if (report) return show(state.tree, report.review);
  if (state.tree.mainLine().at(-1).move >= WORTH_IT) reviewSoon();
}

/** A review keeps the server busy, so it waits until nobody walks through the game. */
function reviewSoon() {
  reviewing = state.tree;
  clearTimeout(resting);
  resting = setTimeout(() => {
    resting = null;
    review();
  }, REST);
}
