// The review of the game: its curves, its swings, and how many points each player's moves lost.

import { askSlowly, isAborted } from "./api.js";
import { Curves } from "./curves.js";
import { button, byId, el, put, sentences, table } from "./dom.js";
import { alert } from "./notices.js";
import { report } from "./report.js";
import { on, state } from "./state.js";
import { go, goToMove } from "./walk.js";
import { capital, moveWords, percent } from "./words.js";

/** Games that are shorter have no curve worth drawing. */
const WORTH_IT = 4;
const REST = 700;
/** The curve comes at once, what was better a little later. */
const DEPTHS = ["quick", "normal"];
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
    for (const depth of DEPTHS) {
      const answer = await askSlowly("review", { ...game, depth }, wanted.signal, (done, of) => {
        progress.max = of;
        progress.value = done;
      });
      if (state.tree === tree) show(tree, answer.review);
    }
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
    const { move, color, point, mistake, points_lost: lost, reasons, better } = swing;
    const name = button(`${move}: ${moveWords(color, point)}`, () => jump(move), { class: "link" });
    const what = mistake ? `${mistake}, ${lost.toFixed(1)} points` : "";
    const instead = better
      ? `${[`Better ${better.line.join(" ")}`, better.reasons.join("; ")].filter(Boolean).join(": ")}.`
      : null;
    return el(
      "tr",
      { "data-swing-row": move },
      el("th", { scope: "row" }, name),
      el("td", { class: "number" }, `${percent(swing.black_win_before)} → ${percent(swing.black_win_after)}`),
      el("td", {}, what, sentences(reasons.map(capital)), instead ? el("p", { class: "quiet" }, instead) : null),
    );
  };
  const titles = ["Move", "Black's chance", "What it did"];
  return swings.length ? table("The moves that decided the game", titles, swings.map(row)) : null;
}

function playerTable({ players, black_player: black, white_player: white }) {
  const names = { black: black || "Black", white: white || "White" };
  const given = (value) => value?.toFixed(2) ?? "–";
  const share = (value) => (Number.isFinite(value) ? percent(value) : "–");
  const row = (color) => {
    const { mean_points_lost: mean, points_lost_by_phase: phase, mistakes } = players[color];
    const { best_move_share: best, top_five_share: five } = players[color];
    const values = [mean, phase.opening, phase.middle_game, phase.endgame].map(given);
    const { mistakes: plain, bad_mistakes: bad, blunders } = mistakes;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, `${names[color]}${names[color] === capital(color) ? "" : ` (${capital(color)})`}`),
      [...values, share(best), share(five), `${plain} / ${bad} / ${blunders}`].map((value) =>
        el("td", { class: "number" }, value),
      ),
    );
  };
  const titles = ["Player", "All moves", "Opening", "Middle game", "Endgame", "Best move", "Top five", "Mistakes"];
  const caption = "Points lost a move beside the best that was found; mistakes from 3, 6 and 12 points";
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
