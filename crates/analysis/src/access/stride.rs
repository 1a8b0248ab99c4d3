//! Distances: how far an address moves from one work-item to its neighbour, or from one iteration to
//! the next.

use super::symbol::{Cause, LoopId};
use super::{Dimension, Polynomial, Symbol, Symbols};

/// A distance in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stride {
    /// The same distance everywhere, which may contain uniform values.
    Known {
        /// The distance.
        bytes: Polynomial,
        /// If the address contains a division: this distance holds only within runs of this many neighbours,
        /// the rows of a range that the kernel itself divides into rows.
        run: Option<Polynomial>,
    },
    /// No such distance, or none that could be determined.
    Unknown(Why),
}

/// Why there is no distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The address depends on data that was loaded.
    Loaded {
        /// The memory's name.
        from: Option<String>,
    },
    /// The address is computed by an operation that polynomials do not represent.
    Computed,
    /// The distance differs from work-item to work-item.
    DependsOnWorkItem,
    /// The distance differs from iteration to iteration.
    DependsOnIteration(LoopId),
    /// The expression is too large.
    TooLarge,
}

/// Shorter runs say little about neighbours.
const SHORTEST_RUN: i64 = 4;

impl Stride {
    /// A known distance everywhere.
    pub fn known(bytes: Polynomial) -> Self {
        Self::Known { bytes, run: None }
    }

    /// The distance, if it is a number.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Self::Known { bytes, .. } => bytes.as_constant(),
            Self::Unknown(_) => None,
        }
    }

    /// Whether the distance is zero everywhere, not only in runs.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Known { bytes, run: None } if bytes.is_zero())
    }

    /// The distance of an address between work-items of a work-group that are neighbours along a
    /// dimension, in the same iteration of all loops.
    pub fn between_work_items(
        address: &Polynomial,
        dimension: Dimension,
        symbols: &Symbols,
    ) -> Self {
        let moving = [Symbol::GlobalId(dimension), Symbol::LocalId(dimension)];
        let mut run = None;
        for symbol in address.symbols() {
            let Symbol::Varying(id) = symbol else { continue };
            let facts = symbols.varying(id);
            if !facts.along.contains(dimension) {
                continue;
            }
            let length = match &facts.cause {
                Cause::Loaded { from } => return Self::Unknown(Why::Loaded { from: from.clone() }),
                Cause::Computed => return Self::Unknown(Why::Computed),
                Cause::Quotient => quotient_run(symbol, symbols, |dividend| {
                    Self::between_work_items(dividend, dimension, symbols)
                }),
            };
            match length {
                Ok(length) => run = shorter(run, length),
                Err(why) => return Self::Unknown(why),
            }
        }
        let Some(bytes) = address.difference(&moving) else {
            return Self::Unknown(Why::TooLarge);
        };
        Self::checked(bytes, run)
    }

    /// The distance of an address between two iterations of a loop in the same work-item.
    pub fn between_iterations(address: &Polynomial, id: LoopId, symbols: &Symbols) -> Self {
        let mut run = None;
        for symbol in address.symbols() {
            if symbol == Symbol::Loop(id) || !symbols.changes_in(symbol, id) {
                continue;
            }
            let length = match symbol {
                Symbol::Varying(v) => match &symbols.varying(v).cause {
                    Cause::Loaded { from } => Err(Why::Loaded { from: from.clone() }),
                    Cause::Computed => Err(Why::Computed),
                    Cause::Quotient => quotient_run(symbol, symbols, |dividend| {
                        Self::between_iterations(dividend, id, symbols)
                    }),
                },
                _ => Err(Why::DependsOnIteration(id)),
            };
            match length {
                Ok(length) => run = shorter(run, length),
                Err(why) => return Self::Unknown(why),
            }
        }
        let Some(bytes) = address.difference(&[Symbol::Loop(id)]) else {
            return Self::Unknown(Why::TooLarge);
        };
        Self::checked(bytes, run)
    }

    /// Makes sure that the distance is uniform.
    fn checked(bytes: Polynomial, run: Option<Polynomial>) -> Self {
        let of_loop = bytes.loops().first().copied();
        if let Some(id) = of_loop {
            return Self::Unknown(Why::DependsOnIteration(id));
        }
        if !bytes.is_uniform() {
            return Self::Unknown(Why::DependsOnWorkItem);
        }
        Self::Known { bytes, run }
    }
}

/// The number of neighbours with the same quotient; none if it is the same for all.
fn quotient_run(
    symbol: Symbol,
    symbols: &Symbols,
    step: impl Fn(&Polynomial) -> Stride,
) -> Result<Option<Polynomial>, Why> {
    let Some((dividend, divisor)) = symbols.quotient(symbol) else {
        return Err(Why::Computed);
    };
    let step = match step(dividend) {
        Stride::Known { run: None, bytes } => bytes.as_constant().ok_or(Why::Computed)?,
        Stride::Known { run: Some(_), .. } => return Err(Why::Computed),
        Stride::Unknown(why) => return Err(why),
    };
    if step == 0 {
        return Ok(None);
    }
    match divisor.as_constant() {
        Some(divisor) => match divisor.checked_div(step).and_then(i64::checked_abs) {
            Some(length) if length >= SHORTEST_RUN => Ok(Some(length.into())),
            _ => Err(Why::Computed),
        },
        None if step.unsigned_abs() == 1 => Ok(Some(divisor.clone())),
        None => Err(Why::Computed),
    }
}

/// The shorter of two runs; a number counts as shorter than an unknown value.
fn shorter(run: Option<Polynomial>, other: Option<Polynomial>) -> Option<Polynomial> {
    let (Some(a), Some(b)) = (&run, &other) else { return run.or(other) };
    match (a.as_constant(), b.as_constant()) {
        (Some(x), Some(y)) if y < x => other,
        (None, Some(_)) => other,
        _ => run,
    }
}
