// Questions of views: what was answered once is kept, and what is no longer wanted is called off.

import { ask, isAborted, pause } from "./api.js";
import { question, questionKey } from "./judging.js";

/** Who walks through the game quickly asks nothing on the way. */
const REST = 120;

export class Question {
  constructor(what) {
    this.what = what;
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
      await pause(REST, wanted.signal);
      const answer = await ask(this.what, question(node, more), wanted.signal);
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
