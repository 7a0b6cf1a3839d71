// Komi, rules, the judge, and what is drawn on the board.

import { byId, el, put } from "./dom.js";
import { questionKey } from "./judging.js";
import { emit, keep, on, state } from "./state.js";
import { capital } from "./words.js";

let lastMap = "empty";
let lastInfluence = null;

const options = (names, words = (name) => name) => names.map((name) => el("option", { value: name }, words(name)));

/** Asks anew with other conditions, and compares. */
function change(apply) {
  state.before = state.judgement && { key: questionKey(state.node) };
  apply();
  state.askedAt = performance.now();
  emit("question");
}

export function toggleTerritory() {
  if (state.map !== "off") lastMap = state.map;
  showMap(state.map === "off" ? lastMap : "off");
}

function showMap(map) {
  state.map = map;
  byId("territory").value = map;
  keep();
  emit("picture");
}

export function toggleInfluence() {
  if (byId("influence").closest("[hidden]")) return;
  chooseInfluence(state.influence ? null : lastInfluence);
}

function chooseInfluence(name) {
  if (name) lastInfluence = name;
  byId("influence").value = name ?? "";
  // The measure changes nothing of the verdict, so there is nothing to compare.
  state.before = null;
  state.influence = name;
  state.askedAt = performance.now();
  emit("question");
}

export function toggleNumbers() {
  state.numbers = !state.numbers;
  showChecks();
}

function showChecks() {
  byId("numbers").checked = state.numbers;
  byId("coordinates").checked = state.coordinates;
  keep();
  emit("picture");
}

function toggleTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = state.theme === "system" ? (isDark ? "dark" : "light") : state.theme;
  state.theme = now === "dark" ? "light" : "dark";
  keep();
  showTheme();
}

function showTheme() {
  if (state.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = state.theme;
}

/** What is asked about shows in the fields, unless somebody is typing there. */
function showConditions() {
  const { tree, judgement } = state;
  const komi = tree.komi ?? judgement?.komi;
  if (document.activeElement !== byId("komi") && komi !== undefined) byId("komi").value = komi;
  const rules = tree.rules ?? judgement?.rules;
  if (!rules) return;
  const select = byId("rules");
  if (![...select.options].some((option) => option.value === rules)) select.append(...options([rules], capital));
  select.value = rules;
}

export function setUpSettings() {
  showTheme();
  byId("theme").addEventListener("click", toggleTheme);
  byId("territory").value = state.map;
  byId("territory").addEventListener("change", (event) => showMap(event.target.value));
  byId("influence").addEventListener("change", (event) => chooseInfluence(event.target.value || null));
  byId("judge").addEventListener("change", (event) => change(() => (state.territory = event.target.value || null)));
  byId("rules").addEventListener("change", (event) => change(() => (state.tree.rules = event.target.value)));
  byId("komi").addEventListener("input", (event) => {
    const komi = event.target.valueAsNumber;
    if (!Number.isNaN(komi)) change(() => (state.tree.komi = komi));
  });
  byId("numbers").addEventListener("change", toggleNumbers);
  byId("coordinates").addEventListener("change", (event) => {
    state.coordinates = event.target.checked;
    showChecks();
  });
  byId("numbers").checked = state.numbers;
  byId("coordinates").checked = state.coordinates;
  on("tree", showConditions);
  on("judged", showConditions);
}

/** Fills the lists with what the server offers. */
export function offer({ influences, territories, rules }) {
  lastInfluence = influences.find((name) => name === "bouzy-5-21") ?? influences[0] ?? null;
  put(byId("influence"), el("option", { value: "" }, "none"), options(influences));
  put(byId("judge"), el("option", { value: "" }, "the usual one"), options(territories));
  put(byId("rules"), options(rules, capital));
  if (state.tree) showConditions();
}
