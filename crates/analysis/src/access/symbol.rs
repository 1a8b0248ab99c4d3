//! The symbols in addresses: what they stand for and how they may change.

use super::Polynomial;

/// A dimension of the launch, 0 to 2. The last one is the fastest (SYCL 2020 §3.11).
pub type Dimension = u8;

/// A symbol.
///
/// A loop variable is the *number of the iteration*, from 0: a counter that starts at `s` and moves by `t` is
/// the polynomial `s + t * k`. Starts and steps may contain other symbols, so loops that step by
/// `get_global_range` are nothing special.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A component of the global id.
    GlobalId(Dimension),
    /// A component of the local id.
    LocalId(Dimension),
    /// A component of the work-group's id.
    GroupId(Dimension),
    /// A component of the global range.
    GlobalRange(Dimension),
    /// A component of the local range.
    LocalRange(Dimension),
    /// A component of the range of work-groups.
    GroupRange(Dimension),
    /// A component of the offset that a launch adds to global ids (deprecated in SYCL 2020).
    GlobalOffset(Dimension),
    /// The iteration of a loop.
    Loop(LoopId),
    /// A value that is the same for the work-items of a work-group.
    Uniform(UniformId),
    /// Any other value.
    Varying(VaryingId),
}

/// A loop of [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(u32);

/// A uniform value of [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UniformId(u32);

/// A varying value of [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VaryingId(u32);

/// A set of dimensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dimensions(u8);

impl Dimensions {
    /// No dimension.
    pub const NONE: Self = Self(0);
    /// Every dimension.
    pub const ALL: Self = Self(0b111);

    /// A set of one dimension.
    pub fn only(dimension: Dimension) -> Self {
        Self(1 << dimension)
    }

    /// The union.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a dimension is among them.
    pub fn contains(self, dimension: Dimension) -> bool {
        self.0 & (1 << dimension) != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Facts about a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// The counter's name in the source.
    pub name: Option<String>,
    /// Its trip count, if it is constant.
    pub trips: Option<u64>,
}

/// Facts about a uniform value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uniform {
    /// Its name in the source.
    pub name: Option<String>,
    /// Whether it is the same for all work-items of the launch, and not only of a work-group.
    pub launch_wide: bool,
    /// Loops in which it may change from one iteration to the next.
    pub changes_in: Vec<LoopId>,
}

/// Why a value varies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was loaded from memory.
    Loaded {
        /// The memory's name.
        from: Option<String>,
    },
    /// It is a division rounded towards zero, see [`Symbols::quotient`].
    Quotient,
    /// It is computed by an operation that polynomials do not represent.
    Computed,
}

/// Facts about a varying value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varying {
    /// Why it varies.
    pub cause: Cause,
    /// Dimensions along which its value may differ between neighbouring work-items.
    pub along: Dimensions,
    /// Loops in which it may change from one iteration to the next.
    pub changes_in: Vec<LoopId>,
}

/// All loops, uniform and varying values of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    loops: Vec<Loop>,
    uniforms: Vec<Uniform>,
    varying: Vec<Varying>,
    quotients: Vec<(Polynomial, Polynomial, Symbol)>,
    sub_group_size: Option<Symbol>,
}

/// The number of the next entry of a table.
fn next<T>(table: &[T]) -> u32 {
    u32::try_from(table.len()).expect("a kernel has fewer than 2^32 values")
}

impl Symbols {
    /// Adds a loop.
    pub fn add_loop(&mut self, facts: Loop) -> LoopId {
        self.loops.push(facts);
        LoopId(next(&self.loops) - 1)
    }

    /// Adds a uniform value.
    pub fn add_uniform(&mut self, facts: Uniform) -> Symbol {
        self.uniforms.push(facts);
        Symbol::Uniform(UniformId(next(&self.uniforms) - 1))
    }

    /// Adds a uniform value that never changes and has a name: a kernel argument.
    pub fn add_named(&mut self, name: &str) -> Symbol {
        let name = Some(name.to_owned());
        self.add_uniform(Uniform { name, launch_wide: true, changes_in: Vec::new() })
    }

