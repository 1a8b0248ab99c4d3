//! The plan: which arguments a kernel gets, and how its objects are rebuilt from them.
//!
//! Objects that opt in to the decomposition protocol are replaced by the results of `sycl_deconstruct` on the host,
//! and rebuilt by `sycl_reconstruct` on the device. Everything around them is passed as bytes, in the cheaper of two
//! ways: the whole enclosing object with the decomposed parts as holes, or its other members one by one. Both sides
//! follow the same plan, independently of each other.
//!
//! Objects whose class has compile-time properties are separate arguments if they are captures or members of the
//! kernel's function object ([`super::separate`]). If such an object is decomposed, all arguments that it becomes
//! have its properties.

use serde::{Deserialize, Serialize};

use super::separate;
use crate::notes::{Kernel, Kind, Property, Type, is_zero};

/// The cost of an argument in addition to its bytes, in bytes: setting it, finding it, loading it.
const ARGUMENT_COST: u64 = 8;

/// How the arguments of a kernel are passed.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// The parameters of the device's entry point, in order.
    pub arguments: Vec<Argument>,
    /// How the parameters of the kernel in the source are rebuilt from them.
    pub objects: Vec<Object>,
    /// Whether there is a local accessor among them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_local_accessor: bool,
}

/// A parameter of the device's entry point.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// Which part of the kernel's parameters it is.
    pub path: String,
    /// Its type.
    #[serde(rename = "type")]
    pub spelling: String,
    /// How it is passed.
    #[serde(rename = "passed_as")]
    pub ty: ArgumentType,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// Bytes from the start of the block of arguments.
    pub offset: u64,
    /// The plugin's number of the type, while clang runs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub type_id: u32,
    /// The properties of the object that it belongs to: attributes of the parameter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
}

/// How the entry point takes an argument.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ArgumentType {
    /// As an integer of its size.
    Integer,
    /// As a floating-point number of its size.
    Float,
    /// As a pointer.
    Pointer,
    /// As the bytes of an object.
    Object,
}

/// How an object is assembled from arguments. Rebuilt parts come first and bytes after them, because
/// rebuilding a part may overwrite padding that contains other parts.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Object {
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// In the order of the object's parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rebuilt: Vec<Rebuilt>,
    /// In the order of the object's parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copied: Vec<Copied>,
}

/// A part that the decomposition protocol takes apart.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Rebuilt {
    /// Which part it is.
    pub path: String,
    /// Bytes from the start of the object.
    pub at: u64,
    /// The host function that calls `sycl_deconstruct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deconstruct: Option<String>,
    /// The device function that calls `sycl_reconstruct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstruct: Option<String>,
    /// The elements that `sycl_deconstruct` returns.
    pub elements: Vec<Object>,
}

impl Rebuilt {
    /// The argument that holds an element of `sycl_deconstruct`, if it is a single argument.
    #[must_use]
    pub fn element_argument(&self, element: usize) -> Option<usize> {
        let element = self.elements.get(element)?;
        match (element.rebuilt.as_slice(), element.copied.as_slice()) {
            ([], [only]) if only.at == 0 => Some(only.argument),
            _ => None,
        }
    }
}

/// A part that is passed as bytes.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Copied {
    /// The number of the argument that has them.
    pub argument: usize,
    /// Bytes from the start of the object.
    pub at: u64,
    /// The pieces of the argument that are not holes: offset in the argument, and length.
    pub pieces: Vec<(u64, u64)>,
}

impl Plan {
    /// Plans the arguments of a kernel that obeys the rules.
    #[must_use]
    pub fn new(kernel: &Kernel) -> Self {
        let mut plan = Self::default();
        for parameter in &kernel.parameters {
            let path = parameter.name.clone().unwrap_or_default();
            let parameter = separate::marked(kernel, parameter);
            let object = plan.object(&parameter, &path, &parameter.properties);
            plan.objects.push(object);
        }
        let mut end = 0;
        for argument in &mut plan.arguments {
            argument.offset = scythe_image::argument_offset(end, argument.size, argument.align);
            end = argument.offset + argument.size;
        }
        plan
    }

