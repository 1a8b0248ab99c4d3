//! Values of operations.

use super::super::symbol::{LoopId, Uniform};
use super::super::{Dimensions, Polynomial, Stride, Symbol};
use super::expression::{BaseKey, Expression, Facts, Subscripts};
use super::{Interned, Reader};
use crate::graph::{BlockId, Definition, Group, Integer, Operation, Query, Value};

/// The longest chain of operations that is followed, because of recursion.
const DEEPEST: usize = 200;

impl Reader<'_> {
    /// A value as seen from a block. Outside of a loop, a value that changes in it is only known to be that
    /// of some last iteration.
    pub(super) fn seen_from(&mut self, value: Value, block: BlockId) -> Expression {
        let expression = self.evaluate(value);
        let home = self.graph.block_of(value);
        if home == block {
            return expression;
        }
        let facts = expression.facts(&self.symbols);
        let left: Vec<usize> = self
            .flow
            .loops_around(home)
            .filter(|&l| !self.flow.is_in_loop(block, l))
            .filter(|&l| facts.changes_in.contains(&self.loops[l]))
            .collect();
        if left.is_empty() {
            return expression;
        }
        let mut facts = facts;
        for &l in &left {
            for exit in self.flow.loops()[l].exits.clone() {
                facts = facts.join(self.decision(exit));
            }
        }
        facts.changes_in.retain(|id| !left.iter().any(|&l| self.loops[l] == *id));
        let base = expression.base.clone();
        Expression { base, ..Expression::number(facts.unknown(&mut self.symbols).into()) }
    }

    /// The condition of a branch.
    pub(super) fn decision(&mut self, branch: BlockId) -> Facts {
        match self.graph.terminator(branch).condition {
            Some(condition) => self.seen_from(condition, branch).facts(&self.symbols),
            None => Facts::default(),
        }
    }

    /// The value inside its loops.
    pub(super) fn evaluate(&mut self, value: Value) -> Expression {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        self.enter_loops(value);
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let around = self.loops_around(self.graph.block_of(value));
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 || self.pending.len() > DEEPEST || !self.pending.insert(value) {
            // Cycles that are not natural loops end here, too.
            return self.unknown(Facts::anything(&around));
        }
        let block = self.graph.block_of(value);
        let expression = match self.graph.definition(value) {
            Definition::Argument { position } => self.argument(block, *position),
            Definition::Result(operation) => self.operation(value, block, operation),
        };
        self.pending.remove(&value);
        self.remember(value, expression.clone());
        expression
    }

    /// Analyses what the loops around a value carry before the value itself: following the value around a
    /// loop would reach the value again.
    fn enter_loops(&mut self, value: Value) {
        let block = self.graph.block_of(value);
        for l in self.flow.loops_around(block).collect::<Vec<_>>() {
            let arguments = self.graph.arguments(self.flow.loops()[l].header);
            if let Some(&first) = arguments.first()
                && !arguments.contains(&value)
                && !self.solving.contains(&l)
            {
                self.evaluate(first);
            }
        }
    }

    pub(super) fn remember(&mut self, value: Value, expression: Expression) {
        if self.known.insert(value, expression).is_none() {
            self.log.push(value);
        }
    }

    pub(super) fn loops_around(&self, block: BlockId) -> Vec<LoopId> {
        self.flow.loops_around(block).map(|l| self.loops[l]).collect()
    }

    pub(super) fn unknown(&mut self, facts: Facts) -> Expression {
        Expression::number(facts.unknown(&mut self.symbols).into())
    }

    fn argument(&mut self, block: BlockId, position: usize) -> Expression {
        if let Some(l) = self.flow.loop_at(block) {
            return self.header_argument(l, position);
        }
        let argument = self.graph.arguments(block)[position];
        let mut incoming = Vec::new();
        // An edge may leave a loop, so values are seen from its target.
        let edges = self.graph.incoming(block, position);
        for &(_, value) in &edges {
            incoming.push(self.seen_from(value, block));
        }
        if let [(first, _), (second, _)] = edges[..]
            && let Some(general) = self.general_case(block, [first, second], &incoming)
        {
            return general;
        }
        self.merged(argument, &incoming)
    }

    /// An argument of a block that is one of several values, depending on the branches before it.
    pub(super) fn merged(&mut self, argument: Value, incoming: &[Expression]) -> Expression {
        let Some((first, rest)) = incoming.split_first() else {
            return self.unknown(Facts::default());
        };
        if rest.iter().all(|other| other == first) {
            return first.clone();
        }
        let mut facts =
            incoming.iter().fold(Facts::default(), |facts, e| facts.join(e.facts(&self.symbols)));
        let block = self.graph.block_of(argument);
        for branch in self.flow.merges(block).collect::<Vec<_>>() {
            facts = facts.join(self.decision(branch));
        }
        let base = one_base(argument, incoming);
        Expression { base, ..self.unknown(facts) }
    }

    fn operation(&mut self, value: Value, block: BlockId, operation: &Operation) -> Expression {
        use Operation as O;
        match operation {
            O::Constant(number) => Expression::number((*number).into()),
            O::Parameter(index) => Expression::pointer(BaseKey::Parameter(*index)),
            O::PointerParameter(index) => Expression::pointer(BaseKey::Argument(*index, 0)),
            O::Object => Expression::pointer(BaseKey::Value(value)),
            O::Query(Query::Index(symbol)) => {
                Expression::number(self.launch.normalize(&(*symbol).into()))
            }
            O::Query(query @ (Query::SubGroupId | Query::SubGroupLocalId)) => {
                self.sub_group(*query)
            }
            // All but the last sub-group of a work-group are full.
            O::Query(Query::SubGroupSize | Query::MaxSubGroupSize) => {
                Expression::number(self.sub_group_size())
            }
            O::Query(Query::SubGroup | Query::WorkItem) => self.unknown(Facts::anything(&[])),
            O::LocalMemory => Expression::pointer(BaseKey::Local(value)),
            O::Variable => Expression::pointer(BaseKey::Variable(value)),
            O::Integer(integer, a, b) => {
                let (a, b) = (self.seen_from(*a, block), self.seen_from(*b, block));
                self.integer(*integer, &a, &b)
            }
            O::Extend(of, bits) => {
                let of = self.seen_from(*of, block);
                match of.value.widen(*bits) {
                    Some(value) if of.base.is_none() => Expression { value, ..of },
                    _ => self.function(&[of]),
                }
            }
            O::Truncate(of) | O::Same(of) => self.seen_from(*of, block),
            O::Select { condition, yes, no } => {
                let at_border = self.is_border_test(*condition, block);
                let condition = self.seen_from(*condition, block);
                let (yes, no) = (self.seen_from(*yes, block), self.seen_from(*no, block));
                self.select(value, at_border, &condition, &yes, &no)
            }
            O::Offset { base, bytes, terms, element_bytes } => {
                let mut address = self.seen_from(*base, block);
                let mut sum = &address.value + &(*bytes).into();
                for &(term, size) in terms {
                    let term = self.seen_from(term, block);
                    sum = &sum + &term.value.scale(size);
                    address.join_borders(&term);
                }
                address.value = self.launch.normalize(&sum);
                // Neighbours move in the innermost array.
                address.element_bytes = address.element_bytes.or(*element_bytes);
                address
            }
            O::Subscript { accessor, indices, element_bytes } => {
                self.subscript(block, *accessor, indices, *element_bytes)
            }
            O::Extent { accessor, dimension } => {
                let accessor = self.seen_from(*accessor, block);
                Expression::number(self.extent(&accessor, *dimension))
            }
            O::Load { address, bytes, is_pointer } => {
                let address = self.seen_from(*address, block);
                self.load(value, block, &address, *bytes, *is_pointer)
            }
            O::Compare(..) | O::Function(_) => {
                let operands: Vec<Expression> =
                    operation.operands().iter().map(|&v| self.seen_from(v, block)).collect();
                self.function(&operands)
            }
            O::GroupResult(group, _) => {
                let along = match group {
                    Group::WorkGroup => Dimensions::NONE,
                    Group::SubGroup => Dimensions::ALL,
                };
                // The result depends on other work-items, and may be new each time.
                let around = self.loops_around(block);
                self.unknown(Facts { along, ..Facts::anything(&around) })
            }
            O::Store { .. } | O::Atomic { .. } | O::Opaque { .. } => {
                let around = self.loops_around(block);
                self.unknown(Facts::anything(&around))
            }
        }
    }

    /// Work-items with neighbouring linear ids are neighbours in their sub-group (SYCL 2020 §3.8.2), so both
    /// ids are quotient and remainder of the local linear id.
    fn sub_group(&mut self, query: Query) -> Expression {
        let mut linear = Polynomial::default();
        for d in self.launch.dimensions() {
            let rows = linear.times(&Symbol::LocalRange(d).into());
            linear = &rows.unwrap_or_default() + &Symbol::LocalId(d).into();
        }
        let linear = self.launch.normalize(&linear);
        let size = self.sub_group_size();
        let result = match query {
            Query::SubGroupId => self.symbols.divide(&linear, &size),
            _ => self.remainder(&linear, &size),
        };
        match result {
            Some(value) => Expression::number(value),
            None => self.unknown(Facts::anything(&[])),
        }
    }

    fn sub_group_size(&mut self) -> Polynomial {
        let name = "get_max_local_range()".to_owned();
        let symbol = self.intern(Interned::SubGroupSize, Some(name));
        self.symbols.set_sub_group_size(symbol);
        symbol.into()
    }

    /// An unknown function of these values.
    fn function(&mut self, operands: &[Expression]) -> Expression {
        let facts =
            operands.iter().fold(Facts::default(), |facts, e| facts.join(e.facts(&self.symbols)));
        self.unknown(facts)
    }

    fn integer(&mut self, integer: Integer, a: &Expression, b: &Expression) -> Expression {
        if a.base.is_some() || b.base.is_some() {
            return self.function(&[a.clone(), b.clone()]);
        }
        let power = |e: &Expression| match e.value.as_constant() {
            Some(bits @ 0..=62) => Some(Polynomial::from(1_i64 << bits)),
            _ => None,
        };
        let result = match integer {
            Integer::Add => Some(&a.value + &b.value),
            Integer::Subtract => Some(&a.value - &b.value),
            Integer::Multiply => a.value.times(&b.value),
            Integer::ShiftLeft => power(b).and_then(|factor| a.value.times(&factor)),
            Integer::ShiftRight => power(b).and_then(|by| self.symbols.divide(&a.value, &by)),
            Integer::Divide => self.symbols.divide(&a.value, &b.value),
            Integer::Remainder => self.remainder(&a.value, &b.value),
            Integer::And => {
                let (mask, other) = match b.value.as_constant() {
                    Some(mask) => (Some(mask), &a.value),
                    None => (a.value.as_constant(), &b.value),
                };
                mask.filter(|m| *m >= 0 && (m + 1).count_ones() == 1)
                    .and_then(|mask| self.remainder(other, &(mask + 1).into()))
            }
            Integer::Minimum | Integer::Maximum => return self.clamped(a, b),
        };
        match result {
            Some(value) => {
                let mut result = Expression::number(self.launch.normalize(&value));
                result.join_borders(a);
                result.join_borders(b);
                result
            }
            None => self.function(&[a.clone(), b.clone()]),
        }
    }

    fn remainder(&mut self, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let quotient = self.symbols.divide(a, b)?;
        Some(a - &quotient.times(b)?)
    }

    /// An index that is clamped to borders equals itself nearly everywhere.
    fn clamped(&mut self, a: &Expression, b: &Expression) -> Expression {
        match self.but_for_borders(a, b, Facts::default()) {
            Some(index) => index,
            None => self.function(&[a.clone(), b.clone()]),
        }
    }

    /// Of two values, the one that an index has away from borders: the one that varies, or either of them if
    /// their difference is uniform.
    fn but_for_borders(
        &self,
        a: &Expression,
        b: &Expression,
        condition: Facts,
    ) -> Option<Expression> {
        if a.base != b.base || a.subscripts.is_some() || b.subscripts.is_some() {
            return None;
        }
        let (of_a, of_b) = (a.facts(&self.symbols), b.facts(&self.symbols));
        let index = match (of_a.along.is_empty(), of_b.along.is_empty()) {
            (false, true) => a,
            (true, false) => b,
            (false, false) if (&a.value - &b.value).is_uniform() => b,
            _ => return None,
        };
        let borders = Some(condition.join(of_a).join(of_b));
        Some(Expression { borders, ..index.clone() })
    }

    fn select(
        &mut self,
        value: Value,
        at_border: bool,
        condition: &Expression,
        yes: &Expression,
        no: &Expression,
    ) -> Expression {
        if yes == no {
            return yes.clone();
        }
        let facts = condition.facts(&self.symbols);
        if at_border && let Some(index) = self.but_for_borders(yes, no, facts) {
            return index;
        }
        let base = one_base(value, &[yes.clone(), no.clone()]);
        let function = self.function(&[condition.clone(), yes.clone(), no.clone()]);
        Expression { base, ..function }
    }

    /// Whether a condition separates or selects work-items by a monotonic value.
    fn is_border_test(&mut self, condition: Value, block: BlockId) -> bool {
        let Some(Operation::Compare(_, a, b)) = self.graph.operation(condition) else {
            return false;
        };
        let (a, b) = (*a, *b);
        let difference = &self.seen_from(a, block).value - &self.seen_from(b, block).value;
        let Some(fastest) = self.launch.fastest() else { return false };
        let stride = Stride::between_work_items(&difference, fastest, &self.symbols);
        matches!(&stride, Stride::Known { bytes, run: None } if !bytes.is_zero())
    }

    fn subscript(
        &mut self,
        block: BlockId,
        accessor: Value,
        indices: &[Value],
        element_bytes: u64,
    ) -> Expression {
        let mut address = self.seen_from(accessor, block);
        let mut subscripts = Subscripts { rows: Vec::new(), extents: Vec::new() };
        for (dimension, &index) in (0..).zip(indices) {
            let row = self.seen_from(index, block);
            address.join_borders(&row);
            subscripts.rows.push(row.value);
            subscripts.extents.push(self.extent(&address, dimension));
        }
        address.subscripts = Some(subscripts);
        address.element_bytes = Some(element_bytes);
        address
    }

    fn extent(&mut self, accessor: &Expression, dimension: u8) -> Polynomial {
        let Some(base) = &accessor.base else {
            let facts = accessor.facts(&self.symbols);
            return self.unknown(facts).value;
        };
        let name = match base {
            BaseKey::Argument(parameter, offset) => (self.names)(*parameter, *offset, None)
                .map(|name| format!("{name}.get_range()[{dimension}]")),
            _ => None,
        };
        self.intern(Interned::Extent(base.clone(), dimension), name).into()
    }

    fn intern(&mut self, key: Interned, name: Option<String>) -> Symbol {
        if let Some(&known) = self.interned.get(&key) {
            return known;
        }
        let facts = Uniform { name, launch_wide: true, changes_in: Vec::new() };
        let symbol = self.symbols.add_uniform(facts);
        self.interned.insert(key, symbol);
        symbol
    }

    fn load(
        &mut self,
        value: Value,
        block: BlockId,
        address: &Expression,
        bytes: u64,
        is_pointer: bool,
    ) -> Expression {
        let constant = address.value.as_constant().filter(|_| address.subscripts.is_none());
        if let (Some(BaseKey::Parameter(parameter)), Some(offset), false) =
            (&address.base, constant, self.written.changes(address.base.as_ref()))
        {
            let parameter = *parameter;
            if is_pointer {
                return Expression::pointer(BaseKey::Argument(parameter, offset));
            }
            let name = (self.names)(parameter, offset, Some(bytes));
            let key = Interned::Argument(parameter, offset, bytes);
            return Expression::number(self.intern(key, name).into());
        }
        let around = self.loops_around(block);
        let is_argument = matches!(address.base, Some(BaseKey::Parameter(_)));
        let changes = self.written.changes(address.base.as_ref());
        let private = !self.loads_shared(value);
        let mut facts = match private {
            true => Facts::anything(&around),
            false => address.facts(&self.symbols),
        };
        if changes {
            // Work-items that load from the same address together get the same value, otherwise there is a
            // data race. The next iteration, or another work-group, may get another value.
            let later =
                Facts { differs_between_groups: true, changes_in: around, ..Facts::default() };
            facts = facts.join(later);
        }
        if !private && !is_argument {
            facts.loaded = Some(self.base(address).and_then(|base| base.name));
        }
        let mut loaded = self.unknown(facts);
        if is_pointer {
            loaded.base = Some(BaseKey::Value(value));
        }
        loaded
    }
}

impl Reader<'_> {
    fn loads_shared(&mut self, load: Value) -> bool {
        match self.graph.operation(load) {
            Some(Operation::Load { address, .. }) => self.pointers.is_shared(*address),
            _ => false,
        }
    }
}

/// The object that several pointers point into: the same one for all, or an unknown one.
fn one_base(value: Value, all: &[Expression]) -> Option<BaseKey> {
    let first = all.iter().find_map(|e| e.base.as_ref())?;
    let is_same = all.iter().all(|e| e.base.as_ref() == Some(first));
    Some(if is_same { first.clone() } else { BaseKey::Value(value) })
}
