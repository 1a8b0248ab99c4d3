//! Device code that waits for the link: the section of an object that carries it.
//!
//! A translation unit whose kernels call functions of other units, or that defines such functions, keeps
//! device IR in its object. The section is a sequence of records, so that sections which `ld -r` has joined
//! are valid too:
//!
//! ```text
//! magic (8 bytes) · format, u32 · CRC-32 of what follows the header, u32 · length of the manifest, u64 · length of the bitcode, u64
//! manifest, JSON · bitcode
//! ```
//!
//! Numbers are little-endian. Zeros between records are padding of the linker.

use std::ffi::CStr;
use std::fmt;

use scythe_frontend::notes::Kernel;
use serde::{Deserialize, Serialize};

use crate::Effort;

/// The name of the section.
pub const SECTION: &CStr = c".scythe.device";

const MAGIC: &[u8; 8] = b"SCYTHdev";

/// The format of a record. Records of other formats are rejected.
const FORMAT: u32 = 4;

const HEADER: usize = 32;

/// A translation unit's device code.
#[derive(Clone, Debug)]
pub struct Record {
    /// What is in the bitcode.
    pub manifest: Manifest,
    /// Device IR of kernels and functions.
    pub bitcode: Vec<u8>,
}

/// What a link needs to know without reading the bitcode.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Manifest {
    /// The compiler that wrote it: no other can be assumed to read the bitcode.
    pub compiler: String,
    /// The optimisation level.
    pub effort: Effort,
    /// The target of the bitcode.
    pub target: CodeTarget,
    /// The processor features that the bitcode requires, sorted.
    pub features: Vec<String>,
    /// Kernels that wait for functions of other units.
    pub kernels: Vec<OpenKernel>,
    /// Functions that other units may call.
    pub functions: Vec<Function>,
}

/// A target of device code. A unit that was compiled for several families has a record for each.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct CodeTarget {
    /// The name of the family.
    pub family: String,
    /// Its processors, if the family has several; the bitcode is that of the first.
    pub processors: Vec<Processor>,
}

/// A processor of a family.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Processor {
    /// As `--targets` names it.
    pub name: String,
    /// LLVM's name of it.
    pub cpu: String,
    /// LLVM's features, `+avx2,-sse4a`.
    pub features: String,
}

/// A kernel that waits for functions of other units.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OpenKernel {
    /// The kernel; its symbol is the name of its function in the bitcode, and unique in the program.
    pub kernel: Kernel,
    /// The functions it waits for.
    pub needs: Vec<String>,
}

/// A function that other units may call.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Function {
    /// Its mangled name.
    pub symbol: String,
    /// Whether other units may define it too, as they may an inline function.
    pub repeatable: bool,
    /// The functions of other units that it calls, directly or through its own unit.
    pub needs: Vec<String>,
}

/// The compiler as manifests name it.
#[must_use]
pub fn this_compiler() -> String {
    let (major, minor, patch) = scythe_llvm::inkwell::support::get_llvm_version();
    format!("Scythe {} with LLVM {major}.{minor}.{patch}", env!("CARGO_PKG_VERSION"))
}

/// Why a section cannot be used.
#[derive(Debug)]
pub enum SectionError {
    /// Its format is another one.
    Format(u32),
    /// Written by another version of the compiler, named here.
    Compiler(String),
    /// It is malformed.
    Malformed(String),
}

impl fmt::Display for SectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(found) => write!(
                f,
                "has device code in format {found}, this compiler reads format {FORMAT}: compile it \
                 again with this compiler"
            ),
            Self::Compiler(found) => write!(
                f,
                "has device code of {found}, this is {}: compile it again with this compiler",
                this_compiler()
            ),
            Self::Malformed(why) => write!(f, "has malformed device code: {why}"),
        }
    }
}

impl std::error::Error for SectionError {}

impl Record {
    /// The bytes of the record.
    ///
    /// # Errors
    /// When the manifest cannot be written as JSON, which would be a bug.
    pub fn write(&self) -> Result<Vec<u8>, serde_json::Error> {
        let manifest = serde_json::to_vec(&self.manifest)?;
        let mut out = Vec::with_capacity(HEADER + manifest.len() + self.bitcode.len());
        out.extend(MAGIC);
        out.extend(FORMAT.to_le_bytes());
        out.extend(checksum(&manifest, &self.bitcode).to_le_bytes());
        out.extend((manifest.len() as u64).to_le_bytes());
        out.extend((self.bitcode.len() as u64).to_le_bytes());
        out.extend(manifest);
        out.extend(&self.bitcode);
        Ok(out)
    }
}

