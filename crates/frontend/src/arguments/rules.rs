//! What may be passed to a kernel (SYCL 2020 §3.13.1, §4.12.4).
//!
//! The rules, in the order in which they apply to a type:
//!
//! 1. Classes with `sycl_deconstruct` follow the decomposition protocol ([`protocol`]); what they
//!    decompose into obeys all rules in turn.
//! 2. Aggregates, arrays and closures are checked by their subobjects.
//! 3. Other types than classes must be trivially copyable.
//! 4. Classes that are declared device copyable must meet its requirements. Classes whose copy constructor
//!    and destructor are trivial are accepted with a warning: other compilers still have that rule, which
//!    SYCL 2020 has dropped.
//! 5. Members of unions must be trivially copyable and not require decomposition.
//! 6. Neither may members of other classes, except for SYCL's own types, such as accessors, which
//!    SYCL 2020 §4.12.4 allows there.
//! 7. Everything else is rejected.
//!
//! After that, nothing that is passed may contain a reference, a type that device code cannot use, or
//! a pointer to a data member.
//!
//! SYCL 2020 §4.12.4 is more permissive than the original design in one respect, and so are these rules: a
//! class is accepted if it is not trivially copyable only because of a member that may itself be passed.

mod place;
mod protocol;
mod reasons;
#[cfg(test)]
mod tests;

use crate::arguments::rules::place::Place;
use crate::diag::{Code, Diag};
use crate::notes::{Capture, Kernel, Kind, Type};

/// Returns the errors in a kernel's arguments.
#[must_use]
pub fn check(kernel: &Kernel) -> Vec<Diag> {
    let mut check = Check { kernel, wrong: Vec::new() };
    for parameter in &kernel.parameters {
        check.argument(parameter, &Place::of_parameter(kernel, parameter));
    }
    let mut said: Vec<Diag> = Vec::new();
    for diag in check.wrong {
        if !said.iter().any(|s| s.message == diag.message && s.location == diag.location) {
            said.push(diag);
        }
    }
    said
}

/// Whether the decomposition of a type, or of what it decomposes into, was given up as unbounded. The
/// outermost type is reported, since the names of those inside grow with each step.
fn leads_into_the_endless(ty: &Type) -> bool {
    ty.endless || ty.elements.iter().flatten().any(leads_into_the_endless)
}

/// The errors found so far.
struct Check<'n> {
    kernel: &'n Kernel,
    wrong: Vec<Diag>,
}

impl<'n> Check<'n> {
    /// Checks an argument, or a subobject that is processed like one.
    fn argument(&mut self, ty: &'n Type, place: &Place<'n>) {
        if self.is_endless(ty, place) {
        } else if ty.is_decomposed() {
            self.decomposed(ty, place);
        } else if !ty.requires_decomposition() {
            // A type that is processed by its subobjects is not checked itself.
            if ty.is_composed() && (ty.trivially_copyable || ty.device_copyable != Some(true)) {
                self.parts(ty, place);
            } else {
                self.bytes(ty, place);
            }
        } else if ty.is_composed() {
            for part in parts(ty) {
                let place = place.inner(ty, part.ty, &part.name);
                if part.ty.requires_decomposition() {
                    self.argument(part.ty, &place);
                } else {
                    self.bytes(part.ty, &place);
                }
            }
        } else {
            self.holder(ty, place);
        }
    }

    /// Checks something that is passed as bytes.
    fn bytes(&mut self, ty: &'n Type, place: &Place<'n>) {
        if self.is_endless(ty, place) {
            return;
        }
        match ty.kind {
            Kind::Array => {
                for part in parts(ty) {
                    self.bytes(part.ty, &place.inner(ty, part.ty, &part.name));
                }
            }
            _ if is_class(ty) => self.class_bytes(ty, place),
            _ => self.scalar(ty, place),
        }
    }

