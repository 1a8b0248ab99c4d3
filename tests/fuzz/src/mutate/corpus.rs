//! The filetests, from which inputs are made.

use std::fs;
use std::io;
use std::path::Path;

use super::judge::entries;

/// The separator of `--split-input-file`.
const SPLIT: &str = "// -----";

/// The filetests of one language.
#[derive(Default)]
pub struct Texts {
    /// The texts of each file, without comments: changing these would have no effect.
    pub files: Vec<Vec<String>>,
    /// The passes of each file, from its first line with passes.
    pub passes: Vec<Option<String>>,
}

/// All filetests.
pub struct Corpus {
    /// LLVM IR.
    pub llvm: Texts,
    /// MLIR.
    pub mlir: Texts,
}

impl Corpus {
    /// Reads a folder of folders of filetests.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut corpus = Self { llvm: Texts::default(), mlir: Texts::default() };
        for pass in entries(folder)? {
            for file in entries(&pass)? {
                let extension = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
                let (texts, comment) = match extension {
                    "ll" => (&mut corpus.llvm, ";"),
                    "mlir" => (&mut corpus.mlir, "//"),
                    _ => continue,
                };
                let text = fs::read_to_string(&file)?;
                texts.passes.push(passes(&text));
                let parts = text.split(SPLIT).map(|part| without_comments(part, comment));
                texts.files.push(parts.collect());
            }
        }
        if corpus.llvm.files.is_empty() || corpus.mlir.files.is_empty() {
            let what = format!("there are no filetests in '{}'", folder.display());
            return Err(io::Error::other(what));
        }
        Ok(corpus)
    }
}

fn passes(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(";! passes = \""))?;
    line.split_once('"').map(|(passes, _)| passes.to_owned())
}

fn without_comments(text: &str, comment: &str) -> String {
    let code = text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(comment));
    code.collect()
}
