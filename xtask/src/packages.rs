//! System packages that tests need beyond a Rust toolchain and a C linker.

use std::path::Path;
use std::process::Command;

use anyhow::bail;

use crate::command;

/// One package of Debian and of systems derived from it.
#[derive(Clone, Copy, Debug)]
pub struct Package {
    /// Name for `apt-get install`.
    pub name: &'static str,
    /// What is there once the package is.
    pub probe: Probe,
    /// What uses it.
    pub why: &'static str,
}

/// How to see that a package is there, also where another system names it differently.
#[derive(Clone, Copy, Debug)]
pub enum Probe {
    /// A program on the search path.
    Program(&'static str),
    /// A library that the dynamic linker finds, by the beginning of its file name.
    Library(&'static str),
    /// A Vulkan driver, by the beginning of the file that announces it.
    VulkanDriver(&'static str),
    /// A file by its path.
    File(&'static str),
    /// Something in a folder, by the beginning of its name.
    InFolder(&'static str, &'static str),
}

impl Probe {
    fn is_there(self) -> bool {
        match self {
            Self::Program(name) => command::on_path(name),
            Self::Library(name) => ["ldconfig", "/sbin/ldconfig"].iter().any(|program| {
                let output = Command::new(program).arg("-p").output();
                output.is_ok_and(|output| {
                    let text = String::from_utf8_lossy(&output.stdout);
                    text.lines().any(|line| line.trim_start().starts_with(name))
                })
            }),
            Self::VulkanDriver(name) => ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
                .iter()
                .any(|folder| is_in(folder, name)),
            Self::File(path) => Path::new(path).is_file(),
            Self::InFolder(folder, name) => is_in(folder, name),
        }
    }
}

/// Whether a folder holds something whose name begins so.
fn is_in(folder: &str, name: &str) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        let mut names = entries.flatten().map(|entry| entry.file_name());
        names.any(|found| found.to_string_lossy().starts_with(name))
    })
}

/// Everything tests need.
pub const PACKAGES: [Package; 10] = [
    Package {
        name: "zsh",
        probe: Probe::Program("zsh"),
        why: "a test loads the completions that `voltex completions zsh` prints",
    },
    Package {
        name: "fish",
        probe: Probe::Program("fish"),
        why: "a test loads the completions that `voltex completions fish` prints",
    },
    Package {
        name: "libvulkan1",
        probe: Probe::Library("libvulkan.so.1"),
        why: "pictures are drawn through Vulkan",
    },
    Package {
        name: "mesa-vulkan-drivers",
        probe: Probe::VulkanDriver("lvp_icd"),
        why: "tests of pictures need a device that every machine has: the processor",
    },
    Package {
        name: "xvfb",
        probe: Probe::Program("Xvfb"),
        why: "tests of windows open them on a virtual screen",
    },
    Package {
        name: "xdotool",
        probe: Probe::Program("xdotool"),
        why: "tests of windows press keys",
    },
    Package {
        name: "x11-apps",
        probe: Probe::Program("xwd"),
        why: "tests of the viewer read the pixels of its window",
    },
    Package {
        name: "libxkbcommon-x11-0",
        probe: Probe::Library("libxkbcommon-x11.so.0"),
        why: "windows read the keyboard with it",
    },
    Package {
        name: "libx11-xcb1",
        probe: Probe::Library("libX11-xcb.so.1"),
        why: "windows are opened with it",
    },
    Package {
        name: "chromium",
        probe: Probe::Program("chromium"),
        why: "tests of the page that plays a recording open it in a browser",
    },
];

/// Installs what tests need and is missing.
///
/// # Errors
/// As for [`install_all`].
pub fn install() -> anyhow::Result<()> {
    install_all(&PACKAGES)
}

/// Installs what is missing. Does nothing, and needs no rights, when everything is there.
///
/// # Errors
/// Something is missing and cannot be installed from here; the message says what to install and why.
pub fn install_all(packages: &[Package]) -> anyhow::Result<()> {
    let missing: Vec<Package> = packages
        .iter()
        .copied()
        .filter(|package| !package.probe.is_there())
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
            "packages are needed that this machine lacks: {}. They can be installed automatically only with apt-get \
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
    match missing.iter().find(|package| !package.probe.is_there()) {
        None => Ok(()),
        Some(Package { name, probe, .. }) => {
            bail!("apt-get installed {name}, but there is still no {probe:?}")
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
