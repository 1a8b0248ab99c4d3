//! Random arguments, checked against a second implementation of the rules.
//!
//! The oracle does not use notes: it works on its own trees, from which notes are made as the plugin would
//! make them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{array, claimed, class, codes, decomposed, int, kernel, owner, scalar, special};
use crate::arguments::rules::check;

/// A type in the oracle's model.
#[derive(Clone, Debug)]
enum Model {
    Int,
    LongDouble,
    Reference,
    MemberPointer,
    /// Like std::string.
    Owner,
    Aggregate(Vec<Model>),
    Closure(Vec<Model>),
    /// A class with private members and without copy operations of its own.
    Closed(Vec<Model>),
    Union(Vec<Model>),
    Array(Box<Model>),
    /// Declared device copyable, correctly or not.
    Claimed(bool, Vec<Model>),
    /// Has the protocol, correctly or not; may be one of SYCL's own types.
    Decomposed {
        special: bool,
        right: bool,
        elements: Vec<Model>,
    },
}

use Model::{
    Aggregate, Array, Claimed, Closed, Closure, Decomposed, Int, LongDouble, MemberPointer, Owner,
    Reference, Union,
};

fn random(rng: &mut fastrand::Rng, depth: u32) -> Model {
    let kinds = if depth == 0 { 5 } else { 12 };
    let many = |rng: &mut fastrand::Rng| {
        (0..rng.u32(0..3)).map(|_| random(rng, depth - 1)).collect::<Vec<_>>()
    };
    match rng.u32(0..kinds) {
        0 => LongDouble,
        1 => Reference,
        2 => MemberPointer,
        3 => Owner,
        4 => Int,
        5 => Aggregate(many(rng)),
        6 => Closure(many(rng)),
        7 => Closed(many(rng)),
        8 => Union(many(rng)),
        9 => Array(Box::new(random(rng, depth - 1))),
        10 => Claimed(rng.bool(), many(rng)),
        _ => Decomposed { special: rng.bool(), right: rng.u32(0..4) > 0, elements: many(rng) },
    }
}

impl Model {
    fn inner(&self) -> &[Model] {
        match self {
            Aggregate(inner)
            | Closure(inner)
            | Closed(inner)
            | Union(inner)
            | Claimed(_, inner) => inner,
            Array(inner) => std::slice::from_ref(inner),
            _ => &[],
        }
    }

    fn is_trivial(&self) -> bool {
        !matches!(self, Owner | Claimed(..)) && self.inner().iter().all(Model::is_trivial)
    }

    /// Whether it contains a decomposed type. `counts` tells whether one counts, and `shows` whether one
    /// inside a class does.
    fn has(&self, counts: &dyn Fn(bool) -> bool, shows: &dyn Fn(&Model) -> bool) -> bool {
        match self {
            Decomposed { special, .. } => counts(*special),
            other => shows(other) && other.inner().iter().any(|m| m.has(counts, shows)),
        }
    }

    /// Whether the compiler decomposes it.
    fn is_taken_apart(&self) -> bool {
        match self {
            Decomposed { .. } => true,
            Aggregate(inner) | Closure(inner) => inner.iter().any(Model::is_taken_apart),
            Array(inner) => inner.is_taken_apart(),
            Union(_) => false,
            _ => self.has(&|special| special, &|m| !matches!(m, Union(_))),
        }
    }

    fn notes(&self) -> Value {
        let inner: Vec<(&str, Value)> = self.inner().iter().map(|m| ("m", m.notes())).collect();
        let mut notes = match self {
            Int => int(),
            LongDouble => scalar("builtin", "long double"),
            Reference => scalar("reference", "int &"),
            MemberPointer => scalar("data_member_pointer", "int c::*"),
            Owner => owner("owner"),
            Aggregate(_) => class("aggregate", &inner, &json!({"aggregate": true})),
            Closure(_) => class("closure", &inner, &json!({"kind": "closure"})),
            Closed(_) => class("closed", &inner, &json!({})),
            Union(_) => class("union", &inner, &json!({"kind": "union", "aggregate": true})),
            Array(inner) => array(&inner.notes(), 7),
            Claimed(right, _) => {
                claimed("claimed", &inner, if *right { "public" } else { "private" })
            }
            Decomposed { special: own, right, elements } => {
                let elements: Vec<Value> = elements.iter().map(Model::notes).collect();
                let make = if *own { special } else { decomposed };
                let mut notes = make("decomposed", &elements);
                notes["deconstruct"]["noreturn"] = json!(!right);
                notes
            }
        };
        if !matches!(self, Owner | Claimed(..) | Reference) {
            notes["trivially_copyable"] = json!(self.is_trivial());
        }
        if matches!(self, Aggregate(_) | Closed(_)) {
            notes["copies"] = json!([{"operation": "copy constructor", "access": "public",
                                      "provided": false, "location": null}]);
        }
        notes
    }
}

type Found = BTreeSet<&'static str>;

/// Finds the errors in a part of something that is decomposed.
fn part(m: &Model, found: &mut Found) {
    match m {
        Decomposed { right, elements, .. } => {
            if !right {
                found.insert("SC0208");
            }
            elements.iter().for_each(|m| part(m, found));
        }
        Aggregate(inner) | Closure(inner) => inner.iter().for_each(|m| part(m, found)),
        Array(inner) => part(inner, found),
        Closed(inner) | Claimed(_, inner) if m.is_taken_apart() => {
            if matches!(m, Claimed(false, _)) {
                found.insert("SC0205");
            }
            for m in inner {
                if m.is_taken_apart() && m.has(&|special| !special, &|_| true) {
                    found.insert("SC0207");
                } else {
                    part(m, found);
                }
            }
        }
        Closed(inner) => {
            for m in inner {
                if m.is_taken_apart() {
                    found.insert("SC0207");
                } else {
                    part(m, found);
                }
            }
        }
        Claimed(right, inner) => {
            if !right {
                found.insert("SC0205");
            }
            inner.iter().for_each(|m| anywhere(m, found));
        }
        Union(inner) => {
            for m in inner {
                if m.is_taken_apart() || !m.is_trivial() {
                    found.insert("SC0206");
                } else {
                    part(m, found);
                }
            }
        }
        Owner => {
            found.insert("SC0204");
        }
        Int | LongDouble | Reference | MemberPointer => anywhere(m, found),
    }
}

/// Finds what is an error anywhere.
fn anywhere(m: &Model, found: &mut Found) {
    match m {
        LongDouble => found.insert("SC0202"),
        Reference => found.insert("SC0201"),
        MemberPointer => found.insert("SC0203"),
        _ => false,
    };
    m.inner().iter().for_each(|m| anywhere(m, found));
}

#[test]
fn random_arguments_are_checked_as_by_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(0x5c17);
    let (mut legal, mut wrong) = (0, 0);
    for _ in 0..5_000 {
        let captures: Vec<Model> = (0..rng.u32(1..4)).map(|_| random(&mut rng, 4)).collect();
        let mut expected = Found::new();
        captures.iter().for_each(|m| part(m, &mut expected));
        let notes: Vec<(&str, Value)> = captures.iter().map(|m| ("c", m.notes())).collect();
        let said: Found = codes(&check(&kernel(&notes))).into_iter().collect();
        assert_eq!(said, expected, "{captures:#?}");
        *if expected.is_empty() { &mut legal } else { &mut wrong } += 1;
    }
    // The test needs arguments of both kinds.
    assert!(legal > 100 && wrong > 100, "{legal} legal, {wrong} wrong");
}
