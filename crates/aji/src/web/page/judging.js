// Judgements of what is shown: a quick one at once, an exact one after a moment of rest. An answer is shown only for
// the position that it is about; what is no longer wanted is called off.

import { ask, isAborted, pause } from "./api.js";
import { alert } from "./notices.js";
import { report } from "./report.js";
import { emit, on, state } from "./state.js";

const REST = 250;

/** By question: `{quick, exact}`, as far as they are there. */
const answers = new Map();
let wanted = null;

/** What a judgement depends on, as a text. */
export function questionKey(node) {
  const { tree, influence, territory } = state;
  return JSON.stringify([tree.number, node.id, node.version, tree.komi, tree.rules, influence, territory]);
}

/** What the server is asked when a node is to be judged. */
export function question(node, more = {}) {
  const { influence, territory } = state;
  return { ...state.tree.game(node), influence, territory, ...more };
}

/** Keeps a judgement that came with a move. */
export function remember(node, effort, answer) {
  const key = questionKey(node);
  answers.set(key, { ...answers.get(key), [effort]: answer });
}

/** Black's lead by the same effort before and now, or null if one is not known. */
export function leadBefore() {
  if (!state.before || !state.judgement) return null;
  const [before, now] = [answers.get(state.before.key), answers.get(questionKey(state.node))];
  const effort = before?.exact && now?.exact ? "exact" : "quick";
  const was = before?.[effort] ?? before?.exact ?? before?.quick;
  const is = now?.[effort] ?? state.judgement;
  return was && is && was !== is ? [was.score.black_lead, is.score.black_lead] : null;
}

/** Judges what is shown now. */
async function judge() {
  wanted?.abort();
  state.judgement = null;
  state.refusal = null;
  delete document.body.dataset.judged;
  const node = state.node;
  if (report) {
    const known = reported(node);
    if (known) remember(node, "exact", known);
    return show(node, known, "exact");
  }
  if (node.fault) return refuse("This move cannot be played, so there is nothing to judge.");
  wanted = new AbortController();
  const { signal } = wanted;
  try {
    const known = answers.get(questionKey(node)) ?? {};
    if (known.exact) show(node, known.exact, "exact");
    else {
      if (known.quick) show(node, known.quick, "quick");
      else await fetchAndShow(node, "quick", signal);
      await pause(REST, signal);
      await fetchAndShow(node, "exact", signal);
    }
    await lookAhead(node.next, signal);
  } catch (error) {
    if (isAborted(error)) return;
    alert(error.message);
    if (!state.judgement) refuse("There is no judgement of this position.");
  }
}

function refuse(sentence) {
  state.refusal = sentence;
  emit("judged");
}

async function fetchAndShow(node, effort, signal) {
  const answer = await ask("judge", question(node, { effort }), signal);
  remember(node, effort, answer);
  if (!signal.aborted) show(node, answer, effort);
}

/** Whoever rests goes on later: the next judgement is there then. */
async function lookAhead(node, signal) {
  if (!node || node.fault || answers.has(questionKey(node))) return;
  const key = questionKey(node);
  try {
    const quick = await ask("judge", question(node, { effort: "quick" }), signal);
    answers.set(key, { quick, ...answers.get(key) });
  } catch {
    // Nobody has asked for it yet.
  }
}

function show(node, judgement, effort) {
  const isFirst = !state.judgement;
  state.judgement = judgement;
  emit("judged");
  if (!judgement) return;
  document.body.dataset.judged = node.id;
  document.body.dataset.effort = effort;
  if (isFirst) document.body.dataset.judgeMs = Math.round(performance.now() - state.askedAt);
}

/** What a report says of a position: it knows those of the game itself. */
function reported(node) {
  const found = state.tree.isOnMainLine(node) && report.review.positions?.[node.move];
  if (!found) return null;
  const { tree } = state;
  const rows = (values) =>
    Array.from({ length: tree.height }, (_, y) => values.slice(y * tree.width, (y + 1) * tree.width));
  return {
    ...found,
    score: { black_lead: found.black_lead, low: found.low, high: found.high },
    ownership: found.ownership && rows(found.ownership.map((value) => value / 100)),
    regions: report.review.regions ?? {},
    rules: report.review.rules,
    komi: report.review.komi,
    to_play: node.toPlay,
    assumed: report.review.assumed ?? [],
    chains: [],
    groups: [],
    corners: [],
    miai: [],
    notes: [],
    influence: null,
  };
}

/** The points of stones that are said to be dead or weak. */
export function stonesThatAre(fate, judgement) {
  if (judgement[fate]) return judgement[fate];
  return judgement.chains.filter((chain) => chain.fate === fate).flatMap((chain) => chain.stones);
}

on("node", judge);
on("question", judge);
