//! The pictures of the README and of the page on rendering are those that the commands beside them make.

use std::path::{Path, PathBuf};
use std::process::Command;

use voltex_renderer::Picture;

/// A row of a table: the words of a command, and the picture beside it.
struct Row {
    words: Vec<String>,
    picture: PathBuf,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Rows of the form "| `voltex render ...` | ![...](path) |" of a page.
fn rows(page: &str) -> Vec<Row> {
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).expect("the page exists");
    let folder = path.parent().expect("a page lies in a folder");
    let rows = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("| `voltex render ")?;
        let (words, rest) = rest.split_once('`')?;
        let (_, rest) = rest.split_once("](")?;
        let (picture, _) = rest.split_once(')')?;
        Some(Row {
            words: words.split_whitespace().map(str::to_owned).collect(),
            picture: folder.join(picture),
        })
    });
    rows.collect()
}

/// Share of the pixels that differ clearly, from 0 to 1.
fn difference(a: &Picture, b: &Picture) -> f64 {
    let pixels = a.bytes().chunks_exact(4).zip(b.bytes().chunks_exact(4));
    let clearly = pixels.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24));
    clearly.count() as f64 / (a.bytes().len() / 4) as f64
}

/// Devices draw edges a little differently. The ball and its trail are a thousandth of a picture.
const SHOT: f64 = 0.0005;
/// A heap that is solved a little better lies otherwise; another scene or camera changes most of a picture.
const BODIES: f64 = 0.25;

#[test]
fn pictures_in_the_pages_are_those_that_the_commands_make() {
    let write = std::env::var_os("VOLTEX_WRITE_PICTURES").is_some();
    let (mut problems, mut made_already) = (Vec::new(), Vec::new());
    for (page, least) in [("README.md", 6), ("docs/rendering.md", 5)] {
        let rows = rows(page);
        assert!(
            rows.len() >= least,
            "{page} has {} pictures with their commands",
            rows.len()
        );
        for row in rows {
            // Some are on both pages.
            let file = row.picture.file_name().map(ToOwned::to_owned);
            if made_already.contains(&file) {
                continue;
            }
            made_already.push(file);
            let name = row
                .picture
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gallery_{name}"));
            let output = Command::new(env!("CARGO_BIN_EXE_voltex-view"))
                .arg("render")
                .args(&row.words)
                .arg("--out")
                .arg(&made)
                .output()
                .expect("voltex-view starts");
            assert!(
                output.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            if write {
                std::fs::copy(&made, &row.picture).expect("the folder takes a picture");
                continue;
            }
            let (shown, made) = (Picture::load(&row.picture), Picture::load(&made));
            let (Ok(shown), Ok(made)) = (shown, made) else {
                problems.push(format!("{page}: {name} is missing"));
                continue;
            };
            if (shown.width(), shown.height()) != (made.width(), made.height()) {
                problems.push(format!("{page}: {name} has another size"));
                continue;
            }
            let allowed = if voltex_flight::shots::find(&row.words[0]).is_ok() {
                SHOT
            } else {
                BODIES
            };
            let difference = difference(&shown, &made);
            if difference > allowed {
                problems.push(format!(
                    "{page}: {name} differs in {:.2} % of its pixels",
                    100.0 * difference
                ));
            }
        }
    }
    assert!(
        problems.is_empty(),
        "{}\nlook at what the commands now make, and take it with VOLTEX_WRITE_PICTURES=1 cargo xtask test gallery",
        problems.join("\n")
    );
}

/// The comparison sees another moment of the same shot.
#[test]
fn another_moment_is_another_picture() {
    let picture = |at: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gallery_at_{at}.png"));
        let status = Command::new(env!("CARGO_BIN_EXE_voltex-view"))
            .args([
                "render",
                "curve-kick",
                "--size",
                "640x360",
                "--at",
                at,
                "--out",
            ])
            .arg(&path)
            .status();
        assert!(status.expect("voltex-view starts").success());
        Picture::load(&path).expect("the picture")
    };
    let [one, same, other] = ["1.15", "1.15", "0.6"].map(picture);
    assert_eq!(difference(&one, &same), 0.0);
    assert!(
        difference(&one, &other) > 2.0 * SHOT,
        "{}",
        difference(&one, &other)
    );
}
