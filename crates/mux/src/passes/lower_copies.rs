//! OpenCL's asynchronous copies as mux builtins, for `lower-to-mux-builtins`.
//!
//! The program chooses the type of events, and the builtin uses it.

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, BasicType};
use scythe_llvm::inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, IntValue, PointerValue,
};

use super::lower_to_mux_builtins::{Lowered, Lowering};
use super::mangled::{first_number, pointee};
use crate::{Builtin, Dma, DmaRank, MuxError, size_type};

/// SPIR's address space of local memory.
const LOCAL: u16 = 3;

/// Replaces a copy, or a wait for one; none for other functions.
pub fn lower<'c>(lowering: &Lowering<'_, 'c>, name: &str) -> Lowered<'c> {
    let copy = Copy { lowering };
    match name {
        "wait_group_events" => copy.wait(),
        "async_work_group_copy" => copy.plain(),
        "async_work_group_strided_copy" => copy.strided(),
        "async_work_group_copy_2D2D" => copy.planar(DmaRank::Two),
        "async_work_group_copy_3D3D" => copy.planar(DmaRank::Three),
        _ => Ok(None),
    }
}

struct Copy<'a, 'b, 'c> {
    lowering: &'a Lowering<'b, 'c>,
}

impl<'c> Copy<'_, '_, 'c> {
    fn pointer(&self, index: u32) -> Option<PointerValue<'c>> {
        match self.lowering.argument(index)? {
            BasicValueEnum::PointerValue(pointer) => Some(pointer),
            _ => None,
        }
    }

    /// An argument that is a size.
    fn size(&self, index: u32) -> Option<IntValue<'c>> {
        match self.lowering.argument(index)? {
            BasicValueEnum::IntValue(value)
                if value.get_type() == size_type(self.lowering.cx.module) =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    fn product(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        Ok(self.lowering.builder.build_int_mul(a, b, "")?)
    }

    fn wait(&self) -> Lowered<'c> {
        let (Some(BasicValueEnum::IntValue(count)), Some(mut events)) =
            (self.lowering.argument(0), self.pointer(1))
        else {
            return Ok(None);
        };
        let module = self.lowering.cx.module;
        let is_small = count.get_type() == module.get_context().i32_type();
        if !is_small || self.lowering.result().is_some() {
            return Ok(None);
        }
        let wait = self.lowering.cx.target.declare_builtin(module, Builtin::Dma(Dma::Wait));
        // A module that declares the builtin defines the address space of events.
        let Some(BasicMetadataTypeEnum::PointerType(ty)) =
            wait.get_type().get_param_types().get(1).copied()
        else {
            return Ok(None);
        };
        if events.get_type() != ty {
            let builder = self.lowering.builder;
            events = builder.build_address_space_cast(events, ty, "mux.events")?;
        }
        self.lowering.builder.build_call(wait, &[count.into(), events.into()], "")?;
        Ok(Some(None))
    }

    /// `(dst, src, elements, event)`
    fn plain(&self) -> Lowered<'c> {
        let (Some(to), Some(from), Some(count)) = (self.pointer(0), self.pointer(1), self.size(2))
        else {
            return Ok(None);
        };
        let Some(bytes) = self.element_bytes() else { return Ok(None) };
        let bytes = self.product(bytes, count)?;
        self.copy(DmaRank::One, (to, from), &[bytes], 3)
    }

    /// `(dst, src, elements, stride, event)`: elements are contiguous in local memory.
    fn strided(&self) -> Lowered<'c> {
        let (Some(to), Some(from), Some(count), Some(stride)) =
            (self.pointer(0), self.pointer(1), self.size(2), self.size(3))
        else {
            return Ok(None);
        };
        let Some(bytes) = self.element_bytes() else { return Ok(None) };
        let stride = self.product(bytes, stride)?;
        let strides = if is_local(to) { [bytes, stride] } else { [stride, bytes] };
        self.copy(DmaRank::Two, (to, from), &[bytes, strides[0], strides[1], count], 4)
    }

    /// `(dst, offset, src, offset, bytes of an element, elements of a line, lines, …)`: then, for planes,
    /// their number; of the source and of the destination the length of a line and, for planes, the area of
    /// one; the event. All but the bytes are counted in elements.
    fn planar(&self, rank: DmaRank) -> Lowered<'c> {
        let planes = rank == DmaRank::Three;
        let (Some(to), Some(from)) = (self.pointer(0), self.pointer(2)) else { return Ok(None) };
        let last = if planes { 12 } else { 9 };
        let sizes: Option<Vec<_>> =
            [1].into_iter().chain(3..last).map(|index| self.size(index)).collect();
        let Some(sizes) = sizes else { return Ok(None) };
        let (to_offset, from_offset, bytes, line, lines) =
            (sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]);
        let to_offset = self.product(to_offset, bytes)?;
        let from_offset = self.product(from_offset, bytes)?;
        let line = self.product(line, bytes)?;
        let to = self.behind(to, to_offset)?;
        let from = self.behind(from, from_offset)?;
        let scaled = |index: usize| self.product(sizes[index], bytes);
        if planes {
            let (from_line, to_line) = (scaled(6)?, scaled(8)?);
            let (from_plane, to_plane) = (scaled(7)?, scaled(9)?);
            let sizes = [line, to_line, from_line, lines, to_plane, from_plane, sizes[5]];
            self.copy(rank, (to, from), &sizes, last)
        } else {
            let (from_line, to_line) = (scaled(5)?, scaled(6)?);
            self.copy(rank, (to, from), &[line, to_line, from_line, lines], last)
        }
    }

    fn behind(
        &self,
        base: PointerValue<'c>,
        bytes: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let byte = self.lowering.cx.module.get_context().i8_type();
        Ok(scythe_llvm::element(self.lowering.builder, byte, base, &[bytes], "")?)
    }

    /// The size of the elements that the function's pointers point to.
    fn element_bytes(&self) -> Option<IntValue<'c>> {
        let (_, bytes) = first_number(pointee(self.lowering.types)?)?;
        Some(size_type(self.lowering.cx.module).const_int(bytes, false))
    }

    fn copy(
        &self,
        rank: DmaRank,
        (to, from): (PointerValue<'c>, PointerValue<'c>),
        sizes: &[IntValue<'c>],
        event: u32,
    ) -> Lowered<'c> {
        let (cx, builder) = (self.lowering.cx, self.lowering.builder);
        let Some(event) = self.lowering.argument(event) else { return Ok(None) };
        let result = self.lowering.result();
        if is_local(to) == is_local(from) || result != Some(event.get_type()) {
            return Ok(None);
        }
        let dma = if is_local(to) { Dma::Read(rank) } else { Dma::Write(rank) };
        let builtin = Builtin::Dma(dma);
        let mut types = builtin.function_type(cx.module).get_param_types();
        // OpenCL has no copies between other memories.
        let pointers = [to, from].map(|pointer| BasicMetadataTypeEnum::from(pointer.get_type()));
        if !types.starts_with(&pointers) {
            return Ok(None);
        }
        if let Some(last) = types.last_mut() {
            *last = BasicMetadataTypeEnum::from(event.get_type());
        }
        let ty = event.get_type().fn_type(&types, false);
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> = vec![to.into(), from.into()];
        arguments.extend(sizes.iter().map(|&size| BasicMetadataValueEnum::from(size)));
        arguments.push(event.into());
        let name = builtin.name();
        let function = cx.module.get_function(&name).unwrap_or_else(|| {
            let function = cx.module.add_function(&name, ty, None);
            builtin.set_attributes(function);
            function
        });
        if function.get_type() != ty {
            let reason = "is used with events of several types";
            return Err(MuxError::malformed(name, reason));
        }
        let call = builder.build_call(function, &arguments, "")?;
        Ok(Some(call.try_as_basic_value().basic()))
    }
}

fn is_local(pointer: PointerValue<'_>) -> bool {
    pointer.get_type().get_address_space() == AddressSpace::from(LOCAL)
}
