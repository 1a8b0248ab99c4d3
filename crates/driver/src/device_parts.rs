//! Objects and members of static libraries: the device code in them, and the symbols that decide whether a
//! linker takes them.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object, ObjectKind, ObjectSection, ObjectSymbol, ReadCache, ReadRef};
use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::{embedded, read_symbols};
use scythe_pipeline::device_section::{self, Record, SECTION};

use crate::error::DriverError;

/// An object, or a member of a static library.
#[derive(Debug)]
pub struct Part {
    /// Its name for messages: `app.o`, `libkernels.a(scale.o)`.
    pub origin: String,
    /// Whether it becomes part of the program only if something needs it.
    pub lazy: bool,
    /// The device code in it.
    pub records: Vec<Record>,
    place: Place,
}

/// Where a part is stored.
#[derive(Clone, Debug)]
struct Place {
    path: PathBuf,
    /// The position of a member in its library.
    range: Option<(u64, u64)>,
}

/// The symbols that a part defines and those that it needs.
#[derive(Debug, Default)]
struct Symbols {
    defined: Vec<String>,
    undefined: Vec<String>,
}

/// Reads the parts of a file. Anything but an object or a static library is skipped; device code of shared
/// libraries is complete. Messages call the file `shown`.
pub fn read(path: &Path, shown: &str, whole: bool) -> Result<Vec<Part>, DriverError> {
    let Some(cache) = open(path) else { return Ok(Vec::new()) };
    if !starts_with(&cache, b"!<arch>\n") && !starts_with(&cache, b"!<thin>\n") {
        let place = Place { path: path.to_owned(), range: None };
        return Ok(part(&cache, shown.to_owned(), place, false)?.into_iter().collect());
    }
    let Ok(archive) = ArchiveFile::parse(&cache) else { return Ok(Vec::new()) };
    let mut parts = Vec::new();
    for member in archive.members().flatten() {
        let file = String::from_utf8_lossy(member.name()).into_owned();
        let origin = format!("{shown}({file})");
        if member.is_thin() {
            let path = path.parent().unwrap_or(Path::new("")).join(&file);
            if let Some(cache) = open(&path) {
                let place = Place { path, range: None };
                parts.extend(part(&cache, origin, place, !whole)?);
            }
            continue;
        }
        let (start, size) = member.file_range();
        let place = Place { path: path.to_owned(), range: Some((start, size)) };
        parts.extend(part(cache.range(start, size), origin, place, !whole)?);
    }
    Ok(parts)
}

fn open(path: &Path) -> Option<ReadCache<File>> {
    // The linker will report a file that cannot be read.
    let file = File::open(path).ok().filter(|_| path.is_file())?;
    Some(ReadCache::new(file))
}

fn starts_with<'d>(data: impl ReadRef<'d>, magic: &[u8]) -> bool {
    data.read_bytes_at(0, magic.len() as u64) == Ok(magic)
}

fn is_bitcode<'d>(data: impl ReadRef<'d>) -> bool {
    starts_with(data, b"BC\xC0\xDE") || starts_with(data, b"\xDE\xC0\x17\x0B")
}

fn all_bytes<'d>(data: impl ReadRef<'d>) -> &'d [u8] {
    let whole = data.len().and_then(|length| data.read_bytes_at(0, length));
    whole.unwrap_or_default()
}

/// Reads an object; none where it cannot contain code to link.
fn part<'d>(
    data: impl ReadRef<'d>,
    origin: String,
    place: Place,
    lazy: bool,
) -> Result<Option<Part>, DriverError> {
    let mut sections: Vec<Vec<u8>> = Vec::new();
    if is_bitcode(data) {
        // With `-flto`, objects are LLVM bitcode.
        let context = Context::create();
        let Ok(module) = read_symbols(&context, &origin, all_bytes(data)) else { return Ok(None) };
        sections = embedded(&module, SECTION);
    } else {
        let Ok(object) = object::File::parse(data) else { return Ok(None) };
        if object.kind() != ObjectKind::Relocatable {
            return Ok(None);
        }
        let ours = object.sections().filter(|s| s.name_bytes() == Ok(SECTION.to_bytes()));
        sections.extend(ours.filter_map(|section| section.data().ok()).map(<[u8]>::to_vec));
    }
    let mut records = Vec::new();
    for section in sections {
        let read = device_section::read(&section);
        records.extend(read.map_err(|e| DriverError::usage(format!("'{origin}' {e}")))?);
    }
    Ok(Some(Part { origin, lazy, records, place }))
}

impl Part {
    fn symbols(&self) -> Symbols {
        let Some(cache) = open(&self.place.path) else { return Symbols::default() };
        match self.place.range {
            None => symbols(&cache),
            Some((start, size)) => symbols(cache.range(start, size)),
        }
    }
}

fn symbols<'d>(data: impl ReadRef<'d>) -> Symbols {
    let mut found = Symbols::default();
    if is_bitcode(data) {
        let context = Context::create();
        let Ok(module) = read_symbols(&context, "", all_bytes(data)) else { return found };
        let functions = module.get_functions().map(|f| f.as_global_value());
        let shared = |linkage| !matches!(linkage, Linkage::Internal | Linkage::Private);
        for global in functions.chain(module.get_globals()).filter(|g| shared(g.get_linkage())) {
            let name = global.get_name().to_string_lossy().into_owned();
            match global.is_declaration() {
                true => found.undefined.push(name),
                false => found.defined.push(name),
            }
        }
    } else if let Ok(object) = object::File::parse(data) {
        for symbol in object.symbols().filter(ObjectSymbol::is_global) {
            let Ok(name) = symbol.name() else { continue };
            match symbol.is_undefined() {
                // A weak reference does not make a linker take a member.
                true if symbol.is_weak() => {}
                true => found.undefined.push(name.to_owned()),
                false => found.defined.push(name.to_owned()),
            }
        }
    }
    found
}

/// Determines which parts the linker will take: all that are not lazy, and the lazy ones that these need,
/// transitively.
///
/// Linkers differ in how they treat the order of libraries. A member that some linkers would not take is
/// taken here; finishing its kernels does no harm.
pub fn taken(parts: &[Part], wanted: &[String]) -> Vec<bool> {
    let symbols: Vec<Symbols> = parts.iter().map(Part::symbols).collect();
    let mut owners: HashMap<&str, usize> = HashMap::new();
    let mut taken: Vec<bool> = parts.iter().map(|part| !part.lazy).collect();
    // Definitions in the program take precedence over those in libraries.
    let eager_first = (0..parts.len()).filter(|&i| taken[i]).chain(0..parts.len());
    for position in eager_first {
        for name in &symbols[position].defined {
            owners.entry(name).or_insert(position);
        }
    }
    let mut open: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let at_start = (0..parts.len()).filter(|&i| taken[i]);
    open.extend(at_start.flat_map(|i| symbols[i].undefined.iter().map(String::as_str)));
    while let Some(name) = open.pop() {
        if let Some(&owner) = owners.get(name)
            && !taken[owner]
        {
            taken[owner] = true;
            open.extend(symbols[owner].undefined.iter().map(String::as_str));
        }
    }
    taken
}
