//! Which variant of a kernel a launch runs, and the remark that explains the choice.

use std::fmt::Write;

use scythe_image::{Guard, GuardKind, PointerArgument};
use smallvec::SmallVec;

use super::IndexSpace;
use super::conditions::{Circumstances, Conditions};

/// A choice among the variants of a kernel.
#[derive(Clone, Debug)]
pub struct Specialization {
    /// What the code is for: `x86-64-v3`, `sm_90`.
    pub target: &'static str,
    conditions: Conditions,
    /// What more specialized variants assume, and the condition that does not hold.
    rejected: SmallVec<[(Conditions, Unmet); 2]>,
}

/// Why a launch cannot run a variant.
#[derive(Clone, Copy, Debug)]
pub enum Unmet {
    /// A size, an offset or an argument has another value.
    Guard(&'static Guard),
    /// Pointers may overlap.
    Overlap,
    /// The program left the size of work-groups to the runtime, or there are more work-items than the variant can count.
    Sizes,
}

/// A launch after the choice.
pub struct Launched<'a> {
    /// The index space.
    pub space: &'a IndexSpace,
    /// The size of its work-groups.
    pub local: Option<[usize; 3]>,
    /// The arguments.
    pub block: &'a [u8],
    /// The pointers among them.
    pub pointers: &'static [PointerArgument],
    /// Whether some of these are addresses of the host that were replaced by others.
    pub moved: bool,
}

impl Specialization {
    /// The variant that a launch runs, and the more specialized ones that it cannot run.
    pub fn new(
        target: &'static str,
        conditions: Conditions,
        special: impl Iterator<Item = Conditions>,
        launched: &Launched<'_>,
    ) -> Self {
        let Launched { space, local, block, pointers, moved } = launched;
        let mut launch = Circumstances::new(space, *local, block, pointers).moved(*moved);
        let rejected =
            special.map(|other| (other, other.unmet(&mut launch).unwrap_or(Unmet::Sizes)));
        Self { target, conditions, rejected: rejected.collect() }
    }

    /// The conditions of the chosen variant, all of which hold.
    #[must_use]
    pub fn chosen(&self) -> String {
        words(&self.conditions)
    }

    /// Why variants with more assumptions were not chosen; none if there are none.
    #[must_use]
    pub fn rejected(&self) -> Option<String> {
        let each = self.rejected.iter().map(|(conditions, unmet)| {
            let not = match unmet {
                Unmet::Guard(guard) => format!("the condition does not hold: {}", of_guard(guard)),
                Unmet::Overlap => "pointers may overlap".to_owned(),
                Unmet::Sizes => "it is for launches of other sizes".to_owned(),
            };
            format!("not the variant for \u{201c}{}\u{201d}: {not}", words(conditions))
        });
        let all: Vec<String> = each.collect();
        (!all.is_empty()).then(|| all.join("; "))
    }
}

fn words(conditions: &Conditions) -> String {
    let is_condition = |guard: &&Guard| guard.kind != GuardKind::Reach as u32;
    let mut all: Vec<String> =
        conditions.guards().iter().filter(is_condition).map(of_guard).collect();
    if conditions.no_alias() {
        all.push("no pointers overlap".to_owned());
    }
    if all.is_empty() { "any launch".to_owned() } else { all.join(", ") }
}

fn of_guard(guard: &Guard) -> String {
    let (dimension, value) = (guard.dimension, guard.value);
    match guard.kind {
        kind if kind == GuardKind::GlobalSize as u32 => format!("range({dimension}) = {value}"),
        kind if kind == GuardKind::LocalSize as u32 => {
            format!("work-group size({dimension}) = {value}")
        }
        kind if kind == GuardKind::GlobalOffset as u32 => format!("offset({dimension}) = {value}"),
        kind if kind == GuardKind::Multiple as u32 => {
            format!("argument at byte {} is a multiple of {value}", guard.offset)
        }
        _ => {
            let mut text = format!("argument at byte {} = 0x", guard.offset);
            // Numbers are little-endian.
            let digits = guard.expected().iter().rev().skip_while(|&&byte| byte == 0);
            let before = text.len();
            digits.for_each(|byte| _ = write!(text, "{byte:02x}"));
            if text.len() == before {
                text.push('0');
            }
            text
        }
    }
}
