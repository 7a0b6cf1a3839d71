// A game against one of aji's players.

import { ask, isAborted } from "./api.js";
import { count } from "./count.js";
import { byId, el, put, sentences } from "./dom.js";
import { play } from "./editing.js";
import { alert } from "./notices.js";
import { on, state } from "./state.js";
import { showView } from "./tabs.js";
import { Tree } from "./tree.js";
import { showTree } from "./walk.js";
import { capital, other } from "./words.js";

/** `{tree, player, human, seed}` while there is a game. */
let match = null;
let thinking = null;

function start() {
  const [width, height] = byId("match-size").value.split("x").map(Number);
  const player = byId("player").value;
  const human = byId("match-color").value;
  const names = { [human]: "You", [other(human)]: player };
  const about = { black_player: names.black, white_player: names.white };
  const { rules } = state.tree;
  const isHere = byId("match-from").value === "here";
  const tree = isHere ? state.tree : new Tree({ width, height, rules, about });
  match = { tree, player, human, seed: Math.floor(Math.random() * 2 ** 31) };
  state.human = human;
  if (isHere) answer(true);
  else {
    byId("games").hidden = true;
    showTree(tree);
  }
  tell(`You play ${capital(human)} against ${player}. Click on the board to play, p passes.`);
}

/** Lets the player move if it is his turn; where moves are known already, only if he is told to. */
async function answer(isTold = false) {
  thinking?.abort();
  state.isThinking = false;
  if (!match || state.tree !== match.tree) return;
  const { node } = state;
  if (node.children.length && !isTold) return;
  if (isOver(node)) return finish();
  if (node.toPlay === match.human) return;
  thinking = new AbortController();
  state.isThinking = true;
  try {
    tell(`${match.player} thinks …`);
    const asked = { ...state.tree.game(node), player: match.player, seed: match.seed + node.move };
    const { action, point, reasons } = await ask("move", asked, thinking.signal);
    if (state.node !== node || !match) return;
    state.isThinking = false;
    if (action === "resign") return end(`${capital(match.player)} resigns: you win.`, reasons);
    const move = action === "pass" ? "pass" : point;
    await play(move, reasons);
    if (match) tell(`${match.player} ${move === "pass" ? "passes" : `plays ${move}`}.`, reasons);
    if (match && isOver(state.node)) finish();
  } catch (error) {
    if (isAborted(error)) return;
    state.isThinking = false;
    alert(error.message);
  }
}

/** Whether both have passed. */
const isOver = (node) => node.played?.[1] === "pass" && node.parent?.played?.[1] === "pass";

async function finish() {
  end("Both passed: the game is over. The board is counted.");
  showView("count-view");
  const result = await count();
  if (result) state.tree.about = { ...state.tree.about, result: result.result };
}

function end(sentence, reasons) {
  thinking?.abort();
  Object.assign(state, { isThinking: false, human: null });
  match = null;
  tell(sentence, reasons);
}

function resign() {
  if (match) end(`You resign: ${match.player} wins.`);
}

function tell(sentence, reasons = []) {
  const why = reasons.length > 0 && sentences(reasons.map(capital));
  put(byId("match-status"), el("p", { class: "strong" }, sentence), why);
  byId("resign").disabled = !match;
}

export function setUpMatch() {
  byId("start-game").addEventListener("click", start);
  byId("resign").addEventListener("click", resign);
  on("node", () => answer());
}

/** Neither the weakest nor the strongest to begin with. */
const USUAL_PLAYER = "level:5";

/** Fills the list of players. */
export function offerPlayers(players) {
  put(byId("player"), players.map(({ name, about }) => el("option", { value: name, title: about }, name)));
  const chosen = () => players.find(({ name }) => name === byId("player").value);
  const describe = () => put(byId("player-about"), chosen()?.about);
  byId("player").addEventListener("change", describe);
  byId("player").value = USUAL_PLAYER;
  describe();
}

export const matchView = { id: "match", update: () => {} };