    /// Checks a class that does not require decomposition.
    fn class_bytes(&mut self, ty: &'n Type, place: &Place<'n>) {
        if ty.trivially_copyable {
            return self.parts(ty, place);
        }
        if ty.device_copyable == Some(true) {
            self.claim(ty, place);
            return self.inside(ty, place);
        }
        if ty.system {
            // A std::tuple of references is not copyable either, but the references are the error to report.
            let before = self.wrong.len();
            self.inside(ty, place);
            if self.wrong.len() == before || reasons::is_blocked(ty) {
                self.not_copyable(ty, place);
            }
            return;
        }
        if reasons::is_copied_by_constructor(ty) {
            self.deprecated(ty, place);
            return self.parts(ty, place);
        }
        let explained = parts(ty).any(|part| {
            // clang does not count classes with const members of class type as trivially copyable, although
            // such members do not prevent copying.
            !reasons::is_trivially_copyable(part.ty) || part.ty.spelling.starts_with("const ")
        });
        // For a union, the member that prevents copying is more informative than its own operations.
        if !explained || (ty.kind != Kind::Union && reasons::own(ty).is_some()) {
            return self.not_copyable(ty, place);
        }
        self.parts(ty, place);
    }

    /// Checks the subobjects of a class that does not require decomposition, each as bytes.
    fn parts(&mut self, ty: &'n Type, place: &Place<'n>) {
        for part in parts(ty) {
            let place = place.inner(ty, part.ty, &part.name);
            if ty.kind == Kind::Union {
                self.union_member(part.ty, &place);
            } else if part.ty.requires_decomposition() {
                self.hidden(ty, part.ty, &place);
            } else {
                self.bytes(part.ty, &place);
            }
        }
    }

    fn union_member(&mut self, ty: &'n Type, place: &Place<'n>) {
        let what = if ty.requires_decomposition() {
            "requires decomposition"
        } else if reasons::is_trivially_copyable(ty) || ty.kind == Kind::Reference {
            return self.bytes(ty, place);
        } else {
            "is not trivially copyable"
        };
        let message = format!("{} and is a member of a union: it {what}", place.has_type(ty));
        let help = "members of unions in kernel arguments must be trivially copyable and may not be \
                    decomposed, nor have such members; keep it outside of the union";
        self.say(Code::UnionMember, place, message, help);
    }

    /// Checks a class that is not an aggregate and contains objects of SYCL's own types.
    fn holder(&mut self, ty: &'n Type, place: &Place<'n>) {
        if !ty.trivially_copyable {
            if ty.device_copyable == Some(true) {
                self.claim(ty, place);
            } else if reasons::is_copied_by_constructor(ty) {
                self.deprecated(ty, place);
            } else if reasons::own(ty).is_some() {
                return self.not_copyable(ty, place);
            }
        }
        for part in parts(ty) {
            let place = place.inner(ty, part.ty, &part.name);
            if !part.ty.requires_decomposition() {
                // std::tuple is declared device copyable, but not its base classes and members.
                if ty.system && is_class(part.ty) && !reasons::is_blocked(part.ty) {
                    self.inside(part.ty, &place);
                } else {
                    self.bytes(part.ty, &place);
                }
            } else if has_foreign(part.ty) {
                self.hidden(ty, part.ty, &place);
            } else {
                self.argument(part.ty, &place);
            }
        }
    }

    /// Reports a member that requires decomposition, in a class that the compiler cannot decompose.
    fn hidden(&mut self, class: &'n Type, ty: &'n Type, place: &Place<'n>) {
        let message = format!(
            "{}, which requires decomposition, and is a member of `{}`, which is not an aggregate",
            place.has_type(ty),
            class.spelling
        );
        let help = format!(
            "make `{}` an aggregate, or give it `sycl_deconstruct` and `sycl_reconstruct`",
            class.spelling
        );
        self.say(Code::HiddenDecomposition, place, message, help);
    }

