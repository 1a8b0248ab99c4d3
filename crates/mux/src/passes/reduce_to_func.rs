//! Removes all functions but some and those they need.
//!
//! Before: a module with many kernels
//! After:  the named ones, or all entry points where none is named, with every function they refer
//!         to; scalar kernels and their vector versions keep one another
//!
//! A function whose address is in a variable of the module stays, too, because it may be called through it.
//! Option: `names=A:B`.

use std::collections::{HashMap, HashSet};

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{erase_functions, initializer_references, links, references};

use crate::kernel::{ATTR_KERNEL, ENTRY_POINT};
use crate::{Changed, MuxError, OptionDesc, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "reduce-to-func",
    summary: "remove all functions but some and those they need",
    run,
};

pub const OPTIONS: &[OptionDesc] = &[OptionDesc::value("names", "A:B")];

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let names: Option<Vec<&str>> =
        cx.options.value("names").map(|names| names.split(':').collect());
    let wanted = |function: &FunctionValue<'_>| match &names {
        Some(names) => names.iter().any(|n| n.as_bytes() == function.get_name().to_bytes()),
        None => {
            scythe_llvm::string_attribute(*function, ATTR_KERNEL).as_deref() == Some(ENTRY_POINT)
        }
    };
    let mut open: Vec<FunctionValue<'_>> = cx.module.get_functions().filter(wanted).collect();
    open.extend(cx.module.get_globals().flat_map(initializer_references));
    // A link is recorded at one of its ends, or at both.
    let mut linked: HashMap<FunctionValue<'_>, Vec<FunctionValue<'_>>> = HashMap::new();
    for function in cx.module.get_functions() {
        for other in links(function) {
            linked.entry(function).or_default().push(other);
            linked.entry(other).or_default().push(function);
        }
    }
    let mut kept: HashSet<FunctionValue<'_>> = HashSet::new();
    while let Some(function) = open.pop() {
        if kept.insert(function) {
            open.extend(references(function));
            open.extend(linked.remove(&function).unwrap_or_default());
        }
    }
    let rest: Vec<FunctionValue<'_>> =
        cx.module.get_functions().filter(|function| !kept.contains(function)).collect();
    erase_functions(&rest);
    Ok(if rest.is_empty() { Changed::No } else { Changed::Yes })
}
