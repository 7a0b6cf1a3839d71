// Opening and saving records: dropped, chosen, pasted, or one of the examples.

import { example, open } from "./api.js";
import { byId, el, put, sentences } from "./dom.js";
import { alert, calm } from "./notices.js";
import { report } from "./report.js";
import { reviewOpened } from "./review.js";
import { writeSgf } from "./sgf.js";
import { on, state } from "./state.js";
import { Tree } from "./tree.js";
import { showTree } from "./walk.js";
import { capital } from "./words.js";

/** A list of more games than these is of no use. */
const MANY = 1000;
/** The bytes that were opened last: another game of them may be wanted. */
let bytes = null;

/** Opens the bytes of a record. What cannot be read is said, and what was shown stays. */
async function openBytes(from, { game = 1, move = 0 } = {}) {
  try {
    const record = await open(from, game);
    bytes = from;
    showRecord(record, move);
    return true;
  } catch (error) {
    alert(error.message);
    return false;
  }
}

export function showRecord(record, move = 0) {
  calm();
  showTree(Tree.fromRecord(record), move);
  showGames(record);
  reviewOpened();
}

const openText = (text) => openBytes(new TextEncoder().encode(text));

async function openExample(name, move) {
  try {
    return await openBytes(await example(name), { move });
  } catch (error) {
    alert(error.message);
    return false;
  }
}

function showGames({ games, game }) {
  byId("games").hidden = !(games > 1);
  const numbers = Array.from({ length: Math.min(games, MANY) }, (_, i) => i + 1);
  const option = (number) => el("option", { value: number, selected: number === game }, `${number} of ${games}`);
  put(byId("game"), numbers.map(option));
}

/** Who played, when, and how it ended. */
function showInfo() {
  const { about } = state.tree;
  const player = (color) => {
    const name = about[`${color}_player`];
    const rank = about[`${color}_rank`];
    return name ? `${name}${rank ? ` ${rank}` : ""} (${capital(color)})` : null;
  };
  const names = [player("black"), player("white")].filter(Boolean).join(" against ");
  const words = [names, about.date, about.result && `result ${about.result}`].filter(Boolean).join(", ");
  put(byId("game-info"), words);
  put(byId("record-notes"), about.notes?.length ? sentences(about.notes) : null);
}

function save() {
  const link = el("a", {
    href: URL.createObjectURL(new Blob([writeSgf(state.tree)], { type: "application/x-go-sgf" })),
    download: "game.sgf",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function openFile(file) {
  if (file) await openBytes(await file.arrayBuffer());
}

function setUpDropping() {
  const show = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    show(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || show(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    show(false);
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
    else if (event.dataTransfer.getData("text/plain")) openText(event.dataTransfer.getData("text/plain"));
  });
}

function setUpPasting() {
  const dialog = byId("paste-dialog");
  const text = byId("paste-text");
  byId("paste").addEventListener("click", () => {
    dialog.showModal();
    text.focus();
  });
  byId("paste-open").addEventListener("click", async () => {
    const pasted = text.value;
    dialog.close();
    if (await openText(pasted)) text.value = "";
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea") || dialog.open) return;
    const [file] = event.clipboardData.files;
    if (file) openFile(file);
    else if (event.clipboardData.getData("text/plain").trim()) openText(event.clipboardData.getData("text/plain"));
  });
}

/** `#example=game&move=150` in the address opens an example. */
export async function openFromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (!wanted.has("example")) return false;
  return openExample(wanted.get("example"), Number(wanted.get("move") ?? 0));
}

export function setUpFiles() {
  on("tree", showInfo);
  byId("save").addEventListener("click", save);
  if (report) return;
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", (event) => {
    openFile(event.target.files[0]);
    // The same file may be chosen again.
    event.target.value = "";
  });
  byId("game").addEventListener("change", (event) => openBytes(bytes, { game: Number(event.target.value) }));
  byId("examples").addEventListener("change", (event) => {
    if (event.target.value) openExample(event.target.value);
    event.target.value = "";
  });
  addEventListener("hashchange", openFromAddress);
  setUpDropping();
  setUpPasting();
}

export function offerExamples(examples) {
  const option = ({ name, title }) => el("option", { value: name }, title);
  put(byId("examples"), el("option", { value: "" }, "Examples …"), examples.map(option));
}
