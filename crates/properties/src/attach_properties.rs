//! Turns the plugin's annotations into attributes.
//!
//! Before: `annotate("scythe.properties", "name", "value", …)` in `llvm.global.annotations`
//! After:  `"name"="value"` on the function or variable

use scythe_image::facts::PROPERTIES_MARK;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{
    AnnotatedValue, AnnotationArgument, set_attribute, set_variable_attribute,
    take_annotated_values,
};
use scythe_mux::{Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "attach-properties",
    summary: "turn annotations with properties into attributes",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    Ok(attach(cx.module))
}

/// Turns annotations of functions and variables into attributes.
pub fn attach(module: &Module<'_>) -> Changed {
    let annotated = take_annotated_values(module, PROPERTIES_MARK);
    let changed = if annotated.is_empty() { Changed::No } else { Changed::Yes };
    for (value, arguments) in annotated {
        for property in arguments.chunks_exact(2) {
            let [AnnotationArgument::Text(name), AnnotationArgument::Text(text)] = property else {
                continue;
            };
            match value {
                AnnotatedValue::Function(function) => set_attribute(module, function, name, text),
                AnnotatedValue::Variable(variable) => set_variable_attribute(variable, name, text),
            }
        }
    }
    changed
}
