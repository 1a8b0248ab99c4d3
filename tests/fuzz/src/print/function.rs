//! One function: variables, temporaries, blocks.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Fields, literal};
use crate::half;
use crate::kernel::{Function, Kernel, Stmt, Var};
use crate::operators::Query;
use crate::types::{Scalar, Ty};

/// Writes one function.
pub struct FunctionPrinter<'k, 'd> {
    pub kernel: &'k Kernel,
    pub function: &'k Function,
    pub fields: Fields<'k>,
    declarations: &'d mut BTreeSet<String>,
    /// Variables, which are all in the entry block.
    variables: String,
    text: String,
    temporaries: usize,
    labels: usize,
    /// Which variables occur.
    used: Vec<bool>,
    /// The targets of `break` and `continue`.
    pub loops: Vec<(String, String)>,
}

/// The exit block of a function.
pub const RETURN: &str = "return";

impl<'k, 'd> FunctionPrinter<'k, 'd> {
    /// A printer for one function of a kernel.
    pub fn new(
        kernel: &'k Kernel,
        function: &'k Function,
        declarations: &'d mut BTreeSet<String>,
    ) -> Self {
        Self {
            kernel,
            function,
            fields: Fields(kernel),
            declarations,
            variables: String::new(),
            text: String::new(),
            temporaries: 0,
            labels: 0,
            used: vec![false; function.variables.len()],
            loops: Vec::new(),
        }
    }

    /// The type of the result and the parameters of a helper function.
    pub fn signature(&self) -> (String, String) {
        let result = self.function.result.as_ref().map_or_else(|| "void".to_owned(), |r| r.ty.ir());
        let mut parameters = super::arguments(self.kernel, |_, name| format!("ptr %{name}"));
        for (number, variable) in
            self.function.variables[..self.function.parameters].iter().enumerate()
        {
            let ty = if variable.by_reference { "ptr".to_owned() } else { variable.ty.ir() };
            let _ = write!(parameters, ", {ty} %p{number}");
        }
        (result, parameters)
    }

    /// The body of the function.
    pub fn print(mut self) -> String {
        let is_kernel = std::ptr::eq(self.function, &self.kernel.body);
        self.statements(&self.function.body);
        self.line(&format!("br label %{RETURN}"));
        self.block(RETURN);
        match &self.function.result {
            Some(result) if !is_kernel => {
                let value = self.expression(result);
                self.line(&format!("ret {} {value}", result.ty.ir()));
            }
            _ => self.line("ret void"),
        }
        // The entry block is written last, because only then the variables are known.
        let body = std::mem::take(&mut self.text);
        for (number, variable) in self.function.variables.iter().enumerate() {
            if !self.used[number] {
                continue;
            }
            let ty = variable.ty.in_memory().ir();
            let storage = match variable.length {
                _ if variable.by_reference => "ptr".to_owned(),
                1 => ty,
                length => format!("[{length} x {ty}]"),
            };
            let _ = writeln!(self.variables, "  %v{number} = alloca {storage}");
            self.initialize(number);
        }
        if is_kernel && self.kernel.uses_sub_groups {
            let size = self.call("i32", Query::MaxSubGroupSize.builtin(), "");
            let report = self.pointer(self.fields.report());
            self.line(&format!("store i32 {size}, ptr {report}"));
        }
        format!("entry:\n{}{}{body}", self.variables, self.text)
    }

    fn initialize(&mut self, number: Var) {
        let variable = self.function.variables[number];
        if number < self.function.parameters {
            if variable.by_reference {
                self.line(&format!("store ptr %p{number}, ptr %v{number}"));
            } else {
                self.store_variable(number, &format!("%p{number}"));
            }
            return;
        }
        for index in 0..variable.length {
            let start = i64::from(variable.initial) * (i64::from(index) + 1);
            let bits = match variable.ty.scalar {
                Scalar::F16 => u64::from(half::to_bits(start as f64)),
                Scalar::F32 => u64::from((start as f32).to_bits()),
                Scalar::F64 => (start as f64).to_bits(),
                scalar => start as u64 & (u64::MAX >> (64 - scalar.bits())),
            };
            let value = literal(variable.ty, bits);
            if variable.length == 1 {
                self.store_variable(number, &value);
            } else {
                let address = self.element(number, &index.to_string());
                self.store(variable.ty, &value, &address);
            }
        }
    }

    /// Writes an instruction without a result.
    pub fn line(&mut self, instruction: &str) {
        let _ = writeln!(self.text, "  {instruction}");
    }

    /// Writes an instruction and names its result.
    pub fn value(&mut self, instruction: &str) -> String {
        self.temporaries += 1;
        let name = format!("%t{}", self.temporaries);
        let _ = writeln!(self.text, "  {name} = {instruction}");
        name
    }

