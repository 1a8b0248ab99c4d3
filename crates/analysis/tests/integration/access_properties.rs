//! Random addresses: the results for neighbours are compared with all work-items of a small launch, evaluated
//! one by one.

use std::collections::HashMap;

use fastrand::Rng;
use scythe_analysis::access::{
    Access, AccessMatrix, Action, Audience, Base, Cause, Class, Classified, Dimensions, Executed,
    Index, Launch, Loop, LoopId, Memory, Polynomial, Stride, Symbol, Symbols, Uniform, Varying,
};

type P = Polynomial;

/// One work-item in one iteration of each loop.
#[derive(Clone, Copy, Debug)]
struct Point {
    group: [i64; 3],
    local: [i64; 3],
    iteration: [i64; 2],
}

/// A launch of a known size with values for all symbols.
struct World {
    launch: Launch,
    symbols: Symbols,
    loops: [LoopId; 2],
    trips: i64,
    local_range: [i64; 3],
    group_range: [i64; 3],
    offset: [i64; 3],
    uniforms: HashMap<Symbol, i64>,
    loaded: Vec<(Symbol, u64)>,
    quotients: Vec<Symbol>,
}

impl World {
    fn random(rng: &mut Rng) -> Self {
        let dimensions = rng.u8(1..=3);
        let sizes = |rng: &mut Rng, most: i64| {
            let mut sizes = [1; 3];
            sizes[..usize::from(dimensions)].fill_with(|| rng.i64(1..=most));
            sizes
        };
        let (local_range, group_range) = (sizes(rng, 4), sizes(rng, 2));
        let mut launch = Launch::new(dimensions);
        if rng.bool() {
            launch.group_size = Some(local_range.map(|size| size as u64));
        }
        let offset = if rng.bool() { [0; 3] } else { sizes(rng, 5) };
        let mut symbols = Symbols::default();
        let loops = [(); 2].map(|()| symbols.add_loop(Loop::default()));
        let mut uniforms = HashMap::new();
        for _ in 0..2 {
            let facts = Uniform { name: None, launch_wide: true, changes_in: Vec::new() };
            uniforms.insert(symbols.add_uniform(facts), rng.i64(-9..20));
        }
        let mut world = Self {
            launch,
            symbols,
            loops,
            trips: 2,
            local_range,
            group_range,
            offset,
            uniforms,
            loaded: Vec::new(),
            quotients: Vec::new(),
        };
        world.add_varying(rng);
        world
    }

    fn add_varying(&mut self, rng: &mut Rng) {
        let mut along = Dimensions::NONE;
        for d in self.launch.dimensions() {
            if rng.bool() {
                along = along.union(Dimensions::only(d));
            }
        }
        let changes_in = self.loops.into_iter().filter(|_| rng.bool()).collect();
        let cause = Cause::Loaded { from: None };
        let symbol = self.symbols.add_varying(Varying { cause, along, changes_in });
        self.loaded.push((symbol, rng.u64(..)));
        let dividend = self.affine(rng);
        let divisor = if rng.bool() { P::from(rng.i64(1..9)) } else { self.uniform(rng) };
        if let Some(quotient) = self.symbols.divide(&dividend, &divisor) {
            self.quotients.extend(quotient.symbols());
        }
    }

    fn points(&self) -> Vec<Point> {
        let mut all = Vec::new();
        let places = |range: [i64; 3]| {
            (0..range[0]).flat_map(move |x| {
                (0..range[1]).flat_map(move |y| (0..range[2]).map(move |z| [x, y, z]))
            })
        };
        for group in places(self.group_range) {
            for local in places(self.local_range) {
                for outer in 0..self.trips {
                    all.extend((0..self.trips).map(|inner| Point {
                        group,
                        local,
                        iteration: [outer, inner],
                    }));
                }
            }
        }
        all
    }

    /// The neighbour in the same work-group, if there is one.
    fn neighbour(&self, mut point: Point, d: usize, distance: i64) -> Option<Point> {
        point.local[d] += distance;
        (0..self.local_range[d]).contains(&point.local[d]).then_some(point)
    }

    fn later(&self, mut point: Point, which: usize) -> Option<Point> {
        point.iteration[which] += 1;
        (point.iteration[which] < self.trips).then_some(point)
    }

    fn value(&self, polynomial: &P, at: Point) -> i64 {
        polynomial.evaluate(|symbol| self.symbol(symbol, at))
    }