    /// Checks a class that is declared device copyable (SYCL 2020 §3.13.1).
    fn claim(&mut self, ty: &'n Type, place: &Place<'n>) {
        for (why, location) in reasons::unfounded_claims(ty) {
            let message =
                format!("{}, which is declared device copyable, but {why}", place.has_type(ty));
            let help = "a device copyable class has a copy or move operation that is not deleted, \
                        all such operations are public, and so is its destructor";
            let mut diag = self.diag(Code::DeviceCopyableClaim, place, message);
            if !ty.system {
                diag = diag.note(location.cloned(), "declared here");
            }
            self.finish(diag, place, help);
        }
    }

    /// Warns about a class that was device copyable in a draft of SYCL 2020, and still is in other compilers.
    fn deprecated(&mut self, ty: &'n Type, place: &Place<'n>) {
        let message = format!(
            "{}, which is device copyable only under a deprecated rule: only its copy constructor and its \
             destructor are trivial",
            place.has_type(ty)
        );
        let mut diag = self.diag(Code::CopiedByConstructor, place, message);
        if let Some((why, location)) = reasons::own(ty) {
            diag = diag.note(location.cloned(), format!("`{}` {why}", ty.spelling));
        }
        let help = format!(
            "make `{}` trivially copyable, or specialise `sycl::is_device_copyable` for it",
            ty.spelling
        );
        self.finish(diag, place, help);
    }

    fn not_copyable(&mut self, ty: &'n Type, place: &Place<'n>) {
        let message = format!("{}, which is not device copyable", place.has_type(ty));
        let mut diag = self.diag(Code::NotDeviceCopyable, place, message);
        if !ty.system
            && let Some((why, location)) = reasons::own(ty)
        {
            diag = diag.note(location.cloned(), format!("`{}` {why}", ty.spelling));
        }
        let help = if ty.system {
            "pass what the kernel needs of it: values, a pointer to USM memory, or an accessor"
                .to_owned()
        } else {
            format!(
                "make `{}` trivially copyable or, if copying its bytes is enough, specialise \
                 `sycl::is_device_copyable` for it",
                ty.spelling
            )
        };
        self.finish(diag, place, help);
    }

    /// Checks types to which only the last rules apply.
    fn scalar(&mut self, ty: &'n Type, place: &Place<'n>) {
        match ty.kind {
            Kind::Reference => self.reference(ty, place),
            Kind::DataMemberPointer => {
                let message = format!(
                    "{}: kernel arguments cannot contain pointers to data members",
                    place.has_type(ty)
                );
                let help = "name the member in the kernel, or pass a number that says which one \
                            is meant";
                self.say(Code::MemberPointerArgument, place, message, help);
            }
            _ if is_prohibited(ty) => {
                let message = format!("{}, which device code cannot use", place.has_type(ty));
                let help = if ty.unsupported {
                    "the device does not support this type; convert the value to one that it supports"
                } else {
                    "convert the value to `double` or `float` before the launch"
                };
                self.say(Code::ProhibitedArgument, place, message, help);
            }
            _ if !ty.trivially_copyable => self.not_copyable(ty, place),
            _ => {}
        }
    }

    fn reference(&mut self, ty: &'n Type, place: &Place<'n>) {
        if ty.capture == Some(Capture::Reference) {
            let name = ty.name.as_deref().unwrap_or_default();
            let message = format!(
                "`{}` is captured by reference: kernel arguments cannot be or contain references",
                place.path
            );
            let help = format!(
                "capture `{name}` by copy, or pass a pointer to memory that the device can access"
            );
            return self.say(Code::ReferenceArgument, place, message, help);
        }
        let message =
            format!("{}: kernel arguments cannot be or contain references", place.has_type(ty));
        let help = "hold a copy, or a pointer to memory that the device can access";
        self.say(Code::ReferenceArgument, place, message, help);
    }

