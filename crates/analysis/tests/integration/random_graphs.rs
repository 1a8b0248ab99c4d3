//! Random kernels: the results of the analyses are compared with those of an interpreter that runs the
//! work-items of a small launch one after the other.

use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use scythe_analysis::access::{
    Addresses, Audience, Class, Launch, Neighbours, Reach, Stride, Symbol, read,
};
use scythe_analysis::graph::{
    BlockId, Comparison, Edge, Flow, Graph, Group, Integer, Operation as O, Query, Terminator,
    Value,
};
use scythe_analysis::uniformity::{Solution, Uniformity};

/// Kernels with larger numbers, which may wrap, or with more steps are skipped.
const LARGEST: i64 = 1 << 40;
const MOST_STEPS: usize = 3000;
/// Arguments: numbers first, then pointers.
const NUMBERS: i64 = 2;
const POINTERS: i64 = 3;

/// Makes structured kernels with every kind of loop and branch.
struct Maker<'r> {
    rng: &'r mut Rng,
    graph: Graph,
    block: BlockId,
    arguments: Value,
    dimensions: u8,
    /// Numbers in scope.
    scope: Vec<Value>,
    fuel: u32,
}

impl Maker<'_> {
    fn add(&mut self, operation: O) -> Value {
        self.graph.add(self.block, operation)
    }

    fn any(&mut self) -> Value {
        self.scope[self.rng.usize(..self.scope.len())]
    }

    fn argument(&mut self, place: i64, is_pointer: bool) -> Value {
        let base = self.arguments;
        let address =
            self.add(O::Offset { base, bytes: place * 8, terms: vec![], element_bytes: None });
        self.add(O::Load { address, bytes: 8, is_pointer })
    }

    fn start(&mut self) {
        for d in 0..self.dimensions {
            for symbol in [Symbol::GlobalId(d), Symbol::LocalId(d), Symbol::GroupId(d)] {
                let id = self.add(O::Query(Query::Index(symbol)));
                self.scope.push(id);
            }
            let range = self.add(O::Query(Query::Index(Symbol::LocalRange(d))));
            self.scope.push(range);
        }
        for place in 0..NUMBERS {
            let number = self.argument(place, false);
            self.scope.push(number);
        }
        let one = self.add(O::Constant(1));
        self.scope.push(one);
    }

    fn compute(&mut self) {
        let (a, b) = (self.any(), self.any());
        let small = self.rng.i64(1..5);
        let value = match self.rng.u8(0..16) {
            0..=4 => self.add(O::Integer(Integer::Add, a, b)),
            5 | 6 => self.add(O::Integer(Integer::Subtract, a, b)),
            7 | 8 => self.add(O::Integer(Integer::Multiply, a, b)),
            9 => {
                let by = self.add(O::Constant(small));
                let which = [Integer::Divide, Integer::Remainder][self.rng.usize(..2)];
                self.add(O::Integer(which, a, by))
            }
            10 => {
                let condition = self.condition();
                self.add(O::Select { condition, yes: a, no: b })
            }
            11 => self.add(O::Function(vec![a, b])),
            12 => {
                let group = if self.rng.bool() { Group::WorkGroup } else { Group::SubGroup };
                self.add(O::GroupResult(group, vec![]))
            }
            13 => {
                let all =
                    [Query::SubGroupId, Query::SubGroupLocalId, Query::SubGroup, Query::WorkItem];
                let query = all[self.rng.usize(..all.len())];
                self.add(O::Query(query))
            }
            _ => self.add(O::Constant(small)),
        };
        self.scope.push(value);
    }

    fn access(&mut self) {
        let pointer = NUMBERS + self.rng.i64(0..POINTERS);
        let (base, index) = (self.argument(pointer, true), self.any());
        let terms = vec![(index, 4)];
        let address = self.add(O::Offset { base, bytes: 0, terms, element_bytes: None });
        // The last pointer is mostly used for stores only.
        if pointer == NUMBERS + POINTERS - 1 && self.rng.u8(0..8) > 0 {
            self.add(O::Store { address, bytes: 4 });
        } else {
            let loaded = self.add(O::Load { address, bytes: 4, is_pointer: false });
            self.scope.push(loaded);
        }
    }

    fn condition(&mut self) -> Value {
        use Comparison as C;
        let (a, b) = (self.any(), self.any());
        let kinds = [C::Equal, C::NotEqual, C::Less, C::LessOrEqual, C::Greater];
        let kind = kinds[self.rng.usize(..kinds.len())];
        self.add(O::Compare(kind, a, b))
    }

    fn go(&mut self, from: BlockId, to: BlockId, arguments: &[Value]) {
        let edges = vec![Edge { to, arguments: arguments.to_vec() }];
        self.graph.terminate(from, Terminator { condition: None, edges });
    }

    fn split(&mut self, condition: Value, ways: [(BlockId, Vec<Value>); 2]) {
        let edges = ways.map(|(to, arguments)| Edge { to, arguments }).into();
        self.graph.terminate(self.block, Terminator { condition: Some(condition), edges });
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        let [yes, no, after] = [(); 3].map(|()| self.graph.add_block());
        self.split(condition, [(yes, vec![]), (no, vec![])]);
        let merged = self.graph.add_argument(after);
        let outside = self.scope.len();
        for side in [yes, no] {
            self.block = side;
            self.statements(depth + 1);
            let value = self.any();
            self.go(self.block, after, &[value]);
            self.scope.truncate(outside);
        }
        self.block = after;
        self.scope.push(merged);
    }

    /// `for (i = start; i < end && ...; i += step)` with further carried values, and sometimes an early exit.
    fn iterate(&mut self, depth: u32) {
        let [header, inside, after] = [(); 3].map(|()| self.graph.add_block());
        let (start, carried_start) = (self.any(), self.any());
        let bound = self.any();
        let three = self.add(O::Constant(3));
        let count = self.add(O::Integer(Integer::Remainder, bound, three));
        let end = self.add(O::Integer(Integer::Add, start, count));
        let step = self.add(O::Constant(1));
        let (i, carried) = (self.graph.add_argument(header), self.graph.add_argument(header));
        let left = self.graph.add_argument(after);
        self.go(self.block, header, &[start, carried_start]);
        self.block = header;
        self.scope.extend([i, carried]);
        let goes_on = self.add(O::Compare(Comparison::Less, i, end));
        let out = self.any();
        self.split(goes_on, [(inside, vec![]), (after, vec![out])]);
        self.block = inside;
        let outside = self.scope.len();
        self.statements(depth + 1);
        if self.rng.u8(0..4) == 0 {
            let (condition, out) = (self.condition(), self.any());
            let rest = self.graph.add_block();
            self.split(condition, [(after, vec![out]), (rest, vec![])]);
            self.block = rest;
            self.statements(depth + 1);
        }
        let next = self.add(O::Integer(Integer::Add, i, step));
        let next_carried = match self.rng.u8(0..3) {
            0 => {
                let step = self.any();
                self.add(O::Integer(Integer::Add, carried, step))
            }
            _ => self.any(),
        };
        if self.rng.u8(0..4) == 0 {
            // A second back edge.
            let (condition, other) = (self.condition(), self.any());
            self.split(
                condition,
                [(header, vec![next, other]), (header, vec![next, next_carried])],
            );
        } else {
            self.go(self.block, header, &[next, next_carried]);
        }
        self.scope.truncate(outside);
        self.scope.push(left);
        self.block = after;
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..self.rng.u8(1..5) {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            match self.rng.u8(0..10) {
                0 if depth < 3 => self.branch(depth),
                1 | 2 if depth < 3 => self.iterate(depth),
                3..=5 => self.access(),
                _ => self.compute(),
            }
        }
    }
}

