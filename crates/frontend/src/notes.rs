//! Kernel notes: the plugin's description of the kernels of a translation unit.
//!
//! The format is JSON, one file per pass, and has a version: plugin and compiler are built together, but a
//! stale plugin in an old prefix must be detected.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arguments::plan::Plan;

/// The version this compiler reads, which the plugin writes.
pub const VERSION: u32 = scythe_image::facts::NOTES_VERSION;

/// The notes of one pass over one translation unit.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Notes {
    /// [`VERSION`].
    pub version: u32,
    /// Which pass wrote them.
    pub pass: Pass,
    /// clang's target triple in that pass.
    pub target: String,
    /// The kernels, in clang's order.
    pub kernels: Vec<Kernel>,
    /// The device variables that are defined or used here.
    #[serde(default)]
    pub device_globals: Vec<DeviceGlobal>,
}

/// A `device_global`, or an array of them.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceGlobal {
    /// Its mangled name.
    pub symbol: String,
    /// Its name as the source spells it.
    pub name: String,
    /// Bytes of a value.
    pub element_size: u64,
    /// Bytes.
    pub align: u64,
    /// The flags of its record.
    pub flags: u32,
    /// How many values there are, in an array of such variables.
    pub count: u64,
    /// Whether this translation unit defines it.
    pub defined: bool,
    /// Whether its initial value is known at compile time.
    pub constant: bool,
    /// Where it is declared.
    #[serde(default)]
    pub location: Option<Location>,
}

impl DeviceGlobal {
    /// Bytes of all values.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.element_size.saturating_mul(self.count)
    }
}

/// A pass of clang over the source.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// The pass that makes host code.
    Host,
    /// A pass that makes device code.
    Device,
}

/// One kernel.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Kernel {
    /// The entry point's symbol, the mangled type name of the kernel name.
    pub symbol: String,
    /// The kernel name as the source spells it.
    pub name: String,
    /// The mangled name of the function that has the entry point attribute.
    pub entry: String,
    /// Whether another translation unit can have the same kernel.
    pub visible: bool,
    /// Whether it runs over a plain range, so that the runtime chooses its work-groups.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain_range: bool,
    /// Where the kernel's function object is written.
    pub location: Option<Location>,
    /// The location of its launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launched: Option<Location>,
    /// The location for people, with the file named as by `__FILE__`: that of the function object, or of the
    /// launch if a header defines the object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Location>,
    /// The parameters of the entry point: in Scythe's headers, the function object.
    pub parameters: Vec<Type>,
    /// Its attributes.
    #[serde(default)]
    pub attributes: Attributes,
    /// Its properties: attributes of its function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
    /// Whether the program launches it through a function of its own, for which the host pass has counted the
    /// arguments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_launch: bool,
    /// How its arguments are passed; none if they cannot be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// The attributes of a kernel (SYCL 2020 §5.8.1).
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Attributes {
    /// `[[sycl::reqd_sub_group_size(n)]]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reqd_sub_group_size: Option<Sizes>,
    /// `[[sycl::reqd_work_group_size(…)]]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reqd_work_group_size: Option<Sizes>,
    /// `[[sycl::work_group_size_hint(…)]]`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work_group_size_hint: Option<Sizes>,
    /// `[[sycl::device_has(…)]]`: numbers of aspects
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_has: Option<Sizes>,
}

/// The numbers in an attribute. The plugin has checked them: there are one to three sizes, and none is zero.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// In SYCL's order of dimensions.
    pub sizes: Vec<u64>,
    /// The location of the attribute.
    pub location: Option<Location>,
}

/// A source location.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Location {
    /// The file as clang names it.
    pub file: String,
    /// Counted from one.
    pub line: u32,
    /// Counted from one, in bytes.
    pub column: u32,
    /// clang's number of the location, while clang runs: clang can print more about it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub id: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that serde requires.
pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl PartialEq for Location {
    /// Locations have different numbers in the two passes.
    fn eq(&self, other: &Self) -> bool {
        (&self.file, self.line, self.column) == (&other.file, other.line, other.column)
    }
}

