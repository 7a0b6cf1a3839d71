//! A report: the page of `aji serve` with a game and its review inside, in one file that needs nothing else.
//!
//! Modules stand in an import map as data, since a file has no folder to fetch them from.

mod data;

use super::ReviewedGame;
use crate::answers::record;
use crate::web::page::Page;
use aji_rules::Color;
use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

/// Nothing is fetched from anywhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; \
                      img-src data:; base-uri 'none'; form-action 'none'";

/// The page as a file of its own.
pub fn of(game: &ReviewedGame) -> anyhow::Result<String> {
    let review = data::of(game);
    let record = &game.loaded.record;
    let head = &record.head;
    let names = Color::BOTH.map(|color| head.player(color));
    let title = format!("{} against {}, reviewed by aji", names[0], names[1]);
    let record = record::json(record, 1, 1)?;
    page(&title, &json!({"record": record, "review": review}))
}

fn page(title: &str, report: &Value) -> anyhow::Result<String> {
    let read = |name: &str| -> anyhow::Result<String> {
        let file = Page::get(name).with_context(|| format!("the page has no {name}"))?;
        Ok(String::from_utf8(file.data.into_owned())?)
    };
    let mut imports = Map::new();
    for name in Page::iter().filter(|name| name.ends_with(".js")) {
        let module = read(&name)?
            .replace("from \"./", "from \"aji/")
            .replace("import \"./", "import \"aji/");
        imports.insert(format!("aji/{name}"), data_url("text/javascript", &module).into());
    }
    // In a script nothing but `<` can end it.
    let inside = |value: &Value| value.to_string().replace('<', "\\u003c");
    let scripts = format!(
        "<script type=\"application/json\" id=\"report\">{}</script>\n    \
         <script type=\"importmap\">{}</script>\n    \
         <script type=\"module\">import \"aji/main.js\";</script>",
        inside(report),
        inside(&json!({ "imports": imports }))
    );
    let style = format!("<style>\n{}</style>", read("style.css")?);
    let icon = format!("href=\"{}\"", data_url("image/svg+xml", &read("icon.svg")?));
    let policy = format!(
        "<meta charset=\"utf-8\">\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
    );
    let mut page = read("index.html")?;
    for (old, new) in [
        ("<meta charset=\"utf-8\">", policy),
        ("<title>aji judges Go</title>", format!("<title>{}</title>", escaped(title))),
        ("href=\"./icon.svg\"", icon),
        ("<link rel=\"stylesheet\" href=\"./style.css\">", style),
        ("<script type=\"module\" src=\"./main.js\"></script>", scripts),
    ] {
        ensure!(page.contains(old), "the page has no {old}");
        page = page.replacen(old, &new, 1);
    }
    Ok(page)
}

fn data_url(kind: &str, text: &str) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(text))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
