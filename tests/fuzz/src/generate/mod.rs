//! Generates random valid kernels.
//!
//! Work-items must reach the same barriers, and must not race. Both hold by construction. Every variable has
//! a [`Level`]: the work-items for which its value is the same. A statement has the level of the conditions
//! around it, and barriers of a level are only generated there. Every shared array has a
//! [`State`](shared::State): the accesses since the last barrier.

mod expressions;
mod helpers;
mod launch;
mod meetings;
mod shared;
mod statements;

use fastrand::Rng;

use crate::kernel::{Expr, Function, Kernel, Memory, Node, Scope, Shared, Stmt, Var, Variable};
use crate::operators::Binary;
use crate::setting::Features;
use crate::types::{Scalar, Ty};
use helpers::Helper;
use shared::States;

/// The work-items for which a value, or a branch, is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Only the work-item itself.
    Item,
    /// The sub-group.
    SubGroup,
    /// The work-group.
    WorkGroup,
}

impl From<Scope> for Level {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::SubGroup => Self::SubGroup,
            Scope::WorkGroup => Self::WorkGroup,
        }
    }
}

/// The generator's facts about a variable.
#[derive(Clone, Copy, Debug)]
struct Known {
    variable: Variable,
    level: Level,
    /// Counters of loops are only read.
    assignable: bool,
}

/// The context of a statement.
#[derive(Clone, Copy, Debug)]
struct Place {
    level: Level,
    depth: u32,
    /// The level of the body of the innermost loop.
    in_loop: Option<Level>,
    /// Whether shared arrays were closed for the surrounding loops, so that barriers are allowed.
    barriers: bool,
    /// Whether all surrounding loops have one entry.
    reducible: bool,
}

/// Generates one kernel.
struct Generator {
    rng: Rng,
    features: Features,
    launch: crate::kernel::Launch,
    memory: Memory,
    parameters: usize,
    /// The number of parameters, the last ones, that work-items may change.
    mutable: usize,
    helpers: Vec<Helper>,
    variables: Vec<Known>,
    states: States,
    /// The highest uniform level: some work-items have returned.
    ceiling: Level,
    /// Statements left to write.
    budget: u32,
    /// For each surrounding loop, the states in which it is left early.
    exits: Vec<Vec<States>>,
    /// The states in which the function is left early, and the level.
    returns: Vec<(States, Level)>,
}

/// Makes the kernel of a seed.
#[must_use]
pub fn generate(seed: u64, features: Features) -> Kernel {
    let mut rng = Rng::with_seed(seed);
    let features = style(&mut rng, features);
    let meets = features.barriers || features.collectives || features.sub_groups;
    let launch = launch::launch(&mut rng, meets);
    let mut generator = Generator {
        features,
        memory: Memory::default(),
        parameters: rng.usize(1..4),
        mutable: if features.mutable { rng.usize(0..3) } else { 0 },
        helpers: Vec::new(),
        variables: Vec::new(),
        states: States::default(),
        ceiling: Level::WorkGroup,
        budget: 0,
        exits: Vec::new(),
        returns: Vec::new(),
        launch,
        rng,
    };
    generator.kernel(seed)
}

/// Kernels differ most if each has only some features: rare ones are then tested alone, too.
fn style(rng: &mut Rng, features: Features) -> Features {
    let style = rng.u8(0..100);
    let (barriers, collectives, sub_groups) = match style {
        0..10 => (false, false, false),
        10..30 => (true, false, false),
        30..45 => (true, true, false),
        45..65 => (false, false, true),
        65..75 => (true, false, true),
        _ => (true, true, true),
    };
    Features {
        barriers: features.barriers && barriers,
        collectives: features.collectives && collectives,
        sub_groups: features.sub_groups && sub_groups,
        helpers: features.helpers && rng.u8(0..3) != 0,
        vectors: features.vectors && rng.u8(0..3) == 0,
        atomics: features.atomics && rng.u8(0..3) == 0,
        mutable: features.mutable && rng.u8(0..3) == 0,
        irreducible: features.irreducible && rng.u8(0..3) == 0,
        half: features.half && rng.u8(0..4) == 0,
        divergent: features.divergent && rng.u8(0..4) == 0,
        ..features
    }
}

impl Generator {
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(0..100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        self.rng.choice(from).copied()
    }

    /// Whether the kernel contains synchronisation.
    fn meets(&self) -> bool {
        self.features.barriers || self.features.collectives || self.features.sub_groups
    }

