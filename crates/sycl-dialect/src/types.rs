//! The types of the dialect, from one table.
//!
//! A type is written `!sycl.name<[parameters], (body)>`. The body is the C++ layout, a list of types; it may
//! be omitted where it is not needed.

use scythe_mlir::{Attribute, Location, Parser, Printer, Stop, Type, TypeDefinition, VerifyError};

mod alias;
mod layout;

pub use alias::alias;
pub use layout::{is_empty, layout, layout_with};

/// The kind of a type's parameter, and its syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number of dimensions: 1, 2 or 3.
    Dimensions,
    /// Any number that is not negative.
    Number,
    /// `true` or `false`.
    Flag,
    /// A flag that comes last and is written only if it is true.
    OptionalFlag,
    /// An element type.
    Element,
    /// An element type of `vec`.
    VectorElement,
    /// A length of `vec`.
    VectorLength,
    /// One of the words of a list.
    Word(&'static Words),
    /// Any number of further numbers.
    Numbers,
}

/// The words for a parameter, each with its abbreviation in aliases.
#[derive(Debug, PartialEq, Eq)]
pub struct Words {
    /// Their meaning.
    pub what: &'static str,
    /// The words and their abbreviations.
    pub words: &'static [(&'static str, &'static str)],
}

impl Words {
    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|(known, _)| *known == word)
    }
}

/// Access modes of accessors (SYCL 2020 §4.7.6.2, with those that it deprecates).
pub static MODES: Words = Words {
    what: "access mode",
    words: &[
        ("read", "r"),
        ("write", "w"),
        ("read_write", "rw"),
        ("discard_write", "dw"),
        ("discard_read_write", "drw"),
        ("atomic", "ato"),
    ],
};

/// Targets of accessors (SYCL 2020 §4.7.6.1, with those that it deprecates).
pub static TARGETS: Words = Words {
    what: "access target",
    words: &[
        ("device", "dev"),
        ("global_buffer", "gb"),
        ("constant_buffer", "cb"),
        ("local", "l"),
        ("image", "i"),
        ("host_buffer", "hb"),
        ("host_image", "hi"),
        ("image_array", "ia"),
        ("host_task", "ht"),
    ],
};

/// Address spaces of pointers (SYCL 2020 §4.7.7.1).
pub static SPACES: Words = Words {
    what: "address space",
    words: &[
        ("private", "pri"),
        ("global", "glo"),
        ("constant", "cons"),
        ("local", "loc"),
        ("generic", "gen"),
    ],
};

/// Whether a pointer is decorated (SYCL 2020 §4.7.7.1).
pub static DECORATED: Words =
    Words { what: "decoration", words: &[("no", "no"), ("yes", "yes"), ("legacy", "legacy")] };

/// The form of a type's alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alias {
    /// It has none.
    None,
    /// The name only.
    Name,
    /// The name and all parameters in sequence.
    Parameters,
    /// The same with a trailing underscore.
    Closed,
}

/// A type.
#[derive(Debug)]
pub struct SyclType {
    /// Its name in the dialect.
    pub name: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The base classes, to which `sycl.cast` converts.
    pub bases: &'static [&'static str],
    /// Its description.
    pub summary: &'static str,
    alias: Alias,
}

