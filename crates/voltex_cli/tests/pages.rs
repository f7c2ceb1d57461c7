//! Every command in the pages does what they say, every link leads somewhere, and the book lists every page.

#![cfg(unix)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{finish, folder, line};

/// Beginnings of lines that are not run here, and why.
const NOT_RUN: [(&str, &str); 6] = [
    (
        "cargo ",
        "builds, tests or installs; what it names has to exist",
    ),
    ("RUSTC_BOOTSTRAP=1 ", "builds with a sanitizer"),
    ("export PATH=", "the test has a path of its own"),
    ("mdbook ", "no part of what a test needs"),
    ("voltex-view ", "draws; the tests of voltex_viewer start it"),
    ("apt-get ", "changes the machine"),
];

/// What stands at the beginning of a page for the command.
const BY_CARGO: &str = "cargo run --release -- ";

/// A fenced block of a page.
struct Block {
    language: String,
    /// First line of its content, from 1.
    line: usize,
    text: String,
    /// The file into which the sentence before it says to write it.
    file: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages, relative to the workspace, in order.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    let mut folders = vec![PathBuf::new(), "docs".into(), "docs/flight".into()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let path = folder.join(name);
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path.to_str().expect("UTF-8").to_owned());
            }
        }
    }
    pages.sort();
    assert!(pages.len() > 30, "{pages:?}");
    pages
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The name in a sentence that ends in "into `NAME`:" or "into its `NAME`:".
fn file_named(sentence: &str) -> Option<String> {
    let rest = sentence.strip_suffix("`:")?;
    let (before, name) = rest.rsplit_once('`')?;
    (before.ends_with("into ") || before.ends_with("into its ")).then(|| name.to_owned())
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (mut open, mut before) = (None::<Block>, "");
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block {
                    language: language.to_owned(),
                    line: index + 2,
                    text: String::new(),
                    file: file_named(before),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {
                if !line.trim().is_empty() {
                    before = line;
                }
            }
        }
    }
    assert!(open.is_none(), "a block does not end");
    blocks
}

/// Lines of a block of commands: number, command without its remark, exit code that the remark tells.
fn commands(block: &Block) -> Vec<(usize, String, i32)> {
    let mut commands = Vec::new();
    let mut begun = String::new();
    for (index, line) in block.text.lines().enumerate() {
        if let Some(part) = line.strip_suffix('\\') {
            begun.push_str(part);
            continue;
        }
        let whole = std::mem::take(&mut begun) + line;
        let (command, remark) = match whole.split_once(" #") {
            Some((command, remark)) => (command, remark),
            None if whole.starts_with('#') => ("", ""),
            None => (whole.as_str(), ""),
        };
        let code = remark.split_once("exit code ").map_or(0, |(_, code)| {
            let digits: String = code.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().expect("a number after `exit code`")
        });
        if !command.trim().is_empty() {
            commands.push((block.line + index, command.trim().to_owned(), code));
        }
    }
    commands
}

/// A folder with the command, and what stands for the program that draws: the command checks what it hands over.
fn programs(within: &Path) -> PathBuf {
    let programs = within.join("programs");
    fs::create_dir_all(&programs).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_voltex"), programs.join("voltex")).expect("a copy");
    let view = programs.join("voltex-view");
    fs::write(&view, "#!/bin/sh\n").expect("a script");
    fs::set_permissions(&view, fs::Permissions::from_mode(0o755)).expect("its rights");
    programs
}

/// What is wrong with a command of cargo: a package, an example, a benchmark or a task that does not exist.
fn wrong_names(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |names: &[&str]| {
        let place = words.iter().position(|word| names.contains(word))?;
        words.get(place + 1).copied()
    };
    let package = after(&["-p", "--package"]);
    if let Some(package) = package
        && !root().join("crates").join(package).exists()
    {
        return Some(format!("there is no package {package}"));
    }
    let crates = root().join("crates").join(package.unwrap_or("voltex_cli"));
    for (option, place) in [("--example", "examples"), ("--bench", "benches")] {
        if let Some(name) = after(&[option]) {
            let path = crates.join(place);
            if !path.join(name).exists() && !path.join(format!("{name}.rs")).exists() {
                return Some(format!("there is no {name} in {}", path.display()));
            }
        }
    }
    if words.get(1) == Some(&"xtask") {
        let tasks = fs::read_to_string(root().join("xtask/src/main.rs")).expect("the tasks");
        let name = words.get(2).copied().unwrap_or("");
        let variant = name[..1].to_uppercase() + &name[1..];
        if !tasks.contains(&format!("    {variant}")) {
            return Some(format!("there is no task {name}"));
        }
    }
    None
}

