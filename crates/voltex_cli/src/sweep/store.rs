//! The folder of a sweep: parts under their final names only when they are whole, and lists of what is done.
//!
//! A part is written to a name that ends in `.tmp` and renamed; then a line is added to the manifest of its shard. Whatever
//! instant a process is ended at, a part that is listed is whole, and one that is not is made again with the same bytes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use voltex_math::hash::StateHasher;

use crate::error::CliError;

/// What a manifest says first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// `Voltex` and its version.
    pub(crate) engine: String,
    /// Hash of the recorded hashes of shots and scenes: builds of one version that compute other bits have another.
    pub(crate) bits: String,
    /// Hash of the plan, of the scene that it names and of the ball data.
    pub(crate) plan: String,
    pub(crate) seed: u64,
    /// Hash of the ball data alone.
    pub(crate) ball_data: String,
    pub(crate) rows: u64,
    pub(crate) part: u64,
    pub(crate) format: String,
}

/// A line of a manifest: a part that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) part: u64,
    pub(crate) file: String,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    /// Hash of the bytes of the file.
    pub(crate) file_hash: String,
    /// Hash of its rows, whatever the form of the file.
    pub(crate) rows_hash: String,
}

/// The folder of a sweep, opened by one shard.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    head: Head,
    done: BTreeMap<u64, Done>,
    manifest: File,
    manifest_path: PathBuf,
}

fn cannot(path: &Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = path.to_owned();
    move |error| CliError::Write {
        path,
        reason: error.to_string(),
    }
}

fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> CliError {
    let path = path.to_owned();
    move |error| CliError::Read {
        path,
        reason: error.to_string(),
    }
}

fn hash(bytes: &[u8]) -> String {
    let mut hasher = StateHasher::new();
    hasher.write_bytes(bytes);
    format!("{:016x}", hasher.finish())
}

impl Store {
    /// Opens a folder, which is made if need be, reads what is done in it, and checks the files of those parts.
    ///
    /// # Errors
    /// A folder that cannot be written, or one that holds another sweep.
    pub(crate) fn open(
        folder: &Path,
        head: Head,
        (shard, shards): (u64, u64),
    ) -> Result<Self, CliError> {
        std::fs::create_dir_all(folder).map_err(cannot(folder))?;
        let manifest_path = folder.join(if shards == 1 {
            "manifest.jsonl".to_owned()
        } else {
            format!("manifest-{shard}-of-{shards}.jsonl")
        });
        let (mut done, mut own) = (BTreeMap::new(), Vec::new());
        for (path, part) in listed(folder, &head)? {
            if whole(folder, &part) {
                if path == manifest_path {
                    own.push(part.clone());
                }
                done.insert(part.part, part);
            }
        }
        // Begun anew with what is known to be whole, so that new lines follow whole ones.
        let mut text = line(&head);
        own.iter().for_each(|part| text.push_str(&line(part)));
        replace(&manifest_path, text.as_bytes())?;
        let manifest = OpenOptions::new()
            .append(true)
            .open(&manifest_path)
            .map_err(cannot(&manifest_path))?;
        Ok(Self {
            folder: folder.to_owned(),
            head,
            done,
            manifest,
            manifest_path,
        })
    }

    /// Whether a part is done.
    pub(crate) fn has(&self, part: u64) -> bool {
        self.done.contains_key(&part)
    }

    /// Count of parts of the whole sweep that are done.
    pub(crate) fn count(&self) -> u64 {
        self.done.len() as u64
    }

    /// Bytes of all files that are done.
    pub(crate) fn bytes(&self) -> u64 {
        self.done.values().map(|part| part.bytes).sum()
    }

    /// Lists a part whose file stands under its final name.
    pub(crate) fn add(&mut self, part: Done) -> Result<(), CliError> {
        self.manifest
            .write_all(line(&part).as_bytes())
            .map_err(cannot(&self.manifest_path))?;
        self.done.insert(part.part, part);
        Ok(())
    }

    /// Takes note of what other shards have done meanwhile.
    pub(crate) fn refresh(&mut self) -> Result<(), CliError> {
        for (_, part) in listed(&self.folder, &self.head)? {
            // A part that was found damaged is still listed by the shard that made it.
            if !self.has(part.part) && whole(&self.folder, &part) {
                self.done.insert(part.part, part);
            }
        }
        Ok(())
    }

