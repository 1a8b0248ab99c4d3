//! What is known about a value.

use super::super::symbol::{Cause, LoopId, Uniform, Varying};
use super::super::{Dimensions, Polynomial, Symbol, Symbols};
use crate::graph::Value;

/// The object that a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum BaseKey {
    /// Memory of kernel arguments.
    Parameter(u32),
    /// The memory that a pointer or accessor at this offset of the arguments refers to.
    Argument(u32, i64),
    /// Local memory.
    Local(Value),
    /// A private variable.
    Variable(Value),
    /// Any other pointer.
    Value(Value),
}

/// Subscripts of the accessor's element that a pointer points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subscripts {
    pub(super) rows: Vec<Polynomial>,
    pub(super) extents: Vec<Polynomial>,
}

/// A number, or a pointer: a base and an offset in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Expression {
    pub(super) base: Option<BaseKey>,
    pub(super) value: Polynomial,
    pub(super) subscripts: Option<Subscripts>,
    /// The element size of the array that the base is.
    pub(super) element_bytes: Option<u64>,
    /// For an index that is clamped to borders: what determines where it is clamped.
    pub(super) borders: Option<Facts>,
}

impl Expression {
    pub(super) fn number(value: Polynomial) -> Self {
        Self { value, ..Self::default() }
    }

    pub(super) fn pointer(base: BaseKey) -> Self {
        Self { base: Some(base), ..Self::default() }
    }

    /// All symbols in it.
    pub(super) fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let subscripts = self.subscripts.iter().flat_map(|s| s.rows.iter().chain(&s.extents));
        self.value.symbols().chain(subscripts.flat_map(Polynomial::symbols))
    }

    pub(super) fn facts(&self, symbols: &Symbols) -> Facts {
        let borders = self.borders.clone().unwrap_or_default();
        self.symbols().fold(borders, |facts, s| facts.join(Facts::of(s, symbols)))
    }

    /// Adds the borders of another value that this one was computed from.
    pub(super) fn join_borders(&mut self, other: &Self) {
        if let Some(other) = &other.borders {
            self.borders = Some(self.borders.take().unwrap_or_default().join(other.clone()));
        }
    }
}

/// How a value may change, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) along: Dimensions,
    pub(super) differs_between_groups: bool,
    pub(super) changes_in: Vec<LoopId>,
    /// Whether it was loaded, and from which memory.
    pub(super) loaded: Option<Option<String>>,
}

impl Facts {
    /// Nothing is known.
    pub(super) fn anything(loops: &[LoopId]) -> Self {
        Self {
            along: Dimensions::ALL,
            differs_between_groups: true,
            changes_in: loops.to_vec(),
            loaded: None,
        }
    }

    fn of(symbol: Symbol, symbols: &Symbols) -> Self {
        let along = symbols.varies_along(symbol);
        let loaded = match symbol {
            Symbol::Varying(id) => match &symbols.varying(id).cause {
                Cause::Loaded { from } => Some(from.clone()),
                Cause::Quotient => symbols
                    .quotient(symbol)
                    .and_then(|(d, _)| Expression::number(d.clone()).facts(symbols).loaded),
                Cause::Computed => None,
            },
            _ => None,
        };
        let changes_in = match symbol {
            Symbol::Loop(id) => vec![id],
            Symbol::Uniform(id) => symbols.uniform(id).changes_in.clone(),
            Symbol::Varying(id) => symbols.varying(id).changes_in.clone(),
            _ => Vec::new(),
        };
        let differs_between_groups = !symbols.is_launch_wide(symbol);
        Self { along, differs_between_groups, changes_in, loaded }
    }

    #[must_use]
    pub(super) fn join(mut self, other: Self) -> Self {
        self.along = self.along.union(other.along);
        self.differs_between_groups |= other.differs_between_groups;
        for id in other.changes_in {
            if !self.changes_in.contains(&id) {
                self.changes_in.push(id);
            }
        }
        self.changes_in.sort_unstable();
        self.loaded = self.loaded.or(other.loaded);
        self
    }

    /// An unknown with these facts.
    pub(super) fn unknown(self, symbols: &mut Symbols) -> Symbol {
        if self.along.is_empty() {
            let launch_wide = !self.differs_between_groups;
            return symbols.add_uniform(Uniform {
                name: None,
                launch_wide,
                changes_in: self.changes_in,
            });
        }
        let cause = match self.loaded {
            Some(from) => Cause::Loaded { from },
            None => Cause::Computed,
        };
        symbols.add_varying(Varying { cause, along: self.along, changes_in: self.changes_in })
    }
}