fn make(rng: &mut Rng, dimensions: u8) -> Graph {
    let mut graph = Graph::default();
    let block = graph.add_block();
    let arguments = graph.add(block, O::Parameter(0));
    let mut maker = Maker { rng, graph, block, arguments, dimensions, scope: Vec::new(), fuel: 40 };
    maker.start();
    for _ in 0..3 {
        maker.statements(0);
    }
    maker.graph
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    group: [i64; 2],
    local: [i64; 2],
}

/// A value, and the iterations of the loops around it.
type Moment = (Value, Vec<i64>);

struct World<'g> {
    graph: &'g Graph,
    flow: &'g Flow,
    local_range: [i64; 2],
    numbers: [i64; NUMBERS as usize],
    written: HashSet<i64>,
}

fn mix(values: impl IntoIterator<Item = i64>) -> i64 {
    let mut hash = 0x1234_5678_9ABC_DEFF_u64;
    for value in values {
        hash = (hash ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
    (hash % 50) as i64
}

impl World<'_> {
    /// All values and the visited blocks; none if there are too many steps or numbers get too large.
    fn run(&self, item: Item) -> Option<BTreeMap<Moment, i64>> {
        let mut values = vec![0_i64; self.graph.values().count()];
        let mut iterations = vec![0_i64; self.flow.loops().len()];
        let mut seen = BTreeMap::new();
        let mut block = BlockId::default();
        for _ in 0..MOST_STEPS {
            let around: Vec<i64> = self.flow.loops_around(block).map(|l| iterations[l]).collect();
            for &argument in self.graph.arguments(block) {
                seen.insert((argument, around.clone()), values[argument.index()]);
            }
            for (value, operation) in self.graph.operations(block) {
                let result = self.value(operation, item, value, &around, &values)?;
                values[value.index()] = result;
                let what = match operation {
                    // The value of a store is its address.
                    O::Store { address, .. } => values[address.index()],
                    _ => result,
                };
                seen.insert((value, around.clone()), what);
            }
            let terminator = self.graph.terminator(block);
            let edge = match (terminator.condition, terminator.edges.as_slice()) {
                (_, []) => return Some(seen),
                (None, edges) => &edges[0],
                (Some(condition), edges) => &edges[usize::from(values[condition.index()] == 0)],
            };
            let incoming: Vec<i64> = edge.arguments.iter().map(|v| values[v.index()]).collect();
            for (&argument, value) in self.graph.arguments(edge.to).iter().zip(incoming) {
                values[argument.index()] = value;
            }
            if let Some(l) = self.flow.loop_at(edge.to) {
                let again = self.flow.loops()[l].blocks.contains(&block);
                iterations[l] = if again { iterations[l] + 1 } else { 0 };
            }
            block = edge.to;
        }
        None
    }

    fn value(
        &self,
        operation: &O,
        item: Item,
        value: Value,
        around: &[i64],
        values: &[i64],
    ) -> Option<i64> {
        let of = |v: &Value| values[v.index()];
        let linear = item.local[0] * self.local_range[1] + item.local[1];
        let result = match operation {
            O::Constant(n) => *n,
            O::Query(Query::Index(symbol)) => self.index(*symbol, item),
            O::Query(Query::SubGroupId) => linear / 2,
            O::Query(Query::SubGroupLocalId) => linear % 2,
            // As if all sub-groups were full.
            O::Query(Query::SubGroupSize) => 2,
            O::Query(Query::SubGroup) => mix([linear / 2, item.group[0], item.group[1]]),
            O::Query(Query::WorkItem) => mix([linear, item.group[0], item.group[1]]),
            O::Integer(integer, a, b) => match (integer, of(a), of(b)) {
                (Integer::Add, a, b) => a + b,
                (Integer::Subtract, a, b) => a - b,
                (Integer::Multiply, a, b) => a.checked_mul(b)?,
                (Integer::Divide, a, b) => a.checked_div(b)?,
                (Integer::Remainder, a, b) => a.checked_rem(b)?,
                other => unreachable!("not generated: {other:?}"),
            },
            O::Compare(comparison, a, b) => {
                let (a, b) = (of(a), of(b));
                i64::from(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                })
            }
            O::Select { condition, yes, no } => of(if of(condition) != 0 { yes } else { no }),
            O::Parameter(_) => 0,
            O::Offset { base, bytes, terms, .. } => {
                terms.iter().fold(of(base) + bytes, |sum, (term, size)| sum + of(term) * size)
            }
            O::Load { address, is_pointer, .. } => {
                let address = of(address);
                match address / 8 {
                    place @ 0..NUMBERS => self.numbers[place as usize],
                    place if *is_pointer => (place + 1) << 44,
                    _ => self.memory(address, item, around),
                }
            }
            O::Function(operands) => mix(operands.iter().map(of).chain([value.index() as i64])),
            O::GroupResult(group, _) => {
                let part = if *group == Group::SubGroup { linear / 2 } else { 0 };
                mix(item.group.into_iter().chain([part]).chain(around.iter().copied()))
            }
            _ => 0,
        };
        let is_pointer = matches!(operation, O::Offset { .. } | O::Load { .. });
        (is_pointer || result.abs() < LARGEST).then_some(result)
    }

    /// Memory that is not written has its initial contents. Other memory has what some work-item wrote, the
    /// same for all that load it together: kernels have no data races.
    fn memory(&self, address: i64, item: Item, around: &[i64]) -> i64 {
        let object = address.wrapping_add(1 << 43) >> 44;
        let noise = if self.written.contains(&object) {
            item.group.into_iter().chain(around.iter().copied()).collect()
        } else {
            vec![]
        };
        mix([address].into_iter().chain(noise))
    }

    fn index(&self, symbol: Symbol, item: Item) -> i64 {
        match symbol {
            Symbol::GlobalId(d) => {
                let d = usize::from(d);
                item.group[d] * self.local_range[d] + item.local[d]
            }
            Symbol::LocalId(d) => item.local[usize::from(d)],
            Symbol::GroupId(d) => item.group[usize::from(d)],
            Symbol::LocalRange(d) => self.local_range[usize::from(d)],
            other => unreachable!("not generated: {other:?}"),
        }
    }
}

