//! The contents of memory when an operation runs.
//!
//! The answer is true on every path: bytes come from one write that always reaches the operation, or their origin is
//! unknown.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use scythe_mlir::{Op, Value};

use super::constants;
use super::variable::{Effect, Variable, Written};
use super::walk::{Blocks, Path};
use crate::memory::{Bytes, place};

/// The source of some bytes of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source<'c> {
    /// A value, from this byte on.
    Value(Value<'c>, i64),
    /// Constant bytes.
    Constant(Vec<u8>),
    /// An object that a constructor made, from this byte on.
    Object(Op<'c>, i64),
    /// No write, for padding.
    Nowhere,
    /// Unknown.
    Unknown,
}

/// Some bytes of memory with one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece<'c> {
    pub(super) length: i64,
    pub(super) source: Source<'c>,
}

/// The number of copies that are followed.
const COPIES: u32 = 8;

/// The memory of a function.
#[derive(Default)]
pub(super) struct Contents<'c> {
    pub(super) blocks: Blocks<'c>,
    variables: HashMap<Op<'c>, Rc<Variable<'c>>>,
}

impl<'c> Contents<'c> {
    /// The contents of `length` bytes at offset `start` behind a pointer when `reader` runs.
    pub(super) fn at(
        &mut self,
        pointer: Value<'c>,
        start: i64,
        length: i64,
        reader: Op<'c>,
    ) -> Vec<Piece<'c>> {
        self.follow(pointer, start, length, reader, COPIES)
    }

    /// The address that is stored at a pointer when `reader` runs.
    pub(super) fn address_at(&mut self, pointer: Value<'c>, reader: Op<'c>) -> Option<Value<'c>> {
        match &self.at(pointer, 0, 8, reader)[..] {
            [Piece { length: 8, source: Source::Value(value, 0) }] => {
                value.ty().llvm_pointer_space().map(|_| *value)
            }
            _ => None,
        }
    }

    fn follow(
        &mut self,
        pointer: Value<'c>,
        start: i64,
        length: i64,
        reader: Op<'c>,
        copies: u32,
    ) -> Vec<Piece<'c>> {
        if let Some((variable, offset)) = place(pointer) {
            return self.pieces(variable, Bytes { start: offset + start, length }, reader, copies);
        }
        let source = constants::global_bytes(pointer, start, length)
            .map_or(Source::Unknown, Source::Constant);
        vec![Piece { length, source }]
    }

    fn pieces(
        &mut self,
        alloca: Op<'c>,
        wanted: Bytes,
        reader: Op<'c>,
        copies: u32,
    ) -> Vec<Piece<'c>> {
        let variable = Rc::clone(
            self.variables.entry(alloca).or_insert_with(|| Rc::new(Variable::new(alloca))),
        );
        let end = wanted.start + wanted.length;
        // Between two of these offsets, every write covers all bytes or none.
        let mut cuts = BTreeSet::from([wanted.start, end]);
        for bytes in variable.writes() {
            cuts.extend([bytes.start, bytes.start + bytes.length]);
        }
        let cuts: Vec<i64> = cuts.range(wanted.start..=end).copied().collect();
        let mut found: Vec<Piece<'c>> = Vec::new();
        for cut in cuts.windows(2) {
            let bytes = Bytes { start: cut[0], length: cut[1] - cut[0] };
            for piece in self.reaching(&variable, bytes, reader, copies) {
                append(&mut found, piece);
            }
        }
        found
    }

    /// The source of bytes that each write covers completely or not at all.
    fn reaching(
        &mut self,
        variable: &Variable<'c>,
        bytes: Bytes,
        reader: Op<'c>,
        copies: u32,
    ) -> Vec<Piece<'c>> {
        let mut writers: Vec<(Op<'c>, Bytes, Written<'c>)> = Vec::new();
        let (mut unknown, mut fresh) = (false, false);
        let entered = self.blocks.backwards(reader, |op| {
            for effect in variable.effects_of(op) {
                match effect {
                    Effect::Writes(place, what) if place.overlaps(bytes) => {
                        if !writers.iter().any(|(other, ..)| *other == op) {
                            writers.push((op, *place, *what));
                        }
                        return Path::Ends;
                    }
                    Effect::MayWrite => {
                        unknown = true;
                        return Path::Ends;
                    }
                    Effect::Starts => {
                        fresh = true;
                        return Path::Ends;
                    }
                    Effect::Writes(..) | Effect::Publishes => {}
                }
            }
            if variable.may_be_written_by(op) {
                unknown = true;
                return Path::Ends;
            }
            Path::GoesOn
        });
        let one = |source| vec![Piece { length: bytes.length, source }];
        match writers[..] {
            _ if unknown => one(Source::Unknown),
            [] => one(Source::Nowhere),
            // The write must be on every path.
            [(op, place, what)] if !fresh && !entered => {
                self.written(op, bytes.start - place.start, bytes.length, what, copies)
            }
            _ => one(Source::Unknown),
        }
    }

    fn written(
        &mut self,
        op: Op<'c>,
        start: i64,
        length: i64,
        what: Written<'c>,
        copies: u32,
    ) -> Vec<Piece<'c>> {
        let one = |source| vec![Piece { length, source }];
        match what {
            Written::Filled(byte) => {
                one(Source::Constant(vec![byte; usize::try_from(length).unwrap_or_default()]))
            }
            Written::Object(constructor) => one(Source::Object(constructor, start)),
            Written::Copied(from) => match copies.checked_sub(1) {
                Some(copies) => self.follow(from, start, length, op, copies),
                None => one(Source::Unknown),
            },
            Written::Value(value) => {
                let load = value.defining_op().filter(|op| op.name() == "llvm.load");
                let deeper = load.zip(copies.checked_sub(1)).and_then(|(load, copies)| {
                    let found = self.follow(load.operand(0)?, start, length, load, copies);
                    let known = |piece: &Piece<'c>| {
                        !matches!(piece.source, Source::Unknown | Source::Nowhere)
                    };
                    found.iter().all(known).then_some(found)
                });
                deeper.unwrap_or_else(|| one(Source::Value(value, start)))
            }
        }
    }
}

/// Appends a piece, merged with the one before it if it continues that.
fn append<'c>(pieces: &mut Vec<Piece<'c>>, next: Piece<'c>) {
    if let Some(last) = pieces.last_mut() {
        let goes_on = match (&mut last.source, &next.source) {
            (Source::Value(one, start), Source::Value(other, further)) => {
                one == other && *start + last.length == *further
            }
            (Source::Object(one, start), Source::Object(other, further)) => {
                one == other && *start + last.length == *further
            }
            (Source::Constant(bytes), Source::Constant(more)) => {
                bytes.extend(more);
                true
            }
            (Source::Nowhere, Source::Nowhere) | (Source::Unknown, Source::Unknown) => true,
            _ => false,
        };
        if goes_on {
            last.length += next.length;
            return;
        }
    }
    pieces.push(next);
}

#[cfg(test)]
mod tests;
