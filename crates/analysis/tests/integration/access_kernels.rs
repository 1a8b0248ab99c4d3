//! Access functions of well-known kernels with known answers.

use scythe_analysis::access::{
    Access, Action, Audience, Base, Cause, Class, Dimensions, Executed, Fix, Index, Kernel, Launch,
    Loop, LoopId, Memory, Motion, Overlap, Polynomial, Report, Stride, Symbol, Symbols, Uniform,
    Varying,
};

type P = Polynomial;

/// Builds a kernel as a reader of IR does.
struct Build {
    kernel: Kernel,
    loops: Vec<LoopId>,
}

impl Build {
    fn new(dimensions: u8) -> Self {
        let launch = Launch::new(dimensions);
        let kernel = Kernel { launch, symbols: Symbols::default(), accesses: Vec::new() };
        Self { kernel, loops: Vec::new() }
    }

    fn argument(&mut self, name: &str) -> P {
        self.kernel.symbols.add_named(name).into()
    }

    /// Enters a loop, which contains all later accesses.
    fn enter(&mut self, name: &str, trips: Option<u64>) -> P {
        let id = self.kernel.symbols.add_loop(Loop { name: Some(name.into()), trips });
        self.loops.push(id);
        Symbol::Loop(id).into()
    }

    fn loaded(&mut self, from: &str, along: Dimensions) -> P {
        let cause = Cause::Loaded { from: Some(from.into()) };
        let facts = Varying { cause, along, changes_in: self.loops.clone() };
        self.kernel.symbols.add_varying(facts).into()
    }

    fn access(&mut self, action: Action, name: &str, bytes: u64, index: Index) -> &mut Access {
        let known = self.kernel.accesses.iter().find(|a| a.base.name.as_deref() == Some(name));
        let id = known.map_or(self.kernel.accesses.len() as u32, |a| a.base.id);
        self.kernel.accesses.push(Access {
            action,
            base: Base { id, name: Some(name.into()), memory: Memory::Global },
            index,
            bytes,
            element_bytes: bytes,
            loops: self.loops.clone(),
            executed: Executed::ByMost,
            except_at_borders: false,
        });
        self.kernel.accesses.last_mut().expect("just pushed")
    }

    /// `float` elements behind a pointer.
    fn load(&mut self, name: &str, element: &P) -> &mut Access {
        self.access(Action::Load, name, 4, Index::Offset(element.scale(4)))
    }

    fn store(&mut self, name: &str, element: &P) -> &mut Access {
        self.access(Action::Store, name, 4, Index::Offset(element.scale(4)))
    }

    fn reports(&self) -> Vec<Report> {
        self.kernel.reports()
    }

    fn remarks(&self) -> Vec<String> {
        let accesses = self.kernel.accesses.iter();
        accesses.zip(&self.reports()).map(|(a, r)| self.kernel.remark(a, r)).collect()
    }
}

fn global(d: u8) -> P {
    Symbol::GlobalId(d).into()
}

fn local(d: u8) -> P {
    Symbol::LocalId(d).into()
}

fn group(d: u8) -> P {
    Symbol::GroupId(d).into()
}

fn number(n: i64) -> P {
    n.into()
}

/// `row * width + column`
fn at(row: &P, width: &P, column: &P) -> P {
    &row.times(width).expect("small") + column
}

fn stride_of(report: &Report, d: usize) -> &Stride {
    &report.classified.strides[d]
}

#[test]
fn vector_addition_is_linear() {
    let mut k = Build::new(1);
    k.load("a", &global(0));
    k.load("b", &global(0));
    k.store("c", &global(0));
    for report in k.reports() {
        assert_eq!(report.classified.class, Class::Linear);
        assert_eq!(stride_of(&report, 0).constant(), Some(4));
        assert_eq!(report.fix, None);
    }
    assert_eq!(
        k.remarks()[2],
        "store to 'c' is linear: neighbouring work-items access neighbouring addresses"
    );
}

/// `c[row][col] += a[row][k] * b[k][col]`
fn multiply(row: &P, col: &P) -> Build {
    let mut kernel = Build::new(2);
    let n = kernel.argument("N");
    let k = kernel.enter("k", None);
    kernel.load("a", &at(row, &n, &k));
    kernel.load("b", &at(&k, &n, col));
    kernel.loops.clear();
    kernel.store("c", &at(row, &n, col));
    kernel
}

