// The views beside the board, one at a time.

import { byId, put } from "./dom.js";
import { on, overlay, state } from "./state.js";

const views = new Map();
/** Whether the tab was reached with the mouse: then the arrow keys are for the game. */
let isClicked = false;

/**
 * A view has an `id` (of its panel; the tab is `tab-ID`) and `update`, which shows it for the node of the moment.
 * With `ofJudgement` it is made of the judgement alone and waits for it.
 */
export function addView(view) {
  views.set(view.id, view);
  const tab = byId(`tab-${view.id}`);
  tab.addEventListener("click", () => showView(view.id));
  tab.addEventListener("keydown", (event) => arrow(event, tab));
  tab.addEventListener("pointerdown", () => (isClicked = true));
  tab.addEventListener("blur", () => (isClicked = false));
}

export function showView(id) {
  if (!views.has(id) || byId(`tab-${id}`).hidden) return;
  if (state.view !== id) leave();
  state.view = id;
  for (const each of views.keys()) {
    const isShown = each === id;
    byId(each).hidden = !isShown;
    byId(`tab-${each}`).setAttribute("aria-selected", String(isShown));
    byId(`tab-${each}`).tabIndex = isShown ? 0 : -1;
  }
  if (state.node) views.get(id).update();
}

/** Shows a view, or the first if it is shown already. */
export const toggleView = (id) => showView(state.view === id ? "why" : id);

function leave() {
  views.get(state.view)?.leave?.();
  overlay(state.view, null);
  overlay("preview", null);
}

function arrow(event, tab) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || isClicked) return;
  const tabs = [...tab.parentElement.children].filter((each) => !each.hidden);
  const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
  next.focus();
  next.click();
  event.preventDefault();
  event.stopPropagation();
}

/** Says in a view's place why there is nothing, or what is going on. */
export const sayIn = (id, sentence) => {
  const paragraph = document.createElement("p");
  paragraph.className = "quiet";
  put(paragraph, sentence);
  put(byId(id), paragraph);
};

export function setUpTabs() {
  const update = (ofJudgement) => () => {
    const view = views.get(state.view);
    if (view && Boolean(view.ofJudgement) === ofJudgement) view.update();
  };
  on("node", update(false));
  on("question", update(false));
  on("judged", update(true));
  on("waiting", update(true));
}
