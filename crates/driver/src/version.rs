//! `--version`: the versions of all parts that a compilation uses.

use std::path::Path;

use scythe_image::facts::NOTES_VERSION;
use scythe_llvm::inkwell::support::get_llvm_version;

use crate::toolchain::Toolchain;

/// The text before the numbers in the runtime's file.
const MARK: &[u8] = b"libscythe, kernel records version ";

/// The version text. The first line names this program and, in packages, the commit; build systems recognise
/// clang by the second.
pub fn text() -> String {
    let toolchain = Toolchain::find();
    let clang = toolchain.as_ref().ok().and_then(Toolchain::clang_version);
    let runtime = toolchain.as_ref().ok().and_then(|toolchain| runtime(&toolchain.runtime));
    let (major, minor, patch) = get_llvm_version();
    format!(
        "scythe++ version {}{}\n\
         based on {}\n\
         LLVM and MLIR: {major}.{minor}.{patch}\n\
         runtime: {}\n\
         kernel records: version {}, kernel notes: version {NOTES_VERSION}\n",
        env!("CARGO_PKG_VERSION"),
        option_env!("SCYTHE_COMMIT").map(|commit| format!(" ({commit})")).unwrap_or_default(),
        clang.as_deref().unwrap_or("clang not found"),
        runtime.as_deref().unwrap_or("not found"),
        scythe_image::VERSION,
    )
}

/// The version in the runtime's file, which is read but not loaded: the compiler does not run it.
fn runtime(directory: &Path) -> Option<String> {
    let library = std::fs::read(directory.join("libscythe.so")).ok()?;
    description(&library)
}

fn description(library: &[u8]) -> Option<String> {
    let start = library.windows(MARK.len()).position(|bytes| bytes == MARK)? + MARK.len();
    let bytes = library[start..].split(|byte| *byte == 0).next()?;
    let (records, version) = std::str::from_utf8(bytes).ok()?.split_once(", version ")?;
    Some(format!("libscythe {version}, kernel records version {records}"))
}

#[cfg(test)]
mod tests {
    use super::description;

    #[test]
    fn the_runtime_describes_itself() {
        let library = b"\x7fELF libscythe, kernel records version 9, version 1.2.3\0more\0";
        let expected = "libscythe 1.2.3, kernel records version 9";
        assert_eq!(description(library).as_deref(), Some(expected));
        assert_eq!(description(b"libscythe, kernel records"), None);
        assert_eq!(description(b""), None);
    }
}
