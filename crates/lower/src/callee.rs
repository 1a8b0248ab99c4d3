//! Calls of functions, in the platform's calling convention.
//!
//! A function of the func dialect takes and returns objects as values. A function that clang has compiled
//! returns large objects in memory and small ones in pieces, takes them likewise, and has a calling
//! convention; in LLVM, a call that differs from its function is undefined.

use scythe_mlir::{Attribute, Op, Type, Value, VerifyError};
use scythe_sycl_dialect::definitions::returned_in_memory;
use scythe_sycl_dialect::types::is_empty;

use crate::memory::{Converted, Emit};

/// The function of a call.
pub struct Callee<'c> {
    symbol: String,
    inputs: Vec<Type<'c>>,
    results: Vec<Type<'c>>,
    in_llvm: bool,
    /// The function's attributes that a call needs too.
    shared: Vec<(&'static str, Attribute<'c>)>,
    argument_attributes: Vec<Attribute<'c>>,
    /// The type of the result that it writes to memory.
    in_memory: Option<Type<'c>>,
}

impl<'c> Callee<'c> {
    /// A function, before anything is converted.
    pub fn of(function: Op<'c>) -> Option<Self> {
        let symbol = function.symbol_name()?.to_owned();
        let ty = function.attribute("function_type")?.as_type()?;
        let (in_llvm, (inputs, results)) = match ty.llvm_function_parts() {
            Some((inputs, result)) => (true, (inputs, result.into_iter().collect())),
            None => (false, ty.function_parts()?),
        };
        let shared = ["CConv", "arg_attrs", "res_attrs"]
            .into_iter()
            .filter_map(|name| Some((name, function.attribute(name)?)))
            .collect();
        let argument_attributes =
            function.attribute("arg_attrs").and_then(Attribute::as_array).unwrap_or_default();
        let in_memory = returned_in_memory(function);
        Some(Self { symbol, inputs, results, in_llvm, shared, argument_attributes, in_memory })
    }

    fn argument_attribute(&self, argument: usize, name: &str) -> Option<Attribute<'c>> {
        self.argument_attributes.get(argument)?.entry(name)
    }

    /// LLVM's type of the object that it returns.
    pub fn returned(&self) -> Option<Type<'c>> {
        self.in_memory.or(self.results.first().copied()).filter(|_| self.in_llvm)
    }
}

impl<'c> Emit<'_, '_, 'c> {
    /// A call of `callee` with converted operands.
    pub fn call(&mut self, callee: &Callee<'c>, operands: &[Value<'c>]) -> Converted<'c> {
        let wanted = self.op.result(0).map(|result| self.llvm_type(result.ty())).transpose()?;
        if !callee.in_llvm {
            return self.call_function(callee, operands, wanted);
        }
        let mut arguments = Vec::new();
        let place = match (callee.in_memory, wanted) {
            (Some(made), Some(wanted)) => Some(self.temporary(&[made, wanted])?),
            (Some(made), None) => Some(self.temporary(&[made])?),
            (None, _) => None,
        };
        arguments.extend(place);
        let objects = self.op.operands();
        for (&value, object) in operands.iter().zip(objects) {
            self.argument(callee, object.ty(), value, &mut arguments)?;
        }
        if arguments.len() != callee.inputs.len() {
            return Err(self.mismatch(callee));
        }
        let returned = self.emit_call(callee, &arguments);
        let Some(wanted) = wanted else { return Ok(Vec::new()) };
        let value = match (place, returned) {
            (Some(place), _) => self.load(wanted, place),
            (None, Some(value)) => self.reinterpret(value, wanted)?,
            (None, None) if is_empty(self.op.results()[0].ty()) => self.zero(wanted),
            (None, None) => return Err(self.mismatch(callee)),
        };
        Ok(vec![value])
    }

    fn mismatch(&self, callee: &Callee<'c>) -> VerifyError {
        let types: Vec<_> = callee.inputs.iter().map(|ty| format!("'{ty}'")).collect();
        let returned = callee.results.first().map_or("nothing".to_owned(), |ty| format!("'{ty}'"));
        VerifyError(format!(
            "does not match '@{}', which takes ({}) and returns {returned}",
            callee.symbol,
            types.join(", ")
        ))
    }

    fn call_function(
        &mut self,
        callee: &Callee<'c>,
        operands: &[Value<'c>],
        wanted: Option<Type<'c>>,
    ) -> Converted<'c> {
        // The function's own type is converted in the same run.
        let inputs: Option<Vec<_>> =
            callee.inputs.iter().map(|&ty| self.layouts.llvm_type(ty)).collect();
        let given: Vec<_> = operands.iter().map(|v| v.ty()).collect();
        if inputs.as_deref() != Some(&given[..]) || callee.results.len() != self.op.result_count() {
            return Err(self.mismatch(callee));
        }
        let build = self.build("func.call").operands(operands);
        let build = build.results(wanted.as_slice());
        let name = Attribute::symbol(self.op.location(), &callee.symbol);
        Ok(self.add(build.attribute("callee", name)).results())
    }

    fn emit_call(&mut self, callee: &Callee<'c>, arguments: &[Value<'c>]) -> Option<Value<'c>> {
        let at = self.op.location();
        let count = i32::try_from(arguments.len()).unwrap_or(i32::MAX);
        let mut build = self.build("llvm.call").operands(arguments).results(&callee.results);
        build = build
            .attribute("callee", Attribute::symbol(at, &callee.symbol))
            .attribute("operandSegmentSizes", Attribute::numbers(at, &[count, 0]))
            .attribute("op_bundle_sizes", Attribute::numbers(at, &[]));
        for &(name, attribute) in &callee.shared {
            build = build.attribute(name, attribute);
        }
        self.add(build).result(0)
    }

    /// Adds the arguments for one operand of the call.
    fn argument(
        &mut self,
        callee: &Callee<'c>,
        object: Type<'c>,
        value: Value<'c>,
        arguments: &mut Vec<Value<'c>>,
    ) -> Result<(), VerifyError> {
        let next = callee.inputs.get(arguments.len()).copied();
        if next == Some(value.ty()) {
            arguments.push(value);
            return Ok(());
        }
        if is_empty(object) {
            return Ok(());
        }
        if object.defined_name().is_none() {
            return Err(self.mismatch(callee));
        }
        let copied = callee.argument_attribute(arguments.len(), "llvm.byval").is_some();
        let (size, _) = self.size(value.ty())?;
        // The pieces of an object are consecutive; the last one may be larger than the rest of the object.
        let mut pieces = Vec::new();
        let mut offset = 0;
        while !copied && offset < size {
            let Some(&piece) = callee.inputs.get(arguments.len() + pieces.len()) else {
                return Err(self.mismatch(callee));
            };
            let (size, alignment) = self.size(piece)?;
            offset = offset.next_multiple_of(alignment);
            pieces.push((piece, offset));
            offset += size;
        }
        let mut storage = vec![value.ty()];
        let byte = Type::integer(self.op.location(), 8);
        storage.push(Type::llvm_array(byte, u32::try_from(offset).unwrap_or(u32::MAX)));
        let place = self.temporary(&storage)?;
        self.store(value, place);
        if copied {
            arguments.push(place);
            return Ok(());
        }
        for (piece, offset) in pieces {
            let there = match i32::try_from(offset).unwrap_or(i32::MAX) {
                0 => place,
                offset => self.part(place, byte, &[offset]),
            };
            arguments.push(self.load(piece, there));
        }
        Ok(())
    }
}