fn is_command(line: &str) -> bool {
    // A line of a manifest is none.
    let start = line.starts_with("voltex ") || line.starts_with("cargo ");
    start && !line.starts_with("voltex = ")
}

/// Runs the commands of a page in an empty folder; tells what went wrong, and how many were run.
fn run_page(page: &str, programs: &Path) -> (Vec<String>, usize) {
    let text = read(page);
    let within = folder(&format!("pages_{}", page.replace(['/', '.'], "_")));
    let path = format!(
        "{}:{}",
        programs.display(),
        std::env::var("PATH").expect("a search path")
    );
    let (mut problems, mut ran) = (Vec::new(), 0);
    for block in blocks(&text) {
        if let Some(file) = &block.file {
            let file = within.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, &block.text).expect("a file");
        }
        if block.language != "sh" {
            // Commands hide in no other block.
            for hidden in block.text.lines().filter(|line| is_command(line)) {
                problems.push(format!(
                    "{page}:{}: `{hidden}` stands in a block of `{}`; make it a block of `sh`",
                    block.line, block.language
                ));
            }
            continue;
        }
        for (line, command, code) in commands(&block) {
            let command = match command.strip_prefix(BY_CARGO) {
                Some(arguments) => format!("voltex {arguments}"),
                None => command,
            };
            if NOT_RUN.iter().any(|(start, _)| command.starts_with(start)) {
                problems.extend(
                    wrong_names(&command).map(|wrong| format!("{page}:{line}: {command}: {wrong}")),
                );
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(&within);
            shell.env("PATH", &path);
            let done = finish(shell, &command);
            ran += 1;
            if done.code != code {
                problems.push(format!(
                    "{page}:{line}: {command}: exit code {} instead of {code}\n{}",
                    done.code, done.err
                ));
            }
        }
    }
    for (index, line) in text.lines().enumerate() {
        if let Some(code) = line.strip_prefix("    ")
            && is_command(code)
        {
            problems.push(format!(
                "{page}:{}: make `{code}` a block of `sh`",
                index + 1
            ));
        }
    }
    (problems, ran)
}