    fn kernel(&mut self, seed: u64) -> Kernel {
        self.make_memory();
        if self.features.helpers {
            for _ in 0..self.rng.u32(1..4) {
                let helper = self.helper();
                self.helpers.push(helper);
            }
        }
        self.begin_function();
        self.states = States::clean(&self.memory.shared);
        self.budget = self.rng.u32(6..45);
        let mut body = if !self.meets() && self.chance(40) { self.guard() } else { vec![] };
        body.extend(self.first_values());
        body.extend(self.first_writes());
        let place = Place {
            level: Level::WorkGroup,
            depth: 0,
            in_loop: None,
            barriers: true,
            reducible: true,
        };
        while self.budget > 0 {
            body.extend(self.statement(place));
        }
        self.finish(&mut body);
        let sizes = [4, 8, 16, 32];
        let required = self.features.sub_groups && self.chance(70);
        Kernel {
            helpers: self.helpers.drain(..).map(|helper| helper.function).collect(),
            body: Function {
                parameters: 0,
                variables: self.variables.iter().map(|known| known.variable).collect(),
                body,
                result: None,
                noinline: false,
            },
            launch: self.launch.clone(),
            memory: std::mem::take(&mut self.memory),
            parameters: (0..self.parameters + self.mutable).map(|_| self.parameter()).collect(),
            mutable_parameters: self.mutable,
            parameter_types: self.parameter_types(),
            separate_parameters: self.features.separate && self.chance(30),
            data_seed: seed ^ 0x5eed,
            sub_group_size: if required { self.pick(&sizes) } else { None },
            uses_sub_groups: self.features.sub_groups,
            states_local_size: self.features.stated_sizes
                && self.launch.is_even()
                && self.chance(30),
        }
    }

    /// Types of parameters: in most kernels all have one size, in the others there is padding.
    fn parameter_types(&mut self) -> Vec<Scalar> {
        if self.chance(60) {
            return vec![];
        }
        let integer = |this: &mut Self| this.pick(&Scalar::INTEGERS).unwrap_or(Scalar::I64);
        (0..self.parameters + self.mutable).map(|_| integer(self)).collect()
    }

    fn parameter(&mut self) -> u64 {
        crate::contents::interesting(&mut self.rng, Scalar::I64)
    }

    /// A type for a variable.
    fn variable_type(&mut self) -> Ty {
        let scalars = [
            Scalar::I1,
            Scalar::I8,
            Scalar::I16,
            Scalar::I32,
            Scalar::I32,
            Scalar::I64,
            Scalar::F32,
            Scalar::F32,
            Scalar::F64,
        ];
        let mut scalar = self.pick(&scalars).unwrap_or(Scalar::I32);
        if self.features.half && scalar == Scalar::F32 && self.rng.bool() {
            scalar = Scalar::F16;
        }
        self.perhaps_vector(scalar)
    }

