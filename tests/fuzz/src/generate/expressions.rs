//! Random expressions that are uniform at a given level.

use super::{Generator, Level};
use crate::contents::{interesting, is_nan};
use crate::kernel::{Expr, Node};
use crate::operators::{Binary, Compare, Query, QueryShape, Unary};
use crate::types::{Scalar, Ty};

impl Generator {
    /// An expression of a type.
    pub fn expression(&mut self, ty: Ty, level: Level) -> Expr {
        let depth = self.rng.u32(0..4);
        self.expression_of(ty, level, depth)
    }

    /// A condition.
    pub fn condition(&mut self, level: Level) -> Expr {
        let depth = self.rng.u32(1..4);
        self.expression_of(Ty::I1, level, depth)
    }

    fn expression_of(&mut self, ty: Ty, level: Level, depth: u32) -> Expr {
        if depth == 0 || self.chance(12) {
            return self.leaf(ty, level);
        }
        let depth = depth - 1;
        if ty.scalar == Scalar::I1 {
            return self.condition_of(ty, level, depth);
        }
        match self.rng.u8(0..20) {
            0..8 => self.binary(ty, level, depth),
            8..10 => {
                let choices = if ty.scalar.is_float() { Unary::FLOAT } else { Unary::INTEGER };
                let operator = self.pick(choices).unwrap_or(Unary::Negate);
                let operand = self.expression_of(ty, level, depth);
                Expr { ty, node: Node::Unary(operator, Box::new(operand)) }
            }
            10..13 => {
                let whole = !ty.is_vector() || self.rng.bool();
                let kind = if whole { Ty::I1 } else { ty.with(Scalar::I1) };
                let condition = self.condition_of(kind, level, depth.min(1));
                let (a, b) =
                    (self.expression_of(ty, level, depth), self.expression_of(ty, level, depth));
                Expr { ty, node: Node::Select(Box::new(condition), Box::new(a), Box::new(b)) }
            }
            13..16 => self.conversion(ty, level, depth),
            16..18 if ty.is_vector() => {
                let value = self.expression_of(Ty::of(ty.scalar), level, depth);
                if self.rng.bool() {
                    return Expr { ty, node: Node::Splat(Box::new(value)) };
                }
                let vector = self.expression_of(ty, level, depth);
                let lane = self.rng.u8(0..ty.lanes);
                Expr { ty, node: Node::Insert(Box::new(vector), lane, Box::new(value)) }
            }
            _ => self.memory_read(ty, level, depth).unwrap_or_else(|| self.leaf(ty, level)),
        }
    }

    fn binary(&mut self, ty: Ty, level: Level, depth: u32) -> Expr {
        let choices = match ty.scalar {
            Scalar::I1 => Binary::CONDITION,
            scalar if scalar.is_float() => Binary::FLOAT,
            _ => Binary::INTEGER,
        };
        let operator = self.pick(choices).unwrap_or(Binary::Add);
        let (a, b) = (self.expression_of(ty, level, depth), self.expression_of(ty, level, depth));
        Expr { ty, node: Node::Binary(operator, Box::new(a), Box::new(b)) }
    }

    /// Conditions, in as many lanes as `ty` has.
    fn condition_of(&mut self, ty: Ty, level: Level, depth: u32) -> Expr {
        match self.rng.u8(0..10) {
            0 if depth > 0 => self.binary(ty, level, depth - 1),
            1 if depth > 0 => {
                let operand = Box::new(self.condition_of(ty, level, depth - 1));
                Expr { ty, node: Node::Unary(Unary::Not, operand) }
            }
            2 => {
                let integer = self.pick(&Scalar::INTEGERS).unwrap_or(Scalar::I32);
                let from = Box::new(self.expression_of(ty.with(integer), level, depth));
                Expr { ty, node: Node::Convert { from, signed: false } }
            }
            _ => {
                let scalar = self.pick(&self.scalars()[1..]).unwrap_or(Scalar::I32);
                let operands = ty.with(scalar);
                let operator = self.pick(Compare::ALL).unwrap_or(Compare::Less);
                let a = self.expression_of(operands, level, depth);
                let b = self.expression_of(operands, level, depth);
                Expr { ty, node: Node::Compare(operator, Box::new(a), Box::new(b)) }
            }
        }
    }

    fn conversion(&mut self, ty: Ty, level: Level, depth: u32) -> Expr {
        let scalar = self.pick(self.scalars()).unwrap_or(Scalar::I32);
        let source = ty.with(scalar);
        if source == ty {
            return self.leaf(ty, level);
        }
        let from = Box::new(self.expression_of(source, level, depth));
        let signed = self.rng.bool();
        Expr { ty, node: Node::Convert { from, signed } }
    }

