//! `aji serve` on a port of its own, and a plain client over a real socket.

#![allow(dead_code, reason = "each test uses a part of it")]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
pub struct Server {
    process: Child,
    pub address: String,
}

/// What came back.
pub struct Reply {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{error} in {}: {}", self.status, self.body))
    }

    /// The sentence of an error.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().expect("an error has a sentence").to_string()
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(&[])
    }

    pub fn with(arguments: &[&str]) -> Server {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("aji"))
            .arg("serve")
            .args(if arguments.contains(&"--port") { &[][..] } else { &["--port", "0"] })
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in `{line}`")).to_string();
        Server { process, address }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Ends it without a word of warning.
    pub fn kill(mut self) -> String {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.address.clone()
    }

    /// Waits until it ends by itself.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.process.wait().unwrap()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n", self.address), b"")
    }

    pub fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Reply {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        self.send(&head, body.as_ref())
    }

    pub fn ask(&self, path: &str, question: &Value) -> Value {
        let reply = self.post(path, question.to_string());
        assert_eq!(reply.status, 200, "{path} {question}: {}", reply.body);
        reply.json()
    }

    /// Sends a head without its last line, and a body.
    pub fn send(&self, head: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        let length = body.len();
        let head = format!("{head}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses early may not want to read all of it.
        let _ = stream.write_all(body);
        read_reply(stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok());
    let headers = headers.to_lowercase();
    let body = match headers.contains("transfer-encoding: chunked") {
        true => unchunked(body),
        false => body.to_string(),
    };
    Reply { status: status.unwrap_or_else(|| panic!("no status in `{text}`")), headers, body }
}

/// Length in hexadecimal, line end, so many bytes, line end, and so on.
fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, more)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        body += &more[..length];
        rest = more[length..].trim_start_matches("\r\n");
    }
    body
}