    /// The types that values of this kernel have.
    fn scalars(&self) -> &'static [Scalar] {
        if self.features.half { &Scalar::ALL } else { &Scalar::ALL[..Scalar::ALL.len() - 1] }
    }

    /// A type for memory, where there are no conditions.
    fn memory_type(&mut self) -> Ty {
        match self.variable_type() {
            Ty { scalar: Scalar::I1, .. } => Ty::I32,
            ty => ty,
        }
    }

    fn perhaps_vector(&mut self, scalar: Scalar) -> Ty {
        let lanes = match self.rng.u8(0..10) {
            0 | 1 if self.features.vectors => 4,
            2 if self.features.vectors => 2,
            _ => 1,
        };
        if scalar == Scalar::I1 { Ty::of(scalar) } else { Ty { scalar, lanes } }
    }

    fn make_memory(&mut self) {
        for _ in 0..self.rng.u32(1..4) {
            let ty = self.memory_type();
            self.memory.inputs.push(ty);
        }
        if self.features.atomics {
            let scalar = self.pick(&[Scalar::I32, Scalar::I64]).unwrap_or(Scalar::I32);
            self.memory.counters.push(scalar);
        }
        let share = |this: &mut Self, scope| {
            for _ in 0..this.rng.u32(1..4) {
                let (ty, local) = (this.memory_type(), this.chance(70));
                this.memory.shared.push(Shared { ty, local, scope });
            }
        };
        if self.features.barriers {
            share(self, Scope::WorkGroup);
        }
        if self.features.sub_groups && self.chance(60) {
            share(self, Scope::SubGroup);
        }
    }

    /// Fresh variables for a function.
    fn begin_function(&mut self) {
        self.variables.clear();
        self.returns.clear();
        self.ceiling = Level::WorkGroup;
        for _ in 0..self.rng.u32(3..9) {
            let ty = self.variable_type();
            let level = self.variable_level();
            self.declare(ty, 1, level);
        }
        for _ in 0..self.rng.u32(0..3) {
            let ty = self.variable_type();
            let length = self.pick(&[2, 4, 8]).unwrap_or(4);
            self.declare(ty, length, Level::Item);
        }
    }

    /// Makes work-items differ from the start.
    fn first_values(&mut self) -> Vec<Stmt> {
        let own = self.variables_where(|k| k.level == Level::Item && k.variable.length == 1);
        let mut statements = Vec::new();
        for var in own {
            if self.rng.bool() {
                let ty = self.variables[var].variable.ty;
                statements.push(Stmt::Assign(var, self.expression(ty, Level::Item)));
            }
        }
        statements
    }

    fn variable_level(&mut self) -> Level {
        match self.rng.u8(0..10) {
            0 | 1 => Level::WorkGroup,
            2 if self.features.sub_groups => Level::SubGroup,
            _ => Level::Item,
        }
    }

    fn declare(&mut self, ty: Ty, length: u32, level: Level) -> Var {
        let initial = self.rng.i8(-9..10);
        let variable = Variable { ty, length, initial, by_reference: false };
        self.variables.push(Known { variable, level, assignable: true });
        self.variables.len() - 1
    }

    /// Variables that fit.
    fn variables_where(&self, fits: impl Fn(&Known) -> bool) -> Vec<Var> {
        let fitting = self.variables.iter().enumerate().filter(|(_, known)| fits(known));
        fitting.map(|(var, _)| var).collect()
    }

    /// Writes all variables to outputs, so that every computed value is checked.
    fn finish(&mut self, body: &mut Vec<Stmt>) {
        let mut used = Vec::<(Ty, u64)>::new();
        for number in self.parameters..self.parameters + self.mutable {
            let value = Expr { ty: Ty::I64, node: Node::Parameter(number) };
            body.push(record(&mut self.memory.outputs, &mut used, value));
        }
        for (var, known) in self.variables.iter().enumerate() {
            let Variable { ty, length, .. } = known.variable;
            for element in 0..u64::from(length) {
                let node = match length {
                    1 => Node::Variable(var),
                    _ => Node::Element(var, Box::new(Expr::constant(Ty::I64, element))),
                };
                let mut value = Expr { ty, node };
                if ty.scalar == Scalar::I1 {
                    let from = Box::new(value);
                    let node = Node::Convert { from, signed: false };
                    value = Expr { ty: ty.with(Scalar::I8), node };
                }
                body.push(record(&mut self.memory.outputs, &mut used, value));
            }
        }
    }
}

/// Writes a value to the next element of the output of its type, adding to the element if all of them are
/// used.
fn record(outputs: &mut Vec<Ty>, used: &mut Vec<(Ty, u64)>, value: Expr) -> Stmt {
    let ty = value.ty;
    let array = outputs.iter().position(|&output| output == ty).unwrap_or_else(|| {
        outputs.push(ty);
        outputs.len() - 1
    });
    let place = used.iter().position(|(known, _)| *known == ty).unwrap_or_else(|| {
        used.push((ty, 0));
        used.len() - 1
    });
    let count = used[place].1;
    used[place].1 += 1;
    let index = Expr::constant(Ty::I64, count % Memory::ROW);
    let value = if count < Memory::ROW {
        value
    } else {
        let before = Expr { ty, node: Node::Output(array, Box::new(index.clone())) };
        let operator = if ty.scalar.is_float() { Binary::Add } else { Binary::Xor };
        Expr { ty, node: Node::Binary(operator, Box::new(before), Box::new(value)) }
    };
    Stmt::Output(array, index, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpret::interpret;

    #[test]
    fn every_kernel_is_valid() {
        // The last one had a race between branches of a loop without barriers.
        for seed in (0..400).chain([104_842]) {
            let kernel = generate(seed, Features::ALL);
            for size in kernel.sub_group_size.map_or(vec![4, 8, 16], |size| vec![size]) {
                if let Err(fault) = interpret(&kernel, size) {
                    panic!("seed {seed} with sub-groups of {size}: {fault}\n{kernel:#?}");
                }
            }
        }
    }

    #[test]
    fn a_seed_makes_the_same_kernel_again() {
        assert_eq!(generate(7, Features::ALL), generate(7, Features::ALL));
        assert_ne!(generate(7, Features::ALL), generate(8, Features::ALL));
    }

    #[test]
    fn features_are_left_out() {
        let plain = Features::without(["barriers", "collectives", "subgroups"]).expect("features");
        for seed in 0..100 {
            let text = format!("{:?}", generate(seed, plain));
            assert!(!text.contains("Barrier("), "seed {seed}");
            assert!(!text.contains("Collective("), "seed {seed}");
            assert!(!text.contains("SubGroupLocalId"), "seed {seed}");
        }
    }
}