macro_rules! types {
    ($($(#[doc = $doc:literal])+ $name:literal [$($parameter:expr),*] $(: $($base:literal),+)? , $alias:ident;)*) => {
        /// All types of the dialect.
        pub static TYPES: &[SyclType] = &[$(SyclType {
            name: $name,
            parameters: &[$($parameter),*],
            bases: &[$($($base),+)?],
            summary: concat!($($doc),+),
            alias: Alias::$alias,
        }),*];
    };
}

use Parameter::{
    Dimensions, Element, Flag, Number, Numbers, OptionalFlag, VectorElement, VectorLength, Word,
};

types! {
    /// The components of an id or a range: the base class of both.
    "array" [Dimensions], Closed;
    /// A position in an index space.
    "id" [Dimensions] : "array", Closed;
    /// The extent of an index space.
    "range" [Dimensions] : "array", Closed;
    /// The extent of an index space with work-groups.
    "nd_range" [Dimensions], Closed;
    /// What items with and without offset share.
    "item_base" [Dimensions, Flag], Closed;
    /// A work-item of a kernel over a range; the flag says whether it knows an offset.
    "item" [Dimensions, Flag] : "item_base", Closed;
    /// A work-item of a kernel over an nd_range.
    "nd_item" [Dimensions], Closed;
    /// A work-group.
    "group" [Dimensions], Closed;
    /// A work-item of hierarchical parallelism.
    "h_item" [Dimensions], Closed;
    /// A sub-group.
    "sub_group" [], Name;
    /// What all accessors share.
    "accessor_common" [], Name;
    /// What makes objects comparable without owning what they refer to.
    "owner_less_base" [], Name;
    /// What an accessor holds on the device: offset, access range, memory range.
    "accessor_impl_device" [Dimensions], Closed;
    /// What `accessor[i]` yields while dimensions remain.
    "accessor_subscript" [Number], Closed;
    /// An accessor: dimensions, element, access mode, target.
    "accessor" [Number, Element, Word(&MODES), Word(&TARGETS)]
        : "accessor_common", "local_accessor_base", "owner_less_base", Parameters;
    /// What local accessors share: dimensions, element, access mode.
    "local_accessor_base" [Number, Element, Word(&MODES)] : "accessor_common", Parameters;
    /// What a local accessor holds on the device.
    "local_accessor_base_device" [Dimensions], Closed;
    /// An accessor of local memory: dimensions, element.
    "local_accessor" [Number, Element] : "local_accessor_base", "owner_less_base", Parameters;
    /// A buffer: dimensions, element; a third parameter says that it is a sub-buffer.
    "buffer" [Dimensions, Element, OptionalFlag], Parameters;
    /// A pointer that knows its address space: element, address space, decoration.
    "multi_ptr" [Element, Word(&SPACES), Word(&DECORATED)], Parameters;
    /// An atomic of SYCL 1.2.1: element, address space.
    "atomic" [Element, Word(&SPACES)], Parameters;
    /// A vector: element, length.
    "vec" [VectorElement, VectorLength], Closed;
    /// Some components of a vector: the vector, then the numbers of the components.
    "swizzled_vec" [Element, Numbers], None;
    /// A floating-point number of 16 bits.
    "half" [], Name;
    /// The function object `sycl::maximum`.
    "maximum" [Element], Parameters;
    /// The function object `sycl::minimum`.
    "minimum" [Element], Parameters;
    /// A stream that kernels write text to.
    "stream" [], Name;
    /// A handler inside of kernels.
    "kernel_handler" [], Name;
}

/// The definition of a type, by name.
#[must_use]
pub fn find(name: &str) -> Option<&'static SyclType> {
    TYPES.iter().find(|ty| ty.name == name)
}

/// The parts of a type of the dialect.
#[derive(Clone, Debug)]
pub struct Parts<'c> {
    /// Its definition.
    pub definition: &'static SyclType,
    /// The parameters.
    pub parameters: Vec<Attribute<'c>>,
    /// The layout; empty if unknown.
    pub body: Vec<Type<'c>>,
}

impl Parts<'_> {
    /// The number of dimensions, for types with dimensions.
    #[must_use]
    pub fn dimensions(&self) -> Option<u32> {
        let first = self.definition.parameters.first();
        matches!(first, Some(Dimensions | Number))
            .then(|| u32::try_from(self.parameters.first()?.as_integer()?).ok())
            .flatten()
    }
}

impl<'c> Parts<'c> {
    /// The number of dimensions of the object's index; a sub-group has one.
    #[must_use]
    pub fn index_dimensions(&self) -> Option<u32> {
        self.dimensions().or((self.definition.name == "sub_group").then_some(1))
    }

    /// The element type, for types with elements.
    #[must_use]
    pub fn element(&self) -> Option<Type<'c>> {
        let at =
            self.definition.parameters.iter().position(|p| matches!(p, Element | VectorElement))?;
        self.parameters.get(at)?.as_type()
    }
}

