//! Polynomials with integer coefficients over [`Symbol`]s.
//!
//! Coefficients wrap at 64 bits, as LLVM's `i64` and its addresses do: a polynomial *is* the value modulo
//! 2^64, so 64-bit arithmetic needs no assumptions. Narrower arithmetic gives the same polynomial only as
//! long as it does not wrap, see [`Polynomial::widen`].

use std::collections::BTreeMap;
use std::ops::{Add, Neg, Sub};

use super::symbol::{LoopId, Symbol};

/// The largest number of terms; products of sums could otherwise explode. Addresses of real programs have
/// fewer.
const MOST_TERMS: usize = 96;
/// The largest number of factors of a term.
const MOST_FACTORS: usize = 8;

/// A product of symbols, sorted; a square has its symbol twice. Empty is 1.
type Monomial = Vec<Symbol>;

/// A sum of products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polynomial {
    /// Coefficients that are not 0.
    terms: BTreeMap<Monomial, i64>,
}

impl From<i64> for Polynomial {
    fn from(value: i64) -> Self {
        let mut result = Self::default();
        result.add_term(Monomial::new(), value);
        result
    }
}

impl From<Symbol> for Polynomial {
    fn from(symbol: Symbol) -> Self {
        Self { terms: BTreeMap::from([(vec![symbol], 1)]) }
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        let mut result = self.clone();
        for (monomial, &coefficient) in &other.terms {
            result.add_term(monomial.clone(), coefficient);
        }
        result
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        self.scale(-1)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        self + &-other
    }
}

impl Polynomial {
    fn add_term(&mut self, monomial: Monomial, coefficient: i64) {
        use std::collections::btree_map::Entry;
        match self.terms.entry(monomial) {
            Entry::Vacant(free) if coefficient != 0 => {
                free.insert(coefficient);
            }
            Entry::Vacant(_) => {}
            Entry::Occupied(mut there) => {
                let sum = there.get().wrapping_add(coefficient);
                if sum == 0 {
                    there.remove();
                } else {
                    *there.get_mut() = sum;
                }
            }
        }
    }

    /// The polynomial times a number.
    #[must_use]
    pub fn scale(&self, factor: i64) -> Self {
        let mut result = Self::default();
        for (monomial, &coefficient) in &self.terms {
            result.add_term(monomial.clone(), coefficient.wrapping_mul(factor));
        }
        result
    }

