//! Kernel arguments: what may be passed, and how it is passed to the device.
//!
//! [`rules`] finds errors in the types of a kernel's parameters; for correct ones, [`plan`] decides which arguments
//! the kernel gets and how its objects are rebuilt; [`separate`] decides which objects become separate arguments
//! because of their properties; [`pointers`] finds the pointers among the arguments, and [`layout`] determines their
//! offsets.

pub mod layout;
pub mod plan;
pub mod pointers;
pub mod rules;
pub mod separate;

use scythe_image::facts::{CLASS_MARK, SPECIAL_CLASS_MARK};

use crate::notes::{Kind, Type};

impl Type {
    /// The name and template arguments of a class of SYCL that the compiler knows: `accessor`, dimensions, mode,
    /// target and bytes of an element; `local_accessor`, dimensions.
    #[must_use]
    pub fn sycl_class(&self) -> Option<Vec<&str>> {
        let annotation =
            self.annotations.iter().find(|annotation| annotation.name == CLASS_MARK)?;
        annotation.arguments.iter().map(serde_json::Value::as_str).collect()
    }

    /// Opts in to the decomposition protocol.
    #[must_use]
    pub fn is_decomposed(&self) -> bool {
        matches!(self.kind, Kind::Class | Kind::Closure) && self.deconstruct.is_some()
    }

    /// One of SYCL's own types that may be a member of any class (SYCL 2020 §4.12.4): accessors and the like.
    #[must_use]
    pub fn is_special(&self) -> bool {
        self.is_decomposed() && self.annotations.iter().any(|a| a.name == SPECIAL_CLASS_MARK)
    }

    /// Whether the rules apply to its subobjects instead: arrays, aggregates and closures.
    #[must_use]
    pub fn is_composed(&self) -> bool {
        match self.kind {
            Kind::Array | Kind::Closure => true,
            Kind::Class => self.aggregate,
            _ => false,
        }
    }

    /// Cannot be passed as bytes: it is, or contains, an object that is decomposed on the host and rebuilt on
    /// the device.
    ///
    /// In classes that are not aggregates only SYCL's own types are rebuilt; others are errors.
    #[must_use]
    pub fn requires_decomposition(&self) -> bool {
        if self.is_decomposed() {
            return true;
        }
        if self.is_composed() {
            return self.subobjects().any(|s| s.ty.requires_decomposition());
        }
        self.has_special()
    }

    fn has_special(&self) -> bool {
        self.is_special()
            || (self.kind != Kind::Union && self.subobjects().any(|s| s.ty.has_special()))
    }

    /// The direct subobjects: bases, members that are not bit-fields, elements.
    pub fn subobjects(&self) -> impl Iterator<Item = Subobject<'_>> {
        let count = if self.element.is_some() { self.count.unwrap_or(0) } else { 0 };
        let elements = (0..count).zip(self.element.iter().cycle()).map(|(index, element)| {
            Subobject { ty: element, at: index * element.size, name: format!("[{index}]") }
        });
        let bases = self.bases.iter().map(|base| Subobject {
            ty: base,
            at: base.offset,
            name: format!(".{}", base.spelling),
        });
        let fields = self.fields.iter().filter(|field| field.bit_width.is_none());
        let fields = fields.map(|field| Subobject {
            ty: field,
            at: field.offset,
            name: format!(".{}", field.name.as_deref().unwrap_or("<unnamed>")),
        });
        bases.chain(fields).chain(elements)
    }

    /// Has bit-fields, which are not subobjects.
    #[must_use]
    pub fn has_bit_fields(&self) -> bool {
        self.fields.iter().any(|field| field.bit_width.is_some())
    }
}

/// A part of an object.
pub struct Subobject<'n> {
    /// Its type.
    pub ty: &'n Type,
    /// Bytes from the start of the object.
    pub at: u64,
    /// What is appended to the object's path: `.member`, `[3]`.
    pub name: String,
}