/// The number of results that were compared, and of kernels that could be run.
#[derive(Debug, Default)]
struct Tally {
    kernels: usize,
    uniform: usize,
    strides: usize,
    steps: usize,
}

fn check(seed: u64, tally: &mut Tally) {
    let mut rng = Rng::with_seed(seed);
    let dimensions = rng.u8(1..=2);
    let graph = make(&mut rng, dimensions);
    let flow = Flow::of(&graph);
    let solution = Solution::of(&graph, &flow);
    let names = |_: u32, _: i64, _: Option<u64>| None;
    let (kernel, operations) = read(&graph, &flow, Launch::new(dimensions), &names);
    let reports = kernel.reports();
    let mut addresses = Addresses::of(&graph, &flow, Launch::new(dimensions));

    let local_range = if dimensions == 1 { [4, 1] } else { [3, 3] };
    let groups = if dimensions == 1 { [2, 1] } else { [2, 2] };
    let numbers = [(); NUMBERS as usize].map(|()| rng.i64(-3..9));
    let written = operations
        .iter()
        .filter(|v| matches!(graph.operation(**v), Some(O::Store { .. })))
        .map(|_| NUMBERS + POINTERS)
        .collect();
    let world = World { graph: &graph, flow: &flow, local_range, numbers, written };
    let mut runs: BTreeMap<Item, BTreeMap<Moment, i64>> = BTreeMap::new();
    for (x, y) in pairs(groups) {
        for (z, w) in pairs(local_range) {
            let item = Item { group: [x, y], local: [z, w] };
            let Some(run) = world.run(item) else { return };
            runs.insert(item, run);
        }
    }
    tally.kernels += 1;
    check_uniformity(&world, &solution, &runs, tally);
    for (operation, report) in operations.iter().zip(&reports) {
        let access = &kernel.accesses[operations.iter().position(|o| o == operation).unwrap()];
        let Some(O::Load { address, .. } | O::Store { address, .. }) = graph.operation(*operation)
        else {
            continue;
        };
        if access.except_at_borders {
            continue;
        }
        check_agreement(
            addresses.neighbours(*operation, dimensions - 1, Reach::SubGroup),
            &report.classified.class,
        );
        let seen = Seen { runs: &runs, address: *address, at: *operation };
        for (d, stride) in report.classified.strides.iter().enumerate() {
            seen.check_stride(d, stride, tally);
        }
        for (place, part) in report.classified.loops.iter().enumerate() {
            seen.check_loop(place, &part.stride, tally);
        }
        if let Class::Broadcast(audience) = report.classified.class
            && report.classified.strides.iter().all(Stride::is_zero)
        {
            seen.check_broadcast(audience);
        }
    }
}

