//! Kernels as graphs: addresses are traced back to their operands.

use scythe_analysis::access::{
    Audience, Class, Executed, Fix, Kernel, Launch, Memory, Motion, Report, Symbol, read,
};
use scythe_analysis::graph::{
    BlockId, Comparison, Edge, Flow, Graph, Integer, Operation as O, Query, Terminator, Value,
};
use scythe_analysis::uniformity::{Solution, Uniformity};

/// The arguments of all kernels here, eight bytes each.
const NAMES: [&str; 6] = ["n", "a", "b", "c", "m", "index"];

struct Build {
    graph: Graph,
    /// The block to which operations are added.
    block: BlockId,
    arguments: Value,
}

impl Build {
    fn new() -> Self {
        let mut graph = Graph::default();
        let block = graph.add_block();
        let arguments = graph.add(block, O::Parameter(0));
        Self { graph, block, arguments }
    }

    fn add(&mut self, operation: O) -> Value {
        self.graph.add(self.block, operation)
    }

    fn number(&mut self, n: i64) -> Value {
        self.add(O::Constant(n))
    }

    fn id(&mut self, symbol: Symbol) -> Value {
        self.add(O::Query(Query::Index(symbol)))
    }

    fn global(&mut self, d: u8) -> Value {
        self.id(Symbol::GlobalId(d))
    }

    fn argument(&mut self, name: &str, bytes: u64) -> Value {
        let place = NAMES.iter().position(|n| *n == name).expect("an argument") as i64;
        let base = self.arguments;
        let address =
            self.add(O::Offset { base, bytes: place * 8, terms: vec![], element_bytes: None });
        self.add(O::Load { address, bytes, is_pointer: bytes == 8 })
    }

    /// A 32-bit number, extended.
    fn size(&mut self, name: &str) -> Value {
        let narrow = self.argument(name, 4);
        self.add(O::Extend(narrow, 32))
    }

    fn int(&mut self, op: Integer, a: Value, b: Value) -> Value {
        self.add(O::Integer(op, a, b))
    }

    fn at(&mut self, row: Value, width: Value, column: Value) -> Value {
        let start = self.int(Integer::Multiply, row, width);
        self.int(Integer::Add, start, column)
    }

    fn element(&mut self, name: &str, index: Value) -> Value {
        let base = self.argument(name, 8);
        self.add(O::Offset { base, bytes: 0, terms: vec![(index, 4)], element_bytes: None })
    }

    fn load(&mut self, name: &str, index: Value) -> Value {
        let address = self.element(name, index);
        self.add(O::Load { address, bytes: 4, is_pointer: false })
    }

    fn store(&mut self, name: &str, index: Value) -> Value {
        let address = self.element(name, index);
        self.add(O::Store { address, bytes: 4 })
    }

    fn jump(&mut self, to: BlockId, arguments: &[Value]) {
        let edges = vec![Edge { to, arguments: arguments.to_vec() }];
        self.graph.terminate(self.block, Terminator { condition: None, edges });
    }

    fn branch(&mut self, condition: Value, yes: (BlockId, &[Value]), no: (BlockId, &[Value])) {
        let edges =
            [yes, no].map(|(to, arguments)| Edge { to, arguments: arguments.to_vec() }).into();
        self.graph.terminate(self.block, Terminator { condition: Some(condition), edges });
    }

    /// `for (i = start; i < end; i += step) body(i)`
    fn counted(
        &mut self,
        start: Value,
        end: Value,
        step: Value,
        body: impl FnOnce(&mut Self, Value),
    ) {
        let (header, inside, after) =
            (self.graph.add_block(), self.graph.add_block(), self.graph.add_block());
        let i = self.graph.add_argument(header);
        self.jump(header, &[start]);
        self.block = header;
        let goes_on = self.add(O::Compare(Comparison::Less, i, end));
        self.branch(goes_on, (inside, &[]), (after, &[]));
        self.block = inside;
        body(self, i);
        let next = self.int(Integer::Add, i, step);
        self.jump(header, &[next]);
        self.block = after;
    }

    /// `if (condition) body()`
    fn only_if(&mut self, condition: Value, body: impl FnOnce(&mut Self)) {
        let (inside, after) = (self.graph.add_block(), self.graph.add_block());
        self.branch(condition, (inside, &[]), (after, &[]));
        self.block = inside;
        body(self);
        self.jump(after, &[]);
        self.block = after;
    }

