// Two curves over a game: Black's chance of winning, and Black's lead.

import { draw } from "./dom.js";
import { moveWords, percent, signed } from "./words.js";

const BELOW = "The moves that decided the game are in the table below.";
const HEIGHT = 150;
const LEFT = 44;
const RIGHT = 44;
const TOP = 10;
const BOTTOM = 20;

/** Draws a review into `host`; `go` is called with the number of a move that is clicked. */
export class Curves {
  constructor(host, go) {
    this.host = host;
    this.go = go;
    new ResizeObserver(() => this.review && this.#draw()).observe(host);
  }

  show(review) {
    this.review = review;
    this.#draw();
  }

  /** Marks where we are; null when that is in a variation. */
  mark(move) {
    this.move = move;
    if (!this.cursor) return;
    this.cursor.toggleAttribute("hidden", move === null);
    this.cursor.setAttribute("transform", `translate(${this.#x(move ?? 0)} 0)`);
  }

  #draw() {
    const { moves, swings } = this.review;
    this.width = Math.max(260, this.host.clientWidth);
    const chances = [moves[0]?.black_win_before ?? 0.5, ...moves.map((move) => move.black_win_after)];
    const hasLeads = moves.length > 0 && moves.every((move) => Number.isFinite(move.black_lead_after));
    const leads = hasLeads ? [moves[0].black_lead_before, ...moves.map((move) => move.black_lead_after)] : null;
    this.svg = draw("svg", {
      class: "curves",
      width: this.width,
      height: HEIGHT,
      role: "img",
      "aria-label": `Black's chance of winning${leads ? " and lead" : ""} over ${moves.length} moves. ${BELOW}`,
    });
    const [width, height] = [this.width - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
    this.svg.append(draw("rect", { class: "ground", x: LEFT, y: TOP, width, height }));
    this.#scale(moves.length);
    const line = this.#path(chances.map((chance) => this.#y(chance)));
    this.svg.append(draw("path", { class: "chance-area", d: `${line}V${this.#y(0)}H${LEFT}Z` }));
    if (leads) this.#leads(leads);
    this.svg.append(draw("path", { class: "chance-line", d: line }));
    for (const swing of swings) this.svg.append(this.#swing(swing));
    this.cursor = draw("path", { class: "cursor", d: `M0 ${TOP}V${this.#y(0)}` });
    this.svg.append(this.cursor);
    this.svg.addEventListener("pointerdown", (event) => this.#follow(event));
    this.svg.addEventListener("pointermove", (event) => event.buttons && this.#follow(event));
    this.host.replaceChildren(this.svg);
    this.mark(this.move ?? null);
  }

  #follow(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (this.width - LEFT - RIGHT);
    const length = this.review.moves.length;
    this.go(Math.max(0, Math.min(length, Math.round(share * length))));
  }

  #x(move) {
    return LEFT + (move / Math.max(1, this.review.moves.length)) * (this.width - LEFT - RIGHT);
  }

  #y(share) {
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  }

  #path(heights) {
    return heights.map((y, move) => `${move ? "L" : "M"}${this.#x(move).toFixed(1)} ${y.toFixed(1)}`).join("");
  }

  #scale(length) {
    const text = (x, y, words, anchor) => draw("text", { x, y: y + 4, "text-anchor": anchor }, words);
    for (const chance of [0, 0.5, 1]) {
      const y = this.#y(chance);
      this.svg.append(draw("path", { class: "rule", d: `M${LEFT} ${y}H${this.width - RIGHT}` }));
      this.svg.append(text(LEFT - 5, y, percent(chance), "end"));
    }
    const step = [5, 10, 20, 50, 100, 200].find((each) => length / each <= this.width / 60) ?? 500;
    for (let move = 0; move <= length; move += step) {
      this.svg.append(text(this.#x(move), HEIGHT - 8, String(move), "middle"));
    }
  }

  #leads(leads) {
    const most = Math.max(10, ...leads.map(Math.abs));
    const y = (lead) => this.#y(0.5 + lead / most / 2);
    this.svg.append(draw("path", { class: "lead-line", d: this.#path(leads.map(y)) }));
    for (const lead of [-most, 0, most]) {
      const words = lead ? signed(Math.round(lead)) : "0";
      this.svg.append(draw("text", { class: "lead-scale", x: this.width - RIGHT + 5, y: y(lead) + 4 }, words));
    }
  }

  #swing(swing) {
    const [x, y] = [this.#x(swing.move), this.#y(swing.black_win_after)];
    const chances = `${percent(swing.black_win_before)} to ${percent(swing.black_win_after)} for Black`;
    const title = draw("title", {}, `Move ${swing.move}, ${moveWords(swing.color, swing.point)}: ${chances}`);
    return draw("circle", { class: `swing ${swing.color}`, cx: x, cy: y, r: 5, "data-swing": swing.move }, title);
  }
}
