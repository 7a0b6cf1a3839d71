// Puts the page together.

import { about } from "./api.js";
import { boardWords } from "./boardwords.js";
import { counting, setUpCounting } from "./count.js";
import { setUpDialogs } from "./dialogs.js";
import { setUpEditing } from "./editing.js";
import { offerExamples, openFromAddress, setUpFiles, showRecord } from "./files.js";
import { groups } from "./groups.js";
import { judges } from "./judges.js";
import { setUpKeys } from "./keys.js";
import { setUpMainBoard } from "./mainboard.js";
import { matchView, offerPlayers, setUpMatch } from "./match.js";
import { alert } from "./notices.js";
import { setUpProof } from "./proof.js";
import { report } from "./report.js";
import { setUpReview } from "./review.js";
import { offer, setUpSettings } from "./settings.js";
import { state } from "./state.js";
import { suggestions } from "./suggestions.js";
import { addView, setUpTabs, showView } from "./tabs.js";
import { threeBoards } from "./threeboards.js";
import { Tree } from "./tree.js";
import { setUpVerdict, why } from "./verdict.js";
import { setUpWalking, showTree } from "./walk.js";

setUpWalking();
setUpMainBoard();
setUpEditing();
setUpVerdict();
setUpSettings();
for (const view of [why, groups, suggestions, threeBoards, judges, counting, matchView, boardWords]) addView(view);
setUpTabs();
setUpProof();
setUpReview();
setUpCounting();
setUpMatch();
setUpFiles();
setUpDialogs();
setUpKeys();
showView(new URLSearchParams(location.hash.slice(1)).get("view") ?? state.view);

if (report) {
  for (const element of document.querySelectorAll("[data-server]")) element.hidden = true;
  document.body.classList.add("report");
  showRecord(report.record);
} else start();

async function start() {
  // The board comes first; what the server offers follows.
  if (!(await openFromAddress())) showTree(new Tree({ width: 19, height: 19 }));
  try {
    state.about = await about();
    offer(state.about);
    offerPlayers(state.about.players);
    offerExamples(state.about.examples);
    document.getElementById("version").textContent = `aji ${state.about.version}`;
  } catch (error) {
    alert(error.message);
  }
}