/// The parts of a type of the dialect; none for other types.
#[must_use]
pub fn parts(ty: Type<'_>) -> Option<Parts<'_>> {
    let definition = find(ty.defined_name()?)?;
    let mut all = ty.parameters();
    let body = all.pop()?.as_array()?.iter().filter_map(|part| part.as_type()).collect();
    Some(Parts { definition, parameters: all, body })
}

/// A type from its name, parameters and layout; MLIR reports errors.
#[must_use]
pub fn make<'c>(
    at: Location<'c>,
    name: &str,
    parameters: &[Attribute<'c>],
    body: &[Type<'c>],
) -> Option<Type<'c>> {
    let body: Vec<_> = body.iter().map(|&part| Attribute::ty(part)).collect();
    let mut all = parameters.to_vec();
    all.push(Attribute::array(at, &body));
    Type::defined(at, name, &all)
}

/// A type, or a pointer to it, without the layout, which would be too long for messages.
#[must_use]
pub fn without_body<'c>(at: Location<'c>, ty: Type<'c>) -> Type<'c> {
    if let Some(parts) = parts(ty) {
        return make(at, parts.definition.name, &parts.parameters, &[]).unwrap_or(ty);
    }
    match (ty.memref_parts(), ty.memref_shape().as_deref()) {
        (Some((element, space)), Some([size])) => {
            Type::memref(at, *size, without_body(at, element), space).unwrap_or(ty)
        }
        _ => ty,
    }
}

/// A type with dimensions only, with the layout of SYCL's own headers: `id` and `range` are arrays of
/// numbers, others have no layout.
#[must_use]
pub fn index_type<'c>(at: Location<'c>, name: &str, dimensions: u32) -> Option<Type<'c>> {
    let number = Attribute::integer(Type::integer(at, 64), dimensions.into());
    let body = match name {
        "id" | "range" => vec![index_type(at, "array", dimensions)?],
        "array" => {
            vec![Type::memref(at, Some(dimensions.into()), Type::integer(at, 64), None)?]
        }
        _ => Vec::new(),
    };
    make(at, name, &[number], &body)
}

/// The name of a type of the dialect, and its dimensions.
#[must_use]
pub fn shape(ty: Type<'_>) -> Option<(&'static str, Option<u32>)> {
    let parts = parts(ty)?;
    Some((parts.definition.name, parts.dimensions()))
}

/// Whether a type inherits from another, directly or indirectly.
#[must_use]
pub fn inherits(derived: &str, base: &str) -> bool {
    find(derived).is_some_and(|ty| ty.bases.iter().any(|b| *b == base || inherits(b, base)))
}

/// Whether a type is a base class of another: it inherits from it, and common parameters are equal.
#[must_use]
pub fn is_base(base: Type<'_>, derived: Type<'_>) -> bool {
    let (Some(base), Some(derived)) = (parts(base), parts(derived)) else { return false };
    fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
        one.is_none() || other.is_none() || one == other
    }
    inherits(derived.definition.name, base.definition.name)
        && agree(base.dimensions(), derived.dimensions())
        && agree(base.element(), derived.element())
}

impl TypeDefinition for SyclType {
    fn name(&self) -> &str {
        self.name
    }

