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
    /// All functions in the graph; the index identifies a function.
    pub functions: Vec<Function>,
}

/// A function that is called from outside of device code.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Why it runs.
    pub kind: RootKind,
    /// The index of the function.
    pub function: usize,
    /// The kernel's name, or the function's.
    #[serde(default)]
    pub name: String,
    /// The location of the kernel's function object, or of the function.
    pub place: Place,
}

/// Why a function is called from outside of device code.
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
    /// Its location.
    pub place: Place,
    /// It is the function call operator of a lambda.
    pub lambda: bool,
    /// It has a body in this translation unit.
    pub defined: bool,
    /// Its name, where it has C linkage.
    pub c_name: Option<String>,
    /// A builtin of clang; there is no function.
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

/// A call or another reference to a function.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The index of the callee.
    pub callee: usize,
    /// The kind of reference.
    pub how: CallKind,
    /// Its location.
    pub place: Place,
}

/// The kind of a reference to a function.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    /// Calls it.
    Call,
    /// Constructs an object.
    Construct,
    /// Destroys an object.
    Destroy,
    /// Takes its address, without calling it.
    Address,
}

/// A use of something that a rule may be about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// What it is.
    pub what: What,
    /// The name of what is used, if it has one.
    #[serde(default)]
    pub detail: String,
    /// Its location.
    pub place: Place,
}

/// What a function may use.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A throw-expression.
    Throw,
    /// A try-block.
    Try,
    /// `typeid`.
    Typeid,
    /// A `dynamic_cast` that needs run-time type information.
    DynamicCast,
    /// A call that is dispatched through the virtual table.
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
    /// A `work_group_static` with automatic storage duration.
    AutomaticGroupVariable,
    /// Inline assembly.
    Assembly,
    /// A value of type `long double`, or of another type that is not available on devices.
    LongDouble,
    /// A coroutine.
    Coroutine,
}

/// A source location, by clang's number.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// clang's number.
    pub id: u32,
    /// In a system header, which users cannot change.
    #[serde(default)]
    pub system: bool,
}

impl Place {
    /// The location for a diagnostic that clang reports.
    #[must_use]
    pub fn location(self) -> Location {
        Location { file: String::new(), line: 0, column: 0, id: self.id }
    }
}

impl DeviceCode {
    /// Reads a description.
    ///
    /// # Errors
    /// When the format is wrong, or an index is out of range.
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

    /// The functions that a function calls, in order.
    pub fn callees(&self, function: usize) -> impl Iterator<Item = &Call> {
        self.functions[function].calls.iter().filter(|call| call.how != CallKind::Address)
    }
}
