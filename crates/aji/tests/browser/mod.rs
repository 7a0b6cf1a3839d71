//! A real Chromium, driven by chromedriver.

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing on the page takes longer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);

/// A browser with one page; it ends with the test.
pub struct Browser {
    driver: Child,
    client: Client,
}

impl Browser {
    /// With a window of this size.
    pub async fn start(width: u32, height: u32) -> Browser {
        Browser::with(&[&format!("--window-size={width},{height}")], Value::Null).await
    }

    /// As on a phone.
    pub async fn phone() -> Browser {
        let metrics = json!({"width": 390, "height": 844, "pixelRatio": 2.0, "touch": true});
        Browser::with(&[], json!({"deviceMetrics": metrics})).await
    }

    async fn with(more: &[&str], emulation: Value) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Of its own, so that all it starts can be ended with it.
            .process_group(0)
            .spawn()
            .expect("chromedriver is needed: ./test installs it (Debian's chromium-driver)");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let port = line.split("successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_string())
        });
        // Nobody reads on; it must not wait for that.
        std::thread::spawn(move || lines.for_each(drop));
        let usual = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ];
        let arguments = [&usual[..], more].concat();
        let mut options = json!({"args": arguments});
        if !emulation.is_null() {
            options["mobileEmulation"] = emulation;
        }
        let wanted = json!({"goog:chromeOptions": options});
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted.as_object().unwrap().clone())
            .connect(&format!("http://127.0.0.1:{}", port.expect("chromedriver names its port")))
            .await
            .expect("Chromium starts");
        Browser { driver, client }
    }

    /// Opens a page, and waits for its first judgement.
    pub async fn open(&self, url: &str) {
        self.client.goto(url).await.unwrap();
        self.until("the page judges", "return document.body.dataset.judged !== undefined").await;
    }

    /// What a script returns.
    pub async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a script returns true.
    pub async fn until(&self, what: &str, script: &str) {
        let start = Instant::now();
        while self.ask(script).await != json!(true) {
            assert!(start.elapsed() < PATIENCE, "waited in vain until {what}: {script}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until an element has a text.
    pub async fn until_text(&self, selector: &str, part: &str) {
        let script = format!(
            "return document.querySelector({}).textContent.includes({})",
            json!(selector),
            json!(part)
        );
        self.until(&format!("{selector} says `{part}`"), &script).await;
    }

    /// Waits until so much is to be seen of a kind.
    pub async fn until_count(&self, selector: &str, is_enough: &str) {
        let script =
            format!("return document.querySelectorAll({}).length {is_enough}", json!(selector));
        self.until(&format!("there are {is_enough} {selector}"), &script).await;
    }

    pub async fn count(&self, selector: &str) -> u64 {
        let script = format!("return document.querySelectorAll({}).length", json!(selector));
        self.ask(&script).await.as_u64().unwrap()
    }

    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap()
    }

    /// Clicks an element, and once more if it was drawn anew just then.
    pub async fn click(&self, selector: &str) {
        let start = Instant::now();
        loop {
            match self.find(selector).await.click().await {
                Err(error) if error.is_stale_element_reference() && start.elapsed() < PATIENCE => {}
                clicked => return clicked.unwrap(),
            }
        }
    }

    /// Clicks a point of the board.
    pub async fn click_point(&self, point: &str) {
        self.click(&format!("#board [data-point=\"{point}\"]")).await;
    }

    pub async fn choose(&self, selector: &str, value: &str) {
        self.find(selector).await.select_by_value(value).await.unwrap();
    }

    /// Types into an element.
    pub async fn type_into(&self, selector: &str, keys: &str) {
        self.find(selector).await.send_keys(keys).await.unwrap();
    }

    async fn find(&self, selector: &str) -> fantoccini::elements::Element {
        let found = self.client.find(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// What is to be seen, into a file that people look at: in the target folder, or in the folder of the repository
    /// that AJI_PICTURES names.
    pub async fn picture(&self, name: &str) {
        let pixels = self.client.screenshot().await.unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = std::env::var_os("AJI_PICTURES").map(|folder| root.join(folder));
        let folder = folder.unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), pixels).unwrap();
    }

    pub async fn close(mut self) {
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !matches!(self.driver.try_wait(), Ok(None)) {
            return;
        }
        // A test that failed did not close it; the browser would outlive its driver.
        let _ =
            Command::new("kill").args(["-TERM", "--", &format!("-{}", self.driver.id())]).status();
        let _ = self.driver.wait();
    }
}