    fn read(&self, dimensions: u8) -> (Kernel, Vec<Value>) {
        let flow = Flow::of(&self.graph);
        let names = |_: u32, offset: i64, _: Option<u64>| {
            NAMES.get(usize::try_from(offset / 8).ok()?).map(|n| (*n).to_owned())
        };
        read(&self.graph, &flow, Launch::new(dimensions), &names)
    }

    fn reports(&self, dimensions: u8) -> Vec<Report> {
        self.read(dimensions).0.reports()
    }

    fn classes(&self, dimensions: u8) -> Vec<Class> {
        self.reports(dimensions).into_iter().map(|r| r.classified.class).collect()
    }

    fn remarks(&self, dimensions: u8) -> Vec<String> {
        let (kernel, _) = self.read(dimensions);
        let reports = kernel.reports();
        kernel.accesses.iter().zip(&reports).map(|(a, r)| kernel.remark(a, r)).collect()
    }
}

#[test]
fn accesses_come_with_their_operations_and_names() {
    let mut k = Build::new();
    let i = k.global(0);
    let load = k.load("a", i);
    let store = k.store("b", i);
    let (kernel, operations) = k.read(1);
    // Loads of kernel arguments are no accesses.
    assert_eq!(operations, [load, store]);
    assert_eq!(kernel.accesses[0].base.name.as_deref(), Some("a"));
    assert_ne!(kernel.accesses[0].base.id, kernel.accesses[1].base.id);
    assert_eq!(k.classes(1), [Class::Linear, Class::Linear]);
}

/// The matrix product with rows and columns by dimension.
fn multiply(row: u8, col: u8) -> Build {
    let mut k = Build::new();
    let (row, col, n) = (k.global(row), k.global(col), k.size("n"));
    let (zero, one) = (k.number(0), k.number(1));
    k.counted(zero, n, one, |k, j| {
        let a = k.at(row, n, j);
        k.load("a", a);
        let b = k.at(j, n, col);
        k.load("b", b);
    });
    let c = k.at(row, n, col);
    k.store("c", c);
    k
}

#[test]
fn matrix_products_in_both_orders() {
    let k = multiply(0, 1);
    let neighbours = Class::Broadcast(Audience::Neighbours);
    assert_eq!(k.classes(2), [neighbours.clone(), Class::Linear, Class::Linear]);
    assert_eq!(k.reports(2)[0].classified.loops[0].motion, Motion::Sequential);

    let k = multiply(1, 0);
    assert_eq!(k.classes(2), [Class::Strided, neighbours, Class::Strided]);
    assert_eq!(
        k.remarks(2)[2],
        "store to 'c' is strided: neighbouring work-items are 'n' elements of 4 bytes apart \
         (stride of dimension 1); fix: swap dimensions 0 and 1 of the range and of the ids, so that \
         the last dimension moves along neighbouring addresses"
    );
}

#[test]
fn pointers_that_loops_carry() {
    // p = a + i * n; for (...) { *p; ++p; }
    let mut k = Build::new();
    let (i, n, zero, one) = (k.global(0), k.size("n"), k.number(0), k.number(1));
    let start = k.int(Integer::Multiply, i, n);
    let start = k.element("a", start);
    let (header, after) = (k.graph.add_block(), k.graph.add_block());
    let (p, j) = (k.graph.add_argument(header), k.graph.add_argument(header));
    k.jump(header, &[start, zero]);
    k.block = header;
    k.add(O::Load { address: p, bytes: 4, is_pointer: false });
    let next = k.add(O::Offset { base: p, bytes: 4, terms: vec![], element_bytes: None });
    let next_j = k.int(Integer::Add, j, one);
    let goes_on = k.add(O::Compare(Comparison::NotEqual, next_j, n));
    k.branch(goes_on, (header, &[next, next_j]), (after, &[]));
    let report = &k.reports(1)[0];
    assert_eq!(report.classified.class, Class::Strided);
    assert_eq!(report.classified.loops[0].motion, Motion::Sequential);
    assert_eq!(report.fix, Some(Fix::ShareRows));
    assert_eq!(k.read(1).0.accesses[0].base.name.as_deref(), Some("a"));
}

