//! Device code as the plugin describes it (`plugin/device_code.cpp` writes it).

use serde::Deserialize;
use serde::de::Error as _;

use crate::notes::Location;

/// The device code of a translation unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceCode {
    /// Whether the target family accepts inline assembly.
    pub assembly: bool,
    /// Where device code begins, in the order of the source.
    pub roots: Vec<Root>,
    /// All functions that were met. They are known by their index.
    pub functions: Vec<Function>,
}

/// A function that runs though nothing in device code calls it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Why it runs.
    pub kind: RootKind,
    /// The function.
    pub function: usize,
    /// The kernel's name, or the function's.
    #[serde(default)]
    pub name: String,
    /// Where the kernel's function object, or the function, is written.
    pub place: Place,
}

/// Why a function runs though nothing in device code calls it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum RootKind {
    /// It is the entry point of a kernel.
    Kernel,
    /// It is `SYCL_EXTERNAL`.
    External,
    /// The compiler calls it to pass an argument to a kernel.
    Argument,
}

/// A function.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Function {
    /// Its qualified name with template arguments.
    pub name: String,
    /// Where it is written.
    pub place: Place,
    /// It is the function call operator of a lambda.
    pub lambda: bool,
    /// It has a body in this translation unit.
    pub defined: bool,
    /// Its name, where it has C linkage.
    pub c_name: Option<String>,
    /// clang makes code of calls to it, there is no such function.
    pub builtin: bool,
    /// It is `SYCL_EXTERNAL`.
    pub external: bool,
    /// It takes `...`.
    pub variadic: bool,
    /// What it calls.
    pub calls: Vec<Call>,
    /// What it uses.
    pub uses: Vec<Use>,
}

/// A way from one function to another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The function that is reached.
    pub callee: usize,
    /// How.
    pub how: Way,
    /// Where.
    pub place: Place,
}

/// How one function gets to another.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Calls it.
    Call,
    /// Constructs an object.
    Construct,
    /// Destroys an object.
    Destroy,
    /// Only takes its address: it does not run.
    Address,
}

/// Something that a rule may be about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// What it is.
    pub what: What,
    /// The name of what is used, where it has one.
    #[serde(default)]
    pub detail: String,
    /// Where.
    pub place: Place,
}

/// What a function uses.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A throw-expression.
    Throw,
    /// A try-block.
    Try,
    /// `typeid`.
    Typeid,
    /// A `dynamic_cast` that is decided at run time.
    DynamicCast,
    /// A call of a virtual function that is decided at run time.
    VirtualCall,
    /// A call through a pointer or a reference to a function.
    PointerCall,
    /// A call through a pointer to a member function.
    MemberPointerCall,
    /// A function that allocates memory.
    Allocation,
    /// A function that frees memory.
    Deallocation,
    /// An array whose size is known only at run time.
    VariableArray,
    /// A variable with thread storage duration.
    ThreadLocal,
    /// A variable with static storage duration that is not const.
    Variable,
    /// A const variable with static storage duration whose value is computed when the program starts.
    DynamicVariable,
    /// A const variable with static storage duration that another translation unit defines.
    UndefinedVariable,
    /// A `work_group_static` that is a variable of the work-item.
    AutomaticGroupVariable,
    /// Inline assembly.
    Assembly,
    /// A value of type `long double`, or of another type that is no wider on a device.
    LongDouble,
    /// A coroutine.
    Coroutine,
}

/// A place in the source, by clang's number.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// clang's number.
    pub id: u32,
    /// In a system header, where users cannot change anything.
    #[serde(default)]
    pub system: bool,
}

impl Place {
    /// The place for a diagnostic that clang reports.
    #[must_use]
    pub fn location(self) -> Location {
        Location { file: String::new(), line: 0, column: 0, id: self.id }
    }
}

impl DeviceCode {
    /// Reads a description.
    ///
    /// # Errors
    /// When it is not in the format, or speaks of functions that it does not have.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        let code: Self = crate::notes::read(text)?;
        let calls = code.functions.iter().flat_map(|f| &f.calls).map(|call| call.callee);
        let roots = code.roots.iter().map(|root| root.function);
        match calls.chain(roots).find(|&function| function >= code.functions.len()) {
            Some(missing) => {
                Err(serde_json::Error::custom(format!("there is no function {missing}")))
            }
            None => Ok(code),
        }
    }

    /// The functions that a function runs, in order.
    pub fn callees(&self, function: usize) -> impl Iterator<Item = &Call> {
        self.functions[function].calls.iter().filter(|call| call.how != Way::Address)
    }
}
