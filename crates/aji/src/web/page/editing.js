// Playing and putting stones. Whether that is possible and what it captures, the server says.

import { ask, isAborted } from "./api.js";
import { byId, put } from "./dom.js";
import { question, questionKey, remember } from "./judging.js";
import { alert, calm, hush, notice } from "./notices.js";
import { report } from "./report.js";
import { emit, on, overlay, state } from "./state.js";
import { go } from "./walk.js";
import { capital, count, other } from "./words.js";

const TOOLS = ["play", "black", "white", "remove"];
let isBusy = false;

/** What a click on a point does, by the tool. */
export function act(point) {
  const stone = state.tree.stone(state.node, point);
  if (state.tool === "play" && stone) return select(point);
  if (report || state.isThinking) return;
  if (state.tool === "play") return play(point);
  if (state.tool === "remove") return stone && arrange("empty", point);
  return stone === state.tool ? arrange("empty", point) : arrange(state.tool, point);
}

/** Plays for whoever is to move: a point or "pass". */
export async function play(point, reasons = []) {
  const { node } = state;
  const isIt = (child) =>
    child.steps.length === 1 && child.played?.[0] === node.toPlay && child.played[1] === point;
  const known = node.children.find(isIt);
  if (known) return go(known);
  return attempt(node, [[node.toPlay, point]], reasons);
}

/** Puts up or takes away a stone, or gives the turn away. Changes one after the other are one node. */
export function arrange(what, point) {
  const { node } = state;
  const isSketch = node.isOwn && !node.children.length && node.steps.length === 1 && !node.played;
  const step = isSketch ? structuredClone(node.steps[0]) : {};
  if (what === "turn") step.to_play = other(node.toPlay);
  else {
    for (const key of ["black", "white", "empty"]) step[key] = (step[key] ?? []).filter((each) => each !== point);
    step[what].push(point);
  }
  return isSketch ? redo(node, [step]) : attempt(node, [step]);
}

/** Asks for the board after these steps, and goes there. */
async function attempt(parent, steps, reasons = []) {
  const askedAt = performance.now();
  const answer = await judged(parent, steps);
  if (!answer) return null;
  const child = state.tree.add(parent, steps, answer);
  child.reasons = reasons;
  remember(child, "quick", answer);
  emit("tree");
  go(child, askedAt);
  return child;
}

/** Changes what a node does. */
async function redo(node, steps) {
  const askedAt = performance.now();
  const answer = await judged(node.parent, steps);
  if (!answer) return;
  state.before = { key: questionKey(node) };
  node.version++;
  node.steps = steps;
  state.tree.learn(node, answer);
  remember(node, "quick", answer);
  Object.assign(state, { askedAt, selected: null });
  state.overlays.clear();
  emit("node");
}

/** A quick judgement after these steps; null if they cannot be done, which is said. */
async function judged(parent, steps) {
  if (isBusy) return null;
  isBusy = true;
  const { tree, node } = state;
  try {
    const asked = question(parent, { effort: "quick" });
    const answer = await ask("judge", { ...asked, steps: [...asked.steps, ...steps] });
    calm();
    // Who has gone elsewhere meanwhile does not want to be called back.
    return state.tree === tree && state.node === node ? answer : null;
  } catch (error) {
    if (!isAborted(error)) alert(error.message);
    return null;
  } finally {
    isBusy = false;
  }
}

export const pass = () => (report || state.isThinking ? null : play("pass"));

/** Takes back what was done here, and against a player his answer too; moves of the record are only left. */
export function undo() {
  const { node, tree, human } = state;
  if (!node.parent) return;
  let undone = node;
  while (human && undone.parent.parent && undone.parent.toPlay !== human) undone = undone.parent;
  const isOurs = tree.line(undone).every((each) => each.depth < undone.depth || each.isOwn) && !node.children.length;
  go(undone.parent);
  if (!isOurs) return;
  tree.remove(undone);
  emit("tree");
}

/** Deletes this move and all that follow, but can put them back. */
function erase() {
  const { node, tree } = state;
  if (!node.parent) return;
  const length = tree.line(node).length - node.depth;
  go(node.parent);
  tree.remove(node);
  emit("tree");
  notice(`${capital(count(length, "move"))} deleted.`, "Put back", () => {
    tree.restore(node);
    if (state.tree !== tree) return;
    emit("tree");
    go(node);
  });
}

/** Selects the group of a stone: its fate is told, and proved if that is possible. */
export function select(point) {
  const { judgement, selected } = state;
  if (!judgement || selected?.points.includes(point)) state.selected = null;
  else {
    const place = judgement.chains.findIndex((chain) => chain.stones.includes(point));
    if (place < 0) return;
    const group = judgement.groups.find((each) => each.chains.includes(place));
    const chains = (group?.chains ?? [place]).map((each) => judgement.chains[each]);
    state.selected = { point, points: chains.flatMap((chain) => chain.stones), group: group ?? chains[0], chains };
  }
  overlay("selected", state.selected && { lit: state.selected.points });
  emit("selected");
}

function choose(tool) {
  state.tool = tool;
  for (const each of TOOLS) byId(`tool-${each}`).setAttribute("aria-pressed", String(each === tool));
}

export function setUpEditing() {
  for (const tool of TOOLS) byId(`tool-${tool}`).addEventListener("click", () => choose(tool));
  byId("pass").addEventListener("click", pass);
  byId("undo").addEventListener("click", undo);
  byId("delete").addEventListener("click", erase);
  byId("change-turn").addEventListener("click", () => arrange("turn"));
  on("node", () => {
    put(byId("change-turn"), `Let ${capital(other(state.node.toPlay))} play`);
    byId("undo").disabled = byId("delete").disabled = !state.node.parent;
  });
  on("tree", hush);
}
