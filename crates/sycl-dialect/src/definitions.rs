//! The register of functions that implement method ops.
//!
//! A function's attribute `sycl.method = [type of the object, @name]` names the method that it implements.
//! The register is filled when a module is read, and keeps copies of definitions: one that has been erased
//! from the module because it was unused can be inserted again when lowering needs it.

use std::collections::HashMap;
use std::fmt;

use scythe_mlir::{Attribute, Op, Type};

/// The attribute of functions that implement methods.
pub const METHOD: &str = "sycl.method";

/// The key of a definition. It includes the type of the object, because LLVM's pointers do not show what they
/// point to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key<'c> {
    /// The type of the object.
    pub object: Type<'c>,
    /// The name of the method in C++.
    pub name: String,
    /// The types of the function's arguments. For functions of the LLVM dialect, only those in C++: the
    /// address of a result in memory is omitted.
    pub arguments: Vec<Type<'c>>,
    /// The types of its results; empty for functions of the LLVM dialect, which return objects in pieces.
    pub results: Vec<Type<'c>>,
}

/// A function that implements a method.
#[derive(Clone, Debug)]
pub struct Definition<'c> {
    /// Its name in the module.
    pub symbol: String,
    /// A detached copy of it.
    pub function: Op<'c>,
}

/// Two functions define a method; only declarations can be overridden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The registered function.
    pub first: String,
    /// The second function.
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

/// The object's type and the name of the method that a function implements.
#[must_use]
pub fn method_of(function: Op<'_>) -> Option<(Type<'_>, &str)> {
    match function.attribute(METHOD)?.as_array()?[..] {
        [object, name] => Some((object.as_type()?, name.as_symbol()?)),
        _ => None,
    }
}

/// The types of a function's arguments and results in C++.
///
/// A function of the LLVM dialect returns objects according to the platform's calling convention; its result
/// in C++ is not part of its type, and omitted.
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

/// The type of the result that a function of the LLVM dialect writes to the address in its first argument;
/// none if it returns the result.
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

    /// Adds a function, if it implements a method.
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
            // The same function again, or a declaration of a defined function, changes nothing.
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

    /// All definitions of methods of an object with a name, sorted by the names of the functions.
    #[must_use]
    pub fn overloads(&self, object: Type<'c>, name: &str) -> Vec<(&Key<'c>, &Definition<'c>)> {
        let mut all: Vec<_> =
            self.found.iter().filter(|(key, _)| key.object == object && key.name == name).collect();
        all.sort_by(|a, b| a.1.symbol.cmp(&b.1.symbol));
        all
    }

    /// The definition with a name in the module.
    #[must_use]
    pub fn by_symbol(&self, symbol: &str) -> Option<&Definition<'c>> {
        self.found.values().find(|definition| definition.symbol == symbol)
    }

    /// The types of objects with methods, sorted by spelling.
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