#[test]
fn every_command_in_the_pages_works() {
    let programs = programs(&folder("pages_programs"));
    let pages = pages();
    let half = pages.len().div_ceil(2);
    // The pages are independent; two at a time.
    let (problems, ran) = std::thread::scope(|scope| {
        let halves: Vec<_> = pages
            .chunks(half)
            .map(|pages| {
                scope.spawn(|| {
                    let done = pages.iter().map(|page| run_page(page, &programs));
                    done.fold((Vec::new(), 0), |(mut all, count), (problems, ran)| {
                        all.extend(problems);
                        (all, count + ran)
                    })
                })
            })
            .collect();
        let done = halves
            .into_iter()
            .map(|half| half.join().expect("no panic"));
        done.fold((Vec::new(), 0), |(mut all, count), (problems, ran)| {
            all.extend(problems);
            (all, count + ran)
        })
    });
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(ran > 60, "only {ran} commands were found");
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Text outside of fenced blocks.
fn prose(text: &str) -> String {
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// Targets of the links of a page.
fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let mut links = Vec::new();
    let mut rest = text.as_str();
    while let Some((_, after)) = rest.split_once("](") {
        let (target, next) = after.split_once(')').expect("a link ends");
        links.push(target.to_owned());
        rest = next;
    }
    links
}

#[test]
fn every_link_leads_somewhere() {
    let anchors: BTreeMap<PathBuf, BTreeSet<String>> = pages()
        .iter()
        .map(|page| {
            let text = prose(&read(page));
            let headings = text.lines().filter(|line| line.starts_with('#'));
            let path = root().join(page).canonicalize().expect("a page");
            (path, headings.map(anchor).collect())
        })
        .collect();
    let (mut problems, mut count) = (Vec::new(), 0);
    for page in pages() {
        for link in links(&read(&page)) {
            if link.starts_with("https://") || link.starts_with("http://") {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let own = root().join(&page);
            let target = if file.is_empty() {
                own
            } else {
                own.parent().expect("a folder").join(file)
            };
            let Ok(target) = target.canonicalize() else {
                problems.push(format!("{page}: {link}: there is no such file"));
                continue;
            };
            // A book holds the pages of docs and nothing beside them.
            let docs = root().join("docs").canonicalize().expect("the pages");
            if page.starts_with("docs/") && !target.starts_with(docs) {
                problems.push(format!("{page}: {link}: leads out of docs"));
            }
            let known = anchors.get(&target);
            if !anchor.is_empty() && !known.is_some_and(|known| known.contains(anchor)) {
                problems.push(format!("{page}: {link}: there is no such heading"));
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(count > 60, "only {count} links were found");
}

#[test]
fn the_book_lists_every_page_once() {
    let listed = links(&read("docs/SUMMARY.md"));
    let mut once = listed.clone();
    once.sort();
    let pages: Vec<String> = pages()
        .iter()
        .filter_map(|page| page.strip_prefix("docs/"))
        .filter(|page| *page != "SUMMARY.md")
        .map(str::to_owned)
        .collect();
    assert_eq!(once, pages, "docs/SUMMARY.md beside the pages of docs");
}

/// All numbers of a text.
fn numbers(text: &str) -> Vec<String> {
    let other = |c: char| !(c.is_ascii_digit() || c == '.' || c == ',');
    let words = text.split(other).map(|word| word.trim_matches(['.', ',']));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_korean_readme_has_the_numbers_links_and_code_of_the_english_one() {
    let [english, korean] = ["README.md", "README.ko.md"].map(read);
    let [only_english, only_korean] = [(&english, &korean), (&korean, &english)].map(|(a, b)| {
        let (mut found, other) = (numbers(a), numbers(b));
        for number in other {
            if let Some(place) = found.iter().position(|own| *own == number) {
                found.remove(place);
            }
        }
        found
    });
    assert!(
        only_english.is_empty() && only_korean.is_empty(),
        "numbers of README.md alone: {only_english:?}, of README.ko.md alone: {only_korean:?}"
    );
    let code = |text: &str| -> Vec<String> {
        let all = blocks(text).into_iter().flat_map(|block| {
            if block.language == "sh" {
                let commands = commands(&block).into_iter();
                commands.map(|(_, command, _)| command).collect()
            } else {
                vec![block.text]
            }
        });
        all.collect()
    };
    assert_eq!(code(&english), code(&korean));
    let targets = |text: &str| {
        let mut links = links(text);
        links.retain(|link| !link.starts_with("README"));
        links.sort();
        links
    };
    assert_eq!(targets(&english), targets(&korean));
}

/// Cells of the rows of the first table after a heading of a page.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let (_, after) = text
        .split_once(heading)
        .unwrap_or_else(|| panic!("no `{heading}`"));
    let lines = after.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |row: &str| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

#[test]
fn numbers_of_the_readme_beside_other_engines_are_those_of_the_pages() {
    let readme = read("README.md");
    let all = table(&read("docs/accuracy.md"), "<!-- table:");
    let some = table(&readme, "## How exact");
    assert!(some.len() >= 8, "{some:?}");
    for row in some {
        assert!(all.contains(&row), "{row:?} is not in docs/accuracy.md");
    }
    let all = table(&read("docs/performance.md"), "<!-- table:");
    let some = table(&readme, "## How fast");
    assert!(some.len() >= 8, "{some:?}");
    for row in some {
        let name = row[0].trim_matches('`');
        let page = all.iter().find(|all| all[0] == name);
        let page = page.unwrap_or_else(|| panic!("{name} is not in docs/performance.md"));
        assert_eq!(row[2], page[3], "{name}: README.md and docs/performance.md");
    }
}

#[test]
fn the_readme_counts_what_there_is() {
    let readme = read("README.md");
    let count = |list: &str| line(list).json().as_array().expect("a list").len();
    let scenes = count("scenes --json");
    let said = format!("{scenes} built-in scenes");
    assert!(readme.contains(&said), "README.md: {said}");
    assert_eq!(count("balls --json"), 12, "README.md says twelve balls");
    assert_eq!(
        count("surfaces --json"),
        12,
        "README.md says twelve grounds"
    );
}
