// Sentences for the user: what went wrong, and what is heard by those who cannot see the board.

import { button, byId, el, put } from "./dom.js";

/** Says what went wrong, until something goes right or the user has read it. */
export function alert(sentence) {
  const close = button("×", calm, { class: "plain", "aria-label": "Close this message" });
  put(byId("alert"), el("p", {}, sentence), close);
  byId("alert").hidden = false;
}

/** Takes the message away. */
export function calm() {
  byId("alert").hidden = true;
  put(byId("alert"));
}

/** Says what happened, with something that can be done about it. */
export function notice(sentence, label, action) {
  const act = () => {
    hush();
    action();
  };
  put(byId("notice"), el("p", {}, sentence), label && button(label, act));
  byId("notice").hidden = false;
}

export function hush() {
  byId("notice").hidden = true;
  put(byId("notice"));
}

/** For screen readers. */
export const say = (sentence) => put(byId("live"), sentence);
