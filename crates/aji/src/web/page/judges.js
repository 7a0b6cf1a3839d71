// All judges side by side, and where they disagree with the chosen one.

import { Board } from "./board.js";
import { byId, el, put, table, whileLookedAt } from "./dom.js";
import { pointName } from "./points.js";
import { Question } from "./question.js";
import { overlay, state } from "./state.js";
import { sayIn } from "./tabs.js";
import { lead, percent } from "./words.js";

/** Owners that are so far apart are a different opinion. */
const APART = 0.6;
const panel = new Question("panel");

async function update() {
  const { node } = state;
  try {
    sayIn("panel", "Asking all judges …");
    const answer = await panel.ask(node);
    if (answer && state.node === node && state.view === "panel") show(node, answer);
  } catch (error) {
    sayIn("panel", error.message);
  }
}

function show(node, { phase, opinions, measured_on: measuredOn }) {
  const model = state.territory ?? state.judgement?.method?.model;
  const drawn = opinions.filter((each) => each.ownership);
  // Some models are read in several ways: the name is followed by the way.
  const chosen = drawn.find(({ name }) => name === model || name.startsWith(`${model}/`)) ?? drawn[0];
  const given = (value, words) => (value === null || value === undefined ? "–" : words(value));
  const look = (opinion) => {
    const { ownership } = opinion;
    if (!ownership) return null;
    return { ownership, lit: opinion === chosen ? [] : differing(chosen.ownership, ownership) };
  };
  const row = (opinion) => {
    const { name, about, accuracy } = opinion;
    const picture = look(opinion);
    const line = el(
      "tr",
      { "data-judge": name, "aria-current": opinion === chosen ? "true" : null, tabindex: picture ? 0 : null },
      el("th", { scope: "row" }, name, opinion === chosen ? " (chosen)" : "", el("small", {}, about)),
      el("td", { class: "number" }, given(opinion.black_lead, lead)),
      el("td", { class: "number" }, given(opinion.black_win_probability, percent)),
      el("td", { class: "number" }, given(accuracy?.winner, percent)),
      el("td", { class: "number" }, given(accuracy?.owner, percent)),
    );
    if (picture) whileLookedAt(line, () => overlay("preview", picture), () => overlay("preview", null));
    return line;
  };
  const board = (opinion) => {
    const picture = look(opinion);
    const host = el("figure", { class: "small-board", tabindex: 0 });
    new Board(host, { isSmall: true }).show({ ...state.tree, stones: node.stones, ...picture });
    const words = opinion === chosen ? "the chosen judge" : `${picture.lit.length} points differ`;
    host.firstChild.setAttribute("role", "img");
    host.firstChild.setAttribute("aria-label", `${opinion.name}: ${words}`);
    host.append(el("figcaption", {}, `${opinion.name}: ${words}`));
    whileLookedAt(host, () => overlay("preview", picture), () => overlay("preview", null));
    return host;
  };
  const titles = ["Judge", "Lead", "Black wins", "Right about winners", "Right about points"];
  put(
    byId("panel"),
    el("p", {}, `This is the ${phase}. Framed points are those of which a judge thinks otherwise than the chosen one.`),
    el("div", { class: "wide" }, table(null, titles, opinions.map(row), { class: "numbers" })),
    el("p", { class: "quiet" }, measuredOn),
    el("div", { class: "small-boards many" }, drawn.map(board)),
  );
}

function differing(one, two) {
  const height = one.length;
  return one.flatMap((row, y) =>
    row.map((value, x) => (Math.abs(value - two[y][x]) > APART ? pointName(x, y, height) : null)).filter(Boolean),
  );
}

export const judges = { id: "panel", update, leave: () => panel.cancel() };