#[test]
fn loops_that_test_at_their_end() {
    // do { sum += a[j * n + i] } while (++j != 7)
    let mut k = Build::new();
    let (i, n, zero, one, seven) =
        (k.global(0), k.size("n"), k.number(0), k.number(1), k.number(7));
    let (header, after) = (k.graph.add_block(), k.graph.add_block());
    let (j, sum) = (k.graph.add_argument(header), k.graph.add_argument(header));
    k.jump(header, &[zero, zero]);
    k.block = header;
    let index = k.at(j, n, i);
    let loaded = k.load("a", index);
    let next_sum = k.add(O::Function(vec![sum, loaded]));
    let next = k.int(Integer::Add, j, one);
    let ends = k.add(O::Compare(Comparison::Equal, next, seven));
    k.branch(ends, (after, &[]), (header, &[next, next_sum]));
    let (kernel, _) = k.read(1);
    assert_eq!(k.classes(1), [Class::Linear]);
    let trips = kernel.symbols.loops().map(|id| kernel.symbols.loop_facts(id).trips);
    assert_eq!(trips.collect::<Vec<_>>(), [Some(7)]);
}

#[test]
fn loops_that_stride_through_the_range() {
    let mut k = Build::new();
    let (i, n, step) = (k.global(0), k.size("n"), k.id(Symbol::GlobalRange(0)));
    k.counted(i, n, step, |k, i| {
        k.load("a", i);
    });
    assert_eq!(k.classes(1), [Class::Linear]);
}

#[test]
fn nested_loops_and_loops_of_known_length() {
    let mut k = Build::new();
    let (i, zero, one) = (k.global(0), k.number(0), k.number(1));
    let (four, n) = (k.number(4), k.size("n"));
    k.counted(zero, n, one, |k, y| {
        k.counted(zero, four, one, |k, x| {
            // a[(y * n + i) * 4 + x]
            let row = k.at(y, n, i);
            let index = k.at(row, four, x);
            k.load("a", index);
        });
    });
    let (kernel, _) = k.read(1);
    let report = &kernel.reports()[0];
    assert_eq!(report.classified.class, Class::Strided);
    // The inner loop uses all of the 16 bytes.
    assert!(report.filled);
    let motions: Vec<Motion> = report.classified.loops.iter().map(|l| l.motion).collect();
    assert_eq!(motions, [Motion::Strided, Motion::Sequential]);
    let trips: Vec<Option<u64>> =
        kernel.symbols.loops().map(|id| kernel.symbols.loop_facts(id).trips).collect();
    assert_eq!(trips, [None, Some(4)]);
}

#[test]
fn indices_from_memory() {
    let mut k = Build::new();
    let i = k.global(0);
    let j = k.load("index", i);
    let wide = k.add(O::Extend(j, 32));
    k.load("a", wide);
    k.store("b", i);
    assert_eq!(k.classes(1), [Class::Linear, Class::Indirect, Class::Linear]);
    assert!(k.remarks(1)[1].contains("data loaded from 'index'"), "{}", k.remarks(1)[1]);
}

#[test]
fn rows_from_memory_are_uniform_for_neighbours() {
    // a[index[row] * n + col], whether or not the kernel writes to index: it has no data races.
    for writes in [false, true] {
        let mut k = Build::new();
        let (row, col, n) = (k.global(0), k.global(1), k.size("n"));
        let picked = k.load("index", row);
        let picked = k.add(O::Extend(picked, 32));
        let index = k.at(picked, n, col);
        k.load("a", index);
        if writes {
            k.store("index", row);
        } else {
            k.store("b", row);
        }
        assert_eq!(k.classes(2)[1], Class::Linear);
    }
}

#[test]
fn sparse_rows() {
    let mut k = Build::new();
    let (i, one) = (k.global(0), k.number(1));
    let start = k.load("index", i);
    let next = k.int(Integer::Add, i, one);
    let end = k.load("index", next);
    k.counted(start, end, one, |k, j| {
        k.load("a", j);
    });
    let report = &k.reports(1)[2];
    assert_eq!(report.classified.class, Class::Indirect);
    assert_eq!(report.classified.loops[0].motion, Motion::Sequential);
}