    /// The product; none if it would have too many terms or factors.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut result = Self::default();
        for (left, &a) in &self.terms {
            for (right, &b) in &other.terms {
                let mut monomial = [left.as_slice(), right].concat();
                if monomial.len() > MOST_FACTORS {
                    return None;
                }
                monomial.sort_unstable();
                result.add_term(monomial, a.wrapping_mul(b));
            }
            if result.terms.len() > MOST_TERMS {
                return None;
            }
        }
        Some(result)
    }

    /// Replaces a symbol by a polynomial.
    pub fn substitute(&self, symbol: Symbol, value: &Self) -> Option<Self> {
        let mut result = Self::default();
        for (monomial, &coefficient) in &self.terms {
            let rest: Monomial = monomial.iter().copied().filter(|&s| s != symbol).collect();
            let power = monomial.len() - rest.len();
            let mut term = Self { terms: BTreeMap::from([(rest, coefficient)]) };
            for _ in 0..power {
                term = term.times(value)?;
            }
            result = &result + &term;
        }
        (result.terms.len() <= MOST_TERMS).then_some(result)
    }

    /// The change of the value when all of these symbols increase by one.
    pub fn difference(&self, symbols: &[Symbol]) -> Option<Self> {
        let mut after = self.clone();
        for &symbol in symbols {
            let next = &Self::from(symbol) + &Self::from(1);
            after = after.substitute(symbol, &next)?;
        }
        Some(&after - self)
    }

    /// Divides every coefficient by a number, if there are no remainders.
    pub fn divide_exactly(&self, by: i64) -> Option<Self> {
        let divided = self.terms.iter().map(|(monomial, &c)| {
            (c.checked_rem(by)? == 0).then_some((monomial.clone(), c.checked_div(by)?))
        });
        Some(Self { terms: divided.collect::<Option<_>>()? })
    }

    /// Divides every term by a symbol, if each contains it.
    pub fn divide_by_symbol(&self, symbol: Symbol) -> Option<Self> {
        let divided = self.terms.iter().map(|(monomial, &c)| {
            let place = monomial.iter().position(|&s| s == symbol)?;
            let mut rest = monomial.clone();
            rest.remove(place);
            Some((rest, c))
        });
        Some(Self { terms: divided.collect::<Option<_>>()? })
    }

    /// The same value after an extension from `bits` to 64 bits.
    ///
    /// Assumes that the narrow arithmetic did not wrap: for signed types the language guarantees it, and a
    /// wrapped unsigned index would be out of range of nearly every array. None if that is implausible
    /// because a coefficient alone fills the type (hashes and random numbers).
    pub fn widen(&self, bits: u32) -> Option<Self> {
        if bits >= 64 {
            return Some(self.clone());
        }
        let mut result = Self::default();
        for (monomial, &coefficient) in &self.terms {
            let unused = 64 - bits;
            let signed = coefficient.wrapping_shl(unused).wrapping_shr(unused);
            let plausible = monomial.is_empty() || signed.unsigned_abs() >> (bits * 3 / 4) == 0;
            if !plausible {
                return None;
            }
            result.add_term(monomial.clone(), signed);
        }
        Some(result)
    }

    /// The value, if there are no symbols.
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.first_key_value() {
            None => Some(0),
            Some((monomial, &c)) if self.terms.len() == 1 && monomial.is_empty() => Some(c),
            Some(_) => None,
        }
    }

    /// Whether it is always 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// All symbols, with repetitions.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.terms.keys().flatten().copied()
    }

    /// Whether a symbol occurs.
    pub fn contains(&self, symbol: Symbol) -> bool {
        self.symbols().any(|s| s == symbol)
    }

    /// Whether it has one value for a work-group in all iterations: no ids, loops or varying values.
    pub fn is_uniform(&self) -> bool {
        self.symbols().all(Symbol::is_uniform)
    }

    /// The loops whose iterations occur.
    pub fn loops(&self) -> Vec<LoopId> {
        let mut all: Vec<LoopId> = self
            .symbols()
            .filter_map(|s| match s {
                Symbol::Loop(id) => Some(id),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The factor of a symbol that occurs only to the first power: `self = factor * symbol + rest`,
    /// and `rest` is without it.
    pub fn factor_of(&self, symbol: Symbol) -> Option<(Self, Self)> {
        let (mut factor, mut rest) = (Self::default(), Self::default());
        for (monomial, &coefficient) in &self.terms {
            let others: Monomial = monomial.iter().copied().filter(|&s| s != symbol).collect();
            match monomial.len() - others.len() {
                0 => rest.add_term(others, coefficient),
                1 => factor.add_term(others, coefficient),
                _ => return None,
            }
        }
        Some((factor, rest))
    }

    /// The terms that satisfy a condition on their symbols.
    #[must_use]
    pub fn filter(&self, mut keep: impl FnMut(&[Symbol]) -> bool) -> Self {
        let kept = self.terms.iter().filter(|(monomial, _)| keep(monomial));
        Self { terms: kept.map(|(m, &c)| (m.clone(), c)).collect() }
    }

    /// All terms: the product of symbols and its coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Symbol], i64)> {
        self.terms.iter().map(|(monomial, &c)| (monomial.as_slice(), c))
    }

    /// The value for given values of the symbols.
    pub fn evaluate(&self, mut value: impl FnMut(Symbol) -> i64) -> i64 {
        let mut sum = 0_i64;
        for (monomial, &coefficient) in &self.terms {
            let product = monomial.iter().fold(coefficient, |p, &s| p.wrapping_mul(value(s)));
            sum = sum.wrapping_add(product);
        }
        sum
    }
}

impl Symbol {
    /// Whether the symbol is a range or a uniform value.
    pub fn is_uniform(self) -> bool {
        use Symbol as S;
        match self {
            S::GlobalRange(_) | S::LocalRange(_) | S::GroupRange(_) | S::GlobalOffset(_) => true,
            S::Uniform(_) => true,
            S::GlobalId(_) | S::LocalId(_) | S::GroupId(_) | S::Loop(_) | S::Varying(_) => false,
        }
    }
}