    /// A call of a function that is declared in any case.
    pub fn call(&mut self, result: &str, name: &str, arguments: &str) -> String {
        self.value(&format!("call {result} @{name}({arguments})"))
    }

    /// A call of a function that gets a declaration. Arguments are pairs of type and value.
    pub fn call_declared(
        &mut self,
        result: &str,
        name: &str,
        arguments: &[(&str, &str)],
        attributes: &str,
    ) -> String {
        let types: Vec<&str> = arguments.iter().map(|(ty, _)| *ty).collect();
        self.declarations
            .insert(format!("declare {result} @{name}({}){attributes}", types.join(", ")));
        let values: Vec<String> =
            arguments.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
        let call = format!("call {result} @{name}({})", values.join(", "));
        if result == "void" {
            self.line(&call);
            String::new()
        } else {
            self.value(&call)
        }
    }

    /// A name for a block.
    pub fn label(&mut self, hint: &str) -> String {
        self.labels += 1;
        format!("{hint}{}", self.labels)
    }

    /// Starts a block.
    pub fn block(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }

    /// Ends the block with a jump, and starts another.
    pub fn jump(&mut self, to: &str, then: &str) {
        self.line(&format!("br label %{to}"));
        self.block(then);
    }

    /// Ends the block with a branch, and starts another.
    pub fn branch(&mut self, condition: &str, yes: &str, no: &str, then: &str) {
        self.line(&format!("br i1 {condition}, label %{yes}, label %{no}"));
        self.block(then);
    }

    /// A variable that is not in the kernel.
    pub fn hidden(&mut self, ty: &str) -> String {
        self.labels += 1;
        let name = format!("%hidden{}", self.labels);
        let _ = writeln!(self.variables, "  {name} = alloca {ty}");
        name
    }

    /// The address of a variable.
    pub fn address(&mut self, var: Var) -> String {
        self.used[var] = true;
        if self.function.variables[var].by_reference {
            self.value(&format!("load ptr, ptr %v{var}"))
        } else {
            format!("%v{var}")
        }
    }

    /// The address of an element of a private array.
    pub fn element(&mut self, var: Var, index: &str) -> String {
        let variable = self.function.variables[var];
        let array = self.address(var);
        let ty = format!("[{} x {}]", variable.length, variable.ty.in_memory().ir());
        self.value(&format!("getelementptr inbounds {ty}, ptr {array}, i64 0, i64 {index}"))
    }

    /// Reads memory.
    pub fn load(&mut self, ty: Ty, address: &str) -> String {
        let value = self.value(&format!("load {}, ptr {address}", ty.in_memory().ir()));
        if ty.scalar == Scalar::I1 { self.value(&format!("trunc i8 {value} to i1")) } else { value }
    }

    /// Writes memory.
    pub fn store(&mut self, ty: Ty, value: &str, address: &str) {
        if ty.scalar == Scalar::I1 {
            let byte = self.value(&format!("zext i1 {value} to i8"));
            self.line(&format!("store i8 {byte}, ptr {address}"));
        } else {
            self.line(&format!("store {} {value}, ptr {address}", ty.ir()));
        }
    }

    /// Assigns to a variable.
    pub fn store_variable(&mut self, var: Var, value: &str) {
        let ty = self.function.variables[var].ty;
        let address = self.address(var);
        self.store(ty, value, &address);
    }

    /// The address of a field of the arguments.
    pub fn field(&mut self, number: usize) -> String {
        self.value(&format!("getelementptr inbounds %args, ptr %self, i32 0, i32 {number}"))
    }

    /// A pointer among the arguments.
    pub fn pointer(&mut self, number: usize) -> String {
        let field = self.field(number);
        self.value(&format!("load ptr, ptr {field}"))
    }

    /// The address and type of a parameter, which is in a separate structure.
    pub fn parameter(&mut self, number: usize) -> (String, String) {
        let numbers = if self.kernel.separate_parameters {
            "%numbers".to_owned()
        } else {
            self.field(self.fields.parameters())
        };
        let address =
            format!("getelementptr inbounds %parameters, ptr {numbers}, i32 0, i32 {number}");
        (self.value(&address), Ty::of(self.kernel.parameter_type(number)).ir())
    }

    /// The address of an element of an array.
    pub fn at(&mut self, ty: Ty, array: &str, index: &str) -> String {
        self.value(&format!("getelementptr inbounds {}, ptr {array}, i64 {index}", ty.ir()))
    }

    /// Writes statements.
    pub fn statements(&mut self, statements: &'k [Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }
}