#[test]
fn matrix_product_with_columns_in_the_last_dimension_is_linear() {
    let kernel = multiply(&global(0), &global(1));
    let [a, b, c] = kernel.reports().try_into().expect("three accesses");
    assert_eq!(a.classified.class, Class::Broadcast(Audience::Neighbours));
    assert_eq!(a.classified.loops[0].motion, Motion::Sequential);
    assert_eq!(a.classified.reuse.dimensions, [1]);
    assert_eq!(b.classified.class, Class::Linear);
    assert_eq!(b.classified.loops[0].motion, Motion::Strided);
    assert_eq!(b.classified.reuse.dimensions, [0]);
    assert_eq!(c.classified.class, Class::Linear);
    assert!([a, b, c].iter().all(|r| r.fix.is_none()));
}

#[test]
fn matrix_product_with_columns_in_the_first_dimension_should_swap_them() {
    let kernel = multiply(&global(1), &global(0));
    let reports = kernel.reports();
    let classes: Vec<&Class> = reports.iter().map(|r| &r.classified.class).collect();
    let everywhere = Class::Broadcast(Audience::Neighbours);
    assert_eq!(classes, [&Class::Strided, &everywhere, &Class::Strided]);
    let swap = Some(Fix::SwapDimensions { with: 0 });
    assert_eq!([reports[0].fix, reports[1].fix, reports[2].fix], [swap, None, swap]);
    assert_eq!(
        kernel.remarks()[2],
        "store to 'c' is strided: neighbouring work-items are 'N' elements of 4 bytes apart \
         (stride of dimension 1); fix: swap dimensions 0 and 1 of the range and of the ids, so that \
         the last dimension moves along neighbouring addresses"
    );
}

#[test]
fn product_with_a_transposed_matrix_shares_its_rows() {
    // c[row][col] += a[row][k] * b[col][k]
    let mut kernel = Build::new(2);
    let n = kernel.argument("N");
    let k = kernel.enter("k", None);
    kernel.load("a", &at(&global(0), &n, &k));
    kernel.load("b", &at(&global(1), &n, &k));
    kernel.store("c", &at(&global(0), &n, &global(1)));
    let fixes: Vec<Option<Fix>> = kernel.reports().iter().map(|r| r.fix).collect();
    assert_eq!(fixes, [None, Some(Fix::StageTile { transposed: false }), None]);
}

#[test]
fn one_side_of_a_transposition_is_strided_and_should_use_a_tile() {
    let mut k = Build::new(2);
    let (n, m) = (k.argument("N"), k.argument("M"));
    k.load("in", &at(&global(0), &n, &global(1)));
    k.store("out", &at(&global(1), &m, &global(0)));
    let [load, store] = k.reports().try_into().expect("two accesses");
    assert_eq!(load.classified.class, Class::Linear);
    assert_eq!(load.fix, None);
    assert_eq!(store.classified.class, Class::Strided);
    assert_eq!(store.fix, Some(Fix::StageTile { transposed: true }));

    // The other side.
    let mut k = Build::new(2);
    let n = k.argument("N");
    k.load("in", &at(&global(1), &n, &global(0)));
    k.store("out", &at(&global(0), &n, &global(1)));
    assert_eq!(k.reports()[0].fix, Some(Fix::StageTile { transposed: true }));
    assert_eq!(k.reports()[1].fix, None);
}

#[test]
fn copying_columns_should_swap_dimensions() {
    // Both sides are columns: no tile is needed.
    let mut k = Build::new(2);
    k.load("in", &at(&global(1), &number(1024), &global(0)));
    k.store("out", &at(&global(1), &number(1024), &global(0)));
    let swap = Some(Fix::SwapDimensions { with: 0 });
    assert!(k.reports().iter().all(|r| r.fix == swap));
    assert_eq!(
        k.remarks()[0],
        "load from 'in' is strided: neighbouring work-items are 4096 bytes apart (stride of \
         dimension 1 is 1024 elements); fix: swap dimensions 0 and 1 of the range and of the ids, so \
         that the last dimension moves along neighbouring addresses"
    );
}

#[test]
fn stencils_are_shifted_and_their_windows_overlap() {
    let mut k = Build::new(1);
    k.load("in", &(&global(0) - &number(1)));
    k.load("in", &global(0));
    k.load("in", &(&global(0) + &number(1)));
    let classes: Vec<Class> = k.reports().into_iter().map(|r| r.classified.class).collect();
    assert_eq!(classes, [Class::Shifted, Class::Linear, Class::Shifted]);

    let mut k = Build::new(1);
    let j = k.enter("j", Some(5));
    k.load("in", &(&global(0) + &j));
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Overlapped);
    let id = k.loops[0];
    assert_eq!(report.classified.reuse.overlaps, [Overlap { dimension: 0, id, distance: 1 }]);
    assert_eq!(report.fix, None);
}

