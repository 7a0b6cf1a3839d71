// A board in SVG, large or small. It shows what it is told and knows no rules.

import { draw } from "./dom.js";
import { drawLink, drawMark } from "./marks.js";
import { columnLetter, coordinates, dots, indexOf, pointName } from "./points.js";

const CELL = 24;
/** The side of a square for a point that certainly belongs to somebody. It fits on a stone. */
const SQUARE = 13;
/** Ownership below this is nobody's. */
const CERTAIN = 0.1;

/**
 * Nothing is told by hue alone: what is Black's is also darker, and what is White's lighter with a dark edge.
 *
 * A picture has `width`, `height` and `stones`, and may have `last` (a point), `ownership`, `shading` and `heat`
 * (rows; heat is from 0 to 1), `map` ("empty", "all", "numbers" or "off"), `marks`, `links` (pairs of points),
 * `lit` (points) and `coordinates`.
 */
export class Board {
  constructor(host, { isSmall = false } = {}) {
    this.isSmall = isSmall;
    this.svg = draw("svg", { class: isSmall ? "board small" : "board" });
    host.append(this.svg);
    this.layers = new Map();
    this.size = null;
  }

  show(picture) {
    this.picture = { map: "empty", marks: [], links: [], lit: [], coordinates: !this.isSmall, ...picture };
    const { width, height, stones, ownership, shading, heat, map, marks, links, lit, last } = this.picture;
    const size = `${width} ${height} ${this.picture.coordinates}`;
    if (size !== this.size) this.#begin(size);
    this.#layer("shading", [shading], () => this.#shading());
    this.#layer("heat", [heat], () => this.#heat());
    this.#layer("lit", [...lit], () => lit.map((point) => this.#rectangle("lit", point, CELL)));
    this.#layer("stones", [stones], () => this.#stones());
    // A stone with a number on it has no room for a square.
    this.labelled = new Set(marks.filter((mark) => mark.kind === "label").map((mark) => mark.point));
    this.#layer("territory", [stones, ownership, map, ...this.labelled], () => this.#territory());
    this.#layer("links", links.flat(), () => links.map(([one, two]) => drawLink(this.at(one), this.at(two))));
    this.#layer("marks", [stones, ownership, map, last, JSON.stringify(marks)], () => this.#marks());
  }

  /** Where a point is in the picture. */
  at(point) {
    const [x, y] = coordinates(point, this.picture.height);
    return [this.margin + x * CELL, this.margin + y * CELL];
  }

  #begin(size) {
    this.size = size;
    this.margin = this.picture.coordinates ? 34 : 16;
    const [right, bottom] = [this.#right(), this.#bottom()];
    this.svg.setAttribute("viewBox", `0 0 ${right + this.margin} ${bottom + this.margin}`);
    this.layers.clear();
    this.svg.replaceChildren(
      draw("rect", { class: "wood", width: right + this.margin, height: bottom + this.margin, rx: 4 }),
    );
    for (const name of ["shading", "heat", "lit", "lines", "coordinates", "stones", "territory", "links", "marks"]) {
      const group = draw("g", { class: name, "aria-hidden": "true" });
      this.layers.set(name, { group, of: null });
      this.svg.append(group);
    }
    this.layers.get("lines").group.append(...this.#lines());
    if (this.picture.coordinates) this.layers.get("coordinates").group.append(...this.#coordinates());
  }

  /** Draws a layer anew if what it is made of has changed. */
  #layer(name, of, make) {
    const layer = this.layers.get(name);
    if (layer.of && layer.of.length === of.length && of.every((each, i) => each === layer.of[i])) return;
    layer.of = of;
    layer.group.replaceChildren(...make());
  }

  #right() {
    return this.margin + (this.picture.width - 1) * CELL;
  }

