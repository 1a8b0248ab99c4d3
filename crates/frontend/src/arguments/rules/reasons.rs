//! Why a class cannot be copied as bytes.

use crate::notes::{Access, Kind, Location, Type};

/// Whether a type is trivially copyable, arrays by their elements. References have a rule of their own, so
/// they do not count here.
pub fn is_trivially_copyable(ty: &Type) -> bool {
    match ty.kind {
        Kind::Array => ty.element.as_deref().is_none_or(is_trivially_copyable),
        Kind::Reference => true,
        _ => ty.trivially_copyable,
    }
}

/// The reason in a class itself, apart from its subobjects, why it is not trivially copyable, and its
/// location.
pub fn own(ty: &Type) -> Option<(String, Option<&Location>)> {
    if ty.trivially_copyable || ty.kind == Kind::Closure {
        return None;
    }
    if ty.polymorphic {
        return Some(("has virtual functions".to_owned(), ty.declared.as_ref()));
    }
    if let Some(base) = ty.bases.iter().find(|base| base.virtual_base) {
        let why = format!("has the virtual base class `{}`", base.spelling);
        return Some((why, base.location.as_ref()));
    }
    // Classes of the standard library such as std::tuple have assignment operators of their own although they
    // can be copied as bytes.
    let counts = |operation: &str| !ty.system || operation == "copy constructor";
    if let Some(copy) = ty.copies.iter().find(|c| c.provided && counts(&c.operation)) {
        let why = format!("has a user-provided {}", copy.operation);
        return Some((why, copy.location.as_ref()));
    }
    if let Some(destructor) = ty.destructor.as_ref() {
        if destructor.deleted {
            return Some(("cannot be destroyed".to_owned(), destructor.location.as_ref()));
        }
        if destructor.provided {
            return Some((
                "has a user-provided destructor".to_owned(),
                destructor.location.as_ref(),
            ));
        }
    }
    if ty.copies.is_empty() {
        return Some(("can neither be copied nor moved".to_owned(), ty.declared.as_ref()));
    }
    None
}

/// Whether a class is not trivially copyable only because of assignment or moves. Its subobjects are checked
/// separately.
pub fn is_copied_by_constructor(ty: &Type) -> bool {
    let constructs = |operation: &str| operation == "copy constructor";
    ty.kind != Kind::Union
        && !ty.system
        && !ty.polymorphic
        && !ty.bases.iter().any(|base| base.virtual_base)
        && ty.destructor.as_ref().is_none_or(|d| !d.deleted && !d.provided)
        && ty.copies.iter().any(|copy| constructs(&copy.operation))
        && !ty.copies.iter().any(|copy| constructs(&copy.operation) && copy.provided)
        && own(ty).is_some()
}

/// Whether a type contains something that cannot be copied as bytes, whatever its own operations are.
pub fn is_blocked(ty: &Type) -> bool {
    if is_trivially_copyable(ty) || ty.device_copyable == Some(true) {
        return false;
    }
    own(ty).is_some() || super::parts(ty).any(|part| is_blocked(part.ty))
}

/// The requirements of SYCL 2020 §3.13.1 that a class which is declared device copyable does not meet, as far
/// as a compiler can know, with locations.
pub fn unfounded_claims(ty: &Type) -> Vec<(String, Option<&Location>)> {
    let mut found = Vec::new();
    if ty.trivially_copyable {
        return found;
    }
    if ty.copies.is_empty() && ty.kind != Kind::Closure {
        found.push(("it can neither be copied nor moved".to_owned(), ty.declared.as_ref()));
    }
    for copy in ty.copies.iter().filter(|copy| copy.access != Access::Public) {
        let why = format!("its {} is {}", copy.operation, copy.access);
        found.push((why, copy.location.as_ref()));
    }
    if let Some(destructor) = ty.destructor.as_ref() {
        if destructor.deleted {
            found.push(("its destructor is deleted".to_owned(), destructor.location.as_ref()));
        } else if destructor.access != Access::Public {
            let why = format!("its destructor is {}", destructor.access);
            found.push((why, destructor.location.as_ref()));
        }
    }
    found
}
