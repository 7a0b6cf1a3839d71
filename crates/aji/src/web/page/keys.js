// What single keys do. They rest while somebody types or a window is open.

import { pass, undo } from "./editing.js";
import { report } from "./report.js";
import { toggleInfluence, toggleNumbers, toggleTerritory } from "./settings.js";
import { state } from "./state.js";
import { toggleView } from "./tabs.js";
import { back, first, forward, jumpBack, jumpForward, last, sibling } from "./walk.js";

/** Each with the names of its keys, what it does, and that in words. Those with `asks` need a server. */
const ALL = [
  { keys: ["ArrowLeft"], does: () => back(), words: "a move back" },
  { keys: ["ArrowRight"], does: () => forward(), words: "a move forward" },
  { keys: ["ArrowUp"], does: () => sibling(-1), words: "the variation before" },
  { keys: ["ArrowDown"], does: () => sibling(1), words: "the next variation" },
  { keys: ["Home"], does: first, words: "to the beginning" },
  { keys: ["End"], does: last, words: "to the end" },
  { keys: ["PageUp"], does: jumpBack, words: "ten moves back" },
  { keys: ["PageDown"], does: jumpForward, words: "ten moves forward" },
  { keys: ["t", " "], does: toggleTerritory, words: "territory map on or off" },
  { keys: ["i"], asks: true, does: toggleInfluence, words: "influence on or off" },
  { keys: ["n"], does: toggleNumbers, words: "numbers of the moves" },
  { keys: ["s"], does: () => toggleView("suggestions"), words: "suggestions" },
  { keys: ["b"], asks: true, does: () => toggleView("boards"), words: "three boards" },
  { keys: ["d"], asks: true, does: () => toggleView("panel"), words: "where judges disagree" },
  { keys: ["g"], does: () => toggleView("groups"), words: "groups" },
  { keys: ["c"], asks: true, does: () => toggleView("count-view"), words: "count the board" },
  { keys: ["w"], does: () => toggleView("words"), words: "the board in words" },
  { keys: ["p"], asks: true, does: pass, words: "pass" },
  { keys: ["u"], asks: true, does: undo, words: "take back" },
  { keys: ["?"], does: () => document.getElementById("help").click(), words: "this help" },
];

export const KEYS = report ? ALL.filter((key) => !key.asks) : ALL;

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function press(event) {
  if (!state.node || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || event.target.closest?.(TYPING)) return;
  // A space on a button presses the button.
  if (event.key === " " && event.target.closest?.("button, summary, input, [role=tab]")) return;
  const found = KEYS.find(({ keys }) => keys.includes(event.key));
  if (!found) return;
  event.preventDefault();
  found.does();
}

export function setUpKeys() {
  document.addEventListener("keydown", press);
}
