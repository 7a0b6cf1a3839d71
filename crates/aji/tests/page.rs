//! The page in a real browser: what people do with it, step by step. Pictures of it are for people to look at.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod browser;
mod server;

use browser::Browser;
use server::Server;

const WIDE: (u32, u32) = (1280, 1180);
/// The keys that a browser driver writes so.
const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";
const END: &str = "\u{e010}";
const HOME: &str = "\u{e011}";

/// Black has 36 points, White 45, and one white stone is dead.
const FINISHED: &str = "(;SZ[9]KM[5.5]RU[Chinese]PL[B]AB[ca:di]AW[ea:ei][ac])";

/// A page with the example game, at its beginning or at a move.
async fn example(server: &Server) -> Browser {
    let browser = Browser::start(WIDE.0, WIDE.1).await;
    browser.open(&format!("{}#example=game", server.url())).await;
    browser
}

/// Goes to a move by the scrubber.
async fn go_to(browser: &Browser, number: u32) {
    let script = format!(
        "const scrubber = document.getElementById('scrubber'); scrubber.value = {number};
         scrubber.dispatchEvent(new Event('input', {{bubbles: true}})); return true"
    );
    browser.ask(&script).await;
    browser.until_text("#place", &number.to_string()).await;
    browser.until("it is judged", "return document.body.dataset.judged !== undefined").await;
}

async fn until_exact(browser: &Browser) {
    browser
        .until("the exact judgement is there", "return document.body.dataset.effort === 'exact'")
        .await;
}

#[tokio::test]
async fn a_game_is_opened_and_walked_through() {
    let server = Server::start();
    let browser = Browser::start(WIDE.0, WIDE.1).await;
    browser.open(&server.url()).await;
    browser.until_count("#examples option", "> 1").await;
    browser.choose("#examples", "game").await;
    browser.until_text("#game-info", "GNU Go").await;
    let stones = "return document.querySelectorAll('#board [data-stone]').length";
    // Some open a record at its end; from the beginning on every move is one stone more.
    browser.click("#first").await;
    browser.until("the board is empty", &format!("{stones} === 0")).await;
    for number in 1..=5 {
        browser.click("#next").await;
        browser.until("a stone is there", &format!("{stones} === {number}")).await;
    }
    browser.click("#prev").await;
    browser.until("a stone is gone", &format!("{stones} === 4")).await;
    browser.type_into("body", RIGHT).await;
    browser.until("the arrow key walks", &format!("{stones} === 5")).await;
    browser.type_into("body", LEFT).await;
    browser.until("and back", &format!("{stones} === 4")).await;
    browser.type_into("body", END).await;
    browser.until("to the end", &format!("{stones} > 150")).await;
    browser.type_into("body", HOME).await;
    browser.until("to the beginning", &format!("{stones} === 0")).await;

    go_to(&browser, 150).await;
    until_exact(&browser).await;
    let verdict = browser.text("#verdict").await;
    assert!(
        verdict.contains(" leads by about ") && verdict.contains("(most likely between"),
        "{verdict}"
    );
    assert!(browser.count("#ledger [data-region]").await >= 10);
    assert!(browser.count("#board [data-owned]").await > 50);
    // The board in words.
    browser.click("#tab-words").await;
    browser.until_text("#words", "Black").await;
    assert!(browser.text("#live").await.len() > 10);
    browser.click("#tab-why").await;
    // The curves, and a click on a swing.
    browser.click("#review").await;
    browser.until_count("#curves svg", "> 0").await;
    browser.until_count("#swings [data-swing-row]", "> 3").await;
    browser.ask("window.scrollTo(0, 0); return true").await;
    browser.picture("page.png").await;
    browser.ask("document.getElementById('curves-area').scrollIntoView(); return true").await;
    browser.picture("page-curves.png").await;
    let swing =
        browser.ask("return document.querySelector('[data-swing-row]').dataset.swingRow").await;
    browser.click("[data-swing-row] button").await;
    browser.until_text("#place", swing.as_str().unwrap()).await;
    // Nothing came from anywhere else.
    let elsewhere = "return performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).length";
    assert_eq!(browser.ask(elsewhere).await, 0);
    browser.close().await;
}

