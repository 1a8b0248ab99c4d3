//! Memory in the LLVM dialect: temporaries, and memrefs as pointers.
//!
//! A memref is a pointer to its first element, and its type has its sizes. MLIR's own conversion makes
//! descriptors, which would change the signatures of functions that C++ has compiled.

use scythe_mlir::{Attribute, Build, Op, Rewriter, Type, Value, VerifyError};
use scythe_sycl_dialect::canonicalize::constant;

use crate::layout::Layouts;

/// The replacements of an operation's results, or why it cannot be converted.
pub type Converted<'c> = Result<Vec<Value<'c>>, VerifyError>;

/// Emits operations of the LLVM dialect that replace an operation, or a part of it.
pub struct Emit<'a, 'r, 'c> {
    /// The layouts of types.
    pub layouts: &'a Layouts<'c>,
    /// The operation that is replaced.
    pub op: Op<'c>,
    /// Inserts operations before it.
    pub rewriter: &'r mut Rewriter<'c>,
}

impl<'c> Emit<'_, '_, 'c> {
    /// Starts an operation with the location of the replaced one.
    pub fn build<'n>(&self, name: &'n str) -> Build<'n, 'c> {
        Build::new(name, self.op.location())
    }

    /// Inserts an operation before the replaced one.
    pub fn add(&mut self, build: Build<'_, 'c>) -> Op<'c> {
        self.rewriter.insert(build.create())
    }

    /// The same, for its result.
    pub fn value(&mut self, build: Build<'_, 'c>) -> Value<'c> {
        self.add(build).result(0).expect("an operation with a result")
    }

    /// LLVM's type for a type.
    pub fn llvm_type(&self, ty: Type<'c>) -> Result<Type<'c>, VerifyError> {
        self.layouts.llvm_type(ty).ok_or_else(|| VerifyError(unknown_layout(ty)))
    }

    /// Size and alignment of a type of LLVM.
    pub fn size(&self, ty: Type<'c>) -> Result<(u64, u64), VerifyError> {
        let known = self.layouts.size_and_alignment(ty);
        known.ok_or_else(|| VerifyError(format!("'{ty}' has no size")))
    }

    fn number(&mut self, ty: Type<'c>, value: i64) -> Value<'c> {
        let build = self.build("llvm.mlir.constant").results(&[ty]);
        self.value(build.attribute("value", Attribute::integer(ty, value)))
    }

    /// A temporary for a value of any of these types. It is allocated once, at the start of the function,
    /// however often the replaced operation runs.
    pub fn temporary(&mut self, types: &[Type<'c>]) -> Result<Value<'c>, VerifyError> {
        let mut largest = None;
        let mut alignment = 1;
        for &ty in types {
            let (size, align) = self.size(ty)?;
            alignment = alignment.max(align);
            if largest.is_none_or(|(_, known)| known < size) {
                largest = Some((ty, size));
            }
        }
        let Some((ty, _)) = largest else { return Err("needs memory of no type".into()) };
        let function = self.op.enclosing(|op| op.name().ends_with(".func"));
        let start = function.and_then(|function| function.body().first()?.first());
        let Some(start) = start else { return Err("is in no function".into()) };
        self.rewriter.insert_before(start);
        let one = self.number(Type::integer(self.op.location(), 32), 1);
        let place = self.alloca(ty, one, alignment);
        self.rewriter.insert_before(self.op);
        Ok(place)
    }

    fn alloca(&mut self, element: Type<'c>, count: Value<'c>, alignment: u64) -> Value<'c> {
        let at = self.op.location();
        let alignment = Attribute::integer(Type::integer(at, 64), alignment.cast_signed());
        let build = self.build("llvm.alloca").operands(&[count]);
        let build = build.results(&[Type::llvm_pointer(at, 0)]);
        self.value(
            build.attribute("elem_type", Attribute::ty(element)).attribute("alignment", alignment),
        )
    }

    /// Stores a value.
    pub fn store(&mut self, value: Value<'c>, place: Value<'c>) {
        let build = self.build("llvm.store").operands(&[value, place]);
        self.add(build);
    }

    /// Loads a value.
    pub fn load(&mut self, ty: Type<'c>, place: Value<'c>) -> Value<'c> {
        let build = self.build("llvm.load").operands(&[place]).results(&[ty]);
        self.value(build)
    }

    /// The address of a part of the object at `place`, by constant positions in `ty`.
    pub fn part(&mut self, place: Value<'c>, ty: Type<'c>, path: &[i32]) -> Value<'c> {
        let indices = Attribute::numbers(self.op.location(), path);
        let build = self.build("llvm.getelementptr").operands(&[place]).results(&[place.ty()]);
        let build = build.attribute("elem_type", Attribute::ty(ty));
        self.value(build.attribute("rawConstantIndices", indices))
    }

    /// `memref.alloca`.
    pub fn memref_alloca(&mut self) -> Converted<'c> {
        let memref = self.op.results()[0].ty();
        let (element, _) = memref.memref_parts().ok_or("needs a memref")?;
        let sizes: Option<Vec<u64>> = memref.memref_shape().into_iter().flatten().collect();
        let count = sizes.map(|sizes| sizes.into_iter().product::<u64>());
        let Some(count) = count.filter(|_| memref.memref_is_contiguous()) else {
            return Err(format!("cannot allocate '{memref}': its size is not known").into());
        };
        let to = self.llvm_type(memref)?;
        if to.llvm_pointer_space() != Some(0) {
            return Err(format!("cannot allocate '{memref}' on the stack").into());
        }
        let element = self.llvm_type(element)?;
        let (_, mut alignment) = self.size(element)?;
        if let Some(wanted) = self.op.attribute("alignment").and_then(Attribute::as_integer) {
            alignment = alignment.max(wanted.cast_unsigned());
        }
        let number = Type::integer(self.op.location(), 64);
        let count = self.number(number, count.cast_signed());
        Ok(vec![self.alloca(element, count, alignment)])
    }

    /// `memref.load`.
    pub fn memref_load(&mut self, operands: &[Value<'c>]) -> Converted<'c> {
        let [memref, indices @ ..] = operands else { return Err("needs a memref".into()) };
        let place = self.element(0, *memref, indices)?;
        let ty = self.llvm_type(self.op.results()[0].ty())?;
        Ok(vec![self.load(ty, place)])
    }

    /// `memref.store`.
    pub fn memref_store(&mut self, operands: &[Value<'c>]) -> Converted<'c> {
        let [value, memref, indices @ ..] = operands else { return Err("needs a memref".into()) };
        let place = self.element(1, *memref, indices)?;
        self.store(*value, place);
        Ok(Vec::new())
    }

    /// The address of an element of the memref that is operand `which` of the replaced operation.
    fn element(
        &mut self,
        which: usize,
        place: Value<'c>,
        indices: &[Value<'c>],
    ) -> Result<Value<'c>, VerifyError> {
        let memref = self.op.operands()[which].ty();
        let (element, _) = memref.memref_parts().ok_or("needs a memref")?;
        let shape = memref.memref_shape().unwrap_or_default();
        // The size of the outermost dimension is not needed.
        let inner: Option<Vec<u64>> = shape.into_iter().skip(1).collect();
        let Some(inner) = inner.filter(|_| place.ty().llvm_pointer_space().is_some()) else {
            return Err(format!("cannot find elements of '{memref}', which is not an array").into());
        };
        let first = self.op.operands()[which + 1..].iter().all(|&i| constant(i) == Some(0));
        let mut indices = indices.iter().copied();
        let Some(mut linear) = indices.next().filter(|_| !first) else { return Ok(place) };
        for (index, size) in indices.zip(inner) {
            let size = self.number(index.ty(), size.cast_signed());
            let build = self.build("llvm.mul").operands(&[linear, size]).results(&[index.ty()]);
            let scaled = self.value(build);
            let build = self.build("llvm.add").operands(&[scaled, index]).results(&[index.ty()]);
            linear = self.value(build);
        }
        let element = self.llvm_type(element)?;
        // Marks an index that is an operand.
        let dynamic = Attribute::numbers(self.op.location(), &[i32::MIN]);
        let build = self.build("llvm.getelementptr").operands(&[place, linear]);
        let build = build.results(&[place.ty()]).attribute("elem_type", Attribute::ty(element));
        Ok(self.value(build.attribute("rawConstantIndices", dynamic)))
    }
}

/// The message for an object of unknown layout that must be in memory.
pub fn unknown_layout(ty: Type<'_>) -> String {
    format!("needs the layout of '{ty}', which has no body")
}
