//! The register of functions that implement method ops.
//!
//! A function says by its attribute `sycl.method = [type of the object, @name]` which method it is. The register is
//! filled while a module is read, and keeps copies of definitions: one that is erased from the module because it is
//! no longer called can be put back when lowering needs it.

use std::collections::HashMap;
use std::fmt;

use scythe_mlir::{Attribute, Op, Type};

/// The attribute of functions that implement methods.
pub const METHOD: &str = "sycl.method";

/// What a definition is looked up by: pointers of LLVM's do not say what they point to, so the type of
/// the object is part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key<'c> {
    /// The type of the object.
    pub object: Type<'c>,
    /// The name of the method in C++.
    pub name: String,
    /// The types of the function's arguments. Of a function of the LLVM dialect, those that C++ knows of:
    /// the place of a result that is returned in memory is none.
    pub arguments: Vec<Type<'c>>,
    /// The types of its results; none of a function of the LLVM dialect, which returns objects in pieces.
    pub results: Vec<Type<'c>>,
}

/// A function that implements a method.
#[derive(Clone, Debug)]
pub struct Definition<'c> {
    /// Its name in the module.
    pub symbol: String,
    /// A copy of it, in no block.
    pub function: Op<'c>,
}

/// There are two definitions of a method, and only declarations can be overridden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The function that is registered.
    pub first: String,
    /// The one that cannot be.
    pub second: String,
    /// The method.
    pub method: String,
}

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'@{}' defines {}, which '@{}' defines already; only declarations can be overridden",
            self.second, self.method, self.first
        )
    }
}

impl std::error::Error for Duplicate {}

/// The register.
#[derive(Default)]
pub struct Definitions<'c> {
    found: HashMap<Key<'c>, Definition<'c>>,
}

/// The object's type and the name of the method that a function says it implements.
#[must_use]
pub fn method_of(function: Op<'_>) -> Option<(Type<'_>, &str)> {
    match function.attribute(METHOD)?.as_array()?[..] {
        [object, name] => Some((object.as_type()?, name.as_symbol()?)),
        _ => None,
    }
}

/// The types of a function's arguments and results, as C++ knows them.
///
/// A function of the LLVM dialect returns objects as the platform's calling convention has it; what such a
/// function returns for C++ is not part of its type, and not listed.
#[must_use]
pub fn signature(function: Op<'_>) -> Option<(Vec<Type<'_>>, Vec<Type<'_>>)> {
    let ty = function.attribute("function_type")?.as_type()?;
    if let Some(parts) = ty.function_parts() {
        return Some(parts);
    }
    let (mut arguments, _) = ty.llvm_function_parts()?;
    if returned_in_memory(function).is_some() {
        arguments.remove(0);
    }
    Some((arguments, Vec::new()))
}

/// An attribute of an argument of a function.
#[must_use]
pub fn argument_attribute<'c>(
    function: Op<'c>,
    argument: usize,
    name: &str,
) -> Option<Attribute<'c>> {
    function.attribute("arg_attrs")?.as_array()?.get(argument)?.entry(name)
}

/// The type at the place of its result that a function of the LLVM dialect takes as its first argument;
/// none for one that returns its result.
#[must_use]
pub fn returned_in_memory(function: Op<'_>) -> Option<Type<'_>> {
    argument_attribute(function, 0, "llvm.sret")?.as_type()
}

fn is_definition(function: Op<'_>) -> bool {
    !function.body().is_empty()
}

impl<'c> Definitions<'c> {
    /// The register of a module's functions.
    ///
    /// # Errors
    /// When two of them define the same method.
    pub fn of(module: Op<'c>) -> Result<Self, Duplicate> {
        let mut register = Self::default();
        for function in module.functions() {
            register.add(function)?;
        }
        Ok(register)
    }

    /// Adds a function, if it says which method it implements.
    ///
    /// # Errors
    /// When the register has another definition of that method.
    pub fn add(&mut self, function: Op<'c>) -> Result<(), Duplicate> {
        let Some((object, name)) = method_of(function) else { return Ok(()) };
        let Some((arguments, results)) = signature(function) else { return Ok(()) };
        let symbol = function.symbol_name().unwrap_or_default().to_owned();
        let key = Key { object, name: name.to_owned(), arguments, results };
        if let Some(old) = self.found.get(&key)
            && is_definition(old.function)
        {
            // The same function once more, or a declaration of what is defined, changes nothing.
            if old.symbol == symbol || !is_definition(function) {
                return Ok(());
            }
            let object = crate::types::without_body(function.location(), object);
            let method = format!("method '{name}' of '{object}'");
            return Err(Duplicate { first: old.symbol.clone(), second: symbol, method });
        }
        self.found.insert(key, Definition { symbol, function: function.copy() });
        Ok(())
    }

    /// The definition of a method: by the type of the object, the name, and the function's type.
    #[must_use]
    pub fn find(
        &self,
        object: Type<'c>,
        name: &str,
        arguments: &[Type<'c>],
        results: &[Type<'c>],
    ) -> Option<&Definition<'c>> {
        let mut key = Key {
            object,
            name: name.to_owned(),
            arguments: arguments.to_vec(),
            results: results.to_vec(),
        };
        if let Some(found) = self.found.get(&key) {
            return Some(found);
        }
        key.results.clear();
        self.found.get(&key)
    }

    /// All definitions of methods of an object that go by a name, by the names of the functions.
    #[must_use]
    pub fn overloads(&self, object: Type<'c>, name: &str) -> Vec<(&Key<'c>, &Definition<'c>)> {
        let mut all: Vec<_> =
            self.found.iter().filter(|(key, _)| key.object == object && key.name == name).collect();
        all.sort_by(|a, b| a.1.symbol.cmp(&b.1.symbol));
        all
    }

    /// The definition that goes by a name in the module.
    #[must_use]
    pub fn by_symbol(&self, symbol: &str) -> Option<&Definition<'c>> {
        self.found.values().find(|definition| definition.symbol == symbol)
    }

    /// The types of objects that there are methods of, by their spelling.
    #[must_use]
    pub fn objects(&self) -> Vec<Type<'c>> {
        let all: std::collections::HashSet<_> = self.found.keys().map(|key| key.object).collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_by_cached_key(Type::to_string);
        all
    }
}

impl Drop for Definitions<'_> {
    fn drop(&mut self) {
        for definition in self.found.values() {
            definition.function.erase();
        }
    }
}