    fn symbol(&self, symbol: Symbol, at: Point) -> i64 {
        let index = usize::from;
        if let Some((dividend, divisor)) = self.symbols.quotient(symbol) {
            let (a, b) = (self.value(dividend, at), self.value(divisor, at));
            return a.checked_div(b).unwrap_or(0);
        }
        match symbol {
            Symbol::GlobalId(d) => {
                let d = index(d);
                at.group[d] * self.local_range[d] + at.local[d] + self.offset[d]
            }
            Symbol::LocalId(d) => at.local[index(d)],
            Symbol::GroupId(d) => at.group[index(d)],
            Symbol::GlobalRange(d) => self.local_range[index(d)] * self.group_range[index(d)],
            Symbol::LocalRange(d) => self.local_range[index(d)],
            Symbol::GroupRange(d) => self.group_range[index(d)],
            Symbol::GlobalOffset(d) => self.offset[index(d)],
            Symbol::Loop(id) => at.iteration[usize::from(id == self.loops[1])],
            Symbol::Uniform(_) => self.uniforms[&symbol],
            Symbol::Varying(id) => self.loaded_value(id, symbol, at),
        }
    }

    /// A value that depends on exactly what the facts allow.
    fn loaded_value(
        &self,
        id: scythe_analysis::access::VaryingId,
        symbol: Symbol,
        at: Point,
    ) -> i64 {
        let facts = self.symbols.varying(id);
        let (_, seed) = self.loaded.iter().find(|(s, _)| *s == symbol).expect("a loaded value");
        let mut hash = *seed;
        let mut mix = |value: i64| {
            hash = (hash ^ value as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        };
        for d in self.launch.dimensions() {
            mix(at.group[usize::from(d)]);
            if facts.along.contains(d) {
                mix(at.local[usize::from(d)]);
            }
        }
        for (which, id) in self.loops.iter().enumerate() {
            if facts.changes_in.contains(id) {
                mix(at.iteration[which]);
            }
        }
        (hash % 1000) as i64
    }

    fn uniform(&self, rng: &mut Rng) -> P {
        let all: Vec<Symbol> = self.uniforms.keys().copied().collect();
        let d = rng.u8(0..self.launch.dimensions);
        match rng.u8(0..5) {
            0 | 1 => all[rng.usize(..all.len())].into(),
            2 => Symbol::LocalRange(d).into(),
            3 => Symbol::GroupRange(d).into(),
            _ => Symbol::GlobalRange(d).into(),
        }
    }

    fn id(&self, rng: &mut Rng) -> P {
        let d = rng.u8(0..self.launch.dimensions);
        match rng.u8(0..5) {
            0 => Symbol::GlobalId(d).into(),
            1 => Symbol::LocalId(d).into(),
            2 => Symbol::GroupId(d).into(),
            3 => Symbol::Loop(self.loops[rng.usize(0..2)]).into(),
            _ => times(&Symbol::GroupId(d).into(), &Symbol::LocalRange(d).into()),
        }
    }

    /// A sum of ids with uniform factors.
    fn affine(&self, rng: &mut Rng) -> P {
        let mut sum = P::from(if rng.bool() { 0 } else { rng.i64(-8..9) });
        for _ in 0..rng.u8(0..4) {
            let factor = match rng.u8(0..3) {
                0 => P::from(1),
                1 => P::from(rng.i64(-4..9)),
                _ => self.uniform(rng),
            };
            sum = &sum + &times(&factor, &self.id(rng));
        }
        sum
    }

    /// Anything.
    fn anything(&self, rng: &mut Rng) -> P {
        let mut sum = self.affine(rng);
        for _ in 0..rng.u8(0..3) {
            let factor = match rng.u8(0..4) {
                0 => self.affine(rng),
                1 => self.loaded[rng.usize(..self.loaded.len())].0.into(),
                2 if !self.quotients.is_empty() => {
                    self.quotients[rng.usize(..self.quotients.len())].into()
                }
                _ => self.uniform(rng),
            };
            let other = if rng.bool() { self.uniform(rng) } else { self.id(rng) };
            sum = &sum + &times(&factor, &other);
        }
        sum
    }

    fn access(&self, rng: &mut Rng, index: Index) -> Access {
        let bytes = 1 << rng.u8(0..4);
        Access {
            action: Action::Load,
            base: Base { id: 0, name: None, memory: Memory::Global },
            index,
            bytes,
            element_bytes: bytes,
            loops: self.loops.into(),
            executed: Executed::ByMost,
            except_at_borders: false,
        }
    }
}

fn times(a: &P, b: &P) -> P {
    a.times(b).expect("a small product")
}

/// Runs a property on many worlds; a failure names its seed.
fn for_many(times: u64, mut property: impl FnMut(&mut Rng)) {
    struct Seed(u64);
    impl Drop for Seed {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("failed with seed {}", self.0);
            }
        }
    }
    for seed in 0..times {
        let _name = Seed(seed);
        property(&mut Rng::with_seed(seed));
    }
}

