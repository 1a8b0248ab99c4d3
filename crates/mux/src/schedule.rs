//! Scheduling parameters: the values from which functions compute ids and sizes.

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicTypeEnum, StructType};
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, PointerValue};
use scythe_llvm::{add_attribute, numbers, set_numbers};

use crate::{MuxError, size_type};

/// On a function: the positions of its scheduling parameters, -1 for missing ones.
pub const META_SCHEDULED: &str = "mux_scheduled_fn";
/// Of a module: its scheduling parameters.
pub const META_PARAMETERS: &str = "mux-scheduling-params";

/// A value with scheduling information, passed down to every function that needs it.
#[derive(Clone, Debug)]
pub struct SchedParam<'c> {
    /// Its index in the target's list.
    pub id: usize,
    /// Its name in IR.
    pub name: &'static str,
    /// Its name in module metadata.
    pub debug_name: &'static str,
    /// Its type.
    pub ty: BasicTypeEnum<'c>,
    /// The pointee, if it is a pointer to a known type.
    pub pointee: Option<StructType<'c>>,
    /// Attributes of the parameter, by LLVM's names, with their values.
    pub attributes: Vec<(&'static str, u64)>,
    /// Whether the caller of the wrapped kernel passes it; otherwise the wrapper initialises it.
    pub external: bool,
}

impl<'c> SchedParam<'c> {
    /// A parameter that is a value.
    #[must_use]
    pub fn value(id: usize, name: &'static str, ty: BasicTypeEnum<'c>, external: bool) -> Self {
        Self { id, name, debug_name: name, ty, pointee: None, attributes: Vec::new(), external }
    }

    /// A parameter that is the only pointer to a struct; metadata has the struct's name.
    #[must_use]
    pub fn pointer(
        module: &Module<'c>,
        id: usize,
        name: &'static str,
        (debug_name, pointee): (&'static str, StructType<'c>),
        external: bool,
    ) -> Self {
        let layout = TargetData::create(&module.get_data_layout().as_str().to_string_lossy());
        let attributes = vec![
            ("noalias", 0),
            ("nonnull", 0),
            ("align", u64::from(layout.get_abi_alignment(&pointee))),
            ("dereferenceable", layout.get_abi_size(&pointee)),
        ];
        let ty = module.get_context().ptr_type(Default::default()).into();
        Self { id, name, debug_name, ty, pointee: Some(pointee), attributes, external }
    }

    /// Names a function's parameter and sets its attributes.
    pub fn dress(&self, function: FunctionValue<'c>, index: u32) {
        if let Some(value) = function.get_nth_param(index) {
            value.set_name(self.name);
        }
        for &(name, value) in &self.attributes {
            add_attribute(function, AttributeLoc::Param(index), name, value);
        }
    }
}

/// The scheduling arguments of one function, in the order of [`crate::MuxTarget::scheduling_parameters`];
/// none for missing ones.
#[derive(Clone, Debug, Default)]
pub struct Scheduled<'c> {
    function: String,
    values: Vec<Option<BasicValueEnum<'c>>>,
}

impl<'c> Scheduled<'c> {
    /// The scheduling arguments of a function, from its metadata.
    #[must_use]
    pub fn of(function: FunctionValue<'c>) -> Self {
        let places = numbers(function, META_SCHEDULED).unwrap_or_default();
        Self {
            function: function.get_name().to_string_lossy().into_owned(),
            values: places
                .into_iter()
                .map(|place| u32::try_from(place).ok().and_then(|p| function.get_nth_param(p)))
                .collect(),
        }
    }