    /// An element of an array in memory, private memory included, or a lane of a vector.
    fn memory_read(&mut self, ty: Ty, level: Level, depth: u32) -> Option<Expr> {
        let mut sources: Vec<fn(usize, Box<Expr>) -> Node> = Vec::new();
        let mut numbers = Vec::new();
        for (number, &input) in self.memory.inputs.iter().enumerate() {
            if input == ty {
                sources.push(Node::Input);
                numbers.push(number);
            }
        }
        if level == Level::Item {
            for (number, &output) in self.memory.outputs.iter().enumerate() {
                if output == ty {
                    sources.push(Node::Output);
                    numbers.push(number);
                }
            }
            for var in self.variables_where(|k| k.variable.ty == ty && k.variable.length > 1) {
                sources.push(Node::Element);
                numbers.push(var);
            }
        }
        if !ty.is_vector() {
            let vectors = self.variables_where(|known| {
                let variable = known.variable;
                variable.ty.is_vector()
                    && variable.ty.scalar == ty.scalar
                    && variable.length == 1
                    && known.level >= level
            });
            if let Some(var) = self.pick(&vectors)
                && (numbers.is_empty() || self.rng.bool())
            {
                let vector = self.variables[var].variable.ty;
                let lane = self.rng.u8(0..vector.lanes);
                let vector = Expr { ty: vector, node: Node::Variable(var) };
                return Some(Expr { ty, node: Node::Lane(Box::new(vector), lane) });
            }
        }
        if numbers.is_empty() {
            return None;
        }
        let which = self.rng.usize(0..numbers.len());
        let index = Box::new(self.expression_of(Ty::I64, level, depth));
        Some(Expr { ty, node: sources[which](numbers[which], index) })
    }

    fn leaf(&mut self, ty: Ty, level: Level) -> Expr {
        let variables = self.variables_where(|known| {
            known.variable.ty == ty && known.variable.length == 1 && known.level >= level
        });
        if !variables.is_empty() && self.chance(70) {
            let var = self.pick(&variables).unwrap_or(variables[0]);
            return Expr { ty, node: Node::Variable(var) };
        }
        if ty == Ty::I64 && self.chance(25) {
            // Mutable parameters belong to one work-item.
            let own = if level == Level::Item { self.mutable } else { 0 };
            let number = self.rng.usize(0..self.parameters + own);
            return Expr { ty, node: Node::Parameter(number) };
        }
        if !ty.is_vector() && ty.scalar != Scalar::I1 && self.chance(50) {
            return self.query_as(ty, level);
        }
        let mut bits = interesting(&mut self.rng, ty.scalar);
        // LLVM may change the bits of a NaN constant, so it is avoided.
        if is_nan(ty.scalar, bits) {
            bits = 0;
        }
        Expr::constant(ty, bits)
    }

    /// A query, converted to the type.
    fn query_as(&mut self, ty: Ty, level: Level) -> Expr {
        let query = self.query(level);
        if query.ty == ty {
            return query;
        }
        Expr { ty, node: Node::Convert { from: Box::new(query), signed: self.rng.bool() } }
    }

    /// A query with the same result for all work-items of the level.
    fn query(&mut self, level: Level) -> Expr {
        let even = self.launch.is_even();
        let features = self.features;
        let fits = |query: Query| {
            let allowed = match query {
                Query::GlobalLinearId | Query::EnqueuedLocalSize => features.linear_ids,
                // Smaller groups at the edge do not number their work-items.
                Query::LocalLinearId => features.linear_ids && even,
                Query::SubGroupId
                | Query::NumSubGroups
                | Query::MaxSubGroupSize
                | Query::SubGroupSize
                | Query::SubGroupLocalId => features.sub_groups,
                _ => true,
            };
            allowed && level_of(query) >= level
        };
        let queries: Vec<Query> = Query::ALL.iter().copied().filter(|&q| fits(q)).collect();
        let query = self.pick(&queries).unwrap_or(Query::WorkDim);
        let dimension = (query.shape() == QueryShape::Ranked).then(|| {
            if self.chance(8) {
                self.expression_of(Ty::I32, level, 1)
            } else {
                let known = u64::from(self.launch.dimensions);
                let number = if self.chance(90) { self.rng.u64(0..known) } else { 3 };
                Expr::constant(Ty::I32, number)
            }
        });
        Expr::query(query, dimension)
    }
}

/// The level at which a query is uniform.
fn level_of(query: Query) -> Level {
    match query {
        Query::GlobalId
        | Query::LocalId
        | Query::GlobalLinearId
        | Query::LocalLinearId
        | Query::SubGroupLocalId => Level::Item,
        Query::SubGroupId | Query::SubGroupSize => Level::SubGroup,
        Query::GlobalSize
        | Query::GlobalOffset
        | Query::LocalSize
        | Query::EnqueuedLocalSize
        | Query::NumGroups
        | Query::GroupId
        | Query::WorkDim
        | Query::NumSubGroups
        | Query::MaxSubGroupSize => Level::WorkGroup,
    }
}
