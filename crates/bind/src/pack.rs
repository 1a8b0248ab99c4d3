//! How a kernel's objects become its argument block, on the host.
//!
//! For each kernel whose objects have to be decomposed, a function `scythe.pack.<kernel>` follows the plan:
//! it calls the headers' functions around `sycl_deconstruct`, which store the addresses of the results, and
//! copies each argument to its offset. The headers' functions keep the results alive; exceptions pass through
//! this function, which has nothing to clean up. For launches through a program's own native interface,
//! `scythe.find.<kernel>` stores the addresses of the arguments instead.

use std::collections::HashMap;

use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::arguments::plan::{Object, Plan};
use scythe_image::facts::question;
use scythe_image::{ARGUMENTS_QUERY, FIND_QUERY, PACK_QUERY};
use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{
    AnyValue, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};
use scythe_llvm::{
    add_attribute, call_argument, erase_call, in_bytes, release_used, replace_uses, set_callee,
};

use crate::BindError;
use crate::records::{answered, questions};

/// Answers the headers' queries about the arguments of kernels.
///
/// # Errors
/// When a query is not such a call, or names a kernel without a plan.
pub fn bind_arguments<'c>(
    host: &Module<'c>,
    plans: &HashMap<&str, (&Plan, &Layout)>,
) -> Result<(), BindError> {
    let plan_of = |name: &str| {
        plans.get(name).copied().ok_or_else(|| BindError::UnknownKernel(name.to_owned()))
    };
    for (call, name) in questions(host, ARGUMENTS_QUERY)? {
        let (plan, layout) = plan_of(&name)?;
        let Some(BasicValueEnum::IntValue(asked)) = call_argument(call, 1) else {
            return Err(BindError::Query(ARGUMENTS_QUERY));
        };
        let answer = match asked.get_zero_extended_constant() {
            Some(question::SIZE) => layout.size,
            Some(question::ALIGN) => layout.align,
            Some(question::IS_THE_OBJECT) => u64::from(is_the_object(plan)),
            Some(question::HAS_LOCAL_ACCESSOR) => u64::from(plan.has_local_accessor),
            _ => return Err(BindError::Query(ARGUMENTS_QUERY)),
        };
        let answer = host.get_context().i64_type().const_int(answer, false);
        replace_uses(&call.as_any_value_enum(), &answer);
        erase_call(call);
    }
    answered(host, ARGUMENTS_QUERY);
    for query in [PACK_QUERY, FIND_QUERY] {
        let mut made: HashMap<String, FunctionValue<'c>> = HashMap::new();
        for (call, name) in questions(host, query)? {
            let function = match made.get(&name) {
                Some(&function) => function,
                None => {
                    let new = make_function(host, &name, plan_of(&name)?, query)?;
                    *made.entry(name).or_insert(new)
                }
            };
            // The name remains an unused argument, so that the call keeps its signature and its unwind
            // destination.
            set_callee(call, function);
        }
        answered(host, query);
    }
    Ok(())
}

fn is_the_object(plan: &Plan) -> bool {
    plan.is_plain() && plan.objects.len() == 1
}

/// `void f(ptr name, ptr objects, ptr deconstructions, ptr block)`, or `addresses` instead of the block.
fn make_function<'c>(
    host: &Module<'c>,
    name: &str,
    (plan, layout): (&Plan, &Layout),
    query: &'static str,
) -> Result<FunctionValue<'c>, BindError> {
    let context = host.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let ty = context.void_type().fn_type(&[pointer.into(); 4], false);
    let verb = if query == PACK_QUERY { "pack" } else { "find" };
    let function = host.add_function(&format!("scythe.{verb}.{name}"), ty, Some(Linkage::Internal));
    add_attribute(function, AttributeLoc::Function, "uwtable", 2);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, ""));
    let parameter = |index| match function.get_nth_param(index) {
        Some(BasicValueEnum::PointerValue(value)) => Ok(value),
        _ => Err(BindError::Parameters(name.to_owned())),
    };
    let (objects, made, results) = (parameter(1)?, parameter(2)?, parameter(3)?);
    let pack = query == PACK_QUERY;
    let packer = Packer { host, builder: &builder, plan, layout, made, results, pack };
    for (object, index) in plan.objects.iter().zip(0..) {
        let address = in_bytes(&builder, objects, packer.number(index * POINTER_BYTES))?;
        let address = builder.build_load(pointer, address, "object")?.into_pointer_value();
        packer.object(object, address)?;
    }
    builder.build_return(None)?;
    Ok(function)
}

