//! Annotations of data members: `llvm.ptr.annotation` with `"sycl-properties:foo,bar=32"`.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::AnyTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValueEnum, CallSiteValue, InstructionOpcode, PointerValue,
};
use scythe_llvm::{
    call_argument, call_instruction, call_sites, constant_string, erase_call, replace_uses, users,
};

/// The prefix of the properties, according to the design for compile-time properties.
pub const PREFIX: &str = "sycl-properties:";

/// The address of a member with properties, at one use.
pub struct MemberAddress<'c> {
    /// The annotation.
    pub call: CallSiteValue<'c>,
    /// The address.
    pub pointer: PointerValue<'c>,
    /// The address of the annotation's text.
    pub text: PointerValue<'c>,
    /// Names and values.
    pub properties: Vec<(String, String)>,
}

/// All of them.
pub fn addresses<'c>(module: &Module<'c>) -> Vec<MemberAddress<'c>> {
    let annotations = module.get_functions().filter(|function| {
        function.get_intrinsic_id() != 0
            && function.get_name().to_bytes().starts_with(b"llvm.ptr.annotation.")
    });
    annotations.flat_map(|f| call_sites(f).unwrap_or_default()).filter_map(address).collect()
}

fn address(call: CallSiteValue<'_>) -> Option<MemberAddress<'_>> {
    let pointer = |index| match call_argument(call, index) {
        Some(BasicValueEnum::PointerValue(pointer)) => Some(pointer),
        _ => None,
    };
    let (pointer, text) = (pointer(0)?, pointer(1)?);
    let properties = parse(constant_string(text)?.strip_prefix(PREFIX)?);
    Some(MemberAddress { call, pointer, text, properties })
}

/// Names and values in the text of an annotation. Values may contain commas: a piece that does not start with
/// a name continues the value before it.
fn parse(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for piece in text.split(',') {
        let is_name = piece.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match found.last_mut() {
            Some((_, value)) if !is_name && !value.is_empty() => {
                value.push(',');
                value.push_str(piece);
            }
            _ => {
                let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
                found.push((name.to_owned(), value.to_owned()));
            }
        }
    }
    found
}

/// The text of an annotation.
pub fn text(properties: &[(String, String)]) -> String {
    let one = |(name, value): &(String, String)| match value.as_str() {
        "" => name.clone(),
        value => format!("{name}={value}"),
    };
    format!("{PREFIX}{}", properties.iter().map(one).collect::<Vec<_>>().join(","))
}

/// Sets the alignment of the pointers in a member.
pub fn align_pointee(module: &Module<'_>, member: &MemberAddress<'_>, align: u32) {
    let context = module.get_context();
    let node =
        context.metadata_node(&[context.i64_type().const_int(u64::from(align), false).into()]);
    let kind = context.get_kind_id("align");
    for user in users(call_instruction(member.call)) {
        let is_pointer = matches!(user.get_type(), AnyTypeEnum::PointerType(_));
        if user.get_opcode() == InstructionOpcode::Load && is_pointer && align.is_power_of_two() {
            // A load can have metadata, so this does not fail.
            let _ = user.set_metadata(node, kind);
        }
    }
}

/// Removes the annotation and replaces its uses by another pointer.
pub fn dissolve(member: &MemberAddress<'_>, pointer: PointerValue<'_>) {
    replace_uses(&call_instruction(member.call), &pointer);
    erase_call(member.call);
}

#[cfg(test)]
mod tests {
    use super::{parse, text};

    #[test]
    fn annotations_are_read_and_written() {
        let all = "foo,bar=32,sizes=8,16,1,baz=a=b";
        let read = parse(all);
        let names: Vec<(&str, &str)> =
            read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(names, [("foo", ""), ("bar", "32"), ("sizes", "8,16,1"), ("baz", "a=b")]);
        assert_eq!(text(&read), format!("sycl-properties:{all}"));
    }
}