#[test]
fn counters_of_loops_with_divergent_ends_are_the_same_within_an_iteration() {
    // for (j = 0; j < index[i]; ++j) a[j]; afterwards j differs between work-items.
    let mut k = Build::new();
    let (i, zero, one) = (k.global(0), k.number(0), k.number(1));
    let end = k.load("index", i);
    let mut counter = zero;
    k.counted(zero, end, one, |k, j| {
        counter = j;
        k.load("a", j);
    });
    k.load("b", counter);
    let classes = k.classes(1);
    assert_eq!(classes[1], Class::Broadcast(Audience::Launch));
    assert_eq!(classes[2], Class::Indirect);

    let flow = Flow::of(&k.graph);
    let solution = Solution::of(&k.graph, &flow);
    assert_eq!(solution.value(counter), Uniformity::Launch);
    assert_eq!(solution.value(end), Uniformity::Varying);
}

#[test]
fn clamped_indices_are_linear_but_for_borders() {
    let mut k = Build::new();
    let (i, n, zero, one) = (k.global(0), k.size("n"), k.number(0), k.number(1));
    let left = k.int(Integer::Subtract, i, one);
    let left = k.int(Integer::Maximum, left, zero);
    k.load("a", left);
    // i + 1 == n ? 0 : i + 1
    let right = k.int(Integer::Add, i, one);
    let is_last = k.add(O::Compare(Comparison::Equal, right, n));
    let right = k.add(O::Select { condition: is_last, yes: zero, no: right });
    k.load("a", right);
    // Every other work-item is not a border.
    let two = k.number(2);
    let odd = k.int(Integer::Remainder, i, two);
    let is_odd = k.add(O::Compare(Comparison::Equal, odd, one));
    let mixed = k.add(O::Select { condition: is_odd, yes: zero, no: i });
    k.load("a", mixed);
    assert_eq!(k.classes(1), [Class::Shifted, Class::Shifted, Class::Unknown]);
    assert_eq!(
        k.remarks(1)[0],
        "load from 'a' is shifted: neighbouring work-items access neighbouring addresses, from an \
         offset (except at borders, where the index is clamped)"
    );
}

#[test]
fn rows_and_columns_by_division() {
    let mut k = Build::new();
    let (i, n, m) = (k.global(0), k.size("n"), k.size("m"));
    let row = k.int(Integer::Divide, i, n);
    let col = k.int(Integer::Remainder, i, n);
    let index = k.at(row, n, col);
    k.load("a", index);
    let turned = k.at(col, m, row);
    k.store("b", turned);
    assert_eq!(k.classes(1), [Class::Linear, Class::Strided]);
}

#[test]
fn leaders_are_few() {
    let mut k = Build::new();
    let (i, lid, zero, n) = (k.global(0), k.id(Symbol::LocalId(0)), k.number(0), k.size("n"));
    let leads = k.add(O::Compare(Comparison::Equal, lid, zero));
    k.only_if(leads, |k| {
        k.store("b", i);
    });
    let inside = k.add(O::Compare(Comparison::Less, i, n));
    k.only_if(inside, |k| {
        k.store("c", i);
    });
    let (kernel, _) = k.read(1);
    let executed: Vec<Executed> = kernel.accesses.iter().map(|a| a.executed).collect();
    assert_eq!(executed, [Executed::ByFew, Executed::ByMost]);
}

#[test]
fn subscripts_of_accessors() {
    let mut k = Build::new();
    let (row, col) = (k.global(0), k.global(1));
    let accessor = k.argument("a", 8);
    for indices in [vec![row, col], vec![col, row]] {
        let address = k.add(O::Subscript { accessor, indices, element_bytes: 12 });
        let member =
            k.add(O::Offset { base: address, bytes: 8, terms: vec![], element_bytes: None });
        k.add(O::Load { address: member, bytes: 4, is_pointer: false });
    }
    let remarks = k.remarks(2);
    assert!(remarks[0].contains("12 bytes apart, and each accesses 4 bytes of an element of 12"));
    assert!(remarks[1].contains("'a.get_range()[1]' elements of 12 bytes apart"), "{}", remarks[1]);
    assert_eq!(k.reports(2)[0].fix, Some(Fix::StructureOfArrays));
    assert!(k.reports(2)[0].classified.matrix.is_some());
}

#[test]
fn local_memory_is_recognised() {
    let mut k = Build::new();
    let lid = k.id(Symbol::LocalId(0));
    let base = k.add(O::LocalMemory);
    let address = k.add(O::Offset { base, bytes: 0, terms: vec![(lid, 4)], element_bytes: None });
    k.add(O::Store { address, bytes: 4 });
    let base = k.add(O::Variable);
    k.add(O::Store { address: base, bytes: 4 });
    let (kernel, _) = k.read(1);
    assert_eq!(kernel.accesses.len(), 1);
    assert_eq!(kernel.accesses[0].base.memory, Memory::Local);
    assert_eq!(k.classes(1), [Class::Linear]);
}

