//! The mux builtins: functions by which kernels query the index space and synchronise.
//!
//! Simple ones are in the table below; group operations and copies have composed names and are in
//! [`crate::collective`] and [`crate::dma`].

use std::borrow::Cow;

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, FunctionType, IntType};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{add_attribute, set_reads_nothing, set_reads_only};

use crate::collective::{Collective, GroupScope};
use crate::dma::Dma;

/// The signature of a builtin. `size_t` has the width of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `i1 f()`
    Flag,
    /// `size_t f(i32 dimension)`
    RankedGetter,
    /// `void f(i32 dimension, size_t value)`
    RankedSetter,
    /// `i32 f()`
    Getter32,
    /// `void f(i32 value)`
    Setter32,
    /// `size_t f()`
    Getter,
    /// `void f(i32 id, i32 scope, i32 semantics)`
    Barrier,
    /// `void f(i32 scope, i32 semantics)`
    Fence,
    /// `ptr f(size_t offset)`
    LocalMemory,
    /// `i32 f(ptr)`
    OfPointer,
    /// `ptr f(i64 key, ptr otherwise, size_t bytes)`
    OfKey,
    /// See [`Builtin::function_type`]: a report of checked code to the runtime (`check-accesses`).
    Check,
    /// See [`Collective`].
    Collective,
    /// See [`Dma`].
    Dma,
}

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $shape:ident, $default:literal;)*) => {
        /// A mux builtin.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin {
            $($(#[$doc])* $variant,)*
            /// A group operation.
            Collective(Collective),
            /// A copy between global and local memory.
            Dma(Dma),
        }

        impl Builtin {
            /// The builtins with fixed names, in the order of the table.
            pub const PLAIN: &'static [Self] = &[$(Self::$variant,)*];

            /// The function's name in IR.
            #[must_use]
            pub fn name(self) -> Cow<'static, str> {
                match self {
                    $(Self::$variant => Cow::Borrowed($name),)*
                    Self::Collective(collective) => collective.to_string().into(),
                    Self::Dma(dma) => dma.name(),
                }
            }

            /// The function's signature.
            #[must_use]
            pub fn shape(self) -> Shape {
                match self {
                    $(Self::$variant => Shape::$shape,)*
                    Self::Collective(_) => Shape::Collective,
                    Self::Dma(_) => Shape::Dma,
                }
            }

            /// The result of a getter that the target does not define, for example for a dimension that does
            /// not exist.
            #[must_use]
            pub fn default_value(self) -> u64 {
                match self { $(Self::$variant => $default,)* _ => 0 }
            }

            fn plain_from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

builtins! {
    /// Whether subnormal numbers are flushed to zero.
    IsFtz = "__mux_isftz", Flag, 0;
    /// Whether fast and less exact mathematics suffices.
    UseFast = "__mux_usefast", Flag, 0;
    /// Whether the device has OpenCL's embedded profile.
    IsEmbeddedProfile = "__mux_isembeddedprofile", Flag, 0;
    /// Work-items in a dimension.
    GlobalSize = "__mux_get_global_size", RankedGetter, 1;
    /// The work-item's position in the index space.
    GlobalId = "__mux_get_global_id", RankedGetter, 0;
    /// An offset added to every global id.
    GlobalOffset = "__mux_get_global_offset", RankedGetter, 0;
    /// Work-items of a full work-group in a dimension.
    LocalSize = "__mux_get_local_size", RankedGetter, 1;
    /// The same; it would differ if work-groups at the edge were smaller.
    EnqueuedLocalSize = "__mux_get_enqueued_local_size", RankedGetter, 1;
    /// The work-item's position in its work-group.
    LocalId = "__mux_get_local_id", RankedGetter, 0;
    /// Work-groups in a dimension.
    NumGroups = "__mux_get_num_groups", RankedGetter, 1;
    /// The work-group's position among the work-groups.
    GroupId = "__mux_get_group_id", RankedGetter, 0;
    /// The number of dimensions.
    WorkDim = "__mux_get_work_dim", Getter32, 1;
    /// The work-item's linear id in the index space, without the offset.
    GlobalLinearId = "__mux_get_global_linear_id", Getter, 0;
    /// The work-item's linear id in its work-group, dimension 0 fastest.
    LocalLinearId = "__mux_get_local_linear_id", Getter, 0;
    /// The sub-group's id in its work-group.
    SubGroupId = "__mux_get_sub_group_id", Getter32, 0;
    /// Sub-groups of this work-group.
    NumSubGroups = "__mux_get_num_sub_groups", Getter32, 1;
    /// Work-items of the largest sub-group.
    MaxSubGroupSize = "__mux_get_max_sub_group_size", Getter32, 1;
    /// Work-items of this sub-group.
    SubGroupSize = "__mux_get_sub_group_size", Getter32, 1;
    /// The work-item's id in its sub-group.
    SubGroupLocalId = "__mux_get_sub_group_local_id", Getter32, 0;
    /// The first work-group of the span (set by the entry hook's caller).
    FirstGroup = "__mux_get_first_group", Getter, 0;
    /// One past the last work-group of the span.
    LastGroup = "__mux_get_last_group", Getter, 0;
    /// Set by work-item loops for the next work-item.
    SetLocalId = "__mux_set_local_id", RankedSetter, 0;
    /// Set by the entry hook for the next work-group.
    SetGroupId = "__mux_set_group_id", RankedSetter, 0;
    /// Set by work-item loops for the next sub-group.
    SetSubGroupId = "__mux_set_sub_group_id", Setter32, 0;
    /// Set by work-item loops.
    SetNumSubGroups = "__mux_set_num_sub_groups", Setter32, 0;
    /// Set by work-item loops.
    SetMaxSubGroupSize = "__mux_set_max_sub_group_size", Setter32, 0;
    /// A barrier for all work-items of a work-group.
    WorkGroupBarrier = "__mux_work_group_barrier", Barrier, 0;
    /// A barrier for all work-items of a sub-group.
    SubGroupBarrier = "__mux_sub_group_barrier", Barrier, 0;
    /// Orders the memory accesses of one work-item for others.
    MemBarrier = "__mux_mem_barrier", Fence, 0;
    /// Memory that a work-group shares.
    LocalMemory = "__mux_local_memory", LocalMemory, 0;
    /// The address space of a generic pointer, as a SPIR-V storage class.
    AddressSpace = "__mux_get_address_space", OfPointer, 0;
    /// The address of a specialization constant's value: the one that the launch sets, or else the default.
    /// The same for all work-items of a launch.
    SpecializationConstant = "__mux_get_specialization_constant", OfKey, 0;
    /// Checks an access and returns the address to use: `ptr f(ptr address, ptr base, size_t bytes, i32
    /// flags, ptr site)`.
    CheckAccess = "__mux_check_access", Check, 0;
    /// Reports an index out of bounds: `void f(i32 what, i64 index, i64 bound, ptr site)`.
    CheckIndex = "__mux_check_index", Check, 0;
    /// Whether all accesses of the launch are proven good: `i32 f(ptr words, i32 count, ptr leaves, i32
    /// count)`.
    CheckProof = "__mux_check_proof", Check, 0;
    /// Reports that a work-item starts, reaches a barrier or ends: `void f(i32 what, i32 number, ptr site)`.
    CheckPoint = "__mux_check_point", Check, 0;
}

impl From<Collective> for Builtin {
    fn from(collective: Collective) -> Self {
        Self::Collective(collective)
    }
}

/// The module's `size_t`: an integer of a pointer's width.
#[must_use]
pub fn size_type<'c>(module: &Module<'c>) -> IntType<'c> {
    let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
    module.get_context().ptr_sized_int_type(&layout, None)
}

