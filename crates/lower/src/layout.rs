//! The types of the dialect in memory: structs of their bodies.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, DataLayout, Location, Op, Type};
use scythe_sycl_dialect::polygeist::memory_space;
use scythe_sycl_dialect::types;

/// The layouts of a module's types.
pub struct Layouts<'c> {
    at: Location<'c>,
    data: DataLayout<'c>,
    /// LLVM's representation of objects whose types have no body.
    seen: HashMap<Type<'c>, Type<'c>>,
}

impl<'c> Layouts<'c> {
    /// The layouts of a module that consists of `ops`.
    ///
    /// The body of a type may be missing, since few operations need it; the size of objects is then known
    /// from the operations between objects and LLVM's values.
    pub fn of(module: Op<'c>, ops: &[Op<'c>]) -> Self {
        let data = DataLayout::of(module);
        let mut layouts = Self { at: module.location(), data, seen: HashMap::new() };
        for op in ops {
            let (Some(from), Some(to)) = (op.operand(0), op.result(0)) else { continue };
            match op.name() {
                "sycl.mlir.wrap" => layouts.see(to.ty(), from.ty()),
                "sycl.mlir.unwrap" => layouts.see(from.ty(), to.ty()),
                _ => {}
            }
        }
        layouts
    }

    /// Records LLVM's representation of an object whose type has no body. The largest one counts, because
    /// others may be parts of it.
    pub fn see(&mut self, object: Type<'c>, bytes: Type<'c>) {
        let bare = types::parts(object).is_some_and(|parts| parts.body.is_empty());
        let Some((size, _)) = self.data.size_and_alignment(bytes).filter(|_| bare) else { return };
        let known = self.seen.get(&object).and_then(|old| self.data.size_and_alignment(*old));
        if known.is_none_or(|(known, _)| known < size) {
            self.seen.insert(object, bytes);
        }
    }

    /// Size and alignment of a type of LLVM's in bytes.
    pub fn size_and_alignment(&self, ty: Type<'c>) -> Option<(u64, u64)> {
        self.data.size_and_alignment(ty)
    }

    /// LLVM's type for a type; none for an object of unknown layout.
    pub fn llvm_type(&self, ty: Type<'c>) -> Option<Type<'c>> {
        if ty.defined_name().is_some() {
            return types::layout_with(self.at, ty, &|ty| self.seen.get(&ty).copied());
        }
        if ty.is_index() {
            return Some(Type::integer(self.at, 64));
        }
        match memory_space(ty) {
            Some(space) if ty.memref_is_contiguous() => Some(Type::llvm_pointer(self.at, space)),
            _ => Some(ty),
        }
    }

    /// Those of the types in `used` that are objects of unknown layout.
    pub fn unknown(&self, used: impl IntoIterator<Item = Type<'c>>) -> HashSet<Type<'c>> {
        used.into_iter().filter(|&ty| self.llvm_type(ty).is_none()).collect()
    }
}

/// The path from an object to the first part that `test` accepts, as positions in bodies.
pub fn path_to<'c>(object: Type<'c>, test: &dyn Fn(Type<'c>) -> bool) -> Option<Vec<i64>> {
    for (index, part) in types::parts(object)?.body.into_iter().enumerate() {
        let index = i64::try_from(index).ok()?;
        if test(part) {
            return Some(vec![index]);
        }
        if let Some(mut rest) = path_to(part, test) {
            rest.insert(0, index);
            return Some(rest);
        }
    }
    None
}

/// The largest number of values into which objects are split; larger ones are passed through memory.
const MOST_LEAVES: usize = 16;

/// The position of a value in another, and its type.
pub type Leaf<'c> = (Vec<i64>, Type<'c>);

/// The values of which a type of LLVM consists, in order; none if there are too many.
pub fn leaves(ty: Type<'_>) -> Option<Vec<Leaf<'_>>> {
    let mut found = Vec::new();
    add_leaves(ty, &mut Vec::new(), &mut found).then_some(found)
}

fn add_leaves<'c>(ty: Type<'c>, path: &mut Vec<i64>, found: &mut Vec<Leaf<'c>>) -> bool {
    let parts = match ty.llvm_array_parts() {
        Some((_, count)) if count as usize > MOST_LEAVES => return false,
        Some((element, count)) => Some(vec![element; count as usize]),
        None => ty.llvm_struct_parts(),
    };
    let Some(parts) = parts else {
        found.push((path.clone(), ty));
        return found.len() <= MOST_LEAVES;
    };
    (0..).zip(parts).all(|(index, part)| {
        path.push(index);
        let few = add_leaves(part, path, found);
        path.pop();
        few
    })
}

/// A list of positions as an attribute of the LLVM dialect.
pub fn position<'c>(at: Location<'c>, path: &[i64]) -> Attribute<'c> {
    let path: Vec<_> = path.iter().map(i64::to_string).collect();
    let text = if path.is_empty() {
        "array<i64>".to_owned()
    } else {
        format!("array<i64: {}>", path.join(", "))
    };
    Attribute::parse(at, &text).expect("a list of numbers is an attribute")
}