impl Eq for Location {}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The kind of a type.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A reference.
    Reference,
    /// An array of known length.
    Array,
    /// A lambda's closure.
    Closure,
    /// A union.
    Union,
    /// Any other class.
    Class,
    /// A pointer to a function.
    FunctionPointer,
    /// A pointer to an object.
    Pointer,
    /// A pointer to a data member.
    DataMemberPointer,
    /// A pointer to a member function.
    MemberFunctionPointer,
    /// An enumeration.
    Enumeration,
    /// An arithmetic type, `void` or `nullptr_t`.
    Builtin,
    /// Something else, such as a vector type.
    Other,
}

/// A type and its subobjects; also a member with its type.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Type {
    /// The canonical type as text.
    #[serde(rename = "type")]
    pub spelling: String,
    /// The kind.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// The name of the member, capture or parameter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Bytes from the start of the enclosing object.
    #[serde(default)]
    pub offset: u64,
    /// For classes: the bytes that are used; the rest of the size may contain other objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_size: Option<u64>,
    /// The plugin's number of the type, while clang runs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub type_id: u32,
    /// Where the member or capture is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Where the class is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Location>,
    /// How a lambda captures it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture: Option<Capture>,
    /// Bits from the start of the enclosing object, for bit-fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_offset: Option<u64>,
    /// Bits, for bit-fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bit_width: Option<u64>,
    /// The number of elements, for arrays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The element type, for arrays; without a count, that of a complex, vector or atomic type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<Box<Type>>,
    /// Base classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Type>,
    /// Data members, or captures of a lambda.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Type>,
    /// For classes: an aggregate in the sense of C++.
    #[serde(default)]
    pub aggregate: bool,
    /// Trivially copyable in the sense of C++.
    #[serde(default)]
    pub trivially_copyable: bool,
    /// For classes: declared in a system header, so that its members are an implementation detail.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub system: bool,
    /// For arithmetic types: not supported by the target of the pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsupported: bool,
    /// For classes that are not trivially copyable: their eligible copy and move constructors and assignment
    /// operators.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<Copying>,
    /// For classes that are not trivially copyable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructor: Option<Destructor>,
    /// For classes: has virtual functions.
    #[serde(default)]
    pub polymorphic: bool,
    /// For bases: a virtual one.
    #[serde(default, rename = "virtual")]
    pub virtual_base: bool,
    /// The value of `sycl::is_device_copyable_v` for classes that are not trivially copyable, where the
    /// headers define it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_copyable: Option<bool>,
    /// The member function `sycl_deconstruct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deconstruct: Option<Signature>,
    /// The static member function `sycl_reconstruct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstruct: Option<Signature>,
    /// The elements of the result of `sycl_deconstruct`, if it is tuple-like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<Type>>,
    /// Stands for an enclosing type: the type contains itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recursive: bool,
    /// Whether its decomposition was given up as unbounded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The function that destroys such an object, if one is needed: kernel parameters only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destroy: Option<String>,
    /// `annotate` attributes of the class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<Annotation>,
    /// For classes: the properties of a kernel argument of this type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<Property>,
    /// Becomes a separate kernel argument because it has properties ([`crate::arguments::plan`]).
    #[serde(skip)]
    pub separate: bool,
}

/// How a lambda captures.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Capture {
    /// By copy, `*this` included.
    Copy,
    /// By reference.
    Reference,
    /// The pointer `this`.
    This,
}

/// The access specifier of a member.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Everybody.
    #[default]
    Public,
    /// Derived classes.
    Protected,
    /// The class itself.
    Private,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Public => "public",
            Self::Protected => "protected",
            Self::Private => "private",
        })
    }
}

/// A constructor or assignment operator that copies or moves.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Copying {
    /// `copy constructor` and so on.
    pub operation: String,
    /// Its access specifier.
    pub access: Access,
    /// Whether the program provides it.
    pub provided: bool,
    /// Where it is declared; where the class is, if the compiler provides it.
    pub location: Option<Location>,
}

/// A destructor.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Destructor {
    /// Its access specifier.
    pub access: Access,
    /// Whether it is deleted.
    pub deleted: bool,
    /// Whether the program provides it.
    pub provided: bool,
    /// Where it is declared; where the class is, if the compiler provides it.
    pub location: Option<Location>,
}