#[test]
fn two_dimensional_windows_overlap_along_rows_and_columns() {
    let mut k = Build::new(2);
    let n = k.argument("N");
    let y = k.enter("y", Some(3));
    let x = k.enter("x", Some(3));
    k.load("in", &at(&(&global(0) + &y), &n, &(&global(1) + &x)));
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Overlapped);
    let pairs: Vec<(u8, i64)> =
        report.classified.reuse.overlaps.iter().map(|o| (o.dimension, o.distance)).collect();
    assert_eq!(pairs, [(0, 1), (1, 1)]);
}

/// A member of a structure of `size` bytes.
fn member(k: &mut Build, name: &str, size: u64, offset: i64) {
    let index = Index::Subscripts {
        rows: vec![global(0)],
        extents: vec![Symbol::GlobalRange(0).into()],
        within: offset.into(),
    };
    k.access(Action::Load, name, 4, index).element_bytes = size;
}

#[test]
fn a_member_of_a_large_structure_should_be_in_a_separate_array() {
    let mut k = Build::new(1);
    member(&mut k, "particles", 32, 8);
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Strided);
    assert_eq!(report.fix, Some(Fix::StructureOfArrays));
    assert_eq!(
        k.remarks()[0],
        "load from 'particles' is strided: neighbouring work-items are 32 bytes apart, and each \
         accesses 4 bytes of an element of 32; fix: keep each member in an array of its own \
         (structure of arrays)"
    );
}

#[test]
fn structures_that_are_used_as_a_whole_get_no_advice() {
    let mut k = Build::new(1);
    for offset in [0, 4, 8] {
        member(&mut k, "points", 12, offset);
    }
    for report in k.reports() {
        assert!(report.filled);
        assert_eq!(report.fix, None);
    }
    assert_eq!(
        k.remarks()[1],
        "load from 'points' is strided: neighbouring work-items are 12 bytes apart, and this kernel \
         uses the bytes in between, too"
    );

    // The same with a loop over the members of an array of four.
    let mut k = Build::new(1);
    let j = k.enter("j", Some(4));
    k.load("quads", &(&global(0).scale(4) + &j));
    assert!(k.reports()[0].filled);
}

#[test]
fn members_of_other_structures_fill_no_gaps() {
    let mut k = Build::new(1);
    for (name, offset) in [("p", 0), ("q", 4), ("r", 8)] {
        member(&mut k, name, 16, offset);
    }
    assert!(k.reports().iter().all(|r| r.fix == Some(Fix::StructureOfArrays)));
}

#[test]
fn reversed_order_is_reverse_linear() {
    let mut k = Build::new(1);
    let n = k.argument("n");
    k.load("a", &(&(&n - &number(1)) - &global(0)));
    assert_eq!(k.reports()[0].classified.class, Class::ReverseLinear);
    assert_eq!(k.reports()[0].fix, None);
}

#[test]
fn a_gather_is_indirect_and_gets_no_advice() {
    let mut k = Build::new(1);
    k.load("index", &global(0));
    let i = k.loaded("index", Dimensions::only(0));
    k.load("a", &i);
    let reports = k.reports();
    assert_eq!(reports[0].classified.class, Class::Linear);
    assert_eq!(reports[1].classified.class, Class::Indirect);
    assert_eq!(reports[1].fix, None);
    assert_eq!(
        k.remarks()[1],
        "load from 'a' is indirect: the address depends on data loaded from 'index'; whether \
         neighbouring work-items access neighbouring addresses is not known"
    );
}

#[test]
fn rows_from_a_table_are_linear_along_the_columns() {
    // table[row_of[row]][col]: the loaded number is the same for neighbours.
    let mut k = Build::new(2);
    let n = k.argument("N");
    let row = k.loaded("row_of", Dimensions::only(0));
    k.load("table", &at(&row, &n, &global(1)));
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Linear);
    assert!(matches!(stride_of(report, 0), Stride::Unknown(_)));
}

#[test]
fn sparse_rows_are_indirect_between_work_items_and_sequential_in_the_loop() {
    // for (k = start[i]; k < start[i + 1]; ++k) sum += values[k] * x[column[k]];
    let mut k = Build::new(1);
    let start = k.loaded("start", Dimensions::only(0));
    let j = k.enter("k", None);
    k.load("values", &(&start + &j));
    let column = k.loaded("column", Dimensions::only(0));
    k.load("x", &column);
    let [values, x] = k.reports().try_into().expect("two accesses");
    assert_eq!(values.classified.class, Class::Indirect);
    assert_eq!(values.classified.loops[0].motion, Motion::Sequential);
    assert_eq!(x.classified.class, Class::Indirect);
    assert_eq!(x.classified.loops[0].motion, Motion::Indirect);
}

