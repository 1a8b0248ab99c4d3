//! Compile-time properties in LLVM IR, and their translation for each target.
//!
//! ```text
//! C++ attributes                          the plugin evaluates them, without a list of names
//!   │ attach-properties                   annotations of functions and variables become attributes;
//!   │                                     bind gives kernels and their parameters those of the notes
//!   ▼
//! string attributes, llvm.ptr.annotation  unknown properties are unchanged
//!   ├─ decorate-spirv                     execution modes and decorations, as metadata
//!   │    ├ drop-annotations               properties without a decoration, for SPIR-V
//!   │    └ lower-member-decorations       those of members, in the form of LLVM's back end
//!   ├─ apply-cpu-properties, apply-no-alias
//!   └─ apply-ptx-properties, apply-no-alias
//! ```
//!
//! The meaning of a property is stated once, in [`table`]. A value that is not of the kind in the table is
//! ignored, and so are unknown properties.

#![forbid(unsafe_code)]

mod apply_no_alias;
mod apply_properties;
mod attach_properties;
mod decorate_spirv;
mod drop_annotations;
mod lower_member_decorations;
mod members;
pub mod table;

pub use attach_properties::attach;

use scythe_mux::Registered;

/// All passes, in the order in which they run.
pub const PASSES: &[Registered] = &[
    Registered::new(attach_properties::PASS),
    Registered::new(decorate_spirv::PASS).with_options(decorate_spirv::OPTIONS),
    Registered::new(drop_annotations::PASS),
    Registered::new(lower_member_decorations::PASS),
    Registered::new(apply_properties::CPU),
    Registered::new(apply_properties::PTX),
    Registered::new(apply_no_alias::PASS),
];

/// The extension that SPIR-V before 1.4 needs to decorate with the program's own annotations.
pub const ANNOTATION_EXTENSION: &str = "SPV_GOOGLE_hlsl_functionality1";

/// The passes for SPIR-V, after kernels have got their entry points and before LLVM's back end. `allows` says
/// which extensions may be used: the back end rejects a module that needs others.
#[must_use]
pub fn for_spirv(allows: impl Fn(&str) -> bool) -> Vec<String> {
    let mut extensions: Vec<&str> = table::ROWS.iter().filter_map(|row| row.extension).collect();
    extensions.dedup();
    let mut decorate = decorate_spirv::CORE.to_owned();
    for extension in extensions.into_iter().filter(|extension| allows(extension)) {
        decorate.push_str(&format!(";{}={extension}", decorate_spirv::EXTENSION));
    }
    let mut passes = vec![
        attach_properties::PASS.name.to_owned(),
        format!("{}<{decorate}>", decorate_spirv::PASS.name),
    ];
    if !allows(ANNOTATION_EXTENSION) {
        passes.push(drop_annotations::PASS.name.to_owned());
    }
    passes.push(lower_member_decorations::PASS.name.to_owned());
    passes
}
