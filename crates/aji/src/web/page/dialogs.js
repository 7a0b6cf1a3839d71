// Small windows: a new board, and what the keys do.

import { byId, el, put } from "./dom.js";
import { KEYS } from "./keys.js";
import { calm } from "./notices.js";
import { state } from "./state.js";
import { Tree } from "./tree.js";
import { showTree } from "./walk.js";

const NAMES = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page up",
  PageDown: "Page down",
  " ": "Space",
};

function showHelp() {
  byId("help-dialog").showModal();
}

function makeBoard(width, height) {
  const { rules = null } = state.tree ?? {};
  calm();
  byId("games").hidden = true;
  showTree(new Tree({ width, height, rules }));
  byId("new-dialog").close();
}

export function setUpDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  const item = ({ keys, words }) => el("li", {}, keys.map((key) => el("kbd", {}, NAMES[key] ?? key)), words);
  put(byId("help-keys"), KEYS.map(item));
  byId("help").addEventListener("click", showHelp);
  byId("new").addEventListener("click", () => byId("new-dialog").showModal());
  for (const button of document.querySelectorAll("[data-size]")) {
    button.addEventListener("click", () => makeBoard(Number(button.dataset.size), Number(button.dataset.size)));
  }
  byId("new-make").addEventListener("click", () => {
    const [width, height] = [byId("new-width"), byId("new-height")];
    if (width.reportValidity() && height.reportValidity()) makeBoard(width.valueAsNumber, height.valueAsNumber);
  });
}
