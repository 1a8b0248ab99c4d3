//! Proves before a launch runs that all its accesses are good. It may then run without checks.
//!
//! A kernel describes its accesses in a byte code ([`scythe_image::checks::proof`]): each address is an
//! expression over ids and iterations of loops. With the launch's numbers, expressions become sums of
//! multiples of these unknowns, whose ranges are known. Arithmetic is exact; wherever the machine's would
//! wrap, the answer is "not known", which is always right.

use std::collections::BTreeMap;

use scythe_image::ScheduleInfo;
use scythe_image::checks::{access, proof};

use super::footprint::{Extent, Footprint};

/// An unknown of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unknown {
    /// A global id.
    Global(usize),
    /// A local id.
    Local(usize),
    /// A work-group's id.
    Group(usize),
    /// The iteration of a loop.
    Loop(usize),
}

impl Unknown {
    /// Whether it differs between work-items.
    pub fn is_id(self) -> bool {
        !matches!(self, Self::Loop(_))
    }
}

type Ranges = BTreeMap<Unknown, Extent>;

/// The value of an expression.
#[derive(Clone, Debug)]
struct Value {
    /// Its range.
    range: Extent,
    /// A constant plus multiples of unknowns, if it can be written so.
    sum: Option<(i128, BTreeMap<Unknown, i128>)>,
}

impl Value {
    fn number(number: i128) -> Self {
        Self { range: Extent::one(number), sum: Some((number, BTreeMap::new())) }
    }

    fn only(range: Extent) -> Self {
        Self { range, sum: None }
    }

    fn as_number(&self) -> Option<i128> {
        (self.range.low == self.range.high).then_some(self.range.low)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let range = Extent {
            low: self.range.low.checked_add(other.range.low)?,
            high: self.range.high.checked_add(other.range.high)?,
        };
        let sum = match (&self.sum, &other.sum) {
            (Some((one, terms)), Some((two, others))) => {
                let mut all = terms.clone();
                for (unknown, factor) in others {
                    let known = all.entry(*unknown).or_default();
                    *known = known.checked_add(*factor)?;
                }
                all.retain(|_, factor| *factor != 0);
                Some((one.checked_add(*two)?, all))
            }
            _ => None,
        };
        Some(Self { range, sum })
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let (factor, of) = match (self.as_number(), other.as_number()) {
            (Some(factor), _) => (factor, other),
            (_, Some(factor)) => (factor, self),
            _ => return Some(Self::only(self.range.times(other.range)?)),
        };
        let range = of.range.times(Extent::one(factor))?;
        let sum = match &of.sum {
            Some(_) if factor == 0 => Some((0, BTreeMap::new())),
            Some((number, terms)) => {
                let scale =
                    |(unknown, by): (&Unknown, &i128)| Some((*unknown, by.checked_mul(factor)?));
                let terms = terms.iter().map(scale).collect::<Option<_>>()?;
                Some((number.checked_mul(factor)?, terms))
            }
            None => None,
        };
        Some(Self { range, sum })
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(&Self::number(-1))?)
    }

    fn is_in(&self, range: Extent) -> bool {
        range.low <= self.range.low && self.range.high <= range.high
    }
}

/// The unsigned numbers of that many bits.
fn unsigned(bits: i64) -> Extent {
    Extent { low: 0, high: (1 << bits.clamp(1, 64)) - 1 }
}

fn signed(bits: i64) -> Extent {
    let half = 1 << (bits.clamp(1, 64) - 1);
    Extent { low: -half, high: half - 1 }
}

/// One access; none where it certainly does not happen.
#[derive(Debug)]
pub struct Described {
    /// The pointer that its address is computed from.
    pub base: usize,
    /// The bytes it goes to.
    pub footprint: Footprint,
}

struct Reader<'a> {
    words: &'a [i64],
    at: usize,
    leaves: &'a [i64],
    info: &'a ScheduleInfo,
    ranges: Ranges,
    /// Loops that some work-items may run fewer times.
    uneven: Vec<bool>,
    /// Dimensions whose local ids, or ids of work-groups, occur.
    parts: [bool; 3],
    parts_found: [bool; 3],
}

/// The accesses of a launch; none where they are not known or where one of them may be bad by itself.
pub fn describe(words: &[i64], leaves: &[i64], info: &ScheduleInfo) -> Option<Vec<Described>> {
    let mut parts = [false; 3];
    loop {
        let mut reader = Reader::new(words, leaves, info, parts);
        let all = reader.all();
        if reader.parts_found == parts {
            return all;
        }
        parts = reader.parts_found;
    }
}

