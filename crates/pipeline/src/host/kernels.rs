//! The kernels of a translation unit as declarations that raised host code refers to.

use std::fmt::Write;

use scythe_frontend::notes::{Kernel, Kind, Type};

/// Arrays with more elements are tracked as a whole.
const MOST_ELEMENTS: u64 = 8;
/// Function objects with more parts are tracked by their members only.
const MOST_PARTS: usize = 64;

/// A module of MLIR, as text, that declares the kernels and their captures, from the host pass's notes: each
/// member of the function object with its offset, and with its type if it is a class of the dialect.
pub(super) fn declarations(kernels: &[Kernel]) -> String {
    let mut text = "gpu.module @device_functions {\n".to_owned();
    for kernel in kernels {
        let captures = match kernel.parameters.as_slice() {
            [object] => parts(object),
            _ => Vec::new(),
        };
        let captures: Vec<String> = captures.iter().map(Member::describe).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "gpu.func @{}() kernel attributes {{sycl.captures = [{}]}} {{ gpu.return }}",
            quoted(&kernel.symbol),
            captures.join(", ")
        );
    }
    text.push('}');
    text
}

/// Offset and size of each capture, in the order of the declaration.
pub(crate) fn captures(kernel: &Kernel) -> Vec<(u64, u64)> {
    match kernel.parameters.as_slice() {
        [object] => parts(object).iter().map(|m| (m.offset, m.ty.size)).collect(),
        _ => Vec::new(),
    }
}

struct Member<'a> {
    ty: &'a Type,
    offset: u64,
}

/// What is tracked separately in a function object: its members, and instead of members of the program's classes the
/// members of those, of which some may be known and others not.
fn parts(object: &Type) -> Vec<Member<'_>> {
    let whole = members(object, 0);
    let mut found = Vec::new();
    for member in &whole {
        if !split(member.ty, member.offset, &mut found) {
            return whole;
        }
    }
    found
}

/// Adds the parts of a member. Returns whether there are few enough of them in total.
fn split<'a>(ty: &'a Type, offset: u64, found: &mut Vec<Member<'a>>) -> bool {
    if has_plain_members(ty) {
        let members = members(ty, offset);
        if !members.is_empty() {
            return members.iter().all(|member| split(member.ty, member.offset, found));
        }
    }
    if let Some((element, count)) = few_objects(ty) {
        return (0..count).all(|n| split(element, offset + n * element.size, found));
    }
    found.push(Member { ty, offset });
    found.len() <= MOST_PARTS
}

/// The element and the length of a short array of classes or pointers; arrays of numbers stay whole.
fn few_objects(ty: &Type) -> Option<(&Type, u64)> {
    let element = ty.element.as_deref().filter(|_| ty.kind == Kind::Array)?;
    let is_number = matches!(element.kind, Kind::Builtin | Kind::Enumeration);
    let count = ty.count.filter(|count| *count <= MOST_ELEMENTS && !is_number)?;
    Some((element, count))
}

/// Whether a class consists of its members and ordinary bases only.
fn has_plain_members(ty: &Type) -> bool {
    let is_class = matches!(ty.kind, Kind::Class | Kind::Closure);
    let special = ty.polymorphic || ty.recursive || ty.is_decomposed() || ty.sycl_class().is_some();
    is_class && !special && !ty.has_bit_fields() && ty.bases.iter().all(|base| !base.virtual_base)
}

/// The members of a function object in the order of their offsets, including those of base classes.
fn members(object: &Type, at: u64) -> Vec<Member<'_>> {
    let mut found: Vec<Member<'_>> = Vec::new();
    for base in &object.bases {
        found.extend(members(base, at + base.offset));
    }
    found.extend(object.fields.iter().map(|ty| Member { ty, offset: at + ty.offset }));
    // Empty members are not captures that a kernel could use.
    found.retain(|member| member.ty.data_size.unwrap_or(member.ty.size) > 0);
    found.sort_by_key(|member| member.offset);
    found
}

impl Member<'_> {
    fn describe(&self) -> String {
        let name = quoted(self.ty.name.as_deref().unwrap_or_default());
        let place = format!("offset = {} : i64, size = {} : i64", self.offset, self.ty.size);
        match class(self.ty) {
            Some(class) => format!("{{name = {name}, {place}, type = {class}}}"),
            None => format!("{{name = {name}, {place}}}"),
        }
    }
}

/// The dialect's type for a class that the headers annotate.
fn class(ty: &Type) -> Option<String> {
    match ty.sycl_class()?.as_slice() {
        // A zero-dimensional accessor has no range.
        [_, "0", ..] => None,
        ["accessor", dimensions, mode, target, _] => Some(format!(
            "!sycl.accessor<[{dimensions}, !llvm.void, {mode}, {target}], (!llvm.void)>"
        )),
        ["local_accessor", dimensions] => {
            Some(format!("!sycl.local_accessor<[{dimensions}, !llvm.void]>"))
        }
        _ => None,
    }
}

/// A string in MLIR's syntax.
fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => {
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(char::from(byte)),
        }
    }
    out.push('"');
    out
}