    fn parse<'p>(&self, parser: &mut Parser<'p>) -> Result<Vec<Attribute<'p>>, Stop> {
        let at = parser.at();
        let mut found = Vec::new();
        let mut body = Vec::new();
        if self.parameters.is_empty() {
            // `!sycl.half<(f16)>`: there is only a body, if anything.
            if parser.optional_punctuation('<') {
                body = parse_body(parser)?;
                parser.punctuation('>')?;
            }
        } else {
            parser.punctuation('<')?;
            let bracketed = parser.optional_punctuation('[');
            if !bracketed && !matches!(self.parameters, [Element]) {
                // It is missing, and this call reports that.
                parser.punctuation('[')?;
            }
            for (index, parameter) in self.parameters.iter().enumerate() {
                match parameter {
                    Numbers => {
                        while parser.optional_punctuation(',') {
                            found.push(number(at, parser.integer()?));
                        }
                    }
                    OptionalFlag => {
                        let written = parser.optional_punctuation(',');
                        found.push(Attribute::boolean(at, written && parse_flag(parser)?));
                    }
                    _ => {
                        if index > 0 {
                            parser.punctuation(',')?;
                        }
                        found.push(parameter.parse(parser)?);
                    }
                }
            }
            if bracketed {
                parser.punctuation(']')?;
            }
            if parser.optional_punctuation(',') {
                body = parse_body(parser)?;
            }
            parser.punctuation('>')?;
        }
        let body: Vec<_> = body.into_iter().map(Attribute::ty).collect();
        found.push(Attribute::array(at, &body));
        Ok(found)
    }

    fn print(&self, parameters: &[Attribute<'_>], printer: &mut Printer) {
        let Some((body, parameters)) = parameters.split_last() else { return };
        let body = body.as_array().unwrap_or_default();
        if self.parameters.is_empty() && body.is_empty() {
            return;
        }
        printer.text("<");
        if !self.parameters.is_empty() {
            printer.text("[");
            let written = parameters.iter().enumerate().filter(|(index, parameter)| {
                self.parameters.get(*index) != Some(&OptionalFlag)
                    || parameter.as_boolean() == Some(true)
            });
            printer.list(written, |printer, (_, &parameter)| print_parameter(parameter, printer));
            printer.text("]");
        }
        if !body.is_empty() {
            printer.text(if self.parameters.is_empty() { "(" } else { ", (" });
            printer.list(body, |printer, part| print_parameter(part, printer));
            printer.text(")");
        }
        printer.text(">");
    }

    fn verify(&self, parameters: &[Attribute<'_>]) -> Result<(), VerifyError> {
        let wrong = |why: String| Err(VerifyError(format!("'!sycl.{}' {why}", self.name)));
        let Some((_, parameters)) = parameters.split_last() else {
            return wrong("has no body".into());
        };
        let known = self.parameters.iter().filter(|p| **p != Numbers).count();
        let open = known < self.parameters.len();
        if parameters.len() < known || (parameters.len() > known && !open) {
            return wrong(format!("cannot have {} parameters", parameters.len()));
        }
        // The last one applies to all parameters that follow.
        let expected = self.parameters.iter().chain(self.parameters.last().into_iter().cycle());
        for (parameter, value) in expected.zip(parameters) {
            if let Err(why) = parameter.check(*value) {
                return wrong(why);
            }
        }
        Ok(())
    }
}

impl Parameter {
    fn parse<'p>(self, parser: &mut Parser<'p>) -> Result<Attribute<'p>, Stop> {
        let at = parser.at();
        match self {
            Dimensions | Number | VectorLength | Numbers => Ok(number(at, parser.integer()?)),
            Flag | OptionalFlag => Ok(Attribute::boolean(at, parse_flag(parser)?)),
            Element | VectorElement => Ok(Attribute::ty(parser.ty()?)),
            Word(words) => {
                let word = parser.any_keyword()?;
                if !words.has(&word) {
                    let known: Vec<_> = words.words.iter().map(|(word, _)| *word).collect();
                    let known = known.join(", ");
                    return parser.error(&format!(
                        "unknown {} '{word}', expected one of: {known}",
                        words.what
                    ));
                }
                Ok(Attribute::string(at, &word))
            }
        }
    }

    fn check(self, value: Attribute<'_>) -> Result<(), String> {
        match self {
            Dimensions if !value.as_integer().is_some_and(|n| (1..=3).contains(&n)) => {
                Err(format!("must have 1, 2 or 3 dimensions, but has {}", plain(value)))
            }
            Number if !value.as_integer().is_some_and(|n| (0..=3).contains(&n)) => {
                Err(format!("must have 0 to 3 dimensions, but has {}", plain(value)))
            }
            VectorLength
                if !value.as_integer().is_some_and(|n| [1, 2, 3, 4, 8, 16].contains(&n)) =>
            {
                Err(format!("must have 1, 2, 3, 4, 8 or 16 elements, but has {}", plain(value)))
            }
            VectorElement => {
                let ty = value.as_type();
                let ok = ty.is_some_and(|ty| {
                    let width = ty.integer_width();
                    width.is_some_and(|w| [1, 8, 16, 32, 64].contains(&w))
                        || ty.is_float()
                        || ty.defined_name() == Some("half")
                });
                if ok { Ok(()) } else { Err(format!("cannot have elements of type {value}")) }
            }
            Word(words) if value.as_string().is_none_or(|word| !words.has(word)) => {
                Err(format!("has no {} {value}", words.what))
            }
            Element if value.as_type().is_none() => Err(format!("has no type of elements {value}")),
            Flag | OptionalFlag if value.as_boolean().is_none() => {
                Err(format!("has no flag {value}"))
            }
            Numbers if value.as_integer().is_none() => Err(format!("has no number {value}")),
            _ => Ok(()),
        }
    }
}

fn plain(value: Attribute<'_>) -> String {
    value.as_integer().map_or_else(|| value.to_string(), |n| n.to_string())
}

fn number(at: Location<'_>, value: i64) -> Attribute<'_> {
    Attribute::integer(Type::integer(at, 64), value)
}

fn parse_flag(parser: &mut Parser<'_>) -> Result<bool, Stop> {
    if parser.optional_keyword("true") {
        return Ok(true);
    }
    if parser.optional_keyword("false") {
        return Ok(false);
    }
    parser.error("expected 'true' or 'false'")
}

fn parse_body<'p>(parser: &mut Parser<'p>) -> Result<Vec<Type<'p>>, Stop> {
    parser.punctuation('(')?;
    let body = parser.list(Parser::ty)?;
    parser.punctuation(')')?;
    Ok(body)
}

fn print_parameter(parameter: Attribute<'_>, printer: &mut Printer) {
    if let Some(ty) = parameter.as_type() {
        printer.ty(ty);
    } else if let Some(word) = parameter.as_string() {
        printer.text(word);
    } else if let Some(flag) = parameter.as_boolean() {
        printer.text(if flag { "true" } else { "false" });
    } else {
        printer.text(&plain(parameter));
    }
}
