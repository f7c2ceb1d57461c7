//! Inputs that fuzzing found, in `fuzz/kept`, for the tests that replay them. `cargo xtask fuzz --keep` chooses them.

use std::fs;
use std::path::{Path, PathBuf};

/// Hands every kept input of a target to `run`, in order of their names.
pub(crate) fn each(target: &str, run: impl Fn(&[u8])) {
    // The directory of the crate whose test this is.
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = crates.join("../../fuzz/kept").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() > 4, "{folder:?} has {} inputs", files.len());
    for file in files {
        // Of an input that fails the name is told.
        println!("{}", file.display());
        run(&fs::read(&file).expect("a file that is listed"));
    }
}