/// Compares all results with all work-items. Returns how many distances were known.
fn check(world: &World, access: &Access) -> usize {
    let classified = Classified::of(access, &world.launch, &world.symbols);
    let offset = classified.offset.as_ref().expect("small");
    let points = world.points();
    let address = |at: Point| world.value(offset, at);
    let mut known = 0;
    for (d, stride) in classified.strides.iter().enumerate() {
        let Stride::Known { bytes, run } = stride else { continue };
        known += 1;
        for &at in &points {
            let Some(next) = world.neighbour(at, d, 1) else { continue };
            let crosses =
                world.quotients.iter().any(|&q| world.symbol(q, at) != world.symbol(q, next));
            if run.is_none() || !crosses {
                let distance = address(next).wrapping_sub(address(at));
                assert_eq!(distance, world.value(bytes, at), "along {d} at {at:?}: {offset:?}");
            }
        }
    }
    for part in &classified.loops {
        let Stride::Known { bytes, run } = &part.stride else { continue };
        known += 1;
        for &at in &points {
            let which = usize::from(part.id == world.loops[1]);
            let Some(next) = world.later(at, which) else { continue };
            let crosses =
                world.quotients.iter().any(|&q| world.symbol(q, at) != world.symbol(q, next));
            if run.is_none() || !crosses {
                assert_eq!(address(next).wrapping_sub(address(at)), world.value(bytes, at));
            }
        }
    }
    for &d in &classified.reuse.dimensions {
        for &at in &points {
            let Some(next) = world.neighbour(at, usize::from(d), 1) else { continue };
            assert_eq!(address(next), address(at), "along {d}: {offset:?}");
        }
    }
    for overlap in &classified.reuse.overlaps {
        for &at in &points {
            let which = usize::from(overlap.id == world.loops[1]);
            let other = world.neighbour(at, usize::from(overlap.dimension), -overlap.distance);
            let Some(other) = other.and_then(|other| world.later(other, which)) else { continue };
            assert_eq!(address(other), address(at), "{overlap:?} of {offset:?}");
        }
    }
    check_class(world, access, &classified, &points);
    known
}

fn check_class(world: &World, access: &Access, classified: &Classified, points: &[Point]) {
    let offset = classified.offset.as_ref().expect("small");
    let fastest = usize::from(world.launch.fastest().expect("not a single task"));
    let runs = matches!(&classified.strides[fastest], Stride::Known { run: Some(_), .. });
    let mut first: HashMap<([i64; 2], [i64; 3]), i64> = HashMap::new();
    for &at in points {
        let here = world.value(offset, at);
        if let Class::Broadcast(audience @ (Audience::Launch | Audience::WorkGroup)) =
            classified.class
            && !runs
        {
            let group = if audience == Audience::Launch { [0; 3] } else { at.group };
            assert_eq!(*first.entry((at.iteration, group)).or_insert(here), here, "{offset:?}");
        }
        let Some(next) = world.neighbour(at, fastest, 1) else { continue };
        if runs {
            continue;
        }
        let distance = world.value(offset, next).wrapping_sub(here);
        let bytes = access.bytes as i64;
        match classified.class {
            Class::Linear | Class::Shifted => assert_eq!(distance, bytes),
            Class::ReverseLinear => assert_eq!(distance, -bytes),
            Class::Broadcast(_) => assert_eq!(distance, 0),
            Class::Overlapped => assert!(distance != 0 && distance.abs() <= bytes),
            // A factor that is only known at run time can have any value.
            Class::Strided => {
                assert!(classified.strides[fastest].constant().is_none() || distance.abs() > bytes)
            }
            Class::Indirect | Class::Unknown => {}
        }
    }
}