#[tokio::test]
async fn maps_are_toggled() {
    let server = Server::start();
    let browser = example(&server).await;
    go_to(&browser, 80).await;
    browser.until_count("#board [data-owned]", "> 20").await;
    browser.choose("#territory", "off").await;
    browser.until_count("#board [data-owned]", "=== 0").await;
    browser.choose("#territory", "all").await;
    browser.until_count("#board [data-owned]", "> 100").await;
    browser.type_into("body", " ").await;
    browser.until_count("#board [data-owned]", "=== 0").await;
    browser.type_into("body", " ").await;
    browser.until_count("#board [data-owned]", "> 20").await;
    browser.choose("#territory", "empty").await;
    browser.choose("#influence", "bouzy-5-21").await;
    browser.until_text("#conditions", "rules").await;
    until_exact(&browser).await;
    browser.picture("page-influence.png").await;
    browser.choose("#influence", "").await;

    browser.click("#tab-suggestions").await;
    browser.until_count("#suggestions [data-suggestion]", "> 2").await;
    browser.click("#tab-groups").await;
    browser.until_count("#groups [data-group]", "> 5").await;
    browser.click("#tab-boards").await;
    browser.until_count("#boards .small-board", ">= 4").await;
    browser.until_count("#boards [data-urgent]", "> 0").await;
    browser.picture("page-boards.png").await;
    browser.click("#tab-panel").await;
    browser.until_count("#panel [data-judge]", "> 6").await;
    browser.until_text("#panel", "%").await;
    browser.picture("page-judges.png").await;
    browser.click("#tab-count-view").await;
    browser.click("#count").await;
    browser.until_text("#count-result", ".").await;
    browser.close().await;
}

#[tokio::test]
async fn a_group_is_clicked_and_read_out() {
    let server = Server::start();
    let browser = Browser::start(WIDE.0, WIDE.1).await;
    browser.open(&format!("{}#example=problem", server.url())).await;
    browser.click_point("D9").await;
    browser.until_count("#proof-answer [data-status]", "=== 1").await;
    let proof = browser.text("#proof").await;
    assert!(proof.contains("If White moves first,") && proof.contains("Proved"), "{proof}");
    until_exact(&browser).await;
    browser.picture("page-proof.png").await;
    // A group in the open is no failure.
    browser.open(&server.url()).await;
    browser.click_point("K10").await;
    browser.until_count("#board [data-stone]", "=== 1").await;
    browser.until("it is judged", "return document.body.dataset.judged !== undefined").await;
    browser.click_point("K10").await;
    browser.until_text("#proof", "not enclosed").await;
    browser.until_text("#proof", "cannot be captured outright").await;
    browser.close().await;
}

#[tokio::test]
async fn what_if() {
    let server = Server::start();
    let browser = example(&server).await;
    go_to(&browser, 100).await;
    until_exact(&browser).await;
    let before = browser.text("#verdict").await;
    // Komi: the verdict moves, and the page says by how much.
    browser
        .ask(
            "const komi = document.getElementById('komi'); komi.value = 26.5;
              komi.dispatchEvent(new Event('input', {bubbles: true}));
              komi.dispatchEvent(new Event('change', {bubbles: true})); return true",
        )
        .await;
    browser.until_text("#change", "20").await;
    assert_ne!(browser.text("#verdict").await, before);
    // A stone more on the board.
    let free = browser
        .ask(
            "return [...document.querySelectorAll('#board [data-point]')].map(e => e.dataset.point)
              .find(p => !document.querySelector(`#board [data-stone='${p}']`) && p[0] === 'K')",
        )
        .await;
    let stones = browser.count("#board [data-stone]").await;
    browser.click("#tool-black").await;
    browser.click_point(free.as_str().unwrap()).await;
    browser.until_count("#board [data-stone]", &format!("=== {}", stones + 1)).await;
    browser.until_text("#change", "was").await;
    browser.click("#tool-remove").await;
    browser.click_point(free.as_str().unwrap()).await;
    browser.until_count("#board [data-stone]", &format!("=== {stones}")).await;
    browser.choose("#rules", "chinese").await;
    browser.until_text("#conditions", "chinese").await;
    browser.close().await;
}

#[tokio::test]
async fn a_game_against_a_player() {
    let server = Server::start();
    let browser = Browser::start(WIDE.0, WIDE.1).await;
    browser.open(&server.url()).await;
    browser.until_count("#player option", "> 10").await;
    browser.click("#tab-match").await;
    browser.choose("#player", "static").await;
    browser.choose("#match-size", "9x9").await;
    browser.click("#start-game").await;
    browser.until_text("#match-status", "You play Black").await;
    for number in [2, 4, 6] {
        // The player has dice: where he played nobody else can.
        let free = "return ['E5', 'C3', 'G7', 'C7', 'G3', 'E3']
                    .find(p => !document.querySelector(`#board [data-stone='${p}']`))";
        browser.click_point(browser.ask(free).await.as_str().unwrap()).await;
        browser.until_text("#place", &format!("Move {number}:")).await;
        browser.until_text("#match-status", "static plays").await;
    }
    browser.click("#resign").await;
    browser.until_text("#match-status", "You resign").await;

    // A board that is finished: who passes is answered by a pass, and the board is counted.
    paste(&browser, FINISHED).await;
    browser.until_count("#board [data-stone]", "=== 28").await;
    browser.click("#tab-match").await;
    browser.choose("#player", "patterns").await;
    browser.choose("#match-from", "here").await;
    browser.click("#start-game").await;
    browser.until_text("#match-status", "You play Black").await;
    browser.click("#pass").await;
    browser.until_text("#match-status", "Both passed").await;
    browser.until_count("#count-verdict", "=== 1").await;
    browser.until_text("#count-verdict", "White").await;
    browser.close().await;
}