    /// Size and alignment of the block that holds all arguments.
    #[must_use]
    pub fn layout(&self) -> (u64, u64) {
        let end = self.arguments.last().map_or(0, |last| last.offset + last.size);
        let align = self.arguments.iter().map(|a| a.align).max().unwrap_or(1).max(1);
        (end.next_multiple_of(align), align)
    }

    /// Whether the kernel's parameters are passed unchanged.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.objects.iter().all(|object| {
            let is_whole = |copied: &Copied| copied.pieces == [(0, object.size)];
            object.rebuilt.is_empty() && object.copied.iter().all(is_whole)
        })
    }

    fn object(&mut self, ty: &Type, path: &str, properties: &[Property]) -> Object {
        let mut object =
            Object { size: ty.size, align: ty.align, rebuilt: Vec::new(), copied: Vec::new() };
        self.part(&mut object, Part { ty, at: 0, shared: false, properties }, path);
        object
    }

    /// Adds a part of an object: its arguments, and how the part is rebuilt from them.
    fn part(&mut self, object: &mut Object, part: Part<'_>, path: &str) {
        let Part { ty, at, properties, .. } = part;
        if ty.is_decomposed() {
            let class = ty.sycl_class().unwrap_or_default();
            self.has_local_accessor |= class.first() == Some(&"local_accessor");
            let elements = ty.elements.as_deref().unwrap_or_default();
            let elements = elements
                .iter()
                .enumerate()
                .map(|(index, element)| {
                    self.object(element, &format!("{path}.<{index}>"), properties)
                })
                .collect();
            object.rebuilt.push(Rebuilt {
                path: path.to_owned(),
                at,
                deconstruct: ty.deconstruct.as_ref().and_then(|d| d.helper.clone()),
                reconstruct: ty.reconstruct.as_ref().and_then(|r| r.helper.clone()),
                elements,
            });
        } else if !is_split(ty) {
            let bytes = if part.shared { ty.data_size.unwrap_or(ty.size) } else { ty.size };
            if bytes > 0 {
                let argument = self.argument(ty, path, properties);
                object.copied.push(Copied { argument, at, pieces: vec![(0, bytes)] });
            }
        } else if passes_whole(ty) {
            let argument = self.argument(ty, path, properties);
            let mut pieces = Vec::new();
            kept_bytes(ty, 0, &mut pieces);
            object.copied.push(Copied { argument, at, pieces });
            self.holes(object, part, path);
        } else {
            for inner in ty.subobjects() {
                let part = Part {
                    ty: inner.ty,
                    at: at + inner.at,
                    shared: ty.kind != Kind::Array,
                    properties: inherited(inner.ty, properties),
                };
                self.part(object, part, &format!("{path}{}", inner.name));
            }
        }
    }

    /// Adds the separate arguments inside an object that is passed whole.
    fn holes(&mut self, object: &mut Object, around: Part<'_>, path: &str) {
        for inner in around.ty.subobjects().filter(|inner| needs_split(inner.ty)) {
            let path = format!("{path}{}", inner.name);
            let part = Part {
                ty: inner.ty,
                at: around.at + inner.at,
                shared: true,
                properties: inherited(inner.ty, around.properties),
            };
            if stands_alone(inner.ty) {
                self.part(object, part, &path);
            } else {
                self.holes(object, part, &path);
            }
        }
    }

    fn argument(&mut self, ty: &Type, path: &str, properties: &[Property]) -> usize {
        self.arguments.push(Argument {
            path: path.to_owned(),
            spelling: ty.spelling.clone(),
            ty: argument_type(ty),
            size: ty.size,
            align: ty.align.max(1),
            offset: 0,
            type_id: ty.type_id,
            properties: properties.to_vec(),
        });
        self.arguments.len() - 1
    }
}

#[derive(Clone, Copy)]
struct Part<'n> {
    ty: &'n Type,
    at: u64,
    /// Its tail padding may contain other objects.
    shared: bool,
    /// The properties of the arguments for it.
    properties: &'n [Property],
}

/// Whether an object becomes separate arguments, wherever it is.
fn stands_alone(ty: &Type) -> bool {
    ty.is_decomposed() || ty.separate
}

/// Whether a part of an object becomes separate arguments, but not the object.
fn is_split(ty: &Type) -> bool {
    ty.requires_decomposition()
        || (ty.kind != Kind::Union && ty.subobjects().any(|s| needs_split(s.ty)))
}

