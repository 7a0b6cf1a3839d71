// Questions of views: what was answered once is kept, and what is no longer wanted is called off.

import { ask, isAborted, pause } from "./api.js";
import { question, questionKey } from "./judging.js";
import { state } from "./state.js";

/** Who walks through the game quickly asks nothing on the way. */
const REST = 120;

export class Question {
  constructor(what, rest = REST) {
    this.what = what;
    this.rest = rest;
    this.answers = new Map();
    this.wanted = null;
  }

  /** The answer about a node; null if it is no longer wanted. A refusal is thrown. */
  async ask(node, more = {}) {
    this.cancel();
    const key = questionKey(node) + JSON.stringify(more);
    if (this.answers.has(key)) return this.answers.get(key);
    const wanted = (this.wanted = new AbortController());
    try {
      await pause(this.rest, wanted.signal);
      const asked = this.what === "judge" ? question(node, more) : { ...state.tree.game(node), ...more };
      const answer = await ask(this.what, asked, wanted.signal);
      this.answers.set(key, answer);
      return wanted.signal.aborted ? null : answer;
    } catch (error) {
      if (isAborted(error)) return null;
      throw error;
    }
  }

  cancel() {
    this.wanted?.abort();
    this.wanted = null;
  }
}