/// Optimisations and remarks agree.
fn check_agreement(neighbours: Option<Neighbours>, class: &Class) {
    use Class as C;
    let agrees = match neighbours {
        Some(Neighbours::Same) => matches!(class, C::Broadcast(_)),
        Some(Neighbours::SideBySide) => matches!(class, C::Linear | C::Shifted | C::Overlapped),
        // A distance that holds in runs only is not known to be the same everywhere.
        Some(Neighbours::Scattered) => true,
        Some(Neighbours::Private) | None => false,
    };
    assert!(agrees, "{neighbours:?} and {class:?}");
}

fn pairs(range: [i64; 2]) -> impl Iterator<Item = (i64, i64)> {
    (0..range[0]).flat_map(move |x| (0..range[1]).map(move |y| (x, y)))
}

fn check_uniformity(
    world: &World<'_>,
    solution: &Solution,
    runs: &BTreeMap<Item, BTreeMap<Moment, i64>>,
    tally: &mut Tally,
) {
    let mut first: BTreeMap<(Moment, [i64; 3]), i64> = BTreeMap::new();
    for (item, run) in runs {
        for (moment, &value) in run {
            // The value of a store is its address, which has no uniformity.
            if matches!(world.graph.operation(moment.0), Some(O::Store { .. })) {
                continue;
            }
            let part = match solution.value(moment.0) {
                Uniformity::Launch => [0; 3],
                Uniformity::WorkGroup => [item.group[0], item.group[1], 0],
                Uniformity::SubGroup => {
                    let linear = item.local[0] * world.local_range[1] + item.local[1];
                    [item.group[0], item.group[1], linear / 2 + 1]
                }
                Uniformity::Varying | Uniformity::Unknown => continue,
                Uniformity::Unreached => panic!("{:?} was reached", moment.0),
            };
            tally.uniform += 1;
            assert_eq!(*first.entry((moment.clone(), part)).or_insert(value), value, "{moment:?}");
        }
    }
    // Work-items that reach a block together reach it equally often.
    for &block in world.flow.order() {
        let level = solution.block(block);
        let Some((value, _)) = world.graph.operations(block).next() else { continue };
        if !level.is_uniform_in_work_group() {
            continue;
        }
        let mut moments: BTreeMap<[i64; 2], Vec<&Vec<i64>>> = BTreeMap::new();
        for (item, run) in runs {
            let part = if level == Uniformity::Launch { [0; 2] } else { item.group };
            let visits: Vec<&Vec<i64>> =
                run.keys().filter(|m| m.0 == value).map(|m| &m.1).collect();
            assert_eq!(*moments.entry(part).or_insert_with(|| visits.clone()), visits);
        }
    }
}

