//! Constants of host code: their bytes, and new ones.

use scythe_mlir::{Attribute, Build, Location, Op, Type, Value};

use crate::memory::constant_offset;

/// The bytes of a value that is a constant.
pub(super) fn bytes_of(value: Value<'_>) -> Option<Vec<u8>> {
    let op = value.defining_op()?;
    match op.name() {
        "llvm.mlir.constant" => op.attribute("value")?.bytes(op, value.ty()),
        "llvm.mlir.zero" => {
            let size = usize::try_from(op.size_of(value.ty())?).ok()?;
            Some(vec![0; size])
        }
        _ => None,
    }
}

/// Bytes of the constant variable that a pointer points into.
pub(super) fn global_bytes(pointer: Value<'_>, start: i64, length: i64) -> Option<Vec<u8>> {
    let (global, offset) = global(pointer)?;
    global.attribute("constant")?;
    // The linker may replace other definitions.
    let linkage = global.attribute("linkage")?.to_string();
    let known = ["private", "internal", "external", "linkonce_odr", "weak_odr"];
    if !known.iter().any(|known| linkage.contains(&format!("<{known}>"))) {
        return None;
    }
    let ty = global.attribute("global_type")?.as_type()?;
    let bytes = match global.attribute("value") {
        Some(value) => value.bytes(global, ty)?,
        // A value that no attribute can represent is computed by a region.
        None => {
            let computed = global.body().first()?.terminator()?.operand(0)?;
            aggregate_bytes(global, computed)?
        }
    };
    let start = usize::try_from(offset + start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..end).map(<[u8]>::to_vec)
}

/// The bytes of an aggregate of constants. Undefined parts may have any value, so they are zero.
fn aggregate_bytes<'c>(at: Op<'c>, value: Value<'c>) -> Option<Vec<u8>> {
    let mut parts = Vec::new();
    let mut whole = value;
    while let Some(op) = whole.defining_op().filter(|op| op.name() == "llvm.insertvalue") {
        parts.push(op);
        whole = op.operand(0)?;
    }
    let mut bytes = match whole.defining_op()?.name() {
        "llvm.mlir.undef" | "llvm.mlir.poison" => {
            vec![0; usize::try_from(at.size_of(whole.ty())?).ok()?]
        }
        _ => bytes_of(whole)?,
    };
    for part in parts.into_iter().rev() {
        let (mut offset, mut inside) = (0, value.ty());
        for position in part.attribute("position")?.as_positions()? {
            let (start, member) = inside.member(at, position)?;
            offset += usize::try_from(start).ok()?;
            inside = member;
        }
        let inner = aggregate_bytes(at, part.operand(1)?)?;
        bytes.get_mut(offset..offset + inner.len())?.copy_from_slice(&inner);
    }
    Some(bytes)
}

/// The variable of the module that a pointer points into, and the offset.
pub(super) fn global(pointer: Value<'_>) -> Option<(Op<'_>, i64)> {
    let op = pointer.defining_op()?;
    match op.name() {
        "llvm.mlir.addressof" => {
            let name = op.attribute("global_name")?.as_symbol()?;
            let module = op.enclosing(|op| op.name() == "builtin.module")?;
            let mut inside = module.body().into_iter().flat_map(|block| block.operations());
            let found = inside.find(|op| op.symbol_name() == Some(name))?;
            (found.name() == "llvm.mlir.global").then_some((found, 0))
        }
        "llvm.getelementptr" => {
            let (found, offset) = global(op.operand(0)?)?;
            Some((found, offset + constant_offset(op)?))
        }
        _ => None,
    }
}

/// The constant string that a pointer points to, without the terminating zero.
pub(super) fn text(pointer: Value<'_>) -> Option<&str> {
    let (global, 0) = global(pointer)? else { return None };
    let text = global.attribute("value")?.as_string()?;
    Some(text.strip_suffix('\0').unwrap_or(text))
}

/// A number.
pub(super) fn integer<'c>(before: Op<'c>, bits: u32, value: i64) -> Value<'c> {
    let at = before.location();
    let ty = Type::integer(at, bits);
    Build::new("llvm.mlir.constant", at)
        .attribute("value", Attribute::integer(ty, value))
        .results(&[ty])
        .value_before(before)
}

/// The bytes as a number, if there is a type of that size.
pub(super) fn number<'c>(before: Op<'c>, bytes: &[u8]) -> Option<Value<'c>> {
    let bits = match bytes.len() {
        1 => 8,
        2 => 16,
        4 => 32,
        8 => 64,
        _ => return None,
    };
    let mut whole = [0; 8];
    whole[..bytes.len()].copy_from_slice(bytes);
    Some(integer(before, bits, i64::from_le_bytes(whole)))
}

/// The address of a new private constant of the module with these bytes.
pub(super) fn array<'c>(before: Op<'c>, bytes: &[u8]) -> Option<Value<'c>> {
    let at = before.location();
    let module = before.enclosing(|op| op.name() == "builtin.module")?;
    let block = module.body().into_iter().next()?;
    let taken: Vec<_> = block.operations().into_iter().filter_map(Op::symbol_name).collect();
    let name = (0..)
        .map(|number| format!("__scythe_captured.{number}"))
        .find(|name| !taken.contains(&name.as_str()))?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let count = bytes.len();
    let text = format!(
        "llvm.mlir.global private constant @{name}(dense<\"0x{digits}\"> : tensor<{count}xi8>) \
         {{addr_space = 0 : i32}} : !llvm.array<{count} x i8>"
    );
    block.prepend(parse(at, &text)?);
    Some(
        Build::new("llvm.mlir.addressof", at)
            .attribute("global_name", Attribute::symbol(at, &name))
            .results(&[Type::llvm_pointer(at, 0)])
            .value_before(before),
    )
}

fn parse<'c>(at: Location<'c>, text: &str) -> Option<Op<'c>> {
    let op = Op::parse(at, text)?;
    // The parser may return it inside of a module.
    if op.name() != "builtin.module" {
        return Some(op);
    }
    let inner = op.body().first()?.first()?;
    inner.detach();
    op.erase();
    Some(inner)
}
