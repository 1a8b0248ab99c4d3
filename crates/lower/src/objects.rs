//! Objects as values of LLVM: constructors, casts to base classes.

use scythe_mlir::{Type, Value, VerifyError};
use scythe_sycl_dialect::types;

use crate::layout::{leaves, path_to, position};
use crate::memory::{Converted, Emit};

impl<'c> Emit<'_, '_, 'c> {
    fn extract(&mut self, from: Value<'c>, ty: Type<'c>, path: &[i64]) -> Value<'c> {
        if path.is_empty() {
            return from;
        }
        let position = position(self.op.location(), path);
        let build = self.build("llvm.extractvalue").operands(&[from]).results(&[ty]);
        self.value(build.attribute("position", position))
    }

    fn insert(&mut self, value: Value<'c>, into: Value<'c>, path: &[i64]) -> Value<'c> {
        if path.is_empty() {
            return value;
        }
        let position = position(self.op.location(), path);
        let build = self.build("llvm.insertvalue").operands(&[into, value]).results(&[into.ty()]);
        self.value(build.attribute("position", position))
    }

    /// The same bytes as a value of another type.
    pub fn reinterpret(
        &mut self,
        value: Value<'c>,
        to: Type<'c>,
    ) -> Result<Value<'c>, VerifyError> {
        if value.ty() == to {
            return Ok(value);
        }
        if let (Some(old), Some(new)) = (leaves(value.ty()), leaves(to))
            && old.len() == new.len()
            // Nested numbers of one type have no padding between them.
            && old.iter().chain(&new).all(|(_, ty)| *ty == old[0].1)
        {
            let mut whole = self.zero(to);
            for ((from, ty), (into, _)) in old.iter().zip(&new) {
                let part = self.extract(value, *ty, from);
                whole = self.insert(part, whole, into);
            }
            return Ok(whole);
        }
        let place = self.temporary(&[value.ty(), to])?;
        self.store(value, place);
        Ok(self.load(to, place))
    }

    /// A value of all zeros.
    pub fn zero(&mut self, ty: Type<'c>) -> Value<'c> {
        let build = self.build("llvm.mlir.zero").results(&[ty]);
        self.value(build)
    }

    /// `sycl.id.constructor` and `sycl.range.constructor`.
    pub fn construct_components(&mut self, operands: &[Value<'c>]) -> Converted<'c> {
        let object = self.op.results()[0].ty();
        let to = self.llvm_type(object)?;
        let from: Vec<_> = self.op.operands().iter().map(|v| v.ty()).collect();
        if let ([from], [value]) = (&from[..], operands)
            && let Some((name, _)) = types::shape(*from)
        {
            return Ok(vec![self.copy(name, *from, *value, to)?]);
        }
        let mut whole = self.zero(to);
        if operands.is_empty() {
            return Ok(vec![whole]);
        }
        let places = leaves(to).unwrap_or_default();
        if places.len() != operands.len() {
            return Err(format!(
                "cannot put {} components into the layout of '{object}'",
                operands.len()
            )
            .into());
        }
        for (&value, (path, ty)) in operands.iter().zip(places) {
            if value.ty() != ty {
                return Err(format!("a component of '{object}' is of type '{ty}'").into());
            }
            whole = self.insert(value, whole, &path);
        }
        Ok(vec![whole])
    }

    /// An id or a range from another object: the id of an item, or the same components.
    fn copy(
        &mut self,
        name: &str,
        from: Type<'c>,
        value: Value<'c>,
        to: Type<'c>,
    ) -> Result<Value<'c>, VerifyError> {
        if name != "item" {
            return self.reinterpret(value, to);
        }
        let is_id = |ty| types::shape(ty).is_some_and(|(name, _)| name == "id");
        let Some(path) = path_to(from, &is_id) else {
            return Err(format!("'{from}' holds no id").into());
        };
        let id = path.iter().try_fold(value.ty(), |ty, &index| {
            ty.llvm_struct_parts()?.get(usize::try_from(index).ok()?).copied()
        });
        let Some(id) = id else { return Err(format!("'{from}' holds no id").into()) };
        let id = self.extract(value, id, &path);
        self.reinterpret(id, to)
    }

    /// `sycl.nd_range.constructor`.
    pub fn construct_nd_range(&mut self, operands: &[Value<'c>]) -> Converted<'c> {
        let object = self.op.results()[0].ty();
        let to = self.llvm_type(object)?;
        if let [copied] = operands {
            return Ok(vec![self.reinterpret(*copied, to)?]);
        }
        // If the offset is missing, it is 0.
        let mut whole = self.zero(to);
        let parts = to.llvm_struct_parts().unwrap_or_default();
        for (index, &value) in operands.iter().enumerate() {
            let Some(&part) = parts.get(index) else {
                return Err(format!("'{object}' has no place for operand #{index}").into());
            };
            let value = self.reinterpret(value, part)?;
            whole = self.insert(value, whole, &[i64::try_from(index).unwrap_or(i64::MAX)]);
        }
        Ok(vec![whole])
    }

    /// `sycl.cast`: a base class is a part of the object.
    pub fn cast_to_base(&mut self, place: Value<'c>) -> Converted<'c> {
        let to = self.op.results()[0].ty();
        let from = self.op.operands()[0].ty();
        let pointer = self.llvm_type(to)?;
        if place.ty() != pointer {
            return Err(format!("cannot make '{to}' of '{from}'").into());
        }
        let (Some((object, _)), Some((base, _))) = (from.memref_parts(), to.memref_parts()) else {
            return Ok(vec![place]);
        };
        // A base class that is not in the body has the object's address.
        let path = path_to(object, &|part| part == base).unwrap_or_default();
        if path.iter().all(|&index| index == 0) {
            return Ok(vec![place]);
        }
        let object = self.llvm_type(object)?;
        let path: Vec<i32> =
            std::iter::once(0).chain(path.iter().filter_map(|&i| i32::try_from(i).ok())).collect();
        Ok(vec![self.part(place, object, &path)])
    }
}