    /// Applies only the last rules, to everything inside a class.
    fn inside(&mut self, ty: &'n Type, place: &Place<'n>) {
        for part in parts(ty) {
            let place = place.inner(ty, part.ty, &part.name);
            match part.ty.kind {
                Kind::Reference | Kind::DataMemberPointer => self.scalar(part.ty, &place),
                _ if is_prohibited(part.ty) => self.scalar(part.ty, &place),
                _ => self.inside(part.ty, &place),
            }
        }
    }

    fn is_endless(&mut self, ty: &'n Type, place: &Place<'n>) -> bool {
        if ty.recursive {
            let message =
                format!("{}, which decomposes into something that contains it", place.has_type(ty));
            let help = format!(
                "make `sycl_deconstruct` of `{}` return parts that do not contain such an object",
                ty.spelling
            );
            self.say(Code::EndlessDecomposition, place, message, help);
        }
        let grows = leads_into_the_endless(ty);
        if grows {
            let message = format!(
                "{}, which decomposes into an unbounded sequence of types",
                place.has_type(ty)
            );
            let help = "end the chain of `sycl_deconstruct`: yield parts without it at some point, for \
                        example in a specialisation of the template";
            self.say(Code::EndlessDecomposition, place, message, help);
        }
        ty.recursive || grows
    }

    fn say(&mut self, code: Code, place: &Place<'n>, message: String, help: impl Into<String>) {
        let diag = self.diag(code, place, message);
        self.finish(diag, place, help);
    }

    fn diag(&self, code: Code, place: &Place<'n>, message: String) -> Diag {
        let location = place.location.or(self.kernel.location.as_ref());
        Diag::error(code, location.cloned(), message)
    }

    /// Adds notes that are the same for all rules: the path, and advice.
    fn finish(&mut self, mut diag: Diag, place: &Place<'n>, help: impl Into<String>) {
        if let Some((path, location, how)) = place.way_in() {
            diag = diag.note(Some(location.clone()), format!("`{path}` is {how} here"));
        }
        let launched = self.kernel.launched.as_ref().or(self.kernel.location.as_ref());
        let name = match self.kernel.name.as_str() {
            name if name.starts_with("sycl::detail::") => "an unnamed kernel".to_owned(),
            name => format!("kernel `{name}`"),
        };
        diag = diag.note(launched.cloned(), format!("in {name}, launched here"));
        self.wrong.push(diag.help(help));
    }
}

/// A part of an object; the elements of an array, which have one type, are one part.
struct Part<'n> {
    ty: &'n Type,
    name: String,
}

/// Bases, members, bit-fields, and an element.
fn parts(ty: &Type) -> impl Iterator<Item = Part<'_>> {
    let bases = ty.bases.iter().map(|base| Part { ty: base, name: format!(".{}", base.spelling) });
    let fields = ty.fields.iter().map(|field| Part {
        ty: field,
        name: match field.name.as_deref() {
            // Members of anonymous unions are named as if they were the enclosing class's.
            None | Some("") => String::new(),
            Some(name) => format!(".{name}"),
        },
    });
    let elements = ty.element.iter().filter(|_| ty.count.is_some_and(|count| count > 0));
    bases.chain(fields).chain(elements.map(|e| Part { ty: e, name: "[0]".to_owned() }))
}

fn is_class(ty: &Type) -> bool {
    matches!(ty.kind, Kind::Class | Kind::Closure | Kind::Union)
}

/// Whether it contains a type with a decomposition of its own that is not one of SYCL's.
fn has_foreign(ty: &Type) -> bool {
    if ty.is_decomposed() {
        return !ty.is_special();
    }
    parts(ty).any(|part| has_foreign(part.ty))
}

/// Types that device code may not use, or that the target of this pass does not support.
fn is_prohibited(ty: &Type) -> bool {
    match ty.kind {
        Kind::Builtin => {
            let unqualified =
                ty.spelling.trim_start_matches("const ").trim_start_matches("volatile ");
            ty.unsupported || matches!(unqualified, "long double" | "__float128" | "__ibm128")
        }
        Kind::Other => ty.element.as_deref().is_some_and(is_prohibited),
        _ => false,
    }
}
