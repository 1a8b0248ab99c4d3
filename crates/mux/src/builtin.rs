//! The mux builtins: functions that kernels call to learn where they are.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::types::{BasicMetadataTypeEnum, FunctionType};
use scythe_llvm::inkwell::values::FunctionValue;

/// The signature of a builtin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `size_t f(i32 dimension)`
    RankedGetter,
    /// `void f(i32 dimension, size_t value)`
    RankedSetter,
    /// `i32 f()`
    Getter32,
    /// `size_t f()`
    Getter,
    /// `void f(i32 id, i32 scope, i32 semantics)`
    Barrier,
    /// `ptr f(size_t offset)`
    LocalMemory,
}

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $shape:ident, $default:literal;)*) => {
        /// A mux builtin.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin { $($(#[$doc])* $variant,)* }

        impl Builtin {
            /// All builtins, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The function's name in IR.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The function's signature.
            #[must_use]
            pub fn shape(self) -> Shape {
                match self { $(Self::$variant => Shape::$shape,)* }
            }

            /// What a ranked getter returns for a dimension the kernel does not have.
            #[must_use]
            pub fn out_of_range(self) -> u64 {
                match self { $(Self::$variant => $default,)* }
            }
        }
    };
}

builtins! {
    /// Work-items in a dimension.
    GlobalSize = "__mux_get_global_size", RankedGetter, 1;
    /// This work-item's place in the whole index space.
    GlobalId = "__mux_get_global_id", RankedGetter, 0;
    /// What is added to every global id.
    GlobalOffset = "__mux_get_global_offset", RankedGetter, 0;
    /// Work-items of a full work-group in a dimension.
    LocalSize = "__mux_get_local_size", RankedGetter, 1;
    /// This work-item's place in its work-group.
    LocalId = "__mux_get_local_id", RankedGetter, 0;
    /// Work-groups in a dimension.
    NumGroups = "__mux_get_num_groups", RankedGetter, 1;
    /// This work-group's place among the work-groups.
    GroupId = "__mux_get_group_id", RankedGetter, 0;
    /// The number of dimensions.
    WorkDim = "__mux_get_work_dim", Getter32, 1;
    /// The first work-group of the span being run (set up by the entry hook's caller).
    FirstGroup = "__mux_get_first_group", Getter, 0;
    /// One past the last work-group of the span being run.
    LastGroup = "__mux_get_last_group", Getter, 0;
    /// Work-item loops say which work-item runs next.
    SetLocalId = "__mux_set_local_id", RankedSetter, 0;
    /// The entry hook says which work-group runs next.
    SetGroupId = "__mux_set_group_id", RankedSetter, 0;
    /// All work-items of a group meet.
    WorkGroupBarrier = "__mux_work_group_barrier", Barrier, 0;
    /// Memory that a work-group shares.
    LocalMemory = "__mux_local_memory", LocalMemory, 0;
}

impl Builtin {
    /// The builtin of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|b| b.name() == name)
    }

    /// Whether the answer depends on how the target schedules work.
    #[must_use]
    pub fn requires_scheduling(self) -> bool {
        self.shape() != Shape::Barrier
    }

    fn function_type<'c>(self, module: &Module<'c>) -> FunctionType<'c> {
        let context = module.get_context();
        let i32_type = context.i32_type();
        let size = context.i64_type();
        let dimension: BasicMetadataTypeEnum<'c> = i32_type.into();
        match self.shape() {
            Shape::RankedGetter => size.fn_type(&[dimension], false),
            Shape::RankedSetter => context.void_type().fn_type(&[dimension, size.into()], false),
            Shape::Getter32 => i32_type.fn_type(&[], false),
            Shape::Getter => size.fn_type(&[], false),
            Shape::Barrier => context.void_type().fn_type(&[dimension; 3], false),
            Shape::LocalMemory => {
                context.ptr_type(Default::default()).fn_type(&[size.into()], false)
            }
        }
    }

    /// The builtin's function in the module, declared where it was not.
    #[must_use]
    pub fn declare<'c>(self, module: &Module<'c>) -> FunctionValue<'c> {
        module
            .get_function(self.name())
            .unwrap_or_else(|| module.add_function(self.name(), self.function_type(module), None))
    }
}