    /// Hash of all rows of the sweep, once all parts are done: that of their hashes in order.
    pub(crate) fn digest(&self) -> Option<String> {
        let parts = self.head.rows.div_ceil(self.head.part);
        if self.count() != parts {
            return None;
        }
        let mut hasher = StateHasher::new();
        hasher.write_u64(self.head.rows);
        for part in self.done.values() {
            hasher.write_str(&part.rows_hash);
        }
        Some(format!("{:016x}", hasher.finish()))
    }

    /// Writes `sweep.json`, which says that the sweep is complete.
    pub(crate) fn complete(&self, summary: &str) -> Result<(), CliError> {
        // Shards that end together write it together, each under a name of its own first.
        let name = self.manifest_path.file_stem().unwrap_or_default();
        let other = self.folder.join(format!("{}.tmp", name.display()));
        replace_by(&other, &self.folder.join("sweep.json"), summary.as_bytes())
    }
}

/// Parts that the manifests of a folder list, and which manifest it is.
fn listed(folder: &Path, head: &Head) -> Result<Vec<(PathBuf, Done)>, CliError> {
    let entries = std::fs::read_dir(folder).map_err(unreadable(folder))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut parts = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !(name.starts_with("manifest") && name.ends_with(".jsonl")) {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
        let Some((first, rest)) = text.split_once('\n') else {
            // Ended before its first line was whole.
            continue;
        };
        let Ok(found) = serde_json::from_str::<Head>(first) else {
            return Err(CliError::OtherSweep {
                folder: folder.to_owned(),
                difference: format!(
                    "the first line of its {name} is not one of {}, so another version of Voltex may have made it",
                    head.engine
                ),
            });
        };
        if found != *head {
            return Err(CliError::OtherSweep {
                folder: folder.to_owned(),
                difference: difference(&found, head),
            });
        }
        // A line that is not whole is the last that an ended process wrote; its part is made again.
        let done = rest
            .lines()
            .filter_map(|line| serde_json::from_str::<Done>(line).ok());
        parts.extend(done.map(|part| (path.clone(), part)));
    }
    Ok(parts)
}

/// Writes the file of a part under another name and renames it.
pub(crate) fn write_part(
    folder: &Path,
    part: u64,
    format: &str,
    rows: u64,
    rows_hash: u64,
    bytes: &[u8],
) -> Result<Done, CliError> {
    let file = format!("part-{part:06}.{format}");
    replace(&folder.join(&file), bytes)?;
    Ok(Done {
        part,
        file,
        rows,
        bytes: bytes.len() as u64,
        file_hash: hash(bytes),
        rows_hash: format!("{rows_hash:016x}"),
    })
}

/// Puts bytes under a name at once: nobody ever sees a part of them there.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    replace_by(&path.with_file_name(name), path, bytes)
}

/// The same by way of a file of another name.
fn replace_by(other: &Path, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let write = || -> std::io::Result<()> {
        let mut file = File::create(other)?;
        file.write_all(bytes)?;
        // On the disk before the name is: a loss of power leaves no empty file under it.
        file.sync_all()?;
        std::fs::rename(other, path)
    };
    write().map_err(cannot(path))
}

fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("texts and numbers are serialised");
    text.push('\n');
    text
}

/// Whether the file of a part is there, byte for byte.
fn whole(folder: &Path, part: &Done) -> bool {
    let plain = Path::new(&part.file).file_name() == Some(part.file.as_ref());
    plain
        && std::fs::read(folder.join(&part.file))
            .is_ok_and(|bytes| bytes.len() as u64 == part.bytes && hash(&bytes) == part.file_hash)
}

fn difference(found: &Head, wanted: &Head) -> String {
    for (name, found, wanted) in [
        ("engine", &found.engine, &wanted.engine),
        ("table of recorded hashes", &found.bits, &wanted.bits),
        ("plan", &found.plan, &wanted.plan),
        ("format", &found.format, &wanted.format),
        ("ball data", &found.ball_data, &wanted.ball_data),
    ] {
        if found != wanted {
            return format!("its {name} is {found}, and this one's {wanted}");
        }
    }
    "its rows are cut into other parts".to_owned()
}