/// Scythe's hosts have 64 bits.
const POINTER_BYTES: u64 = 8;

struct Packer<'a, 'c> {
    host: &'a Module<'c>,
    builder: &'a Builder<'c>,
    plan: &'a Plan,
    layout: &'a Layout,
    made: PointerValue<'c>,
    /// The block, or the array of addresses.
    results: PointerValue<'c>,
    pack: bool,
}

impl<'c> Packer<'_, 'c> {
    fn number(&self, value: u64) -> IntValue<'c> {
        self.host.get_context().i64_type().const_int(value, false)
    }

    fn object(&self, object: &Object, address: PointerValue<'c>) -> Result<(), BindError> {
        for part in &object.copied {
            let from = in_bytes(self.builder, address, self.number(part.at))?;
            if self.pack {
                let Some(offset) = self.layout.place(part.argument, 0) else { continue };
                let to = in_bytes(self.builder, self.results, self.number(offset))?;
                let bytes = self.plan.arguments[part.argument].size;
                self.builder.build_memcpy(to, 1, from, 1, self.number(bytes))?;
            } else {
                let offset = self.number(part.argument as u64 * POINTER_BYTES);
                let to = in_bytes(self.builder, self.results, offset)?;
                self.builder.build_store(to, from)?;
            }
        }
        for part in &object.rebuilt {
            // Objects whose parts were left out are not decomposed, if only the parts need that.
            if self.pack && !part.elements.iter().any(|element| self.is_needed(element)) {
                continue;
            }
            let from = in_bytes(self.builder, address, self.number(part.at))?;
            let elements = self.deconstruct(
                part.deconstruct.as_deref(),
                &part.path,
                from,
                part.elements.len(),
            )?;
            for (element, address) in part.elements.iter().zip(elements) {
                self.object(element, address)?;
            }
        }
        Ok(())
    }

    /// Whether the block contains a part of an object; an object without bytes may still have effects.
    fn is_needed(&self, object: &Object) -> bool {
        let mut inside = object.copied.iter().map(|part| part.argument);
        (object.copied.is_empty() && object.rebuilt.is_empty())
            || inside.any(|argument| self.layout.place(argument, 0).is_some())
            || object.rebuilt.iter().flat_map(|part| &part.elements).any(|e| self.is_needed(e))
    }

    /// Calls the headers' function around `sycl_deconstruct`; returns the addresses of the elements.
    fn deconstruct(
        &self,
        helper: Option<&str>,
        path: &str,
        object: PointerValue<'c>,
        count: usize,
    ) -> Result<Vec<PointerValue<'c>>, BindError> {
        let name = helper.ok_or_else(|| BindError::NoFunction(format!("deconstruct {path}")))?;
        let function =
            self.host.get_function(name).ok_or_else(|| BindError::NoFunction(name.to_owned()))?;
        release_used(function);
        let pointer = self.host.get_context().ptr_type(AddressSpace::default());
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let storage = self.builder.build_alloca(pointer.array_type(count), "elements")?;
        self.builder.build_call(
            function,
            &[object.into(), self.made.into(), storage.into()],
            "",
        )?;
        (0..u64::from(count))
            .map(|index| {
                let offset = self.number(index * POINTER_BYTES);
                let place = in_bytes(self.builder, storage, offset)?;
                Ok(self.builder.build_load(pointer, place, "element")?.into_pointer_value())
            })
            .collect()
    }
}