#[test]
fn coefficients_are_broadcast() {
    let mut k = Build::new(1);
    let j = k.enter("j", Some(16));
    k.load("filter", &j);
    k.loops.clear();
    k.load("bias", &number(3));
    k.load("per_group", &group(0));
    let audiences: Vec<Class> = k.reports().into_iter().map(|r| r.classified.class).collect();
    assert_eq!(
        audiences,
        [
            Class::Broadcast(Audience::Launch),
            Class::Broadcast(Audience::Launch),
            Class::Broadcast(Audience::WorkGroup)
        ]
    );
    assert_eq!(
        k.remarks()[0],
        "load from 'filter' is a broadcast: all work-items access the same address"
    );
}

#[test]
fn three_dimensions_of_an_accessor() {
    let mut k = Build::new(3);
    let extents: Vec<P> = ["D", "H", "W"].map(|n| k.argument(n)).into();
    let rows = vec![global(0), global(1), global(2)];
    let index = Index::Subscripts { rows, extents: extents.clone(), within: P::default() };
    k.access(Action::Load, "volume", 8, index);
    // The same with the first and the last id exchanged.
    let rows = vec![global(2), global(1), global(0)];
    k.access(Action::Store, "turned", 8, Index::Subscripts { rows, extents, within: P::default() });
    let [load, store] = k.reports().try_into().expect("two accesses");
    assert_eq!(load.classified.class, Class::Linear);
    let matrix = load.classified.matrix.as_ref().expect("linear");
    assert_eq!(matrix.columns, [0, 1, 2].map(Symbol::GlobalId));
    assert_eq!(matrix.entry(1, Symbol::GlobalId(1)), Some(&number(1)));
    assert_eq!(matrix.entry(1, Symbol::GlobalId(2)), Some(&number(0)));
    assert_eq!(store.classified.class, Class::Strided);
    assert_eq!(store.fix, Some(Fix::StageTile { transposed: true }));
    assert!(
        k.remarks()[1].contains("'H' * 'W' elements of 8 bytes apart (stride of dimension 2)"),
        "{}",
        k.remarks()[1]
    );
}

#[test]
fn group_times_local_range_plus_local_is_the_global_id() {
    let range: P = Symbol::LocalRange(0).into();
    let mut k = Build::new(1);
    k.load("a", &at(&group(0), &range, &local(0)));
    k.load("a", &(&global(0) - &Symbol::GlobalOffset(0).into()));
    let [first, second] = k.reports().try_into().expect("two accesses");
    assert_eq!(first.classified, second.classified);

    // A work-group size of 16 is a number in the kernel, and either known or not.
    for group_size in [None, Some([16, 1, 1])] {
        let mut k = Build::new(1);
        k.kernel.launch.group_size = group_size;
        k.load("a", &at(&group(0), &number(16), &local(0)));
        assert_eq!(k.reports()[0].classified.class, Class::Linear);
    }
}

#[test]
fn tiles_in_local_memory_are_linear_and_their_columns_get_no_advice() {
    let mut k = Build::new(2);
    k.kernel.launch.group_size = Some([16, 16, 1]);
    k.store("tile", &at(&local(0), &number(16), &local(1))).base.memory = Memory::Local;
    k.load("tile", &at(&local(1), &number(16), &local(0))).base.memory = Memory::Local;
    let [store, load] = k.reports().try_into().expect("two accesses");
    assert_eq!(store.classified.class, Class::Linear);
    assert_eq!(load.classified.class, Class::Strided);
    assert_eq!(load.fix, None);
}

#[test]
fn a_tiled_transposition_is_linear_on_both_sides() {
    // in[(gy*T + ly) * n + gx*T + lx], out[(gx*T + ly) * n + gy*T + lx]
    let mut k = Build::new(2);
    let n = k.argument("n");
    let tile = |g: u8, l: u8| at(&group(g), &number(16), &local(l));
    k.load("in", &at(&tile(0, 0), &n, &tile(1, 1)));
    k.store("out", &at(&tile(1, 0), &n, &tile(0, 1)));
    assert!(k.reports().iter().all(|r| r.classified.class == Class::Linear && r.fix.is_none()));
}