/// An access in all runs.
struct Seen<'a> {
    runs: &'a BTreeMap<Item, BTreeMap<Moment, i64>>,
    address: Value,
    at: Value,
}

impl Seen<'_> {
    /// The address in one run and one iteration. It may be computed in an outer loop.
    fn all<'s>(&'s self, item: &Item) -> impl Iterator<Item = (&'s Vec<i64>, i64)> + 's {
        let run = &self.runs[item];
        run.keys().filter(|m| m.0 == self.at).filter_map(|m| {
            // Addresses are computed right before their accesses, so iterations are equal.
            Some((&m.1, *run.get(&(self.address, m.1.clone()))?))
        })
    }

    fn check_stride(&self, d: usize, stride: &Stride, tally: &mut Tally) {
        let Stride::Known { bytes, run: None } = stride else { return };
        let mut per_group: BTreeMap<[i64; 2], i64> = BTreeMap::new();
        for item in self.runs.keys() {
            let mut next = *item;
            next.local[d] += 1;
            if !self.runs.contains_key(&next) {
                continue;
            }
            let there: BTreeMap<&Vec<i64>, i64> = self.all(&next).collect();
            for (iterations, address) in self.all(item) {
                let Some(other) = there.get(iterations) else { continue };
                let distance = other - address;
                tally.strides += 1;
                match bytes.as_constant() {
                    Some(bytes) => assert_eq!(distance, bytes, "along {d}: {:?}", self.at),
                    // Equal for all values, as long as they do not change in loops.
                    None if iterations.is_empty() => {
                        let first = per_group.entry(item.group).or_insert(distance);
                        assert_eq!(*first, distance, "along {d}: {:?} {bytes:?}", self.at);
                    }
                    None => {}
                }
            }
        }
    }

    fn check_loop(&self, place: usize, stride: &Stride, tally: &mut Tally) {
        let Some(step) = stride.constant() else { return };
        if matches!(stride, Stride::Known { run: Some(_), .. }) {
            return;
        }
        for item in self.runs.keys() {
            let all: BTreeMap<&Vec<i64>, i64> = self.all(item).collect();
            for (iterations, address) in &all {
                let mut next = (*iterations).clone();
                next[place] += 1;
                let Some(later) = all.get(&next) else { continue };
                tally.steps += 1;
                assert_eq!(later - address, step, "{:?} in loop {place}", self.at);
            }
        }
    }

    fn check_broadcast(&self, audience: Audience) {
        let mut first: BTreeMap<([i64; 2], &Vec<i64>), i64> = BTreeMap::new();
        for item in self.runs.keys() {
            let part = if audience == Audience::Launch { [0; 2] } else { item.group };
            for (iterations, address) in self.all(item) {
                assert_eq!(*first.entry((part, iterations)).or_insert(address), address);
            }
        }
    }
}

#[test]
fn claims_about_random_kernels_hold() {
    let mut tally = Tally::default();
    for seed in 0..1500 {
        if let Err(panic) =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(seed, &mut tally)))
        {
            eprintln!("failed with seed {seed}");
            std::panic::resume_unwind(panic);
        }
    }
    // Make sure that the test has compared something.
    assert!(tally.kernels > 500, "{tally:?}");
    assert!(tally.uniform > 50_000 && tally.strides > 5_000 && tally.steps > 250, "{tally:?}");
}