impl<'a> Reader<'a> {
    fn new(words: &'a [i64], leaves: &'a [i64], info: &'a ScheduleInfo, parts: [bool; 3]) -> Self {
        let mut ranges = Ranges::new();
        for (dimension, split) in parts.into_iter().enumerate() {
            let size = i128::from(info.global_size[dimension].max(1));
            let local = i128::from(info.local_size[dimension].max(1));
            let offset = i128::from(info.global_offset[dimension]);
            if split {
                ranges.insert(Unknown::Local(dimension), Extent { low: 0, high: local - 1 });
                let groups = (size + local - 1) / local;
                ranges.insert(Unknown::Group(dimension), Extent { low: 0, high: groups - 1 });
            } else {
                let range = Extent { low: offset, high: offset + size - 1 };
                ranges.insert(Unknown::Global(dimension), range);
            }
        }
        let (uneven, parts_found) = (Vec::new(), parts);
        Self { words, at: 0, leaves, info, ranges, uneven, parts, parts_found }
    }

    fn next(&mut self) -> Option<i64> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word
    }

    fn all(&mut self) -> Option<Vec<Described>> {
        for number in 0..self.next()? as usize {
            let exact = self.next()? != 0;
            let turns = self.expression()?;
            // A negative number of iterations is a large unsigned one.
            if turns.range.low < 0 {
                return None;
            }
            self.uneven.push(!exact || turns.as_number().is_none());
            let range = Extent { low: 0, high: turns.range.high };
            self.ranges.insert(Unknown::Loop(number), range);
        }
        let mut found = Vec::new();
        loop {
            match self.next()? {
                proof::END => return Some(found),
                proof::ACCESS => {
                    let access = self.item(true)?;
                    found.extend(access);
                }
                proof::NEVER => {
                    self.item(false)?;
                }
                _ => return None,
            }
        }
    }

    /// Reads an item; nothing inside where it does not happen.
    fn item(&mut self, is_access: bool) -> Option<Option<Described>> {
        let flags = self.next()? as u32;
        let mut exact = flags & proof::CONDITIONAL == 0;
        let all = self.ranges.clone();
        let mut happens = true;
        for _ in 0..self.next()? {
            let (predicate, bits) = (self.next()?, self.next()?);
            // Ranges that other guards have narrowed apply here, too: all guards hold where the item happens.
            let (left, right) = (self.expression()?, self.expression()?);
            match self.guard(predicate, bits, &left, &right) {
                Guard::Never => happens = false,
                Guard::Narrowed => {}
                Guard::Unclear => exact = false,
            }
        }
        let described = match is_access {
            true => {
                // Expressions have to be read, even if they are not used.
                let (bytes, base, address) =
                    (self.expression(), self.expression(), self.expression());
                match happens {
                    true => Some(self.footprint(flags, exact, &bytes?, &base?, &address?)?),
                    false if bytes.is_some() && base.is_some() && address.is_some() => None,
                    false => return None,
                }
            }
            false if happens => return None,
            false => None,
        };
        self.ranges = all;
        Some(described)
    }

    fn footprint(
        &self,
        flags: u32,
        mut exact: bool,
        bytes: &Value,
        base: &Value,
        address: &Value,
    ) -> Option<Described> {
        let size = bytes.range.high;
        if bytes.range.low < 0 || size > i128::from(u32::MAX) {
            return None;
        }
        let base = usize::try_from(base.as_number()?).ok()?;
        let mut terms = BTreeMap::new();
        let mut rest = address.range;
        if let Some((number, factors)) = &address.sum {
            rest = Extent::one(*number);
            for (unknown, factor) in factors {
                let range = *self.ranges.get(unknown)?;
                terms.insert(*unknown, (*factor, range));
                exact &= !matches!(unknown, Unknown::Loop(number) if self.uneven[*number]);
            }
        } else {
            exact = false;
        }
        exact &= bytes.as_number().is_some();
        let ids = self.ranges.iter().filter(|(unknown, _)| unknown.is_id());
        let ids = ids.map(|(unknown, range)| (*unknown, *range)).collect();
        let footprint = Footprint {
            write: flags & access::WRITE != 0,
            atomic: flags & access::ATOMIC != 0,
            hull: Extent {
                low: address.range.low,
                high: address.range.high.checked_add(size)? - 1,
            },
            size,
            rest,
            terms,
            ids,
            exact,
        };
        Some(Described { base, footprint })
    }

    /// Narrows the ranges of unknowns by a condition.
    fn guard(&mut self, predicate: i64, bits: i64, left: &Value, right: &Value) -> Guard {
        // The predicates of LLVM in this order: eq, ne, ugt, uge, ult, ule, sgt, sge, slt, sle.
        let (left, right) =
            if matches!(predicate, 34 | 35 | 38 | 39) { (right, left) } else { (left, right) };
        let is_signed = predicate >= 38;
        let is_strict = matches!(predicate, 34 | 36 | 38 | 40);
        let holds = if is_signed { signed(bits) } else { unsigned(bits) };
        let mut wraps = false;
        if !right.is_in(holds) {
            return Guard::Unclear;
        }
        if !left.is_in(holds) {
            // As unsigned, a negative number is large, and is not below a non-negative one.
            let small = right.is_in(signed(bits)) && right.range.low >= 0;
            wraps = !is_signed && matches!(predicate, 34..=37) && small && left.is_in(signed(bits));
            if !wraps {
                return Guard::Unclear;
            }
        }
        let minus = |a: &Value, b: &Value| a.minus(b).and_then(|value| self.tightened(value));
        let (Some(difference), Some(inverse)) = (minus(right, left), minus(left, right)) else {
            return Guard::Unclear;
        };
        match predicate {
            32 => self.narrow(&difference, 0).and(|| self.narrow(&inverse, 0)),
            33 if difference.range.low > 0 || difference.range.high < 0 => Guard::Narrowed,
            33 if difference.as_number() == Some(0) => Guard::Never,
            33 => Guard::Unclear,
            34..=41 if wraps => {
                let least = i128::from(is_strict);
                self.narrow(left, 0).and(|| self.narrow(&difference, least))
            }
            34..=41 => self.narrow(&difference, i128::from(is_strict)),
            _ => Guard::Unclear,
        }
    }

    /// Narrows ranges, given that an expression is at least `least`.
    fn narrow(&mut self, value: &Value, least: i128) -> Guard {
        if value.range.high < least {
            return Guard::Never;
        }
        if value.range.low >= least {
            return Guard::Narrowed;
        }
        let Some((number, terms)) = &value.sum else { return Guard::Unclear };
        for (unknown, factor) in terms {
            // The most that the other terms can contribute.
            let mut others = *number;
            for (other, by) in terms.iter().filter(|(other, _)| *other != unknown) {
                let Some(range) = self.ranges.get(other) else { return Guard::Unclear };
                let Some(part) = range.times(Extent::one(*by)) else { return Guard::Unclear };
                others = others.saturating_add(part.high);
            }
            let Some(range) = self.ranges.get_mut(unknown) else { return Guard::Unclear };
            let missing = least.saturating_sub(others);
            // factor * unknown >= missing
            if *factor > 0 {
                range.low = range.low.max(-(-missing).div_euclid(*factor));
            } else {
                range.high = range.high.min((-missing).div_euclid(-*factor));
            }
            if range.low > range.high {
                return Guard::Never;
            }
        }
        if terms.len() == 1 { Guard::Narrowed } else { Guard::Unclear }
    }

    fn many(&mut self) -> Option<Vec<Value>> {
        let count = self.next()?;
        (0..count).map(|_| self.expression()).collect()
    }

    /// Reads an expression, with the present ranges of its unknowns.
    fn expression(&mut self) -> Option<Value> {
        let value = self.operation()?;
        self.tightened(value)
    }

    /// The same value with the range of its sum: terms that cancel do not widen it.
    fn tightened(&self, value: Value) -> Option<Value> {
        let Some((number, terms)) = &value.sum else { return Some(value) };
        let mut range = Extent::one(*number);
        for (unknown, by) in terms {
            let part = self.ranges.get(unknown)?.times(Extent::one(*by))?;
            range.low = range.low.checked_add(part.low)?;
            range.high = range.high.checked_add(part.high)?;
        }
        Some(Value { range, ..value })
    }

    fn operation(&mut self) -> Option<Value> {
        match self.next()? {
            proof::NUMBER => Some(Value::number(i128::from(self.next()?))),
            proof::LEAF => {
                let index = usize::try_from(self.next()?).ok()?;
                Some(Value::number(i128::from(*self.leaves.get(index)?)))
            }
            proof::ID => {
                let (kind, dimension) = (self.next()?, usize::try_from(self.next()?).ok()?);
                self.id(kind, dimension)
            }
            proof::ITERATION => {
                let number = usize::try_from(self.next()?).ok()?;
                self.unknown(Unknown::Loop(number))
            }
            proof::SUM => {
                let all = self.many()?;
                all.iter().try_fold(Value::number(0), |sum, part| sum.plus(part))
            }
            proof::PRODUCT => {
                let all = self.many()?;
                all.iter().try_fold(Value::number(1), |product, part| product.times(part))
            }
            proof::ZERO_EXTEND => {
                let bits = self.next()?;
                let of = self.expression()?;
                of.is_in(unsigned(bits)).then_some(of)
            }
            proof::SIGN_EXTEND => {
                let bits = self.next()?;
                let of = self.expression()?;
                of.is_in(signed(bits)).then_some(of)
            }
            what @ (proof::UNSIGNED_MOST
            | proof::SIGNED_MOST
            | proof::UNSIGNED_LEAST
            | proof::SIGNED_LEAST) => {
                let bits = self.next()?;
                let all = self.many()?;
                let is_unsigned = matches!(what, proof::UNSIGNED_MOST | proof::UNSIGNED_LEAST);
                let holds = if is_unsigned { unsigned(bits) } else { signed(bits) };
                if !all.iter().all(|value| value.is_in(holds)) {
                    return None;
                }
                let most = matches!(what, proof::UNSIGNED_MOST | proof::SIGNED_MOST);
                all.into_iter().reduce(|one, two| choose(one, two, most))
            }
            proof::QUOTIENT => {
                let bits = self.next()?;
                let (dividend, divisor) = (self.expression()?, self.expression()?);
                let by = divisor.as_number().filter(|by| *by > 0)?;
                if !dividend.is_in(unsigned(bits)) || !divisor.is_in(unsigned(bits)) {
                    return None;
                }
                let Extent { low, high } = dividend.range;
                let range = Extent { low: low / by, high: high / by };
                Some(match dividend.as_number() {
                    Some(number) => Value::number(number / by),
                    None => Value::only(range),
                })
            }
            _ => None,
        }
    }

    fn id(&mut self, kind: i64, dimension: usize) -> Option<Value> {
        if dimension > 2 {
            return None;
        }
        if kind != 0 && !self.parts[dimension] {
            self.parts_found[dimension] = true;
            return None;
        }
        match kind {
            0 if self.parts[dimension] => {
                let group = self.unknown(Unknown::Group(dimension))?;
                let size = i128::from(self.info.local_size[dimension]);
                let first = group.times(&Value::number(size))?;
                let offset = i128::from(self.info.global_offset[dimension]);
                let local = self.unknown(Unknown::Local(dimension))?;
                first.plus(&local)?.plus(&Value::number(offset))
            }
            0 => self.unknown(Unknown::Global(dimension)),
            1 => self.unknown(Unknown::Local(dimension)),
            _ => self.unknown(Unknown::Group(dimension)),
        }
    }

    fn unknown(&self, unknown: Unknown) -> Option<Value> {
        let range = *self.ranges.get(&unknown)?;
        Some(match range.low == range.high {
            true => Value::number(range.low),
            false => Value { range, sum: Some((0, BTreeMap::from([(unknown, 1)]))) },
        })
    }
}

/// The larger or the smaller of two.
fn choose(one: Value, two: Value, most: bool) -> Value {
    let (a, b) = (one.range, two.range);
    let is_one = if most { a.low >= b.high } else { a.high <= b.low };
    let is_two = if most { b.low >= a.high } else { b.high <= a.low };
    match (is_one, is_two) {
        (true, _) => one,
        (_, true) => two,
        _ if most => Value::only(Extent { low: a.low.max(b.low), high: a.high.max(b.high) }),
        _ => Value::only(Extent { low: a.low.min(b.low), high: a.high.min(b.high) }),
    }
}

/// What is known after a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    /// It never holds.
    Never,
    /// It holds exactly in the remaining ranges.
    Narrowed,
    /// It may not hold for some of them.
    Unclear,
}

impl Guard {
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::Narrowed => other(),
            Self::Unclear => match other() {
                Self::Never => Self::Never,
                _ => Self::Unclear,
            },
        }
    }
}

#[cfg(test)]
mod tests;
