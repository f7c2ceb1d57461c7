//! `voltex new`: a small project that builds and runs.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::args::NewArgs;
use crate::error::CliError;
use crate::output::{self, bold, dim};

/// The program of a new project; a test runs it.
const PROGRAM: &str = include_str!("program.rs.txt");
/// Its scene.
const SCENE: &str = include_str!("scene.ron");

/// What was made.
#[derive(Debug, Serialize)]
struct Made {
    folder: String,
    name: String,
    /// How the project finds Voltex.
    dependency: String,
    files: Vec<String>,
}

/// Makes the project.
pub(crate) fn run(args: &NewArgs) -> Result<(), CliError> {
    let folder = &args.folder;
    let name = package_name(folder)?;
    let cannot = |path: &Path| {
        let path = path.to_owned();
        move |error: std::io::Error| CliError::Project {
            folder: path,
            problem: format!("{error}; name a folder in which you may write"),
        }
    };
    // An empty folder, such as one that was made for it, is as good as none.
    if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
        || folder.is_file()
    {
        return Err(CliError::Project {
            folder: folder.clone(),
            problem: "there is something already; name a folder that does not exist or is empty"
                .to_owned(),
        });
    }
    let dependency = dependency(args.voltex.as_deref())?;
    let files = [
        ("Cargo.toml", manifest(&name, &dependency)),
        ("src/main.rs", PROGRAM.to_owned()),
        ("scene.ron", SCENE.to_owned()),
        (".gitignore", "/target\n".to_owned()),
    ];
    let mut made = Vec::new();
    for (file, text) in files {
        let path = folder.join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(cannot(folder))?;
        }
        std::fs::write(&path, text).map_err(cannot(folder))?;
        made.push(path.display().to_string());
    }
    let made = Made {
        folder: folder.display().to_string(),
        name,
        dependency,
        files: made,
    };
    if args.json {
        return output::print_json(&made);
    }
    output::print(&format!(
        "{}  a scene that is stepped, and a ball that flies\n\n  wrote {}\n  voltex = {}\n  next: {}\n",
        bold(&made.name),
        made.files.join(", "),
        made.dependency,
        dim(&format!("cd {} && cargo run", made.folder)),
    ))
}

/// The project as a package of its own, even inside a folder of another workspace.
fn manifest(name: &str, dependency: &str) -> String {
    format!(
        "[package]\n\
         name = \"{name}\"\n\
         version = \"0.1.0\"\n\
         edition = \"2024\"\n\
         rust-version = \"{}\"\n\
         publish = false\n\
         \n\
         [dependencies]\n\
         voltex = {dependency}\n\
         \n\
         # Physics without optimisation is slow; the bits are the same.\n\
         [profile.dev]\n\
         opt-level = 2\n\
         \n\
         # A workspace of its own, wherever the folder lies.\n\
         [workspace]\n",
        env!("CARGO_PKG_RUST_VERSION")
    )
}

/// How the project finds Voltex: at the path that is named, or in the checkout that this command was built in, or by version.
fn dependency(named: Option<&Path>) -> Result<String, CliError> {
    let is_voltex = |folder: &Path| {
        std::fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| {
            text.lines()
                .any(|line| line.trim_end() == "name = \"voltex\"")
        })
    };
    if let Some(folder) = named {
        // The library itself, or the checkout that holds it.
        let found = [folder.to_owned(), folder.join("crates/voltex")]
            .into_iter()
            .find(|folder| is_voltex(folder));
        let Some(found) = found else {
            return Err(CliError::Project {
                folder: folder.to_owned(),
                problem: "there is no library `voltex` there; name the folder of a checkout of Voltex, or of its crates/voltex".to_owned(),
            });
        };
        let found = found.canonicalize().unwrap_or(found);
        return Ok(by_path(&found));
    }
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../voltex");
    if is_voltex(&beside) {
        let beside = beside.canonicalize().unwrap_or(beside);
        return Ok(by_path(&beside));
    }
    Ok(format!("\"{}\"", env!("CARGO_PKG_VERSION")))
}

fn by_path(folder: &Path) -> String {
    // In a basic string of TOML backslashes and quotes are escaped.
    let path = folder
        .display()
        .to_string()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    format!("{{ path = \"{path}\" }}")
}

/// Name of the package: that of the folder in the letters that cargo takes.
fn package_name(folder: &Path) -> Result<String, CliError> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder));
    let last = whole.file_name().unwrap_or_default().to_string_lossy();
    let mut name = String::new();
    for letter in last.chars() {
        let kept = letter.is_ascii_alphanumeric() || letter == '_';
        name.push(if kept {
            letter.to_ascii_lowercase()
        } else {
            '-'
        });
    }
    let name = name.trim_matches('-').to_owned();
    // Cargo would refuse these: names of its own and of its folders, and one that hides the library.
    let taken = [
        "voltex",
        "test",
        "build",
        "deps",
        "examples",
        "incremental",
        "core",
        "std",
        "alloc",
        "proc_macro",
        "proc-macro",
        "main",
        "self",
        "crate",
        "super",
        "fn",
        "mod",
    ];
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && !taken.contains(&name.as_str())
    {
        return Ok(name);
    }
    Err(CliError::Project {
        folder: folder.to_owned(),
        problem: format!(
            "`{last}` cannot be the name of a program; take a folder whose name begins with a letter from a to z and is not {}",
            taken.join(", ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{by_path, manifest, package_name};

    #[test]
    fn a_folder_gives_the_package_its_name() {
        for (folder, name) in [
            ("pong", "pong"),
            ("a/My Game", "my-game"),
            ("x_1/", "x_1"),
            ("./ball.d", "ball-d"),
        ] {
            assert_eq!(package_name(Path::new(folder)).expect("a name"), name);
        }
        for folder in ["1st", "voltex", "공", "/"] {
            let error = package_name(Path::new(folder))
                .expect_err(folder)
                .to_string();
            assert!(error.contains("begins with a letter"), "{error}");
        }
    }

    #[test]
    fn the_manifest_is_a_workspace_of_its_own() {
        let text = manifest("pong", &by_path(Path::new("/a b/vol\"tex")));
        assert!(
            text.contains("voltex = { path = \"/a b/vol\\\"tex\" }\n"),
            "{text}"
        );
        assert!(
            text.contains("name = \"pong\"\n") && text.ends_with("[workspace]\n"),
            "{text}"
        );
    }
}
