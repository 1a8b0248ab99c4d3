//! Reductions and scans over the values of neighbouring work-items as vectors.

use scythe_llvm::allow_reordering;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicTypeEnum, VectorType};
use scythe_llvm::inkwell::values::{BasicValueEnum, InstructionValue, VectorValue};

use crate::{Element, MuxError, Op};

/// The size of a vector: what the loops over work-items store at once on most processors, so that LLVM finds
/// the same pieces on both sides and needs no memory between them.
const BYTES: u64 = 32;
/// More values use loops.
const MOST: u64 = 128;
/// Smaller values are stored in shorter vectors than these.
const LEAST_BYTES: u64 = 4;

/// The position and context of emitted code.
type Emitter<'a, 'c> = (&'a Module<'c>, &'a Builder<'c>);

/// Whether values of this kind are large enough.
pub fn fits(element: Element) -> bool {
    u64::from(element.bits()) >= LEAST_BYTES * 8
}

/// The type of the vectors that hold `count` values of a type at a distance of `stride` bytes, and their
/// number; none if they do not fit vectors.
pub fn shape<'c>(ty: BasicTypeEnum<'c>, stride: u64, count: u64) -> Option<(VectorType<'c>, u64)> {
    if !(2..=MOST).contains(&count) || !count.is_power_of_two() {
        return None;
    }
    let bits = stride * 8;
    if !(LEAST_BYTES..=BYTES / 2).contains(&stride) {
        return None;
    }
    let lanes = u32::try_from(count.min(BYTES / stride)).ok()?;
    let ty = match ty {
        BasicTypeEnum::IntType(int) if u64::from(int.get_bit_width()) == bits => {
            int.vec_type(lanes)
        }
        BasicTypeEnum::FloatType(float) if u64::from(float.get_bit_width()) == bits => {
            float.vec_type(lanes)
        }
        _ => return None,
    };
    Some((ty, count / u64::from(lanes)))
}

/// Sets the alignment of an access to a vector.
pub fn align(access: InstructionValue<'_>, bytes: u64) -> Result<(), MuxError> {
    let odd = || MuxError::malformed("<group operation>", "has values of an odd size");
    access.set_alignment(u32::try_from(bytes).map_err(|_| odd())?).map_err(|_| odd())
}

/// All values combined, in any order.
pub fn reduce<'c>(
    (module, builder): Emitter<'_, 'c>,
    op: Op,
    chunks: Vec<VectorValue<'c>>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let combine = |a: VectorValue<'c>, b: VectorValue<'c>| {
        let both = op.combine(module, builder, a.into(), b.into())?;
        // The order of a reduction is not specified (SYCL 2020 §4.17.4.5).
        allow_reordering(both);
        Ok::<_, MuxError>(both.into_vector_value())
    };
    let mut all = chunks;
    while all.len() > 1 {
        let behind = all.split_off(all.len() / 2);
        all = all.into_iter().zip(behind).map(|(a, b)| combine(a, b)).collect::<Result<_, _>>()?;
    }
    let [mut total] = all[..] else {
        return Err(MuxError::malformed(op.name(), "has nothing to combine"));
    };
    let mut lanes = total.get_type().get_size();
    while lanes > 1 {
        lanes /= 2;
        let upper = choose((module, builder), (total, total), lanes..2 * lanes)?;
        let lower = choose((module, builder), (total, total), 0..lanes)?;
        total = combine(lower, upper)?;
    }
    Ok(builder.build_extract_element(total, module.get_context().i32_type().const_zero(), "")?)
}

/// Each value combined with all before it, or only those before it.
pub fn scan<'c>(
    (module, builder): Emitter<'_, 'c>,
    op: Op,
    (identity, inclusive): (BasicValueEnum<'c>, bool),
    chunks: Vec<VectorValue<'c>>,
) -> Result<Vec<VectorValue<'c>>, MuxError> {
    let emitter = (module, builder);
    let number = |n: u32| module.get_context().i32_type().const_int(u64::from(n), false);
    let combine = |a: VectorValue<'c>, b: VectorValue<'c>| {
        Ok::<_, MuxError>(op.combine(module, builder, a.into(), b.into())?.into_vector_value())
    };
    let Some(first) = chunks.first() else { return Ok(chunks) };
    let lanes = first.get_type().get_size();
    let nothing = {
        let undefined = first.get_type().get_undef();
        let one = builder.build_insert_element(undefined, identity, number(0), "")?;
        choose(emitter, (one, one), vec![0; lanes as usize])?
    };
    let mut before = nothing;
    let mut scanned = Vec::new();
    for chunk in chunks {
        let mut sums = chunk;
        let mut distance = 1;
        while distance < lanes {
            // Shifted right, with neutral values from the left.
            let moved =
                choose(emitter, (nothing, sums), (lanes - distance)..(2 * lanes - distance))?;
            sums = combine(moved, sums)?;
            distance *= 2;
        }
        let sums = combine(before, sums)?;
        let last = choose(emitter, (sums, sums), vec![lanes - 1; lanes as usize])?;
        scanned.push(if inclusive {
            sums
        } else {
            choose(emitter, (before, sums), (lanes - 1)..(2 * lanes - 1))?
        });
        before = last;
    }
    Ok(scanned)
}

/// A vector of selected elements of two.
fn choose<'c>(
    (module, builder): Emitter<'_, 'c>,
    (a, b): (VectorValue<'c>, VectorValue<'c>),
    places: impl IntoIterator<Item = u32>,
) -> Result<VectorValue<'c>, MuxError> {
    let number = module.get_context().i32_type();
    let places: Vec<_> =
        places.into_iter().map(|n| number.const_int(u64::from(n), false)).collect();
    Ok(builder.build_shuffle_vector(a, b, VectorType::const_vector(&places), "")?)
}
