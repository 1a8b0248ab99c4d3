//! Launches whose accesses are all proven good: they run without checks.

use std::sync::Mutex;

use scythe_image::ScheduleInfo;

use super::footprint::Footprint;
use super::host;
use super::proof::{self, Described};
use super::regions::{self, Found, Owner, Region};

/// The latest accesses to a region by launches that ran without checks.
#[derive(Debug, Default)]
pub struct Spans(Mutex<Vec<Span>>);

/// Bytes of a region that one access of a launch covers completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    stamp: u64,
    first: usize,
    last: usize,
    write: bool,
}

impl Spans {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn add(&self, span: Span) {
        let mut all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !all.contains(&span) {
            all.retain(|span| host::is_unknown(span.stamp));
            all.push(span);
        }
    }

    /// The launch that has accessed some of the bytes and that the host does not know to be over, with
    /// whether it wrote.
    pub fn unknown_launch(&self, first: usize, last: usize, write: bool) -> Option<(usize, bool)> {
        let all = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = all.iter().find(|span| {
            (write || span.write)
                && span.first <= last
                && first <= span.last
                && host::is_unknown(span.stamp)
        });
        found.map(|span| (span.stamp as usize, span.write))
    }
}

/// Whether no access of a launch is bad by itself, or races with another one. If so, records the accesses for
/// checks of host code.
pub fn prove(
    words: &[i64],
    leaves: &[i64],
    info: &ScheduleInfo,
    (stamp, races): (u64, bool),
) -> bool {
    let Some(all) = proof::describe(words, leaves, info) else { return false };
    let Some(regions) = all.iter().map(region_of).collect::<Option<Vec<_>>>() else {
        return false;
    };
    if !races {
        return true;
    }
    let footprints: Vec<(&Footprint, &'static Region)> =
        all.iter().map(|access| &access.footprint).zip(regions).collect();
    for (number, (one, region)) in footprints.iter().enumerate() {
        let races = footprints[number..].iter().any(|(other, elsewhere)| {
            std::ptr::eq(*region, *elsewhere)
                && (one.write || other.write)
                && !(one.atomic && other.atomic)
                && !one.is_disjoint_from(other)
        });
        if races {
            return false;
        }
    }
    for (footprint, region) in footprints {
        if matches!(region.owner, Owner::Usm(_)) && footprint.is_dense() {
            let (first, last) = (footprint.hull.low as usize, footprint.hull.high as usize);
            region.spans.add(Span { stamp, first, last, write: footprint.write });
        }
    }
    true
}

/// The memory that an access goes to, if all of it lies in the region that its pointer belongs to.
fn region_of(access: &Described) -> Option<&'static Region> {
    let Found::Inside(region) = regions::find(access.base) else { return None };
    let hull = access.footprint.hull;
    let first = usize::try_from(hull.low).ok()?;
    let bytes = usize::try_from(hull.high - hull.low + 1).ok()?;
    region.holds(first, bytes).then_some(region)
}
