//! Mangled names of OpenCL's functions, which contain the types of overloads.

use scythe_llvm::calls_in;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};

/// All calls of functions that are only declared, with these functions and their symbols. Calls may be erased
/// during the iteration, each when it is visited.
pub fn calls_of_declared<'c>(
    module: &Module<'c>,
) -> Vec<(CallSiteValue<'c>, FunctionValue<'c>, String)> {
    module
        .get_functions()
        .flat_map(calls_in)
        .filter_map(|call| {
            let callee = call.get_called_fn_value().filter(|f| f.count_basic_blocks() == 0)?;
            Some((call, callee, callee.get_name().to_string_lossy().into_owned()))
        })
        .collect()
}

/// The kind of a parameter of an OpenCL function, from its mangled type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A floating-point number.
    Float,
}

/// Parses a mangled name: `_Z`, the length of the name, the name, the types.
pub fn demangle(symbol: &str) -> Option<(&str, &str)> {
    let rest = symbol.strip_prefix("_Z")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let length: usize = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    // A length beyond the end, of a name without types, means the rest of the name.
    Some(rest.split_at_checked(length).unwrap_or((rest, "")))
}

/// The kind of the first type's values, and their size in memory. Vectors are `Dv<lanes>_<element>`; those of
/// three have the size of those of four.
pub fn first_number(types: &str) -> Option<(Number, u64)> {
    let vector = types.strip_prefix("Dv").and_then(|rest| rest.split_once('_'));
    let (lanes, element) = match vector {
        Some((lanes, element)) => (lanes.parse::<u64>().ok()?, element),
        None => (1, types),
    };
    let lanes = if lanes == 3 { 4 } else { lanes };
    let (number, bytes) = match element.chars().next()? {
        'c' | 'a' => (Number::Signed, 1),
        'h' => (Number::Unsigned, 1),
        's' => (Number::Signed, 2),
        't' => (Number::Unsigned, 2),
        'i' => (Number::Signed, 4),
        'j' => (Number::Unsigned, 4),
        'l' | 'x' => (Number::Signed, 8),
        'm' | 'y' => (Number::Unsigned, 8),
        'f' => (Number::Float, 4),
        'd' => (Number::Float, 8),
        'D' if element.starts_with("Dh") => (Number::Float, 2),
        _ => return None,
    };
    Some((number, lanes * bytes))
}

/// The pointee of the first type, a pointer: `PU3AS3Kf` to `f`.
pub fn pointee(types: &str) -> Option<&str> {
    let rest = types.strip_prefix('P')?;
    let rest = match rest.strip_prefix("U3AS") {
        Some(space) => space.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    Some(rest.trim_start_matches(['V', 'K']))
}

#[cfg(test)]
mod tests {
    use super::{Number, demangle, first_number, pointee};

    #[test]
    fn names_and_types_are_separated() {
        assert_eq!(demangle("_Z13get_global_idj"), Some(("get_global_id", "j")));
        assert_eq!(demangle("_Z9mem_fence"), Some(("mem_fence", "")));
        assert_eq!(demangle("main"), None);
        assert_eq!(demangle("_Z"), None);
        assert_eq!(demangle("_Z99999999999999999999x"), None);
    }

    #[test]
    fn types_give_the_kind_of_values() {
        assert_eq!(first_number("ij"), Some((Number::Signed, 4)));
        assert_eq!(first_number("Dv3_tPi"), Some((Number::Unsigned, 8)));
        assert_eq!(first_number("Dh"), Some((Number::Float, 2)));
        assert_eq!(first_number("v"), None);
        assert_eq!(pointee("PU3AS3Dv4_fPU3AS1KDv4_f"), Some("Dv4_fPU3AS1KDv4_f"));
        assert_eq!(pointee("PKc"), Some("c"));
        assert_eq!(pointee("i"), None);
    }
}