  #bottom() {
    return this.margin + (this.picture.height - 1) * CELL;
  }

  #lines() {
    const { width, height } = this.picture;
    let d = "";
    for (let x = 0; x < width; x++) d += `M${this.margin + x * CELL} ${this.margin}V${this.#bottom()}`;
    for (let y = 0; y < height; y++) d += `M${this.margin} ${this.margin + y * CELL}H${this.#right()}`;
    const dot = ([x, y]) => draw("circle", { cx: this.margin + x * CELL, cy: this.margin + y * CELL, r: 3 });
    return [draw("path", { d }), ...dots(this.picture).map(dot)];
  }

  #coordinates() {
    const { width, height } = this.picture;
    const gap = 21;
    const written = (text, x, y) => draw("text", { x, y: y + 4 }, text);
    const all = [];
    for (let i = 0; i < width; i++) {
      const x = this.margin + i * CELL;
      for (const y of [this.margin - gap, this.#bottom() + gap]) all.push(written(columnLetter(i), x, y));
    }
    for (let i = 0; i < height; i++) {
      const y = this.margin + i * CELL;
      for (const x of [this.margin - gap, this.#right() + gap]) all.push(written(String(height - i), x, y));
    }
    return all;
  }

  *#points() {
    const { width, height } = this.picture;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) yield [pointName(x, y, height), x, y];
  }

  #rectangle(name, point, side) {
    const [x, y] = this.at(point);
    return draw("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side });
  }

  #stone(point) {
    const sign = this.picture.stones[indexOf(point, this.picture)];
    return sign === "X" ? "black" : sign === "O" ? "white" : null;
  }

  /** Blue and dark where Black is strong, yellow and light where White is; the largest has the full colour. */
  #shading() {
    const { shading } = this.picture;
    this.svg.classList.toggle("shaded", Boolean(shading));
    if (!shading) return [];
    const most = Math.max(...shading.flat().map(Math.abs)) || 1;
    const cells = [];
    for (const [point, x, y] of this.#points()) {
      const value = shading[y][x] / most;
      if (value === 0) continue;
      const cell = this.#rectangle(value > 0 ? "shade black" : "shade white", point, CELL);
      // A power below one keeps weak influence visible.
      cell.setAttribute("fill-opacity", (Math.abs(value) ** 0.7).toFixed(3));
      cells.push(cell);
    }
    return cells;
  }

  #heat() {
    const { heat } = this.picture;
    if (!heat) return [];
    const cells = [];
    for (const [point, x, y] of this.#points()) {
      if (heat[y][x] < 0.02) continue;
      const cell = this.#rectangle("hot", point, CELL);
      cell.setAttribute("fill-opacity", Math.min(1, heat[y][x]).toFixed(3));
      cells.push(cell);
    }
    return cells;
  }

  #stones() {
    const stones = [];
    for (const [point] of this.#points()) {
      const color = this.#stone(point);
      if (!color) continue;
      const [cx, cy] = this.at(point);
      stones.push(draw("circle", { class: `stone ${color}`, cx, cy, r: 11, "data-stone": point }));
    }
    return stones;
  }

  /** Whose square is on a point; a living stone needs none, unless all points are asked for. */
  #owner(point) {
    const { ownership, map, height } = this.picture;
    if (!ownership || map === "off" || this.labelled.has(point)) return null;
    const [x, y] = coordinates(point, height);
    const value = ownership[y][x];
    const owner = value > 0 ? "black" : "white";
    if (Math.abs(value) < CERTAIN || (map !== "all" && this.#stone(point) === owner)) return null;
    return { owner, value };
  }

  #territory() {
    const squares = [];
    for (const [point] of this.#points()) {
      const found = this.#owner(point);
      if (!found) continue;
      const isNumber = this.picture.map === "numbers" && !this.isSmall;
      const side = isNumber ? 18 : SQUARE * Math.sqrt(Math.min(1, Math.abs(found.value)));
      const square = this.#rectangle(`owned ${found.owner}`, point, side);
      square.setAttribute("data-owned", point);
      squares.push(square);
      if (isNumber) {
        const [x, y] = this.at(point);
        const text = String(Math.min(99, Math.round(Math.abs(found.value) * 100)));
        squares.push(draw("text", { class: `number ${found.owner}`, x, y: y + 4 }, text));
      }
    }
    return squares;
  }

  #marks() {
    const { marks, last } = this.picture;
    const marked = new Set(marks.map((mark) => mark.point));
    const all = last && !marked.has(last) && this.#stone(last) ? [{ point: last, kind: "last" }, ...marks] : marks;
    return all.map((mark) => {
      const ground = this.#owner(mark.point)?.owner ?? this.#stone(mark.point) ?? "wood";
      const drawn = drawMark(mark, ...this.at(mark.point), ground);
      drawn.setAttribute("data-mark", `${mark.point} ${mark.kind}`);
      return drawn;
    });
  }
}
