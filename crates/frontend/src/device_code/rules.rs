//! The rules for the code of a function.

use super::graph::{Call, CallKind, DeviceCode, Place, Use, What};
use super::library;
use crate::diag::Code;

/// A violation of a rule for device code.
#[derive(Debug)]
pub struct Violation {
    /// The rule.
    pub code: Code,
    /// The location.
    pub place: Place,
    /// What the function does, as the end of a sentence.
    pub does: String,
    /// How to fix it.
    pub help: Option<&'static str>,
    /// Violations with the same key are reported once.
    pub key: Key,
}

/// Identifies violations that are reported once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A rule and a location, in whichever instantiation.
    Place(&'static str, u32),
    /// A missing function, however often it is called.
    Missing(usize),
}

/// The violations in one function, in source order.
pub fn violations(code: &DeviceCode, function: usize) -> Vec<Violation> {
    let function = &code.functions[function];
    let uses = function.uses.iter().filter_map(|used| of_use(used, code.assembly));
    let calls = function.calls.iter().filter_map(|call| of_call(code, call));
    let mut found: Vec<Violation> = uses.chain(calls).collect();
    found.sort_by_key(|violation| violation.place.id);
    found
}

fn of_use(used: &Use, assembly: bool) -> Option<Violation> {
    // The standard library uses `__builtin_operator_new`.
    let name = used.detail.replacen("__builtin_operator_", "operator ", 1);
    let (code, does, help) = match used.what {
        What::Throw => (Code::Exceptions, "throws an exception".to_owned(), None),
        What::Try => (Code::Exceptions, "handles exceptions".to_owned(), None),
        What::Typeid => (Code::TypeInformation, "uses `typeid`".to_owned(), None),
        What::DynamicCast => (
            Code::TypeInformation,
            "uses `dynamic_cast`, which needs run-time type information".to_owned(),
            None,
        ),
        What::VirtualCall => (
            Code::VirtualCall,
            format!("calls the virtual function `{name}`"),
            Some("call it on an object of known type, by its qualified name, or make it final"),
        ),
        What::PointerCall => (
            Code::PointerCall,
            "calls a function through a pointer or reference".to_owned(),
            Some("pass a function object or a lambda instead"),
        ),
        What::MemberPointerCall => (
            Code::PointerCall,
            "calls a member function through a pointer".to_owned(),
            Some("pass a function object or a lambda instead"),
        ),
        What::Allocation => {
            (Code::Allocation, format!("allocates memory with `{name}`"), Some(ALLOCATE))
        }
        What::Deallocation => {
            (Code::Allocation, format!("frees memory with `{name}`"), Some(ALLOCATE))
        }
        What::VariableArray => (
            Code::Allocation,
            format!("declares an array `{name}` whose size is known only at run time"),
            Some("give it a constant size, or use a local_accessor"),
        ),
        What::ThreadLocal => {
            (Code::ThreadLocal, format!("uses the thread_local variable `{name}`"), Some(PASS))
        }
        What::Variable => (
            Code::StaticVariable,
            format!("uses the variable `{name}`, which is neither const nor constexpr"),
            Some(PASS),
        ),
        What::DynamicVariable => (
            Code::StaticVariable,
            format!("uses the variable `{name}`, whose initial value is not constant"),
            Some("make it constexpr, or pass its value to the kernel"),
        ),
        What::UndefinedVariable => (
            Code::Undefined,
            format!("uses the variable `{name}`, which is not defined in this translation unit"),
            Some("define it here as constexpr, or pass its value to the kernel"),
        ),
        What::AutomaticGroupVariable => (
            Code::StaticVariable,
            format!("declares a variable `{name}` of type `work_group_static` that is not static"),
            Some("declare it static"),
        ),
        What::Assembly if assembly => return None,
        What::Assembly => (
            Code::Assembly,
            "contains inline assembly, which this target does not support".to_owned(),
            None,
        ),
        What::LongDouble => (Code::LongDouble, long_double(&name), Some("use double")),
        What::Coroutine => (Code::Coroutine, "is a coroutine".to_owned(), None),
    };
    Some(Violation {
        code,
        place: used.place,
        does,
        help,
        key: Key::Place(code.as_str(), used.place.id),
    })
}

const ALLOCATE: &str = "allocate it on the host: a buffer, USM or a local_accessor";
const PASS: &str = "pass its value to the kernel, or memory that the kernel can write";

const DEFINE: &str = "define it here, or declare it SYCL_EXTERNAL and define it elsewhere";

fn long_double(variable: &str) -> String {
    if variable.is_empty() {
        "uses `long double`, which devices do not support".to_owned()
    } else {
        format!(
            "declares a variable `{variable}` of type `long double`, which devices do not support"
        )
    }
}

fn of_call(code: &DeviceCode, call: &Call) -> Option<Violation> {
    let callee = &code.functions[call.callee];
    let c_name = callee.c_name.as_deref();
    let name = &callee.name;
    let here = |code: Code, does: String, help| Violation {
        code,
        place: call.place,
        does,
        help,
        key: Key::Place(code.as_str(), call.place.id),
    };
    if !callee.defined && c_name.is_some_and(library::manages_memory) {
        return Some(here(Code::Allocation, format!("calls `{name}`"), Some(ALLOCATE)));
    }
    if !callee.defined && library::throws(name) && call.how != CallKind::Address {
        return Some(here(Code::Exceptions, "throws an exception".to_owned(), None));
    }
    if library::is_printf(c_name.unwrap_or(name)) && call.how != CallKind::Address {
        return None;
    }
    let variadic = callee.variadic && !callee.builtin || c_name.is_some_and(library::prints);
    if variadic && call.how != CallKind::Address {
        return Some(here(Code::Variadic, format!("calls the variadic function `{name}`"), None));
    }
    if callee.defined
        || callee.builtin
        || callee.external
        || library::is_ours(name, c_name)
        || c_name.is_some_and(library::is_in_device_code)
    {
        return None;
    }
    let verb = if call.how == CallKind::Address { "uses" } else { "calls" };
    // A function of a system header cannot be defined by the user.
    let (why, help) = match callee.place.system {
        true => ("does not exist in device code", None),
        false => ("is not defined in this translation unit", Some(DEFINE)),
    };
    let does = format!("{verb} `{name}`, which {why}");
    Some(Violation { key: Key::Missing(call.callee), ..here(Code::Undefined, does, help) })
}
