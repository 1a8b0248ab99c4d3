//! Kernels: their short names, their arguments, and their functions in each stage.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::sources::Sources;
use crate::text::Text;

/// A kernel, with those of its notes that are used here.
#[derive(Clone, Debug, Deserialize)]
pub struct Kernel {
    /// The name of its type.
    pub name: String,
    /// The mangled name.
    pub symbol: String,
    /// The function that calls the function object.
    #[serde(default)]
    pub entry: String,
    /// The location of the function object.
    pub location: Option<Location>,
    /// The location of the launch.
    pub launched: Option<Location>,
    /// Attributes, such as a work-group size.
    #[serde(default)]
    pub attributes: Value,
    /// The function object.
    #[serde(default)]
    pub parameters: Vec<Field>,
    /// How its parts are passed.
    pub plan: Option<Plan>,
    /// Its name on the page.
    #[serde(default)]
    pub short: String,
}

/// A source location from clang.
#[derive(Clone, Debug, Deserialize)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// A member of a function object.
#[derive(Clone, Debug, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: Option<String>,
    /// Its type.
    #[serde(rename = "type", default)]
    pub ty: String,
    /// Its size in bytes.
    #[serde(default)]
    pub size: u64,
    /// Its members.
    #[serde(default)]
    pub fields: Vec<Field>,
}

/// How the parts of a function object are passed.
#[derive(Clone, Debug, Deserialize)]
pub struct Plan {
    /// In their order.
    pub arguments: Vec<Argument>,
}

/// An argument.
#[derive(Clone, Debug, Deserialize)]
pub struct Argument {
    /// The part.
    pub path: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// `pointer`, `integer`, `float` or `object`.
    pub passed_as: String,
    /// Its offset in the block of arguments.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// All kernels of a unit, from the notes of one device pass.
#[must_use]
pub fn kernels(notes: &Value) -> Vec<Kernel> {
    let list = notes.get("kernels").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut kernels: Vec<Kernel> =
        list.into_iter().filter_map(|kernel| serde_json::from_value(kernel).ok()).collect();
    let mut taken: HashMap<String, usize> = HashMap::new();
    for kernel in &mut kernels {
        let short = short_name(kernel);
        let count = taken.entry(short.clone()).or_default();
        *count += 1;
        kernel.short = if *count == 1 { short } else { format!("{short}.{count}") };
    }
    kernels
}

/// A name for lists: the last component of a class's name, or the line of a lambda.
fn short_name(kernel: &Kernel) -> String {
    if kernel.name.contains("unnamed_kernel<") || kernel.name.contains("(lambda at") {
        return match &kernel.location {
            Some(place) => format!("lambda:{}", place.line),
            None => "lambda".to_owned(),
        };
    }
    let plain = kernel.name.trim_start_matches("class ").trim_start_matches("struct ");
    // Template arguments distinguish kernels; the namespaces of the name do not.
    let head = plain.find('<').unwrap_or(plain.len());
    let start = plain[..head].rfind("::").map_or(0, |at| at + 2);
    plain[start..].to_owned()
}

/// Replaces symbols of kernels by their short names.
pub struct Shortener<'k> {
    /// The longest first: one symbol may be a prefix of another.
    pairs: Vec<(&'k str, &'k str)>,
}

impl<'k> Shortener<'k> {
    /// For these kernels.
    #[must_use]
    pub fn new(kernels: &'k [Kernel]) -> Self {
        let mut pairs: Vec<_> =
            kernels.iter().map(|k| (k.symbol.as_str(), k.short.as_str())).collect();
        pairs.sort_by_key(|(symbol, _)| std::cmp::Reverse(symbol.len()));
        Self { pairs }
    }

    /// A line with short names.
    #[must_use]
    pub fn shorten(&self, line: String) -> String {
        let mut line = line;
        for (symbol, short) in &self.pairs {
            if !symbol.is_empty() && line.contains(symbol) {
                line = line.replace(symbol, short);
            }
        }
        line
    }
}

