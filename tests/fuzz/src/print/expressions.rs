//! Expressions as instructions.

use super::function::FunctionPrinter;
use super::{ROW_MASK, literal};
use crate::kernel::{Expr, Memory, Node};
use crate::operators::{Binary, Compare, QueryShape, Unary};
use crate::types::Ty;

impl FunctionPrinter<'_, '_> {
    /// Writes the code for an expression and returns its value's name.
    pub fn expression(&mut self, expression: &Expr) -> String {
        let ty = expression.ty;
        match &expression.node {
            Node::Constant(bits) => literal(ty, *bits),
            Node::Variable(var) => {
                let address = self.address(*var);
                self.load(ty, &address)
            }
            Node::Element(var, index) => {
                let length = u64::from(self.function.variables[*var].length);
                let index = self.masked(index, length - 1);
                let address = self.element(*var, &index);
                self.load(ty, &address)
            }
            Node::Parameter(number) => {
                let (address, ty) = self.parameter(*number);
                let value = self.value(&format!("load {ty}, ptr {address}"));
                match ty.as_str() {
                    "i64" => value,
                    _ => self.value(&format!("zext {ty} {value} to i64")),
                }
            }
            Node::Query(query, dimension) => match (query.shape(), dimension) {
                (QueryShape::Ranked, Some(dimension)) => {
                    let dimension = self.masked(dimension, 3);
                    self.call("i64", query.builtin(), &format!("i32 {dimension}"))
                }
                (QueryShape::Ranked, None) => self.call("i64", query.builtin(), "i32 0"),
                (QueryShape::Size, _) => self.call("i64", query.builtin(), ""),
                (QueryShape::Number, _) => self.call("i32", query.builtin(), ""),
            },
            Node::Input(array, index) => {
                let index = self.masked(index, Memory::INPUT_LENGTH - 1);
                let array = self.pointer(self.fields.input(*array));
                let address = self.at(ty, &array, &index);
                self.load(ty, &address)
            }
            Node::Output(array, index) => {
                let address = self.output(*array, index);
                self.load(ty, &address)
            }
            Node::Unary(operator, a) => {
                let a = self.expression(a);
                self.unary(*operator, ty, &a)
            }
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                self.binary(*operator, ty, &a, &b)
            }
            Node::Compare(operator, a, b) => {
                let predicate = predicate(*operator, a.ty.scalar.is_float());
                let operands = a.ty.ir();
                let (a, b) = (self.expression(a), self.expression(b));
                self.value(&format!("{predicate} {operands} {a}, {b}"))
            }
            Node::Select(condition, a, b) => {
                let kind = condition.ty.ir();
                let condition = self.expression(condition);
                let (a, b) = (self.expression(a), self.expression(b));
                let ty = ty.ir();
                self.value(&format!("select {kind} {condition}, {ty} {a}, {ty} {b}"))
            }
            Node::Convert { from, signed } => {
                let source = from.ty;
                let from = self.expression(from);
                self.convert(source, ty, *signed, &from)
            }
            Node::Splat(a) => {
                let a = self.expression(a);
                let (vector, scalar) = (ty.ir(), ty.scalar.ir());
                let first =
                    self.value(&format!("insertelement {vector} poison, {scalar} {a}, i64 0"));
                let lanes = ty.lanes;
                self.value(&format!(
                    "shufflevector {vector} {first}, {vector} poison, <{lanes} x i32> \
                     zeroinitializer"
                ))
            }
            Node::Lane(vector, lane) => {
                let kind = vector.ty.ir();
                let vector = self.expression(vector);
                self.value(&format!("extractelement {kind} {vector}, i64 {lane}"))
            }
            Node::Insert(vector, lane, value) => {
                let (vector, value) = (self.expression(vector), self.expression(value));
                let (kind, scalar) = (ty.ir(), ty.scalar.ir());
                self.value(&format!("insertelement {kind} {vector}, {scalar} {value}, i64 {lane}"))
            }
        }
    }

    /// An integer with only some of its bits.
    pub fn masked(&mut self, expression: &Expr, mask: u64) -> String {
        if let Node::Constant(bits) = expression.node {
            return (bits & mask).to_string();
        }
        let value = self.expression(expression);
        self.value(&format!("and {} {value}, {mask}", expression.ty.ir()))
    }

    /// The address of an element of the work-item's row of an output.
    pub fn output(&mut self, array: usize, index: &Expr) -> String {
        let ty = self.kernel.memory.outputs[array];
        let within = self.masked(index, ROW_MASK);
        let row = self.call("i64", "row", "");
        let start = self.value(&format!("mul i64 {row}, {}", Memory::ROW));
        let element = self.value(&format!("add i64 {start}, {within}"));
        let array = self.pointer(self.fields.output(array));
        self.at(ty, &array, &element)
    }

    fn intrinsic(&mut self, name: &str, result: Ty, arguments: &[(&str, &str)]) -> String {
        let name = format!("llvm.{name}");
        self.call_declared(&result.ir(), &name, arguments, "")
    }

    fn unary(&mut self, operator: Unary, ty: Ty, a: &str) -> String {
        let (kind, suffix) = (ty.ir(), ty.suffix());
        let float = ty.scalar.is_float();
        match operator {
            Unary::Negate if float => self.value(&format!("fneg {kind} {a}")),
            Unary::Negate => self.value(&format!("sub {kind} {}, {a}", literal(ty, 0))),
            Unary::Not => {
                let ones = literal(ty, u64::MAX >> (64 - ty.scalar.bits()));
                self.value(&format!("xor {kind} {a}, {ones}"))
            }
            Unary::CountOnes => self.intrinsic(&format!("ctpop.{suffix}"), ty, &[(&kind, a)]),
            Unary::LeadingZeros => {
                self.intrinsic(&format!("ctlz.{suffix}"), ty, &[(&kind, a), ("i1", "false")])
            }
            Unary::Absolute if float => {
                self.intrinsic(&format!("fabs.{suffix}"), ty, &[(&kind, a)])
            }
            Unary::Absolute => {
                self.intrinsic(&format!("abs.{suffix}"), ty, &[(&kind, a), ("i1", "false")])
            }
            Unary::SquareRoot => self.intrinsic(&format!("sqrt.{suffix}"), ty, &[(&kind, a)]),
        }
    }

    fn binary(&mut self, operator: Binary, ty: Ty, a: &str, b: &str) -> String {
        let kind = ty.ir();
        let float = ty.scalar.is_float();
        let all = u64::MAX >> (64 - ty.scalar.bits());
        let and = |this: &mut Self, value: &str, mask: u64| {
            this.value(&format!("and {kind} {value}, {}", literal(ty, mask)))
        };
        let or_one = |this: &mut Self, value: &str| {
            this.value(&format!("or {kind} {value}, {}", literal(ty, 1)))
        };
        let simple = match operator {
            Binary::Add if float => "fadd",
            Binary::Subtract if float => "fsub",
            Binary::Multiply if float => "fmul",
            Binary::Divide => "fdiv",
            Binary::Add => "add",
            Binary::Subtract => "sub",
            Binary::Multiply => "mul",
            Binary::And => "and",
            Binary::Or => "or",
            Binary::Xor => "xor",
            Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightSigned => {
                let amount = and(self, b, u64::from(ty.scalar.bits() - 1));
                let name = match operator {
                    Binary::ShiftLeft => "shl",
                    Binary::ShiftRight => "lshr",
                    _ => "ashr",
                };
                return self.value(&format!("{name} {kind} {a}, {amount}"));
            }
            Binary::DivideUnsigned | Binary::RemainderUnsigned => {
                let odd = or_one(self, b);
                let name = if operator == Binary::DivideUnsigned { "udiv" } else { "urem" };
                return self.value(&format!("{name} {kind} {a}, {odd}"));
            }
            Binary::DivideSigned | Binary::RemainderSigned => {
                let positive = and(self, b, all >> 1);
                let odd = or_one(self, &positive);
                let name = if operator == Binary::DivideSigned { "sdiv" } else { "srem" };
                return self.value(&format!("{name} {kind} {a}, {odd}"));
            }
            Binary::Rotate => {
                let arguments = [(&*kind, a), (&*kind, a), (&*kind, b)];
                return self.intrinsic(&format!("fshl.{}", ty.suffix()), ty, &arguments);
            }
            Binary::MinSigned => return self.of_two("smin", ty, a, b),
            Binary::MaxSigned => return self.of_two("smax", ty, a, b),
            Binary::MinUnsigned => return self.of_two("umin", ty, a, b),
            Binary::MaxUnsigned => return self.of_two("umax", ty, a, b),
            Binary::AddSaturating => return self.of_two("sadd.sat", ty, a, b),
            Binary::SubtractSaturating => return self.of_two("usub.sat", ty, a, b),
        };
        self.value(&format!("{simple} {kind} {a}, {b}"))
    }

    fn of_two(&mut self, name: &str, ty: Ty, a: &str, b: &str) -> String {
        let kind = ty.ir();
        self.intrinsic(&format!("{name}.{}", ty.suffix()), ty, &[(&kind, a), (&kind, b)])
    }

    fn convert(&mut self, from: Ty, to: Ty, signed: bool, value: &str) -> String {
        let (source, target) = (from.ir(), to.ir());
        let bits = |ty: Ty| ty.scalar.bits();
        let name = match (from.scalar.is_float(), to.scalar.is_float()) {
            _ if from == to => return value.to_owned(),
            (false, false) if bits(from) > bits(to) => "trunc",
            (false, false) if signed => "sext",
            (false, false) => "zext",
            (false, true) if signed => "sitofp",
            (false, true) => "uitofp",
            (true, true) if bits(from) > bits(to) => "fptrunc",
            (true, true) => "fpext",
            (true, false) => {
                let name = if signed { "fptosi.sat" } else { "fptoui.sat" };
                let name = format!("{name}.{}.{}", to.suffix(), from.suffix());
                return self.intrinsic(&name, to, &[(&source, value)]);
            }
        };
        self.value(&format!("{name} {source} {value} to {target}"))
    }
}

fn predicate(operator: Compare, float: bool) -> &'static str {
    match (operator, float) {
        (Compare::Equal, false) => "icmp eq",
        (Compare::NotEqual, false) => "icmp ne",
        (Compare::Less, false) => "icmp slt",
        (Compare::LessOrEqual, false) => "icmp sle",
        (Compare::LessUnsigned, false) => "icmp ult",
        (Compare::LessOrEqualUnsigned, false) => "icmp ule",
        (Compare::Equal, true) => "fcmp oeq",
        (Compare::NotEqual, true) => "fcmp une",
        (Compare::Less, true) => "fcmp olt",
        (Compare::LessOrEqual, true) => "fcmp ole",
        (Compare::LessUnsigned, true) => "fcmp ult",
        (Compare::LessOrEqualUnsigned, true) => "fcmp ule",
    }
}
