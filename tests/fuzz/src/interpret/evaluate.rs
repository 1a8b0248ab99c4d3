//! Values of expressions.

use super::arithmetic;
use super::code::Frame;
use super::group::Group;
use super::memory;
use super::value::Value;
use crate::kernel::{Expr, Memory, Node};
use crate::operators::Query;

impl Group<'_, '_> {
    /// The value of an expression for one work-item.
    pub fn evaluate(&self, item: usize, frame: Frame, expression: &Expr) -> Value {
        let ask = |operand: &Expr| self.evaluate(item, frame, operand);
        let scalar = expression.ty.scalar;
        match &expression.node {
            Node::Constant(bits) => Value::splat(*bits),
            Node::Variable(var) => self.get(item, frame, *var, 0),
            Node::Element(var, index) => {
                let index = ask(index).bits() % self.length(frame, *var);
                self.get(item, frame, *var, index as usize)
            }
            Node::Parameter(number) => Value::splat(self.items[item].parameters[*number]),
            Node::Query(query, dimension) => {
                let dimension = dimension.as_ref().map_or(0, |d| ask(d).bits() & 3);
                Value::splat(self.query(item, *query, dimension as usize))
            }
            Node::Input(array, index) => {
                let index = ask(index).bits() % Memory::INPUT_LENGTH;
                let ty = self.kernel.memory.inputs[*array];
                memory::load(&self.contents.inputs[*array], ty, index as usize)
            }
            Node::Output(array, index) => {
                let index = ask(index).bits() % Memory::ROW;
                let element = self.global_linear(item) * Memory::ROW + index;
                let ty = self.kernel.memory.outputs[*array];
                memory::load(&self.contents.outputs[*array], ty, element as usize)
            }
            Node::Unary(operator, a) => ask(a).map(|a| arithmetic::unary(*operator, scalar, a)),
            Node::Binary(operator, a, b) => {
                ask(a).zip(ask(b), |a, b| arithmetic::binary(*operator, scalar, a, b))
            }
            Node::Compare(operator, a, b) => {
                let operands = a.ty.scalar;
                ask(a).zip(ask(b), |a, b| u64::from(arithmetic::compare(*operator, operands, a, b)))
            }
            Node::Select(condition, a, b) => {
                let (chosen, a, b) = (ask(condition), ask(a), ask(b));
                if !condition.ty.is_vector() {
                    return if chosen.holds() { a } else { b };
                }
                Value::from_lanes((0..usize::from(expression.ty.lanes)).map(|lane| {
                    if chosen.lane(lane) & 1 != 0 { a.lane(lane) } else { b.lane(lane) }
                }))
            }
            Node::Convert { from, signed } => {
                let source = from.ty.scalar;
                ask(from).map(|bits| arithmetic::convert(source, scalar, *signed, bits))
            }
            Node::Splat(a) => Value::splat(ask(a).bits()),
            Node::Lane(a, lane) => Value::splat(ask(a).lane(usize::from(*lane))),
            Node::Insert(vector, lane, value) => {
                ask(vector).with(usize::from(*lane), ask(value).bits())
            }
        }
    }

    fn query(&self, number: usize, query: Query, dimension: usize) -> u64 {
        let launch = &self.kernel.launch;
        let item = &self.items[number];
        let ranked = |values: [u64; 3], default| values.get(dimension).copied().unwrap_or(default);
        let global_id = std::array::from_fn(|d| {
            self.id[d] * launch.local[d] + item.local_id[d] + launch.offset[d]
        });
        let size = self.sub_group_size;
        let sub_group = item.linear / size;
        match query {
            Query::GlobalSize => ranked(launch.global, 1),
            Query::GlobalId => ranked(global_id, 0),
            Query::GlobalOffset => ranked(launch.offset, 0),
            Query::LocalSize | Query::EnqueuedLocalSize => ranked(launch.local, 1),
            Query::LocalId => ranked(item.local_id, 0),
            Query::NumGroups => ranked(launch.groups(), 1),
            Query::GroupId => ranked(self.id, 0),
            Query::WorkDim => u64::from(launch.dimensions),
            Query::GlobalLinearId => self.global_linear(number),
            Query::LocalLinearId => item.linear as u64,
            Query::SubGroupId => sub_group as u64,
            Query::NumSubGroups => self.items.len().div_ceil(size) as u64,
            Query::MaxSubGroupSize => size as u64,
            Query::SubGroupSize => self.sub_group(sub_group).len() as u64,
            Query::SubGroupLocalId => (item.linear % size) as u64,
        }
    }
}
