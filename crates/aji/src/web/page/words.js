// Numbers and states in words. Positive is Black's.

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const other = (color) => (color === "black" ? "white" : "black");

/** Rounded to tenths, the same way for both colours. */
const tenths = (value) => (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;

/** 3.5, or 3 for 3.0. */
export const short = (value) => String(Math.abs(tenths(value)));

/** +3.5, −2 or 0. */
export function signed(value) {
  const text = short(value);
  return text === "0" ? "0" : (value > 0 ? "+" : "−") + text;
}

/** B+3.5, W+2 or even. */
export function lead(value) {
  const text = short(value);
  return text === "0" ? "even" : (value > 0 ? "B+" : "W+") + text;
}

export const percent = (probability) => `${Math.round(probability * 100)} %`;

export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

export const libertyWords = (number) => (number === 1 ? "1 liberty" : `${number} liberties`);

export const list = (things) =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;

export const moveWords = (color, point) => `${capital(color)} ${point === "pass" ? "passes" : point}`;

/** What a lead changed by, in a sentence. */
export const difference = (before, now) =>
  `was ${lead(before)}, now ${lead(now)}: ${signed(tenths(now) - tenths(before))}`;

const OUTCOMES = { lives: "lives", seki: "lives in seki", survives: "is not captured", ko: "ko", dies: "dies" };

/** What becomes of a group. */
export function outcomeWords(answer) {
  const words = OUTCOMES[answer.outcome] ?? answer.outcome;
  if (answer.outcome !== "ko" || !answer.ko) return words;
  return `${words} that favours ${capital(answer.ko.favours)}`;
}
