//! The builds whose bits are compared, and how each is made.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::bail;

use super::Options;
use crate::command;
use crate::packages::{Package, Probe};

/// A processor, as its column in the table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The one that others are compared with.
    X86_64,
    /// ARM with 64 bits, interpreted.
    Aarch64,
    /// 32 bits of x86.
    I686,
    /// WebAssembly.
    Wasm32,
}

impl Target {
    /// All, in the order of the columns.
    pub const ALL: [Self; 4] = [Self::X86_64, Self::Aarch64, Self::I686, Self::Wasm32];

    /// Name of the column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
            Self::I686 => "i686",
            Self::Wasm32 => "wasm32",
        }
    }
}

/// A way to build the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// x86_64 with optimisation: the reference.
    Release,
    /// x86_64 as tests are built, with assertions.
    Dev,
    /// x86_64 without optimisation.
    Unoptimised,
    /// x86_64 with all instructions of this machine.
    Native,
    /// aarch64.
    Aarch64,
    /// i686.
    I686,
    /// WebAssembly without vectors.
    Wasm32,
    /// WebAssembly with vectors.
    Wasm32Simd,
}

/// All builds, the reference first.
const BUILDS: [Build; 8] = [
    Build::Release,
    Build::Dev,
    Build::Unoptimised,
    Build::Native,
    Build::Aarch64,
    Build::I686,
    Build::Wasm32,
    Build::Wasm32Simd,
];

/// Those of a look.
const SMALL: [Build; 3] = [Build::Release, Build::Aarch64, Build::Wasm32Simd];

/// What the builds and their runs need. Rust of rustup comes without the source of its library, which other targets are
/// built from; that of Debian has it.
pub(super) const PACKAGES: [Package; 13] = [
    Package {
        name: "rustc-web",
        probe: Probe::File("/usr/bin/rustc"),
        why: "a compiler that other targets can be built with",
    },
    Package {
        name: "cargo-web",
        probe: Probe::File("/usr/bin/cargo"),
        why: "the cargo of that compiler",
    },
    Package {
        name: "rust-web-src",
        probe: Probe::InFolder("/usr/src", "rustc-"),
        why: "the standard library is built for each target",
    },
    Package {
        name: "lld-22",
        probe: Probe::Program("wasm-ld-22"),
        why: "links modules of WebAssembly",
    },
    Package {
        name: "clang-22",
        probe: Probe::Program("clang-22"),
        why: "compiles zstd to WebAssembly",
    },
    Package {
        name: "llvm-22",
        probe: Probe::Program("llvm-ar-22"),
        why: "archives what was compiled to WebAssembly",
    },
    Package {
        name: "gcc-aarch64-linux-gnu",
        probe: Probe::Program("aarch64-linux-gnu-gcc"),
        why: "links programs for aarch64",
    },
    Package {
        name: "libc6-dev-arm64-cross",
        probe: Probe::File("/usr/aarch64-linux-gnu/lib/crt1.o"),
        why: "the C library for aarch64",
    },
    Package {
        name: "qemu-user-static",
        probe: Probe::Program("qemu-aarch64-static"),
        why: "runs programs for aarch64",
    },
    Package {
        name: "gcc-12-multilib",
        probe: Probe::File("/usr/lib/gcc/x86_64-linux-gnu/12/32/crtbegin.o"),
        why: "links programs for i686",
    },
    Package {
        name: "libc6-dev-i386",
        probe: Probe::File("/usr/lib32/crt1.o"),
        why: "the C library for i686",
    },
    Package {
        name: "nodejs",
        probe: Probe::Program("node"),
        why: "runs modules of WebAssembly",
    },
    Package {
        name: "python3-pip",
        probe: Probe::File("/usr/bin/pip3"),
        why: "fetches wasmtime, which runs modules of WebAssembly",
    },
];

/// The builds that are asked for; the reference is always among them.
///
/// # Errors
/// A name that no build has.
pub(super) fn chosen(options: &Options) -> anyhow::Result<Vec<Build>> {
    for name in &options.only {
        if !BUILDS.iter().any(|build| build.name() == name) {
            let names = BUILDS.map(Build::name).join(", ");
            bail!("there is no build `{name}`; there are {names}");
        }
    }
    let all: &[Build] = if options.small { &SMALL } else { &BUILDS };
    let wanted = |build: &Build| {
        *build == Build::Release
            || options.only.is_empty()
            || options.only.iter().any(|name| name == build.name())
    };
    let all = if options.only.is_empty() {
        all
    } else {
        &BUILDS
    };
    Ok(all.iter().copied().filter(wanted).collect())
}

