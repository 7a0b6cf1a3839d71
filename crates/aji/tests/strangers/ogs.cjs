// The boards of online-go.com ask our server for the score, by their own code.
// Usage: node ogs.cjs PROGRAM, with NODE_PATH where `goban` is.

const assert = require("node:assert");
const { spawn } = require("node:child_process");

// The package wants a browser around it, though scores need none.
globalThis.self ??= globalThis;
globalThis.window ??= globalThis;
globalThis.location ??= {};
globalThis.addEventListener ??= () => {};
globalThis.HTMLElement ??= class {};
globalThis.document ??= { body: {}, addEventListener() {}, createElement: () => ({ style: {}, getContext: () => null }) };

const { GobanEngine, ScoreEstimator, init_remote_ownership_estimator } = require("goban");

/** An engine with these stones; letters count from the upper left. */
function engine(rows, komi, rules) {
  const stones = { X: "", O: "" };
  const letter = (number) => "abcdefghijklmnopqrs"[number];
  rows.forEach((row, y) => [...row].forEach((sign, x) => sign in stones && (stones[sign] += letter(x) + letter(y))));
  const initial_state = { black: stones.X, white: stones.O };
  return new GobanEngine({ width: rows[0].length, height: rows.length, komi, rules, initial_state });
}

async function estimated(...about) {
  const estimator = new ScoreEstimator(engine(...about), undefined, 10, 0.25, true, true);
  await estimator.when_ready;
  return estimator;
}

async function main(url) {
  init_remote_ownership_estimator(async (request) => {
    const answer = await fetch(`${url}api/v1/ogs`, { method: "POST", body: JSON.stringify(request) });
    assert.strictEqual(answer.status, 200);
    return answer.json();
  });
  const walls = ["..XXO....", "..XXO....", "O.XXO....", "..XXO....", "..XXO....", "..XXO....", "..XXO....", "..XXO....", "..XXO...."];
  // 36 points against 45, and one white stone is dead.
  const chinese = await estimated(walls, 5.5, "chinese");
  assert.strictEqual(chinese.winner, "White");
  assert.strictEqual(chinese.amount, 14.5);
  assert.strictEqual(chinese.getProbablyDead(), "ac");
  assert.deepStrictEqual(chinese.autoscored_needs_sealing, []);
  assert.strictEqual(chinese.ownership[2][0], 1);
  assert.strictEqual(chinese.ownership[8][8], -1);
  // Their komi is theirs: the server is asked without one.
  const even = await estimated(walls, -10.5, "chinese");
  assert.strictEqual(even.winner, "Black");
  assert.strictEqual(even.amount, 1.5);
  // A border with a hole is named.
  const open = await estimated(walls.map((row, y) => (y === 4 ? "........." : row)), 5.5, "chinese");
  assert.ok(open.autoscored_needs_sealing.length > 0 || open.autoscored_removed.length > 0);
  console.log("goban: scores as OGS shows them");
}

const server = spawn(process.argv[2], ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
server.stdout.once("data", async (line) => {
  const url = /http:\S+/.exec(line)[0];
  let status = 0;
  try {
    await main(url);
  } catch (error) {
    console.error(error);
    status = 1;
  }
  server.kill();
  process.exit(status);
});
