//! System packages that tests need beyond a Rust toolchain and a C linker.

use std::process::Command;

use anyhow::bail;

use crate::command;

/// One package of Debian and of systems derived from it.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// Name for `apt-get install`.
    pub name: &'static str,
    /// The program that is there once the package is.
    pub probe: &'static str,
    /// What uses it.
    pub why: &'static str,
}

/// Everything tests need.
pub const PACKAGES: [Package; 2] = [
    Package {
        name: "zsh",
        probe: "zsh",
        why: "a test loads the completions that `voltex completions zsh` prints",
    },
    Package {
        name: "fish",
        probe: "fish",
        why: "a test loads the completions that `voltex completions fish` prints",
    },
];

/// Installs what is missing. Does nothing, and needs no rights, when every probe is found.
///
/// # Errors
/// Something is missing and cannot be installed from here; the message says what to install and why.
pub fn install() -> anyhow::Result<()> {
    let missing: Vec<Package> = PACKAGES
        .into_iter()
        .filter(|package| !command::on_path(package.probe))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let Some(become_root) = apt_prefix() else {
        let list: Vec<String> = missing
            .iter()
            .map(|p| format!("{} ({})", p.name, p.why))
            .collect();
        bail!(
            "tests need programs that this machine lacks: {}. They can be installed automatically only with apt-get \
             and the rights of root (or sudo without a password); install them with your package manager, then run again",
            list.join(", ")
        );
    };
    command::run(apt(become_root).arg("update").arg("-qq"))?;
    let names = missing.iter().map(|package| package.name);
    command::run(
        apt(become_root)
            .args(["install", "-y", "-qq", "--no-install-recommends"])
            .args(names),
    )?;
    match missing
        .iter()
        .find(|package| !command::on_path(package.probe))
    {
        None => Ok(()),
        Some(Package { name, probe, .. }) => {
            bail!("apt-get installed {name}, but no program {probe} is on the search path")
        }
    }
}

/// How apt-get can be run here: directly, through sudo, or not at all.
fn apt_prefix() -> Option<Privilege> {
    if !command::on_path("apt-get") {
        return None;
    }
    let user = Command::new("id").arg("-u").output().ok()?;
    if user.stdout.trim_ascii() == b"0" {
        Some(Privilege::Root)
    } else if command::succeeds(Command::new("sudo").args(["-n", "true"])) {
        Some(Privilege::Sudo)
    } else {
        None
    }
}

#[derive(Clone, Copy)]
enum Privilege {
    Root,
    Sudo,
}

fn apt(privilege: Privilege) -> Command {
    match privilege {
        Privilege::Root => {
            let mut command = Command::new("apt-get");
            command.env("DEBIAN_FRONTEND", "noninteractive");
            command
        }
        Privilege::Sudo => {
            let mut command = Command::new("sudo");
            command.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
            command
        }
    }
}