#[test]
fn values_that_depend_on_branches_are_unknown() {
    // j = index[i] > 0 ? 3 : 5, written with blocks: uniform values, divergent choice.
    let mut k = Build::new();
    let (i, zero, three, five) = (k.global(0), k.number(0), k.number(3), k.number(5));
    let loaded = k.load("index", i);
    let condition = k.add(O::Compare(Comparison::Greater, loaded, zero));
    let (other, after) = (k.graph.add_block(), k.graph.add_block());
    let j = k.graph.add_argument(after);
    k.branch(condition, (after, &[three]), (other, &[]));
    k.block = other;
    k.jump(after, &[five]);
    k.block = after;
    k.load("a", j);
    assert_eq!(k.classes(1)[1], Class::Indirect);
    let solution = Solution::of(&k.graph, &Flow::of(&k.graph));
    assert_eq!(solution.value(j), Uniformity::Varying);
    assert_eq!(solution.block(other), Uniformity::Varying);
    assert_eq!(solution.block(after), Uniformity::Launch);
}

#[test]
fn long_chains_of_operations_are_followed() {
    let mut k = Build::new();
    let (mut i, one) = (k.global(0), k.number(1));
    for _ in 0..20_000 {
        i = k.int(Integer::Add, i, one);
    }
    k.load("a", i);
    // The same in a loop, where carried values are analysed before the rest.
    let (zero, n) = (k.number(0), k.size("n"));
    k.counted(zero, n, one, |k, mut j| {
        for _ in 0..20_000 {
            j = k.int(Integer::Add, j, one);
        }
        k.load("b", j);
    });
    let classes = k.classes(1);
    assert_eq!(classes, [Class::Shifted, Class::Broadcast(Audience::Launch)]);
}

#[test]
fn long_chains_that_loops_carry_are_not_followed() {
    let mut k = Build::new();
    let (i, n, one) = (k.global(0), k.size("n"), k.number(1));
    let (header, after) = (k.graph.add_block(), k.graph.add_block());
    let j = k.graph.add_argument(header);
    k.jump(header, &[i]);
    k.block = header;
    k.load("a", j);
    let mut next = j;
    for _ in 0..20_000 {
        next = k.int(Integer::Add, next, one);
    }
    let goes_on = k.add(O::Compare(Comparison::Less, next, n));
    k.branch(goes_on, (header, &[next]), (after, &[]));
    assert_eq!(k.classes(1), [Class::Unknown]);
}

/// Blocks of a graph with these edges; conditions of the branches in `varying` are divergent, others uniform.
fn blocks(edges: &[&[usize]], varying: &[usize]) -> (Graph, Vec<BlockId>) {
    let mut graph = Graph::default();
    let all: Vec<BlockId> = edges.iter().map(|_| graph.add_block()).collect();
    for (from, to) in edges.iter().enumerate() {
        let query = match varying.contains(&from) {
            true => Query::WorkItem,
            false => Query::Index(Symbol::GlobalRange(0)),
        };
        let condition = Some(graph.add(all[from], O::Query(query)));
        let edges = to.iter().map(|&to| Edge { to: all[to], arguments: vec![] }).collect();
        graph.terminate(all[from], Terminator { condition, edges });
    }
    (graph, all)
}

#[test]
fn disjoint_paths_join() {
    // 0 goes to 1 or 5; 1 starts a diamond of its own, 2 and 3, that ends in 4.
    let (graph, all) = blocks(&[&[1, 5], &[2, 3], &[4], &[4], &[5], &[]], &[0]);
    let flow = Flow::of(&graph);
    assert_eq!(flow.merges(all[4]).collect::<Vec<_>>(), [all[1]]);
    assert_eq!(flow.merges(all[5]).collect::<Vec<_>>(), [all[0]]);
    assert_eq!(flow.deciders(all[4]).collect::<Vec<_>>(), [all[0]]);
    // A loop behind a branch starts with its own values, which are not affected by the branch.
    let (graph, all) = blocks(&[&[1, 3], &[2], &[2, 3], &[]], &[0]);
    let flow = Flow::of(&graph);
    assert_eq!(flow.merges(all[2]).collect::<Vec<_>>(), []);
    assert_eq!(flow.merges(all[3]).collect::<Vec<_>>(), [all[0]]);
}

