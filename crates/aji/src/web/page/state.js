// What the page shows, in one place, and who wants to hear when it changes.

const remembered = (() => {
  try {
    return JSON.parse(localStorage.getItem("aji")) ?? {};
  } catch {
    // No storage, or nothing sensible in it: begin anew.
    return {};
  }
})();

export const state = {
  /** What the server offers, see /api/v1/about. */
  about: null,
  tree: null,
  node: null,
  /** The judgement of the shown node, or null while there is none. */
  judgement: null,
  /** Why there is none, if there will not be any. */
  refusal: null,
  /** Which colour the user has in a game against one of our players, and whether that one thinks. */
  human: null,
  isThinking: false,
  /** What the verdict is compared with: `{key}`. */
  before: null,
  /** When the user asked for what is shown now. */
  askedAt: 0,
  tool: "play",
  view: "why",
  /** The points of the group that was clicked, or null. */
  selected: null,
  map: remembered.map ?? "empty",
  influence: null,
  territory: null,
  numbers: remembered.numbers ?? false,
  coordinates: remembered.coordinates ?? true,
  theme: remembered.theme ?? "system",
  /** What views add to the main board, by the name of the view. */
  overlays: new Map(),
};

const KEPT = ["map", "numbers", "coordinates", "theme"];

/** Keeps the settings that outlive the page. */
export function keep() {
  const kept = Object.fromEntries(KEPT.map((key) => [key, state[key]]));
  try {
    localStorage.setItem("aji", JSON.stringify(kept));
  } catch {
    // Private windows have no storage; then the page forgets.
  }
}

const listeners = new Map();

/**
 * Hears of events: `tree` (another game, or another shape of it), `node` (another place in it), `question` (other
 * komi, rules or judge), `judged` (a judgement of what is shown, or that there is none), `waiting` (it takes long),
 * `selected` (another group, or none), `picture` (the board is to be drawn anew).
 */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

export function emit(event) {
  for (const listener of listeners.get(event) ?? []) listener();
}

/** Adds marks to the main board, or takes them away with null. */
export function overlay(name, parts) {
  if (parts === null && !state.overlays.has(name)) return;
  if (parts === null) state.overlays.delete(name);
  else state.overlays.set(name, parts);
  emit("picture");
}
