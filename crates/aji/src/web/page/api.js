// Questions to the server. What goes wrong comes back as a sentence.

import { report } from "./report.js";

const BASE = "./api/v1/";
/** How often a busy server is asked again. */
const PATIENCE = 8;

class Refusal extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

export const isAborted = (error) => error.name === "AbortError";

export const about = async () => (await request("about")).json();

export const example = async (name) => (await request(`examples/${encodeURIComponent(name)}`)).arrayBuffer();

/** Opens the bytes of a file. */
export const open = async (bytes, game) =>
  (await request(`open?game=${game}`, { method: "POST", body: bytes })).json();

/** Asks about a game. */
export async function ask(what, question, signal) {
  return (await request(what, json(question, signal))).json();
}

/** Asks for something that takes long: `tell` hears how far it is. */
export async function askSlowly(what, question, signal, tell) {
  const response = await request(what, json(question, signal));
  for await (const line of lines(response.body)) {
    const news = JSON.parse(line);
    if (news.error) throw new Refusal(news.error, 500);
    if (news.of === undefined) return news;
    tell(news.done, news.of);
  }
  throw new Refusal("The server stopped in the middle of its answer. Please try again.", 500);
}

const json = (question, signal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(question),
  signal,
});

async function request(path, options = {}) {
  if (report) throw new Refusal("A report has no server to ask.", 0);
  for (let attempt = 1; ; attempt++) {
    const response = await reach(path, options);
    if (response.ok) return response;
    if (response.status !== 503 || attempt === PATIENCE) throw await refusal(response);
    await pause(Math.min(1000, 100 * attempt), options.signal);
  }
}

async function reach(path, options) {
  try {
    return await fetch(BASE + path, options);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal("The server does not answer. Is aji still running?", 0);
  }
}

async function refusal(response) {
  const text = await response.text();
  try {
    return new Refusal(JSON.parse(text).error, response.status);
  } catch {
    return new Refusal(`The server refused with the status ${response.status}.`, response.status);
  }
}

/** Waits, unless the signal ends it. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("No longer wanted.", "AbortError"));
    };
    if (signal?.aborted) return reject(new DOMException("No longer wanted.", "AbortError"));
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

async function* lines(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const whole = rest.split("\n");
    rest = whole.pop();
    yield* whole.filter((line) => line.trim());
    if (done) break;
  }
  if (rest.trim()) yield rest;
}