/// Whether an object or a part of it becomes separate arguments.
fn needs_split(ty: &Type) -> bool {
    stands_alone(ty) || is_split(ty)
}

/// The properties of a part of an object with properties.
fn inherited<'n>(part: &'n Type, around: &'n [Property]) -> &'n [Property] {
    if part.separate || part.is_decomposed() && !part.properties.is_empty() {
        &part.properties
    } else {
        around
    }
}

fn argument_type(ty: &Type) -> ArgumentType {
    match ty.kind {
        // So that the properties of a class around a pointer apply to a pointer.
        Kind::Class if ty.separate => only_member(ty).map_or(ArgumentType::Object, argument_type),
        Kind::Pointer | Kind::FunctionPointer => ArgumentType::Pointer,
        Kind::Builtin | Kind::Enumeration => match ty.spelling.as_str() {
            "float" | "double" => ArgumentType::Float,
            _ if matches!(ty.size, 1 | 2 | 4 | 8) && !ty.spelling.contains("_Float") => {
                ArgumentType::Integer
            }
            _ => ArgumentType::Object,
        },
        _ => ArgumentType::Object,
    }
}

/// The only member of a class.
fn only_member(ty: &Type) -> Option<&Type> {
    let mut parts = ty.subobjects().filter(|part| part.ty.data_size != Some(0));
    let only = parts.next().filter(|part| part.at == 0 && part.ty.size == ty.size)?.ty;
    let whole = parts.next().is_none() && !ty.has_bit_fields() && !ty.polymorphic;
    match only.kind {
        Kind::Class if whole => only_member(only),
        Kind::Pointer | Kind::Builtin | Kind::Enumeration if whole => Some(only),
        _ => None,
    }
}

/// Whether an object with decomposed parts is passed with holes for them; otherwise its other parts are
/// passed one by one.
///
/// An object whose parts are all decomposed is not passed. Bit-fields have no address and virtual table
/// pointers no name, so they are passed with their object.
fn passes_whole(ty: &Type) -> bool {
    if ty.has_bit_fields() || ty.polymorphic || ty.bases.iter().any(|base| base.virtual_base) {
        return true;
    }
    if ty.kind == Kind::Array || ty.subobjects().all(|s| needs_split(s.ty)) {
        return false;
    }
    ARGUMENT_COST + ty.size < separate_cost(ty)
}

/// The cost of the parts that are passed as bytes, each in its cheapest way.
fn separate_cost(ty: &Type) -> u64 {
    ty.subobjects()
        .map(|part| match part.ty {
            ty if stands_alone(ty) || ty.data_size == Some(0) => 0,
            ty if !is_split(ty) => ARGUMENT_COST + ty.size,
            ty if passes_whole(ty) => ARGUMENT_COST + ty.size,
            ty => separate_cost(ty),
        })
        .fold(0, u64::saturating_add)
}

/// The bytes of an object that do not belong to decomposed parts.
fn kept_bytes(ty: &Type, at: u64, pieces: &mut Vec<(u64, u64)>) {
    if ty.polymorphic {
        // The virtual table pointer.
        pieces.push((at, 8));
    }
    for field in &ty.fields {
        if let (Some(first), Some(width)) = (field.bit_offset, field.bit_width)
            && width > 0
        {
            let last = (first + width - 1) / 8;
            pieces.push((at + first / 8, last - first / 8 + 1));
        }
    }
    for part in ty.subobjects() {
        let first = at + part.at;
        if !needs_split(part.ty) {
            let shared = if ty.kind == Kind::Array { None } else { part.ty.data_size };
            pieces.push((first, shared.unwrap_or(part.ty.size)));
        } else if !stands_alone(part.ty) {
            kept_bytes(part.ty, first, pieces);
        }
    }
    merge(pieces);
}

/// Merges adjacent and overlapping pieces.
fn merge(pieces: &mut Vec<(u64, u64)>) {
    pieces.retain(|&(_, bytes)| bytes > 0);
    pieces.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(pieces.len());
    for &(first, bytes) in pieces.iter() {
        match merged.last_mut() {
            Some((start, length)) if *start + *length >= first => {
                *length = (*length).max(first + bytes - *start);
            }
            _ => merged.push((first, bytes)),
        }
    }
    *pieces = merged;
}

#[cfg(test)]
mod tests;
