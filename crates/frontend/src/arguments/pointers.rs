//! The pointers among a kernel's arguments.

use scythe_image::facts::accessor_part;

use crate::arguments::plan::{ArgumentType, Object, Plan};
use crate::notes::{Kernel, Kind, Type};

/// Arrays with more elements are not searched for pointers.
const MOST_ELEMENTS: u64 = 16;

/// A pointer among the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The number of the argument that has it.
    pub argument: usize,
    /// Bytes from the start of the argument.
    pub at: u64,
    /// The memory that it refers to.
    pub leads_to: LeadsTo,
}

/// The memory that a pointer refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    /// Memory of a buffer, within a box.
    Buffer(AccessorArguments),
    /// Unknown; unified shared memory in a correct program.
    Anything,
}

/// The arguments of an accessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessorArguments {
    /// The accessor's offset in the kernel's function object.
    pub object: u64,
    /// Dimensions of the ranges below, 1 to 3.
    pub dims: u32,
    /// Bytes.
    pub element_size: u64,
    /// Whether the kernel may write through it.
    pub writes: bool,
    /// The positions of the arguments with the range of the buffer, the range of the accessor and its offset,
    /// each with one number of 64 bits per dimension.
    pub ranges: [usize; 3],
}

impl Pointer {
    /// Whether the kernel may write through it.
    #[must_use]
    pub fn writes(&self) -> bool {
        match &self.leads_to {
            LeadsTo::Buffer(accessor) => accessor.writes,
            LeadsTo::Anything => true,
        }
    }
}

/// All pointers among the arguments of a kernel; none if there may be unknown ones: in classes with their own
/// decomposition, in unions, behind references.
#[must_use]
pub fn pointers(kernel: &Kernel) -> Option<Vec<Pointer>> {
    let plan = kernel.plan.as_ref()?;
    let mut found = Vec::new();
    for (ty, object) in kernel.parameters.iter().zip(&plan.objects) {
        let mut finder = Finder { plan, object, found: &mut found };
        finder.part(ty, 0)?;
    }
    Some(found)
}

struct Finder<'n, 'f> {
    plan: &'n Plan,
    object: &'n Object,
    found: &'f mut Vec<Pointer>,
}

impl Finder<'_, '_> {
    fn part(&mut self, ty: &Type, at: u64) -> Option<()> {
        if ty.is_decomposed() {
            return self.decomposed(ty, at);
        }
        match ty.kind {
            Kind::Pointer => self.pointer(at),
            Kind::Reference | Kind::Union | Kind::Other => None,
            Kind::Array if ty.count? > MOST_ELEMENTS && has_pointers(ty.element.as_deref()?) => {
                None
            }
            // The elements contain no pointers.
            Kind::Array if ty.count? > MOST_ELEMENTS => Some(()),
            Kind::Class if ty.polymorphic || ty.recursive => None,
            _ => ty.subobjects().try_for_each(|part| self.part(part.ty, at + part.at)),
        }
    }

    fn pointer(&mut self, at: u64) -> Option<()> {
        let inside = |&&(first, bytes): &&(u64, u64), start: u64| {
            start + first <= at && at + POINTER_BYTES <= start + first + bytes
        };
        let copied = self
            .object
            .copied
            .iter()
            .find(|c| c.pieces.iter().any(|piece| inside(&piece, c.at)))?;
        let (argument, at) = (copied.argument, at - copied.at);
        self.found.push(Pointer { argument, at, leads_to: LeadsTo::Anything });
        Some(())
    }

    fn decomposed(&mut self, ty: &Type, at: u64) -> Option<()> {
        let class = ty.sycl_class()?;
        let (dims, mode, element_size) = match class.as_slice() {
            // It is local memory, which no pointer argument refers to.
            ["local_accessor", ..] => return Some(()),
            ["accessor", dims, mode, _, size] => (*dims, *mode, *size),
            _ => return None,
        };
        let rebuilt = self.object.rebuilt.iter().find(|part| part.at == at)?;
        let part = |element| rebuilt.element_argument(element);
        let pointer = part(accessor_part::FIRST)?;
        let ranges =
            [part(accessor_part::MEMORY)?, part(accessor_part::BOX)?, part(accessor_part::OFFSET)?];
        let argument = &self.plan.arguments[pointer];
        if argument.ty != ArgumentType::Pointer {
            return None;
        }
        // A zero-dimensional accessor refers to a buffer of one dimension.
        let dims = dims.parse::<u32>().ok()?.max(1);
        self.found.push(Pointer {
            argument: pointer,
            at: 0,
            leads_to: LeadsTo::Buffer(AccessorArguments {
                object: at,
                dims,
                element_size: element_size.parse().ok()?,
                writes: mode != "read",
                ranges,
            }),
        });
        Some(())
    }
}

/// Scythe's hosts and devices have 64 bits.
const POINTER_BYTES: u64 = 8;

fn has_pointers(ty: &Type) -> bool {
    match ty.kind {
        Kind::Pointer | Kind::Reference | Kind::Union | Kind::Other => true,
        _ if ty.is_decomposed() || ty.polymorphic || ty.recursive => true,
        _ => ty.subobjects().take(1024).any(|part| has_pointers(part.ty)),
    }
}

#[cfg(test)]
mod tests;
