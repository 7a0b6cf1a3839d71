// Three boards: as it stands, Black first, White first. Where they differ, it is urgent.

import { Board } from "./board.js";
import { button, byId, el, put, sentences, whileLookedAt } from "./dom.js";
import { play } from "./editing.js";
import { Question } from "./question.js";
import { overlay, state } from "./state.js";
import { sayIn } from "./tabs.js";
import { capital, lead, short } from "./words.js";

const boards = new Question("boards");

async function update() {
  const { node } = state;
  try {
    sayIn("boards", "Weighing what either side would do …");
    const answer = await boards.ask(node);
    if (answer && state.node === node && state.view === "boards") show(node, answer);
  } catch (error) {
    sayIn("boards", error.message);
  }
}

function show(node, answer) {
  const { as_it_stands: now, black_first: black, white_first: white, urgency, swing, regions } = answer;
  const small = (title, picture, detail) => {
    const host = el("figure", { class: "small-board", tabindex: 0 });
    new Board(host, { isSmall: true }).show({ ...state.tree, stones: node.stones, ...picture });
    host.firstChild.setAttribute("role", "img");
    host.firstChild.setAttribute("aria-label", title);
    host.append(el("figcaption", {}, title, detail));
    whileLookedAt(host, () => overlay("preview", picture), () => overlay("preview", null));
    return host;
  };
  const after = (side, color) => {
    const title = `${capital(color)} first, ${side.move}: ${lead(side.black_lead)}`;
    const marks = side.move === "pass" ? [] : [{ point: side.move, kind: "stone", color, text: "" }];
    const act = color === node.toPlay && button(`Play ${side.move}`, () => play(side.move), { class: "link" });
    return small(title, { ownership: side.ownership, marks }, [sentences((side.reasons ?? []).map(capital)), act]);
  };
  const urgent = regions.map(({ region, points }) => {
    const lit = state.judgement?.regions?.[region] ?? [];
    const item = el("li", { tabindex: 0, "data-urgent": region }, `${capital(region)}: ${short(points)} points`);
    whileLookedAt(item, () => overlay("region", { lit }), () => overlay("region", null));
    return item;
  });
  put(
    byId("boards"),
    el("p", {}, `Who moves first gains: ${short(swing)} points hang on it. Point at a board to see it large.`),
    el(
      "div",
      { class: "small-boards" },
      small(`As it stands: ${lead(now.black_lead)}`, { ownership: now.ownership }),
      after(black, "black"),
      after(white, "white"),
      small("Urgent: the darker, the more hangs on who is first", { heat: urgency, map: "off" }),
    ),
    urgent.length ? [el("h3", {}, "Most urgent"), el("ol", {}, urgent)] : null,
  );
}

export const threeBoards = { id: "boards", update, leave: () => boards.cancel() };