/// Where the programs of other targets are built, and what their runs write.
pub(super) fn folder() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| crate::workspace_root().join("target"));
    target.join("targets")
}

impl Build {
    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Dev => "dev",
            Self::Unoptimised => "unoptimised",
            Self::Native => "native",
            Self::Aarch64 => "aarch64",
            Self::I686 => "i686",
            Self::Wasm32 => "wasm32",
            Self::Wasm32Simd => "wasm32-simd128",
        }
    }

    /// Its processor.
    #[must_use]
    pub const fn target(self) -> Target {
        match self {
            Self::Release | Self::Dev | Self::Unoptimised | Self::Native => Target::X86_64,
            Self::Aarch64 => Target::Aarch64,
            Self::I686 => Target::I686,
            Self::Wasm32 | Self::Wasm32Simd => Target::Wasm32,
        }
    }

    /// Builds the program, or the module, and returns where it lies.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn make(self) -> anyhow::Result<PathBuf> {
        match self {
            Self::Release => here("release", "release", "", &folder().join("release")),
            Self::Dev => here("dev", "debug", "", &folder().join("dev")),
            Self::Unoptimised => here("unoptimised", "unoptimised", "", &folder().join("dev")),
            Self::Native => here(
                "release",
                "release",
                "-Ctarget-cpu=native",
                &folder().join("native"),
            ),
            Self::Aarch64 => elsewhere("aarch64-unknown-linux-gnu"),
            Self::I686 => elsewhere("i686-unknown-linux-gnu"),
            Self::Wasm32 => module("", "plain"),
            Self::Wasm32Simd => module("-Ctarget-feature=+simd128", "simd128"),
        }
    }
}

const PROGRAM: [&str; 4] = ["-p", "voltex_hashes", "--bin", "voltex-hashes"];

/// With the compiler of the workspace.
fn here(profile: &str, folder: &str, flags: &str, target: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = command::cargo();
    cargo
        .args(["build", "--quiet", "--profile", profile])
        .args(PROGRAM);
    command::run(plain(&mut cargo, flags, target))?;
    Ok(target.join(folder).join("voltex-hashes"))
}

/// For another processor that Linux runs on, the standard library included.
fn elsewhere(triple: &str) -> anyhow::Result<PathBuf> {
    let target = folder().join("other");
    let mut cargo = debian_cargo();
    cargo
        .args(["build", "--quiet", "--release", "--target", triple])
        .arg("-Zbuild-std=std,panic_abort,panic_unwind")
        .args(PROGRAM)
        .env(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER",
            "aarch64-linux-gnu-gcc",
        );
    command::run(plain(&mut cargo, "", &target))?;
    Ok(target.join(triple).join("release/voltex-hashes"))
}

/// The library as a module of WebAssembly.
fn module(flags: &str, folder_name: &str) -> anyhow::Result<PathBuf> {
    let triple = "wasm32-unknown-unknown";
    let target = folder().join(folder_name);
    let mut cargo = debian_cargo();
    cargo
        .args(["rustc", "--quiet", "--release", "--target", triple])
        .arg("-Zbuild-std=std,panic_abort")
        .args(["-p", "voltex_hashes", "--lib", "--crate-type", "cdylib"])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22")
        .env("CC_wasm32_unknown_unknown", "clang-22")
        .env("AR_wasm32_unknown_unknown", "llvm-ar-22");
    command::run(plain(&mut cargo, flags, &target))?;
    Ok(target.join(triple).join("release/voltex_hashes.wasm"))
}

fn debian_cargo() -> Command {
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo
        .current_dir(crate::workspace_root())
        // Its compiler is a stable one, in which the library is built by a switch of nightly ones.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", "/usr/bin/rustc")
        .env_remove("RUSTUP_TOOLCHAIN");
    cargo
}

/// In a folder of its own, with these flags and no others, without what debuggers need.
fn plain<'c>(cargo: &'c mut Command, flags: &str, target: &Path) -> &'c mut Command {
    cargo
        .env("CARGO_TARGET_DIR", target.as_os_str())
        .env("RUSTFLAGS", OsStr::new(flags))
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
}