    /// Adds a varying value.
    pub fn add_varying(&mut self, facts: Varying) -> Symbol {
        self.varying.push(facts);
        Symbol::Varying(VaryingId(next(&self.varying) - 1))
    }

    /// Sets the value that is the size of a full sub-group.
    pub fn set_sub_group_size(&mut self, symbol: Symbol) {
        self.sub_group_size = Some(symbol);
    }

    /// The size of a full sub-group, if it occurs.
    pub fn sub_group_size(&self) -> Option<Symbol> {
        self.sub_group_size
    }

    /// Facts about a loop.
    pub fn loop_facts(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// Sets the trip count of a loop.
    pub fn set_trips(&mut self, id: LoopId, trips: Option<u64>) {
        self.loops[id.0 as usize].trips = trips;
    }

    /// All loops.
    pub fn loops(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..next(&self.loops)).map(LoopId)
    }

    /// Facts about a uniform value.
    pub fn uniform(&self, id: UniformId) -> &Uniform {
        &self.uniforms[id.0 as usize]
    }

    /// Facts about a varying value.
    pub fn varying(&self, id: VaryingId) -> &Varying {
        &self.varying[id.0 as usize]
    }

    /// Dimensions along which a symbol's value may differ between neighbouring work-items of a
    /// work-group.
    pub fn varies_along(&self, symbol: Symbol) -> Dimensions {
        match symbol {
            Symbol::GlobalId(d) | Symbol::LocalId(d) => Dimensions::only(d),
            Symbol::Varying(id) => self.varying(id).along,
            _ => Dimensions::NONE,
        }
    }

    /// Whether a symbol's value is the same for all work-items of the launch, in the same iterations.
    pub fn is_launch_wide(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Uniform(id) => self.uniform(id).launch_wide,
            Symbol::Loop(_) => true,
            other => other.is_uniform(),
        }
    }

    /// Whether a symbol's value may change from one iteration of a loop to the next.
    pub fn changes_in(&self, symbol: Symbol, id: LoopId) -> bool {
        match symbol {
            Symbol::Loop(other) => other == id,
            Symbol::Uniform(u) => self.uniform(u).changes_in.contains(&id),
            Symbol::Varying(v) => self.varying(v).changes_in.contains(&id),
            _ => false,
        }
    }

    /// Dividend and divisor, if the symbol is a quotient.
    pub fn quotient(&self, symbol: Symbol) -> Option<(&Polynomial, &Polynomial)> {
        let (dividend, divisor, _) = self.quotients.iter().find(|(.., s)| *s == symbol)?;
        Some((dividend, divisor))
    }

    /// The quotient of two values; the remainder is `dividend - divisor * quotient`, whatever the
    /// signs, as in LLVM's `sdiv`/`srem` and `udiv`/`urem`.
    ///
    /// Equal divisions give the same symbol, so that `i / n * n + i % n` is `i` again. None if the divisor is
    /// not uniform.
    pub fn divide(&mut self, dividend: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        if let Some(constant) = divisor.as_constant()
            && let Some(exact) = dividend.divide_exactly(constant)
        {
            return Some(exact);
        }
        if divisor.is_zero() || !divisor.is_uniform() {
            return None;
        }
        let known = self.quotients.iter().find(|(a, b, _)| a == dividend && b == divisor);
        if let Some(&(.., symbol)) = known {
            return Some(symbol.into());
        }
        let along = dividend
            .symbols()
            .map(|s| self.varies_along(s))
            .fold(Dimensions::NONE, Dimensions::union);
        let changes_in: Vec<LoopId> = self
            .loops()
            .filter(|&id| {
                dividend.symbols().chain(divisor.symbols()).any(|s| self.changes_in(s, id))
            })
            .collect();
        let symbol = if dividend.is_uniform() {
            let launch_wide =
                dividend.symbols().chain(divisor.symbols()).all(|s| self.is_launch_wide(s));
            self.add_uniform(Uniform { name: None, launch_wide, changes_in })
        } else {
            self.add_varying(Varying { cause: Cause::Quotient, along, changes_in })
        };
        self.quotients.push((dividend.clone(), divisor.clone(), symbol));
        Some(symbol.into())
    }
}
