//! A real browser without a window, driven through the protocol of its developer tools. Needs chromium, which
//! `cargo xtask test` installs.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longest wait for anything here; beside other builds a browser that draws on the processor takes its time.
const PATIENCE: Duration = Duration::from_secs(90);
/// Width and height of the page, pixels.
const SIZE: [u32; 2] = [1280, 800];

/// A browser with one page, which ends with its owner.
pub(crate) struct Browser {
    program: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    sent: u64,
    /// What came while an answer was awaited.
    heard: Vec<Value>,
}

impl Browser {
    /// Opens a file in a browser that has no network. `switches` are more of its command line.
    pub(crate) fn open(page: &Path, profile: &Path, switches: &[&str]) -> Self {
        // The protocol goes through files 3 and 4 of the program.
        let mut program = Command::new("sh")
            .args([
                "-c",
                "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null",
                "sh",
            ])
            .args([
                "--headless=new",
                "--remote-debugging-pipe",
                // Tests may run as root, whom the sandbox of the browser refuses.
                "--no-sandbox",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
                "--disable-dev-shm-usage",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .args(switches)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let input = program.stdin.take().expect("it was piped");
        let output = program.stdout.take().expect("it was piped");
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(output).split(0) {
                let Ok(message) = message else {
                    return;
                };
                let value = serde_json::from_slice(&message).expect("the browser writes JSON");
                if sender.send(value).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self {
            program,
            input,
            messages,
            session: None,
            sent: 0,
            heard: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let [width, height] = SIZE;
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.call("Emulation.setDeviceMetricsOverride", size);
        let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
        browser.call("Network.emulateNetworkConditions", offline);
        browser.call(
            "Page.navigate",
            json!({ "url": format!("file://{}", page.display()) }),
        );
        browser
    }

    /// Sends a command and waits for what it returns.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let sent = self
            .input
            .write_all(&bytes)
            .and_then(|()| self.input.flush());
        sent.expect("chromium takes commands; cargo xtask test installs it");
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.unwrap_or_else(|_| {
                panic!("{method} had no answer; cargo xtask test installs chromium")
            });
            if message["id"].as_u64() != Some(self.sent) {
                self.heard.push(message);
                continue;
            }
            assert!(message["error"].is_null(), "{method}: {}", message["error"]);
            return message["result"].clone();
        }
    }

    /// Value of an expression in the page.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let result = self.call(
            "Runtime.evaluate",
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        );
        let problem = &result["exceptionDetails"];
        assert!(problem.is_null(), "{expression}: {problem}");
        result["result"]["value"].clone()
    }

    /// What an element says.
    pub(crate) fn text(&mut self, id: &str) -> String {
        let text = self.evaluate(&format!("document.getElementById('{id}').textContent"));
        text.as_str()
            .unwrap_or_else(|| panic!("{id} says {text}"))
            .to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.evaluate(expression) != json!(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} did not become true"
            );
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Presses and lets go the left button at a place of the page, pixels.
    pub(crate) fn click_at(&mut self, [x, y]: [f64; 2]) {
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            self.call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 }),
            );
        }
    }

    /// Clicks an element at a share of its width, in the middle of its height.
    pub(crate) fn click(&mut self, id: &str, share: f64) {
        let place = self.evaluate(&format!(
            "(() => {{ const b = document.getElementById('{id}').getBoundingClientRect(); \
             return [b.left + {share} * b.width, b.top + b.height / 2]; }})()"
        ));
        let number = |index: usize| {
            place[index]
                .as_f64()
                .unwrap_or_else(|| panic!("{id} is at {place}"))
        };
        self.click_at([number(0), number(1)]);
    }

    /// Presses and lets go a key, by its name in events of keyboards.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key }),
            );
        }
    }

    /// Writes what is seen as PNG.
    pub(crate) fn save_picture(&mut self, path: &Path) {
        let picture = self.call("Page.captureScreenshot", json!({}));
        let text = picture["data"].as_str().expect("a picture in base64");
        std::fs::write(path, from_base64(text)).expect("the folder takes a picture");
    }

    /// What the page complained of, and what it asked the network for; its own file is no network.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        // Answers after everything that was said before.
        self.evaluate("0");
        let mut found = Vec::new();
        for message in &self.heard {
            let params = &message["params"];
            match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => found.push(params.to_string()),
                Some("Runtime.consoleAPICalled") if params["type"] == "error" => {
                    found.push(params["args"].to_string());
                }
                Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                    found.push(params["entry"]["text"].to_string());
                }
                Some("Network.requestWillBeSent") => {
                    let address = params["request"]["url"].as_str().unwrap_or_default();
                    if ["http", "ws", "ftp"]
                        .iter()
                        .any(|scheme| address.starts_with(scheme))
                    {
                        found.push(format!("asked for {address}"));
                    }
                }
                _ => {}
            }
        }
        found
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do then.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let mut bytes = Vec::new();
    for four in letters.chunks(4) {
        let number = four.iter().fold(0_u32, |number, letter| {
            number << 6 | u32::from(value(*letter))
        });
        let number = number << (6 * (4 - four.len()));
        bytes.extend(&number.to_be_bytes()[1..four.len()]);
    }
    bytes
}