impl Builtin {
    /// The builtin of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // Most names belong to functions of the program.
        let _ = name.strip_prefix("__mux_")?;
        Self::plain_from_name(name)
            .or_else(|| Collective::from_name(name).map(Self::Collective))
            .or_else(|| Dma::from_name(name).map(Self::Dma))
    }

    /// The builtin of a function.
    #[must_use]
    pub fn of(function: FunctionValue<'_>) -> Option<Self> {
        Self::from_name(&function.get_name().to_string_lossy())
    }

    /// Whether the result usually depends on how the target schedules work. For a particular target, see
    /// [`crate::MuxTarget::requires_scheduling_parameters`].
    #[must_use]
    pub fn requires_scheduling(self) -> bool {
        match self.shape() {
            Shape::RankedGetter
            | Shape::RankedSetter
            | Shape::Getter
            | Shape::Setter32
            | Shape::LocalMemory
            | Shape::OfKey => true,
            // Without sub-groups of its own, a target's sub-groups are single work-items.
            Shape::Getter32 => !matches!(self, Self::SubGroupSize | Self::SubGroupLocalId),
            Shape::Flag
            | Shape::Barrier
            | Shape::Fence
            | Shape::OfPointer
            | Shape::Check
            | Shape::Collective
            | Shape::Dma => false,
        }
    }

    /// Whether all work-items of a group have to reach a call together: barriers and group operations.
    #[must_use]
    pub fn is_barrier_like(self) -> bool {
        match self {
            Self::WorkGroupBarrier | Self::SubGroupBarrier => true,
            Self::Collective(collective) => collective.scope != GroupScope::VecGroup,
            _ => false,
        }
    }

    /// Whether the first argument is the id of a barrier, which `prepare-barriers` sets.
    #[must_use]
    pub fn has_barrier_id(self) -> bool {
        match self {
            Self::WorkGroupBarrier | Self::SubGroupBarrier => true,
            Self::Collective(collective) => collective.has_barrier_id(),
            _ => false,
        }
    }

    /// Whether the query may be repeated instead of storing its result, which does not change while the
    /// work-item runs.
    #[must_use]
    pub fn is_rematerialisable(self) -> bool {
        match self.shape() {
            Shape::Flag
            | Shape::RankedGetter
            | Shape::Getter
            | Shape::LocalMemory
            | Shape::OfKey => true,
            Shape::Getter32 => matches!(self, Self::WorkDim | Self::SubGroupLocalId),
            _ => false,
        }
    }

    /// The signature without scheduling parameters.
    #[must_use]
    pub fn function_type<'c>(self, module: &Module<'c>) -> FunctionType<'c> {
        let context = module.get_context();
        let (i32_type, void) = (context.i32_type(), context.void_type());
        let size = size_type(module);
        let small: BasicMetadataTypeEnum<'c> = i32_type.into();
        match (self, self.shape()) {
            (Self::Collective(collective), _) => collective.function_type(module),
            (Self::Dma(dma), _) => dma.function_type(module),
            (_, Shape::Flag) => context.bool_type().fn_type(&[], false),
            (_, Shape::RankedGetter) => size.fn_type(&[small], false),
            (_, Shape::RankedSetter) => void.fn_type(&[small, size.into()], false),
            (_, Shape::Getter32) => i32_type.fn_type(&[], false),
            (_, Shape::Setter32) => void.fn_type(&[small], false),
            (_, Shape::Barrier) => void.fn_type(&[small; 3], false),
            (_, Shape::Fence) => void.fn_type(&[small; 2], false),
            (_, Shape::LocalMemory) => {
                context.ptr_type(Default::default()).fn_type(&[size.into()], false)
            }
            (_, Shape::OfPointer) => {
                i32_type.fn_type(&[context.ptr_type(Default::default()).into()], false)
            }
            (_, Shape::OfKey) => {
                let pointer = context.ptr_type(Default::default());
                let key = context.i64_type();
                pointer.fn_type(&[key.into(), pointer.into(), size.into()], false)
            }
            (Self::CheckAccess, _) => {
                let pointer = context.ptr_type(Default::default());
                let all = [pointer.into(), pointer.into(), size.into(), small, pointer.into()];
                pointer.fn_type(&all, false)
            }
            (Self::CheckIndex, _) => {
                let (wide, site) = (context.i64_type(), context.ptr_type(Default::default()));
                void.fn_type(&[small, wide.into(), wide.into(), site.into()], false)
            }
            (Self::CheckProof, _) => {
                let pointer: BasicMetadataTypeEnum<'c> =
                    context.ptr_type(Default::default()).into();
                i32_type.fn_type(&[pointer, small, pointer, small], false)
            }
            (_, Shape::Check) => {
                void.fn_type(&[small, small, context.ptr_type(Default::default()).into()], false)
            }
            (_, Shape::Getter | Shape::Collective | Shape::Dma) => size.fn_type(&[], false),
        }
    }

    /// The builtin's function in the module; if it is missing, it is declared with [`Self::set_attributes`].
    #[must_use]
    pub fn declare<'c>(self, module: &Module<'c>) -> FunctionValue<'c> {
        let name = self.name();
        module.get_function(&name).unwrap_or_else(|| {
            let function = module.add_function(&name, self.function_type(module), None);
            self.set_attributes(function);
            if matches!(self.shape(), Shape::RankedGetter | Shape::RankedSetter) {
                for (value, name) in function.get_params().iter().zip(["idx", "val"]) {
                    value.set_name(name);
                }
            }
            function
        })
    }

    /// Sets the attributes of every declaration of the builtin.
    pub fn set_attributes(self, function: FunctionValue<'_>) {
        let set = |name: &str| add_attribute(function, AttributeLoc::Function, name, 0);
        for name in ["alwaysinline", "norecurse", "nounwind"] {
            set(name);
        }
        match self.shape() {
            Shape::Barrier | Shape::Fence => {
                for name in ["convergent", "noduplicate", "nomerge"] {
                    set(name);
                }
            }
            Shape::Collective | Shape::Dma => set("convergent"),
            Shape::Flag | Shape::RankedGetter | Shape::Getter32 | Shape::Getter => {
                set_reads_only(function);
            }
            // Only the pointer is used, not its target.
            Shape::OfPointer => set_reads_nothing(function),
            Shape::OfKey => set_reads_only(function),
            Shape::RankedSetter | Shape::Setter32 | Shape::LocalMemory | Shape::Check => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use scythe_llvm::inkwell::context::Context;
    use scythe_llvm::inkwell::targets::TargetData;

    use super::{Builtin, Shape};
    use crate::collective::Collective;
    use crate::dma::Dma;

    fn all() -> Vec<Builtin> {
        let plain = Builtin::PLAIN.iter().copied();
        let collectives = Collective::samples().into_iter().map(Builtin::Collective);
        plain.chain(collectives).chain(Dma::all().into_iter().map(Builtin::Dma)).collect()
    }

    #[test]
    fn every_name_round_trips() {
        let mut names = HashSet::new();
        for builtin in all() {
            assert_eq!(Builtin::from_name(&builtin.name()), Some(builtin), "{}", builtin.name());
            assert!(names.insert(builtin.name()), "{} occurs twice", builtin.name());
        }
    }

    #[test]
    fn names_are_those_of_the_specification() {
        for name in [
            "__mux_isftz",
            "__mux_work_group_any_i1",
            "__mux_sub_group_broadcast_v4i32",
            "__mux_work_group_reduce_logical_and_i1",
            "__mux_vec_group_scan_exclusive_mul_nxv1i64",
            "__mux_sub_group_scan_inclusive_fmax_f16",
            "__mux_sub_group_shuffle_xor_f64",
            "__mux_dma_read_1D",
            "__mux_dma_write_3D",
            "__mux_dma_wait",
        ] {
            assert!(Builtin::from_name(name).is_some(), "{name}");
        }
    }

    #[test]
    fn other_names_are_not_builtins() {
        for name in [
            "main",
            "__mux_",
            "__mux_get_local_id.old",
            "__mux_work_group_any_i32",
            "__mux_work_group_reduce_i32",
            "__mux_work_group_reduce_fadd_i32",
            "__mux_work_group_reduce_add_f32",
            "__mux_work_group_shuffle_i32",
            "__mux_vec_group_reduce_add_i32",
            "__mux_sub_group_reduce_logical_or_i8",
            "__mux_dma_read_4D",
            "__mux_dma_wait_1D",
        ] {
            assert_eq!(Builtin::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_builtin_can_be_declared() {
        let context = Context::create();
        let module = context.create_module("all");
        for builtin in all() {
            let function = builtin.declare(&module);
            assert_eq!(function.get_type(), builtin.function_type(&module), "{}", builtin.name());
        }
        assert!(module.verify().is_ok(), "{:?}", module.verify());
    }

    #[test]
    fn size_t_is_as_wide_as_a_pointer() {
        let context = Context::create();
        let (short, long) = (context.i32_type(), context.i64_type());
        for (layout, size) in [("e-p:32:32", short), ("e-p:64:64", long), ("", long)] {
            let module = context.create_module("layout");
            module.set_data_layout(&TargetData::create(layout).get_data_layout());
            let returned = Builtin::GlobalId.function_type(&module).get_return_type();
            assert_eq!(returned, Some(size.into()), "{layout}");
        }
    }

    #[test]
    fn barriers_are_convergent() {
        let context = Context::create();
        let module = context.create_module("convergent");
        for builtin in all().into_iter().filter(|b| b.is_barrier_like()) {
            assert!(!builtin.is_rematerialisable(), "{}", builtin.name());
            assert_ne!(builtin.shape(), Shape::RankedGetter);
            let function = builtin.declare(&module);
            assert!(scythe_llvm::has_attribute(function, "convergent"), "{}", builtin.name());
        }
    }
}
