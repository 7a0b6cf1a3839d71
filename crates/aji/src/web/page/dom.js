// Making elements. Data only ever becomes text or attributes, never markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An HTML element. Keys that begin with `on` are listeners; null and false leave an attribute out. */
export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same of SVG. */
export const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Replaces everything in an element. */
export function put(element, ...children) {
  const isThere = (child) => child !== null && child !== undefined && child !== false && child !== "";
  element.replaceChildren(...children.flat(Infinity).filter(isThere));
}

/** A list of sentences. */
export const sentences = (texts) => el("ul", { class: "sentences" }, texts.map((text) => el("li", {}, text)));

/** A button that does something. */
export const button = (words, does, attributes = {}) =>
  el("button", { type: "button", onclick: does, ...attributes }, words);

/** A table; the caption may be null. */
export function table(caption, titles, rows, attributes = {}) {
  const head = el("tr", {}, titles.map((title) => el("th", { scope: "col" }, title)));
  return el("table", attributes, caption && el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, rows));
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  put(element, ...children);
  return element;
}

/** Shows what an element is about while it is pointed at or focused. */
export function whileLookedAt(element, begin, end) {
  for (const event of ["mouseenter", "focusin"]) element.addEventListener(event, begin);
  for (const event of ["mouseleave", "focusout"]) element.addEventListener(event, end);
}
