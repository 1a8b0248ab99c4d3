//! The contents of a kernel's record, from its notes and its specializations.

use crate::hostdev::specializations::Specialization;
use crate::record::{Code, CompiledVariant, Guard, KernelFacts};
use scythe_bind::MULTIPLES_OF;
use scythe_frontend::agree::Pair;
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::arguments::pointers::{LeadsTo, Pointer};
use scythe_image::PointerArgument;

/// Facts that the specializations of a kernel have in common.
#[derive(Clone, Debug, Default)]
pub struct RecordFacts {
    /// See [`KernelFacts::key`].
    pub key: String,
    /// See [`KernelFacts::pointers`].
    pub pointers: Vec<PointerArgument>,
    /// See [`KernelFacts::shape`].
    pub shape: Option<u32>,
    /// See [`KernelFacts::constants`].
    pub constants: Vec<u64>,
}

/// The conditions on launches for a specialization of a kernel.
#[must_use]
pub fn guards(layout: &Layout, specialization: &Specialization) -> Vec<Guard> {
    let mut all: Vec<Guard> = specialization
        .arguments
        .iter()
        .map(|known| Guard::Bytes {
            offset: place(layout, known.argument, known.at),
            bytes: known.bytes.clone(),
        })
        .collect();
    all.extend(specialization.multiples.iter().map(|part| Guard::Multiple {
        offset: place(layout, part.argument, part.at),
        size: part.size,
        of: MULTIPLES_OF,
    }));
    all.extend(
        specialization.reaches.iter().map(|&(argument, at, reach)| Guard::Reach {
            offset: place(layout, argument, at),
            reach,
        }),
    );
    for dimension in 0..specialization.dims {
        // In records, the contiguous dimension is the last, as in SYCL.
        let contiguous_first = specialization.dims - 1 - dimension;
        let dimension = u32::try_from(dimension).unwrap_or(u32::MAX);
        if let Some(size) = specialization.space.global[contiguous_first] {
            all.push(Guard::GlobalSize { dimension, size });
        }
        if let Some(size) = specialization.space.local[contiguous_first] {
            all.push(Guard::LocalSize { dimension, size });
        }
        if let Some(offset) = specialization.space.offset[contiguous_first] {
            all.push(Guard::GlobalOffset { dimension, offset });
        }
    }
    all
}

/// The pointers among the arguments, for the runtime.
#[must_use]
pub fn pointers(layout: &Layout, pointers: &[Pointer]) -> Vec<PointerArgument> {
    pointers
        .iter()
        .map(|pointer| {
            let offset = place(layout, pointer.argument, pointer.at);
            match &pointer.leads_to {
                LeadsTo::Buffer(accessor) => PointerArgument::accessor(
                    offset,
                    accessor.writes,
                    (accessor.dims, accessor.element_size),
                    accessor.ranges.map(|argument| place(layout, argument, 0)),
                ),
                LeadsTo::Anything => PointerArgument::usm(offset, true),
            }
        })
        .collect()
}

/// The offset of a byte of an argument in the block of arguments.
fn place(layout: &Layout, argument: usize, at: u64) -> u32 {
    let place = layout.place(argument, at).and_then(|place| u32::try_from(place).ok());
    place.unwrap_or(PointerArgument::ABSENT)
}

/// The dimension in which work-groups of a kernel should be long: work-item lowering has noted it on the
/// specialization without conditions. Kernels that the link finishes have no note yet.
pub fn shape(variants: &[CompiledVariant<'_>]) -> Option<u32> {
    let native = variants.iter().rev().find_map(|variant| match variant.code {
        Code::Native(entry) => Some(entry),
        Code::Module(_) => None,
    });
    native.and_then(scythe_mux::noted_dimension)
}

/// Facts about all specializations of a kernel.
pub fn facts(pair: &Pair<'_>, layout: &Layout, about: RecordFacts) -> KernelFacts {
    let kernel = pair.host;
    // Attributes are those of device code.
    let asked = &pair.device.attributes;
    let sub_group_size = asked.reqd_sub_group_size.as_ref().and_then(|asked| asked.sizes.first());
    let aspects = asked.device_has.as_ref().map_or(&[][..], |asked| &asked.sizes);
    KernelFacts {
        name: kernel.name.clone(),
        symbol: kernel.symbol.clone(),
        key: about.key,
        visible: kernel.visible,
        args_size: layout.size,
        args_align: layout.align,
        sub_group_size: sub_group_size.and_then(|&size| u32::try_from(size).ok()),
        work_group_size: asked
            .reqd_work_group_size
            .as_ref()
            .map_or_else(Vec::new, |asked| asked.sizes.clone()),
        pointers: about.pointers,
        shape: about.shape,
        constants: about.constants,
        aspects: aspects.iter().filter(|&&aspect| aspect < 64).fold(0, |all, one| all | 1 << one),
        source: kernel.source.clone(),
    }
}