    /// Whether the function has none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// The argument for a parameter, if the function has it.
    #[must_use]
    pub fn find(&self, id: usize) -> Option<BasicValueEnum<'c>> {
        self.values.get(id).copied().flatten()
    }

    /// The argument for a parameter.
    ///
    /// # Errors
    /// When the function does not have it.
    pub fn get(&self, id: usize) -> Result<BasicValueEnum<'c>, MuxError> {
        self.find(id).ok_or_else(|| self.missing())
    }

    /// The argument for a parameter that is a pointer.
    ///
    /// # Errors
    /// When the function does not have it.
    pub fn pointer(&self, id: usize) -> Result<PointerValue<'c>, MuxError> {
        match self.find(id) {
            Some(BasicValueEnum::PointerValue(pointer)) => Ok(pointer),
            _ => Err(self.missing()),
        }
    }

    /// All arguments.
    ///
    /// # Errors
    /// When one of them is missing.
    pub fn all(&self) -> Result<Vec<BasicValueEnum<'c>>, MuxError> {
        if self.values.is_empty() {
            return Err(self.missing());
        }
        self.values.iter().map(|value| value.ok_or_else(|| self.missing())).collect()
    }

    fn missing(&self) -> MuxError {
        MuxError::malformed(
            self.function.as_str(),
            "has no scheduling parameters: run add-sched-params first",
        )
    }
}

/// Sets the positions of a function's scheduling parameters; -1 for missing ones.
pub(crate) fn set_scheduled(function: FunctionValue<'_>, places: &[i32]) {
    set_numbers(function, META_SCHEDULED, places);
}

/// A struct type of the module's context, created if necessary. `members` counts components of `size_t[3]`,
/// `size_t`, `i32` or pointers.
#[must_use]
pub fn named_struct<'c>(
    module: &Module<'c>,
    name: &str,
    members: &[BasicTypeEnum<'c>],
) -> StructType<'c> {
    let context = module.get_context();
    context.get_struct_type(name).unwrap_or_else(|| {
        let ty = context.opaque_struct_type(name);
        ty.set_body(members, false);
        ty
    })
}

/// The work-item's position in its work-group.
pub mod work_item_info {
    /// Its index among the generic target's scheduling parameters.
    pub const ID: usize = 0;
    /// The struct's name.
    pub const NAME: &str = "MuxWorkItemInfo";
    /// `size_t[3]`
    pub const LOCAL_ID: u32 = 0;
    /// `i32`
    pub const SUB_GROUP_ID: u32 = 1;
    /// `i32`
    pub const NUM_SUB_GROUPS: u32 = 2;
    /// `i32`
    pub const MAX_SUB_GROUP_SIZE: u32 = 3;
}

/// The work-group's position, and the number of work-groups.
pub mod work_group_info {
    /// Its index among the generic target's scheduling parameters.
    pub const ID: usize = 1;
    /// The struct's name.
    pub const NAME: &str = "MuxWorkGroupInfo";
    /// `size_t[3]`
    pub const GROUP_ID: u32 = 0;
    /// `size_t[3]`
    pub const NUM_GROUPS: u32 = 1;
    /// `size_t[3]`
    pub const GLOBAL_OFFSET: u32 = 2;
    /// `size_t[3]`
    pub const LOCAL_SIZE: u32 = 3;
    /// `i32`
    pub const WORK_DIM: u32 = 4;
}

/// `MuxWorkItemInfo`.
#[must_use]
pub fn work_item_info_type<'c>(module: &Module<'c>) -> StructType<'c> {
    let number: BasicTypeEnum<'c> = module.get_context().i32_type().into();
    let ranks: BasicTypeEnum<'c> = size_type(module).array_type(3).into();
    named_struct(module, work_item_info::NAME, &[ranks, number, number, number])
}

/// `MuxWorkGroupInfo`.
#[must_use]
pub fn work_group_info_type<'c>(module: &Module<'c>) -> StructType<'c> {
    let number: BasicTypeEnum<'c> = module.get_context().i32_type().into();
    let ranks: BasicTypeEnum<'c> = size_type(module).array_type(3).into();
    named_struct(module, work_group_info::NAME, &[ranks, ranks, ranks, ranks, number])
}
