//! Turns values into arguments of functions: steps 1 to 5 of the lowering in the index-space design.

use scythe_mlir::{Attribute, Build, Op, Type, Value};
use scythe_sycl_dialect::method_op::points_to;
use scythe_sycl_dialect::polygeist::memory_space;

/// Whether [`pass`] can convert a value of type `from` to an argument of type `to`.
pub fn fits(from: Type<'_>, to: Type<'_>) -> bool {
    if from == to {
        return true;
    }
    let one = match to.memref_shape() {
        Some(shape) => matches!(shape[..], [None | Some(1)]) && memory_space(to).is_some(),
        None => to.llvm_pointer_space().is_some(),
    };
    one && from.defined_name().is_some() && points_to(to, from)
}

/// Converts a value to an argument of type `to`, before `anchor`.
///
/// An object that the function takes by address is stored to memory. If it is in memory already, `place` is
/// its address; that is an extension of the design's steps, which always copy.
///
/// # Panics
/// When it does not fit.
pub fn pass<'c>(
    value: Value<'c>,
    place: Option<Value<'c>>,
    to: Type<'c>,
    anchor: Op<'c>,
) -> Value<'c> {
    let object = value.ty();
    if object == to {
        return value;
    }
    let at = anchor.location();
    let space = memory_space(to).or(to.llvm_pointer_space()).unwrap_or(0);
    // The function's shape, with the object as element.
    let size = to.memref_shape().map_or(Some(1), |shape| shape.first().copied().flatten());
    let wanted = memref(at, size, object, space);
    let there = if let Some(place) = place {
        let pointer = cast_space(place, space, anchor);
        if pointer.ty() == to {
            return pointer;
        }
        bridge("polygeist.pointer2memref", pointer, wanted, anchor)
    } else {
        let copy = store(value, anchor);
        let shaped = memref(at, size, object, 0);
        let shaped =
            if copy.ty() == shaped { copy } else { bridge("memref.cast", copy, shaped, anchor) };
        if space == 0 {
            shaped
        } else {
            let plain = Type::llvm_pointer(at, 0);
            let pointer = bridge("polygeist.memref2pointer", shaped, plain, anchor);
            let pointer = cast_space(pointer, space, anchor);
            bridge("polygeist.pointer2memref", pointer, wanted, anchor)
        }
    };
    if there.ty() == to { there } else { bridge("sycl.cast", there, to, anchor) }
}

fn memref<'c>(
    at: scythe_mlir::Location<'c>,
    size: Option<u64>,
    element: Type<'c>,
    space: u32,
) -> Type<'c> {
    let space = (space != 0).then(|| Attribute::integer(Type::integer(at, 64), space.into()));
    Type::memref(at, size, element, space).expect("objects can be elements of memrefs")
}

fn bridge<'c>(name: &str, value: Value<'c>, to: Type<'c>, anchor: Op<'c>) -> Value<'c> {
    Build::new(name, anchor.location()).operands(&[value]).results(&[to]).value_before(anchor)
}

fn cast_space<'c>(pointer: Value<'c>, space: u32, anchor: Op<'c>) -> Value<'c> {
    if pointer.ty().llvm_pointer_space() == Some(space) {
        return pointer;
    }
    bridge("llvm.addrspacecast", pointer, Type::llvm_pointer(anchor.location(), space), anchor)
}

/// Stores a value in a temporary.
///
/// The temporary belongs to the function: in a loop it must not be allocated repeatedly, so it is allocated
/// at the start of the function, unless the op is in the first block anyway.
fn store<'c>(value: Value<'c>, anchor: Op<'c>) -> Value<'c> {
    let at = anchor.location();
    let ty = memref(at, Some(1), value.ty(), 0);
    let alloca = Build::new("memref.alloca", at)
        .results(&[ty])
        .attribute("operandSegmentSizes", Attribute::numbers(at, &[0, 0]))
        .create();
    let function = anchor.enclosing(|op| op.name().ends_with(".func"));
    let entry = function.and_then(|function| function.body().first().copied());
    match entry {
        Some(entry) if anchor.block() != Some(entry) => entry.prepend(alloca),
        _ => anchor.insert_before(alloca),
    }
    let place = alloca.result(0).expect("an allocation has a result");
    let index = Type::index(at);
    let zero = Build::new("arith.constant", at)
        .results(&[index])
        .attribute("value", Attribute::integer(index, 0))
        .value_before(anchor);
    Build::new("memref.store", at).operands(&[value, place, zero]).before(anchor);
    place
}