/// Reads all records of a section.
///
/// # Errors
/// When the section is not one of this compiler.
pub fn read(mut bytes: &[u8]) -> Result<Vec<Record>, SectionError> {
    let mut records = Vec::new();
    while let Some(start) = bytes.iter().position(|&byte| byte != 0) {
        bytes = &bytes[start..];
        let Some((header, rest)) = bytes.split_at_checked(HEADER) else {
            return Err(malformed("the header is cut short"));
        };
        if &header[..8] != MAGIC {
            return Err(malformed("it does not start with the magic number"));
        }
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| header[at + i]));
        let format = number(8);
        if format != FORMAT {
            return Err(SectionError::Format(format));
        }
        let length = |at: usize| {
            let number = u64::from_le_bytes(std::array::from_fn(|i| header[at + i]));
            usize::try_from(number).map_err(|_| malformed("it is longer than memory"))
        };
        let (manifest, rest) = take(rest, length(16)?)?;
        let (bitcode, rest) = take(rest, length(24)?)?;
        check_compiler(manifest)?;
        // LLVM's reader of bitcode may crash on damaged input.
        if number(12) != checksum(manifest, bitcode) {
            return Err(malformed("its checksum differs, so the file is damaged"));
        }
        bytes = rest;
        let manifest = serde_json::from_slice(manifest).map_err(malformed)?;
        records.push(Record { manifest, bitcode: bitcode.to_vec() });
    }
    Ok(records)
}

fn checksum(manifest: &[u8], bitcode: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(manifest);
    sum.update(bitcode);
    sum.finalize()
}

fn malformed(why: impl ToString) -> SectionError {
    SectionError::Malformed(why.to_string())
}

fn take(bytes: &[u8], length: usize) -> Result<(&[u8], &[u8]), SectionError> {
    bytes.split_at_checked(length).ok_or_else(|| malformed("it is cut short"))
}

/// The compiler is checked before anything else is read: the rest may have changed.
fn check_compiler(manifest: &[u8]) -> Result<(), SectionError> {
    #[derive(Deserialize)]
    struct Head {
        compiler: String,
    }
    let head: Head = serde_json::from_slice(manifest).map_err(malformed)?;
    if head.compiler == this_compiler() {
        Ok(())
    } else {
        Err(SectionError::Compiler(head.compiler))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(symbol: &str) -> Vec<u8> {
        record_of(&this_compiler(), symbol)
    }

    fn record_of(compiler: &str, symbol: &str) -> Vec<u8> {
        let manifest = Manifest {
            compiler: compiler.to_owned(),
            effort: Effort::Full,
            target: CodeTarget { family: "cpu".to_owned(), processors: Vec::new() },
            features: Vec::new(),
            kernels: Vec::new(),
            functions: vec![Function {
                symbol: symbol.to_owned(),
                repeatable: false,
                needs: Vec::new(),
            }],
        };
        Record { manifest, bitcode: vec![1, 2, 3] }.write().expect("it can be written")
    }

    #[test]
    fn records_that_a_linker_joined_are_read_one_by_one() {
        let mut joined = record("first");
        joined.extend([0; 5]);
        joined.extend(record("second"));
        joined.extend([0; 3]);
        let read = read(&joined).expect("well-formed");
        let symbols: Vec<&str> =
            read.iter().map(|r| r.manifest.functions[0].symbol.as_str()).collect();
        assert_eq!(symbols, ["first", "second"]);
        assert_eq!(read[1].bitcode, [1, 2, 3]);
    }

    #[test]
    fn truncated_records_are_malformed() {
        let whole = record("f");
        for length in [1, 20, HEADER, whole.len() - 1] {
            let error = read(&whole[..length]).expect_err("it is not whole");
            assert!(matches!(error, SectionError::Malformed(_)), "{length}: {error}");
        }
        assert!(matches!(read(&[7; 64]), Err(SectionError::Malformed(_))));
    }

    #[test]
    fn damaged_records_are_malformed() {
        let whole = record("f");
        for at in HEADER..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            let error = read(&damaged).expect_err("it is damaged");
            let is_refused =
                matches!(error, SectionError::Malformed(_) | SectionError::Compiler(_));
            assert!(is_refused, "{at}: {error}");
        }
    }

    #[test]
    fn other_formats_and_compilers_are_named() {
        let mut other = record("f");
        other[8] = 99;
        assert!(matches!(read(&other), Err(SectionError::Format(99))));
        let error = read(&record_of("Scythe 9", "f")).expect_err("another compiler");
        assert!(error.to_string().contains("device code of Scythe 9"), "{error}");
        assert!(error.to_string().contains("compile it again"), "{error}");
    }

    #[test]
    fn an_empty_section_has_no_records() {
        assert!(read(&[]).expect("empty").is_empty());
        assert!(read(&[0; 16]).expect("padding").is_empty());
    }
}