#[test]
fn a_branch_on_a_path_of_another_has_its_own_join() {
    // The paths of 1 join in 4, those of 0 in 6; 4 and 5 are on one path of 0 only.
    let edges: [&[usize]; 7] = [&[1, 6], &[2, 3], &[4], &[4], &[5], &[6], &[]];
    let (graph, all) = blocks(&edges, &[0, 1]);
    let solution = Solution::of(&graph, &Flow::of(&graph));
    for (n, &block) in all.iter().enumerate().take(6).skip(1) {
        assert_eq!(solution.block(block), Uniformity::Varying, "{n}");
    }
    assert_eq!(solution.block(all[6]), Uniformity::Launch);
}

#[test]
fn cycles_with_two_entries_are_as_uniform_as_their_branches() {
    // 0 jumps to 1 or 2, which jump to each other; 2 leaves to 3.
    for varying in [vec![], vec![0], vec![2]] {
        let (mut graph, all) = blocks(&[&[1, 2], &[2], &[1, 3], &[]], &varying);
        let seed = graph.add(all[0], O::Query(Query::Index(Symbol::GlobalRange(0))));
        let carried = graph.add_argument(all[2]);
        let next = graph.add(all[1], O::Function(vec![carried]));
        let pass = |to: usize, value| Edge { to: all[to], arguments: vec![value] };
        let go = |to: usize| Edge { to: all[to], arguments: vec![] };
        let condition = |graph: &Graph, n: usize| graph.terminator(all[n]).condition;
        let (first, last) = (condition(&graph, 0), condition(&graph, 2));
        graph.terminate(all[0], Terminator { condition: first, edges: vec![go(1), pass(2, seed)] });
        graph.terminate(all[1], Terminator { condition: None, edges: vec![pass(2, next)] });
        graph.terminate(all[2], Terminator { condition: last, edges: vec![go(1), go(3)] });
        let after = graph.add(all[3], O::Same(carried));
        let solution = Solution::of(&graph, &Flow::of(&graph));
        let expected = if varying.is_empty() { Uniformity::Launch } else { Uniformity::Varying };
        assert_eq!(solution.value(carried), expected, "{varying:?}");
        assert_eq!(solution.value(after), expected, "{varying:?}");
    }
}

#[test]
fn a_value_that_leaves_a_loop_is_as_uniform_as_the_exit() {
    // A counter of a loop that work-items leave in different iterations, used outside with another type.
    let (mut graph, all) = blocks(&[&[1], &[1, 2], &[]], &[1]);
    let start = graph.add(all[0], O::Constant(0));
    let counter = graph.add_argument(all[1]);
    let next = graph.add(all[1], O::Function(vec![counter]));
    let condition = graph.terminator(all[1]).condition;
    let edge = |to: usize, arguments| Edge { to: all[to], arguments };
    graph.terminate(all[0], Terminator { condition: None, edges: vec![edge(1, vec![start])] });
    let edges = vec![edge(1, vec![next]), edge(2, vec![])];
    graph.terminate(all[1], Terminator { condition, edges });
    let after = graph.add(all[2], O::Same(counter));
    let solution = Solution::of(&graph, &Flow::of(&graph));
    assert_eq!(solution.value(counter), Uniformity::Launch);
    assert_eq!(solution.value(after), Uniformity::Varying);
}

#[test]
fn loads_are_uniform_where_memory_is_shared() {
    for (escapes, private) in [(false, false), (true, false), (false, true)] {
        let mut graph = Graph::default();
        let block = graph.add_block();
        let arguments = graph.add(block, O::Parameter(0));
        let variable = graph.add(block, O::Variable);
        let loaded = graph.add(block, O::Load { address: arguments, bytes: 8, is_pointer: true });
        let pointer = if private { variable } else { loaded };
        let value = graph.add(block, O::Load { address: pointer, bytes: 4, is_pointer: false });
        graph.add(block, O::Store { address: pointer, bytes: 4 });
        if escapes {
            graph.let_variables_escape();
        }
        let solution = Solution::of(&graph, &Flow::of(&graph));
        let shared = !escapes && !private;
        let expected = if shared { Uniformity::WorkGroup } else { Uniformity::Varying };
        assert_eq!(solution.value(value), expected, "{escapes} {private}");
    }
}