/// The kernels that each function of a text belongs to: by the prefix of its name, or by calls.
#[must_use]
pub fn owners(text: &Text, kernels: &[Kernel]) -> Vec<Vec<usize>> {
    let places: HashMap<&str, usize> =
        text.functions.iter().enumerate().map(|(at, f)| (f.name.as_str(), at)).collect();
    let mut owners = vec![Vec::new(); text.functions.len()];
    for (number, kernel) in kernels.iter().enumerate() {
        let is_own = |name: &str| {
            // PTX has no dots in names.
            let rest = name.strip_prefix(kernel.symbol.as_str()).map(|rest| {
                rest.is_empty() || rest.starts_with('.') || rest.starts_with("_specialization")
            });
            rest == Some(true) || (!kernel.entry.is_empty() && name == kernel.entry)
        };
        let mut open: Vec<usize> =
            (0..text.functions.len()).filter(|&at| is_own(&text.functions[at].name)).collect();
        let mut seen: HashSet<usize> = open.iter().copied().collect();
        while let Some(at) = open.pop() {
            owners[at].push(number);
            for used in &text.functions[at].uses {
                if let Some(&next) = places.get(used.as_str())
                    && seen.insert(next)
                {
                    open.push(next);
                }
            }
        }
    }
    owners
}

/// The description of a kernel on the page.
#[must_use]
pub fn shown(kernel: &Kernel, sources: &Sources) -> Value {
    let place = |place: &Option<Location>| {
        place.as_ref().map_or(0, |place| sources.place(&place.file, place.line))
    };
    let arguments: Vec<Value> = kernel
        .plan
        .iter()
        .flat_map(|plan| &plan.arguments)
        .map(|argument| {
            json!({
                "path": path(argument),
                "type": argument.ty,
                "passed_as": argument.passed_as,
                "offset": argument.offset,
                "size": argument.size,
            })
        })
        .collect();
    let captures: Vec<Value> = kernel
        .parameters
        .iter()
        .flat_map(|object| &object.fields)
        .map(|field| json!({ "name": field.name, "type": field.ty, "size": field.size }))
        .collect();
    json!({
        "name": kernel.name,
        "short": kernel.short,
        "symbol": kernel.symbol,
        "place": place(&kernel.location),
        "launched": place(&kernel.launched),
        "attributes": kernel.attributes,
        "captures": captures,
        "arguments": arguments,
    })
}

/// The part that is an argument, without the name of the function object.
#[must_use]
pub fn path(argument: &Argument) -> String {
    argument.path.strip_prefix("kernel.").unwrap_or(&argument.path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Function;

    fn kernel(name: &str, symbol: &str) -> Kernel {
        let notes = json!({ "kernels": [{ "name": name, "symbol": symbol, "entry": "",
            "location": { "file": "a.cpp", "line": 7, "column": 2 } }] });
        kernels(&notes).remove(0)
    }

    #[test]
    fn short_names() {
        assert_eq!(kernel("app::Scale", "s").short, "Scale");
        assert_eq!(kernel("app::Scale<app::T, 2>", "s").short, "Scale<app::T, 2>");
        let lambda = "sycl::detail::unnamed_kernel<(lambda at a.cpp:7:2), sycl::range>";
        assert_eq!(kernel(lambda, "s").short, "lambda:7");
        let twice = json!({ "kernels": [{ "name": "A", "symbol": "x" }, { "name": "n::A", "symbol": "y" }] });
        let names: Vec<_> = kernels(&twice).into_iter().map(|k| k.short).collect();
        assert_eq!(names, ["A", "A.2"]);
    }

    #[test]
    fn symbols_with_common_prefixes_are_distinguished() {
        let all = [kernel("A", "_Z1a"), kernel("B", "_Z1ab")];
        let shortener = Shortener::new(&all);
        assert_eq!(shortener.shorten("call @_Z1ab, @_Z1a.body".to_owned()), "call @B, @A.body");
    }

    #[test]
    fn functions_belong_to_the_kernels_that_reach_them() {
        let function = |name: &str, uses: &[&str]| Function {
            name: name.to_owned(),
            uses: uses.iter().map(|s| (*s).to_owned()).collect(),
            ..Function::default()
        };
        let text = Text {
            functions: vec![
                function("_Z1a.body", &["both"]),
                function("_Z1ab", &["both", "own"]),
                function("own", &["_Z1ab"]),
                function("both", &[]),
                function("nobody", &[]),
            ],
            ..Text::default()
        };
        let all = [kernel("A", "_Z1a"), kernel("B", "_Z1ab")];
        assert_eq!(owners(&text, &all), [vec![0], vec![1], vec![1], vec![0, 1], vec![]]);
    }
}
