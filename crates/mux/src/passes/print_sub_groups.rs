//! Prints which functions use sub-groups, through which builtins, on standard error.
//!
//! Builtins count once, by their index in the table; those that only the compiler calls do not.

use std::collections::BTreeSet;

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::string_attribute;

use super::calls::reaches_call;
use super::report;
use crate::{Builtin, Changed, GroupScope, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "print<sub-groups>",
    summary: "print which functions use sub-groups, on standard error",
    run,
};

/// On a function that uses no sub-groups, whatever it calls.
const ATTR_WITHOUT: &str = "mux-no-subgroups";

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    for function in cx.module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        let used = used(function);
        let what = match used.len() {
            0 => "no sub-group builtins".to_owned(),
            count => {
                let numbers: Vec<String> =
                    used.iter().map(|name| number(name).to_string()).collect();
                let plural = if count == 1 { "" } else { "s" };
                format!("{count} sub-group builtin{plural}: {}", numbers.join(","))
            }
        };
        report::line(&format!("Function '{}' uses {what}", function.get_name().to_string_lossy()));
    }
    Ok(Changed::No)
}

fn used(function: FunctionValue<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if string_attribute(function, ATTR_WITHOUT).is_some() {
        return found;
    }
    let found_in = std::cell::RefCell::new(&mut found);
    reaches_call(function, |call| {
        let builtin = call.get_called_fn_value().and_then(Builtin::of);
        if let Some(builtin) = builtin.filter(|&builtin| is_of_sub_groups(builtin)) {
            found_in.borrow_mut().insert(builtin.name().into_owned());
        }
        false
    });
    found
}

fn is_of_sub_groups(builtin: Builtin) -> bool {
    match builtin {
        Builtin::SubGroupId
        | Builtin::NumSubGroups
        | Builtin::MaxSubGroupSize
        | Builtin::SubGroupSize
        | Builtin::SubGroupLocalId
        | Builtin::SubGroupBarrier => true,
        Builtin::Collective(collective) => collective.scope == GroupScope::SubGroup,
        _ => false,
    }
}

/// The index of a builtin in the table; group operations come after it, all with one number.
fn number(name: &str) -> usize {
    let place = Builtin::PLAIN.iter().position(|builtin| builtin.name() == name);
    place.unwrap_or(Builtin::PLAIN.len())
}

#[cfg(test)]
mod tests {
    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::parse_ir;

    use super::used;

    #[test]
    fn builtins_count_once_and_through_calls() {
        let text = "define void @f() {\n  %a = call i32 @__mux_get_sub_group_id()\n  \
                    %b = call i32 @__mux_get_sub_group_id()\n  call void @__mux_set_sub_group_id(i32 0)\n  \
                    ret void\n}\n\
                    define void @g() {\n  call void @f()\n  \
                    %a = call i1 @__mux_sub_group_any_i1(i1 true)\n  ret void\n}\n\
                    define void @h() \"mux-no-subgroups\" {\n  call void @f()\n  ret void\n}\n\
                    declare i32 @__mux_get_sub_group_id()\n\
                    declare void @__mux_set_sub_group_id(i32)\n\
                    declare i1 @__mux_sub_group_any_i1(i1)\n";
        let context = Context::create();
        let module = parse_ir(&context, "test.ll", text.as_bytes()).expect("well-formed IR");
        let count = |name: &str| module.get_function(name).map(|f| used(f).len());
        assert_eq!([count("f"), count("g"), count("h")], [Some(1), Some(2), Some(0)]);
    }
}