#[test]
fn rows_of_a_linear_range_add_up_again() {
    // row = i / N, col = i % N, a[row * N + col]
    let mut k = Build::new(1);
    let n = k.argument("N");
    let row = k.kernel.symbols.divide(&global(0), &n).expect("uniform divisor");
    let col = &global(0) - &row.times(&n).expect("small");
    k.load("a", &at(&row, &n, &col));
    // The transposed one is strided in each row.
    let m = k.argument("M");
    k.store("b", &at(&col, &m, &row));
    let [load, store] = k.reports().try_into().expect("two accesses");
    assert_eq!(load.classified.class, Class::Linear);
    assert_eq!(store.classified.class, Class::Strided);
    assert_eq!(
        k.remarks()[1],
        "store to 'b' is strided: neighbouring work-items are 'M' elements of 4 bytes apart (stride \
         of dimension 0) (in runs of 'N' work-items)"
    );
}

#[test]
fn one_dimension_over_the_rows_of_a_matrix_should_share_rows() {
    // for (j) sum += a[i * N + j]
    let mut k = Build::new(1);
    let n = k.argument("N");
    let j = k.enter("j", None);
    k.load("a", &at(&global(0), &n, &j));
    k.loops.clear();
    k.store("sum", &global(0));
    let reports = k.reports();
    assert_eq!(reports[0].fix, Some(Fix::ShareRows));
    assert_eq!(reports[0].classified.loops[0].motion, Motion::Sequential);
    assert_eq!(reports[1].fix, None);
}

#[test]
fn strides_of_vector_libraries_are_stated_without_advice() {
    // x[i * incx]: the caller chooses incx, usually 1.
    let mut k = Build::new(1);
    let incx = k.argument("incx");
    k.load("x", &global(0).times(&incx).expect("small"));
    assert_eq!(
        k.remarks(),
        ["load from 'x' is strided: neighbouring work-items are 'incx' elements of 4 bytes apart \
          (stride of dimension 0)"]
    );
}

#[test]
fn grid_stride_loops_are_linear() {
    // for (i = id; i < n; i += get_global_range(0)) a[i]
    let mut k = Build::new(1);
    let j = k.enter("i", None);
    k.load("a", &at(&j, &Symbol::GlobalRange(0).into(), &global(0)));
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Linear);
    assert_eq!(report.classified.loops[0].motion, Motion::Strided);
}

#[test]
fn distances_that_change_are_unknown() {
    let mut k = Build::new(1);
    let j = k.enter("j", None);
    k.load("a", &global(0).times(&j).expect("small"));
    k.load("a", &global(0).times(&global(0)).expect("small"));
    assert_eq!(
        k.remarks(),
        [
            "load from 'a' is not understood: the distance between neighbouring work-items' \
             addresses changes with 'j'; whether neighbouring work-items access neighbouring addresses is not known",
            "load from 'a' is not understood: the distance between neighbouring work-items' \
             addresses is not the same everywhere; whether neighbouring work-items access \
             neighbouring addresses is not known",
        ]
    );
}

#[test]
fn a_value_that_changes_in_a_loop_leaves_neighbours_alone() {
    // table[k] is uniform: a[table[k] * N + i]
    let mut k = Build::new(1);
    let n = k.argument("N");
    k.enter("k", None);
    let changes_in = k.loops.clone();
    let row = k.kernel.symbols.add_uniform(Uniform { name: None, launch_wide: true, changes_in });
    k.load("a", &at(&row.into(), &n, &global(0)));
    let report = &k.reports()[0];
    assert_eq!(report.classified.class, Class::Shifted);
    assert_eq!(report.classified.loops[0].motion, Motion::Unknown);
}

#[test]
fn leaders_of_groups_get_no_advice() {
    let mut k = Build::new(1);
    k.store("partial", &global(0).scale(64)).executed = Executed::ByFew;
    assert_eq!(k.reports()[0].fix, None);
    assert!(k.remarks()[0].ends_with("; only some work-items get here"), "{}", k.remarks()[0]);
}

#[test]
fn wide_loads_overlap() {
    let mut k = Build::new(1);
    k.load("a", &global(0)).bytes = 16;
    assert_eq!(k.reports()[0].classified.class, Class::Overlapped);
}

#[test]
fn single_tasks_have_no_neighbours() {
    let mut k = Build::new(0);
    k.load("a", &number(0));
    assert!(k.reports().is_empty());
}

#[test]
fn a_last_dimension_of_one_leaves_the_one_before_it_fastest() {
    let mut k = Build::new(2);
    k.kernel.launch.group_size = Some([64, 1, 1]);
    k.load("a", &at(&global(1), &number(1024), &global(0)));
    assert_eq!(k.reports()[0].classified.class, Class::Linear);
}