#[test]
fn claims_about_any_address_hold() {
    let mut known = 0;
    for_many(4000, |rng| {
        let world = World::random(rng);
        let index = Index::Offset(world.anything(rng));
        let access = world.access(rng, index);
        known += check(&world, &access);
    });
    assert!(known > 4000, "only {known} distances were known: the test tests little");
}

#[test]
fn claims_about_subscripts_hold() {
    for_many(1500, |rng| {
        let world = World::random(rng);
        let rows = (0..rng.u8(1..=3)).map(|_| world.affine(rng)).collect::<Vec<_>>();
        let extents = rows.iter().map(|_| world.uniform(rng)).collect();
        let within = P::from(rng.i64(0..8));
        let access = world.access(rng, Index::Subscripts { rows, extents, within });
        check(&world, &access);
    });
}

#[test]
fn affine_addresses_are_always_known() {
    for_many(2000, |rng| {
        let world = World::random(rng);
        let offset = world.affine(rng);
        for d in world.launch.dimensions() {
            let normal = world.launch.normalize(&offset);
            let stride = Stride::between_work_items(&normal, d, &world.symbols);
            assert!(matches!(stride, Stride::Known { run: None, .. }), "{offset:?}: {stride:?}");
        }
        assert!(AccessMatrix::of(&[offset], &world.launch).is_some());
    });
}

#[test]
fn normal_forms_and_matrices_have_the_same_values() {
    for_many(2000, |rng| {
        let world = World::random(rng);
        let rows = [world.anything(rng), world.affine(rng)];
        let matrix = AccessMatrix::of(&rows, &world.launch);
        for at in world.points() {
            for (r, row) in rows.iter().enumerate() {
                let value = world.value(row, at);
                assert_eq!(world.value(&world.launch.normalize(row), at), value, "{row:?}");
                let Some(matrix) = &matrix else { continue };
                let mut sum = world.value(&matrix.offsets[r], at);
                for (&column, entry) in matrix.columns.iter().zip(&matrix.entries[r]) {
                    sum += world.value(entry, at) * world.symbol(column, at);
                }
                assert_eq!(sum, value);
            }
        }
    });
}

#[test]
fn arithmetic_of_polynomials_is_arithmetic_of_their_values() {
    for_many(2000, |rng| {
        let mut world = World::random(rng);
        let (a, b) = (world.anything(rng), world.anything(rng));
        let divisor = world.uniform(rng);
        let quotient = world.symbols.divide(&a, &divisor).expect("a uniform divisor");
        let symbol = Symbol::GlobalId(0);
        for at in world.points() {
            let (x, y) = (world.value(&a, at), world.value(&b, at));
            assert_eq!(world.value(&(&a + &b), at), x.wrapping_add(y));
            assert_eq!(world.value(&(&a - &b), at), x.wrapping_sub(y));
            assert_eq!(world.value(&-&a, at), x.wrapping_neg());
            if let Some(product) = a.times(&b) {
                assert_eq!(world.value(&product, at), x.wrapping_mul(y));
            }
            if let Some(divided) = x.checked_div(world.value(&divisor, at)) {
                assert_eq!(world.value(&quotient, at), divided);
            }
            if let Some(replaced) = a.substitute(symbol, &b) {
                let expected = a.evaluate(|s| if s == symbol { y } else { world.symbol(s, at) });
                assert_eq!(world.value(&replaced, at), expected);
            }
        }
    });
}

#[test]
fn narrow_arithmetic_that_does_not_wrap_widens() {
    let mut widened = 0;
    for_many(2000, |rng| {
        let world = World::random(rng);
        let polynomial = world.affine(rng);
        // What a reader of 32-bit IR may produce: the same coefficients modulo 2^32.
        let mut unsigned = P::default();
        for (factors, coefficient) in polynomial.terms() {
            let mut term = P::from(i64::from(coefficient as u32));
            for &factor in factors {
                term = times(&term, &factor.into());
            }
            unsigned = &unsigned + &term;
        }
        assert_eq!(unsigned.widen(32), Some(polynomial));
        widened += 1;
    });
    assert_eq!(widened, 2000);
    let hash = P::from(Symbol::GlobalId(0)).scale(0x9E37_79B1);
    assert_eq!(hash.widen(32), None);
    assert_eq!(hash.widen(64), Some(hash));
}