/// Opens a record by the dialog.
async fn paste(browser: &Browser, text: &str) {
    browser.click("#paste").await;
    let text = serde_json::json!(text);
    let script = format!("document.getElementById('paste-text').value = {text}; return true");
    browser.ask(&script).await;
    browser.click("#paste-open").await;
}

/// A report is the page without a server.
#[tokio::test]
async fn a_report_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let program = assert_cmd::cargo::cargo_bin!("aji");
    let made = std::process::Command::new(program)
        .args(["review", "--move", "45", "--html"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(made.status.success());
    let browser = Browser::start(WIDE.0, WIDE.1).await;
    browser.open(&format!("file://{}", file.display())).await;
    go_to(&browser, 40).await;
    assert!(browser.text("#verdict").await.contains("of the time"));
    browser.until_count("#board [data-owned]", "> 20").await;
    browser.until_count("#curves svg", "> 0").await;
    browser.click("#tab-suggestions").await;
    browser.until_count("#suggestions [data-suggestion]", "> 0").await;
    browser.click("[data-swing-row] button").await;
    let visible = "return [...document.querySelectorAll('[data-server]')].filter(e => e.offsetParent !== null).length";
    assert_eq!(browser.ask(visible).await, 0);
    let fetched = "return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:')).length";
    assert_eq!(browser.ask(fetched).await, 0);
    browser.close().await;
}

#[tokio::test]
async fn garbage_is_refused_in_a_sentence() {
    let server = Server::start();
    let browser = example(&server).await;
    go_to(&browser, 10).await;
    paste(&browser, "this is no game").await;
    browser.until("there is an alert", "return !document.getElementById('alert').hidden && document.getElementById('alert').textContent.length > 10").await;
    // What was there is still there.
    assert_eq!(browser.count("#board [data-stone]").await, 10);
    browser.ask("document.querySelector('dialog[open]')?.close(); return true").await;
    // What strangers write is text and nothing else.
    paste(
        &browser,
        "(;SZ[9]PB[<img src=x onerror=alert(1)>]C[<script>document.title='x'</script>];B[ee])",
    )
    .await;
    browser.until_text("#game-info", "<img src=x").await;
    assert_eq!(browser.count("#game-info img, #comment script").await, 0);
    assert_eq!(browser.ask("return document.title.includes('aji')").await, true);
    // An illegal move says which rule it breaks.
    browser.ask("document.querySelector('dialog[open]')?.close(); return true").await;
    browser.click("#last").await;
    browser.until_count("#board [data-stone]", "=== 1").await;
    browser.close().await;
}

#[tokio::test]
async fn on_a_phone_in_the_dark() {
    let server = Server::start();
    let browser = Browser::phone().await;
    browser.open(&format!("{}#example=game", server.url())).await;
    go_to(&browser, 60).await;
    browser.click("#theme").await;
    if browser.ask("return document.documentElement.dataset.theme").await != "dark" {
        browser.click("#theme").await;
    }
    until_exact(&browser).await;
    let overflow =
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert!(browser.ask(overflow).await.as_i64() <= Some(1));
    browser.picture("page-phone.png").await;
    browser.close().await;
}

#[tokio::test]
async fn every_control_has_a_name() {
    let server = Server::start();
    let browser = example(&server).await;
    let nameless = browser
        .ask(
            "return [...document.querySelectorAll('button, input, select, textarea, [role=tab]')].filter(e => {
               const label = e.getAttribute('aria-label') || e.textContent.trim() && e.tagName === 'BUTTON'
                 || e.labels && e.labels.length || e.getAttribute('aria-labelledby');
               return !label }).map(e => e.outerHTML.slice(0, 80))",
        )
        .await;
    assert_eq!(nameless, serde_json::json!([]));
    let board = browser.ask("return document.querySelector('#board [role], #board').getAttribute('aria-label') || document.querySelector('#board [aria-label]').getAttribute('aria-label')").await;
    assert!(board.as_str().is_some_and(|name| name.len() > 3), "{board}");
    browser.close().await;
}

/// In an optimised build the judgement is there within 50 ms of a click; others take longer, and machines are shared.
#[tokio::test]
async fn a_judgement_is_there_soon_after_a_click() {
    let server = Server::start();
    let browser = example(&server).await;
    go_to(&browser, 120).await;
    let mut times = Vec::new();
    for _ in 0..9 {
        let before = browser.ask("return document.body.dataset.judged").await;
        browser.click("#prev").await;
        let changed = format!(
            "return document.body.dataset.judged !== undefined && document.body.dataset.judged !== {before}"
        );
        browser.until("the next position is judged", &changed).await;
        times.push(
            browser.ask("return Number(document.body.dataset.judgeMs)").await.as_f64().unwrap(),
        );
    }
    times.sort_by(f64::total_cmp);
    println!("milliseconds from click to judgement: {times:?}");
    let most = if cfg!(debug_assertions) { 2_000.0 } else { 200.0 };
    assert!(times[times.len() / 2] < most, "{times:?}");
    browser.close().await;
}