/// A member function of the decomposition protocol.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Signature {
    /// The mangled name.
    pub symbol: String,
    /// Whether it is static.
    #[serde(rename = "static")]
    pub is_static: bool,
    /// Whether it never returns.
    pub noreturn: bool,
    /// Whether it takes `...`.
    #[serde(default)]
    pub variadic: bool,
    /// Whether it is deleted.
    #[serde(default)]
    pub deleted: bool,
    /// Its access specifier.
    #[serde(default)]
    pub access: Access,
    /// The number of functions of that name in the class; this is the one that is called, or one of them.
    #[serde(default = "one")]
    pub declared: u32,
    /// Whether overload resolution finds one function for the protocol's call.
    #[serde(default = "yes")]
    pub resolved: bool,
    /// For `sycl_reconstruct`: whether it returns the class itself, without qualifiers.
    #[serde(default = "yes")]
    pub exact: bool,
    /// The result type.
    pub result: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Where it is declared.
    pub location: Option<Location>,
    /// The headers' function that calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<String>,
}

/// A parameter of a protocol function.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Parameter {
    /// Its type.
    #[serde(rename = "type")]
    pub spelling: String,
    /// Whether it has a default argument.
    pub default: bool,
    /// Whether it can be initialised with the corresponding element, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<bool>,
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

/// A compile-time property. The front end does not interpret it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Property {
    /// The name of the attribute in IR.
    pub name: String,
    /// Its value as text; empty where there is none.
    pub value: String,
}

/// An `annotate` attribute.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Annotation {
    /// Its first argument.
    pub name: String,
    /// The other arguments, evaluated.
    pub arguments: Vec<serde_json::Value>,
}

/// Why notes cannot be used.
#[derive(Debug)]
pub enum NotesError {
    /// Not the JSON this compiler expects.
    Malformed(serde_json::Error),
    /// Written by a plugin of another version.
    Version(u32),
}

impl fmt::Display for NotesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "the plugin's kernel notes are malformed: {error}"),
            Self::Version(found) => write!(
                f,
                "the plugin wrote kernel notes of version {found}, this compiler reads {VERSION}: \
                 plugin and compiler are of different builds"
            ),
        }
    }
}

impl std::error::Error for NotesError {}

/// Reads notes.
///
/// # Errors
/// When they are malformed or of another version.
pub fn parse(text: &str) -> Result<Notes, NotesError> {
    #[derive(Deserialize)]
    struct Head {
        version: u32,
    }
    let head: Head = read(text).map_err(NotesError::Malformed)?;
    if head.version != VERSION {
        return Err(NotesError::Version(head.version));
    }
    read(text).map_err(NotesError::Malformed)
}

/// Reads JSON of any depth: a `std::tuple` of a hundred members is a hundred nested classes, and clang limits
/// the depth of templates.
pub(crate) fn read<T: serde::de::DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_may_lie_deep_in_others() {
        let deep = format!("{}0{}", "[".repeat(1000), "]".repeat(1000));
        assert!(read::<serde_json::Value>(&deep).is_ok());
        assert!(read::<u32>("1 2").is_err(), "what follows counts");
    }

    #[test]
    fn another_version_is_refused_before_anything_else_is_read() {
        let error = parse(r#"{"version": 99, "shape": "unknown"}"#).unwrap_err();
        assert!(matches!(error, NotesError::Version(99)));
        assert!(error.to_string().contains("different builds"));
    }

    #[test]
    fn malformed_notes_are_an_error() {
        assert!(matches!(parse("{"), Err(NotesError::Malformed(_))));
        assert!(matches!(parse(r#"{"version": 4}"#), Err(NotesError::Malformed(_))));
    }

    #[test]
    fn attributes_are_read_and_unknown_ones_refused() {
        let notes = |attributes: &str| {
            parse(&format!(
                r#"{{"version": 4, "pass": "device", "target": "x86_64", "kernels": [
                    {{"symbol": "s", "name": "k", "entry": "e", "visible": true, "location": null,
                      "parameters": [], "attributes": {{{attributes}}}}}]}}"#
            ))
        };
        let asked =
            r#""reqd_work_group_size": {"sizes": [2, 18446744073709551615], "location": null}"#;
        let read = notes(asked).expect("these are notes");
        let sizes = read.kernels[0].attributes.reqd_work_group_size.as_ref().map(|s| &s.sizes);
        assert_eq!(sizes, Some(&vec![2, u64::MAX]));
        assert_eq!(notes("").expect("none is fine").kernels[0].attributes, Attributes::default());
        let unknown = notes(r#""reqd_shoe_size": {"sizes": [44], "location": null}"#);
        assert!(matches!(unknown, Err(NotesError::Malformed(_))));
    }
}
