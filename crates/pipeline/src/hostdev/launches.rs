//! Facts about launches of kernels, in terms of their arguments.

use scythe_bind::Known;
use scythe_frontend::arguments::plan::Plan;
use scythe_frontend::arguments::pointers::{LeadsTo, Pointer, pointers};
use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::module::Module;
use scythe_mux::SpaceFacts;
use scythe_optimize::host::{
    AccessorFact, Alias, CaptureFact, KernelLaunches, LaunchSite, LaunchSpace, launches,
};

use super::specializations::{LaunchFacts, Launches, SiteFacts};
use crate::PipelineError;
use crate::host::{self, captures};
use crate::mlir::{self, MlirOptions, RemarkKind};
use crate::stage::{HOST_MLIR, Watch};

/// The function of the runtime that changes the index space of a graph's node (`node::update_range`).
const CHANGES_SPACE: &str = "scythe_graph_set_space";

/// The number of kinds of launches up to which a kernel is specialized for each.
const MOST_WAYS: usize = 2;

/// Collects facts about the launches of a translation unit; reports launches that could not be raised.
///
/// # Errors
/// When an observer stops after raised host code.
pub fn find(
    host: &Module<'_>,
    notes: &Notes,
    (options, watch): (&MlirOptions, Watch<'_>),
) -> Result<Launches, PipelineError> {
    // A file without kernels has nothing to raise.
    if notes.kernels.is_empty() && !watch.insists(HOST_MLIR) {
        return Ok(Launches::new());
    }
    let context = mlir::context();
    let view = match host::launches(&context, host, notes) {
        Ok(view) => view,
        Err(why) => {
            watch.cannot(HOST_MLIR, &why)?;
            options.remark(RemarkKind::Raise, &why);
            return Ok(Launches::new());
        }
    };
    watch.reached(HOST_MLIR, || Ok(watch.printed(view.module.op())))?;
    if options.remarks.contains(&RemarkKind::Raise) {
        for remark in view.remarks(notes) {
            (options.report)(&remark);
        }
    }
    // The program may change the index spaces of nodes of graphs.
    let changes_spaces = host.get_function(CHANGES_SPACE).is_some();
    let mut found = Launches::new();
    for known in launches(view.module.op()) {
        let Some(kernel) = notes.kernels.iter().find(|k| k.symbol == known.kernel) else {
            continue;
        };
        // Another unit may launch a kernel that has a name there, with any arguments.
        let all = view.is_complete(&kernel.symbol) && !kernel.visible;
        if let Some(mut facts) = facts(kernel, &known, all) {
            if changes_spaces {
                facts.always.space = SpaceFacts::default();
            }
            found.insert(kernel.symbol.clone(), facts);
        }
    }
    Ok(found)
}

fn facts(kernel: &Kernel, known: &KernelLaunches, all: bool) -> Option<LaunchFacts> {
    let reader = Reader { kernel, plan: kernel.plan.as_ref()?, pointers: pointers(kernel)? };
    let always = if all { reader.site(&known.joined()?) } else { SiteFacts::default() };
    let ways = known.distinct();
    let mut sometimes = Vec::new();
    if ways.len() <= MOST_WAYS {
        for way in ways {
            let facts = reader.site(&known.sites[*way.first()?]);
            if facts != always && !sometimes.contains(&facts) && facts != SiteFacts::default() {
                sometimes.push(facts);
            }
        }
    }
    Some(LaunchFacts { always, sometimes })
}

struct Reader<'a> {
    kernel: &'a Kernel,
    plan: &'a Plan,
    pointers: Vec<Pointer>,
}

impl Reader<'_> {
    fn site(&self, site: &LaunchSite) -> SiteFacts {
        let mut facts = SiteFacts::default();
        let places = captures(self.kernel);
        for (&(at, _), capture) in places.iter().zip(&site.captures) {
            match capture {
                CaptureFact::Unknown => {}
                CaptureFact::Bytes(bytes) => facts.constants.extend(self.bytes(at, bytes)),
                CaptureFact::Accessor(accessor) => facts.ranges.extend(self.accessor(at, accessor)),
            }
        }
        self.aliases(site, &places, &mut facts);
        (facts.space, facts.dims) = space(&site.space);
        facts
    }

    /// Bytes of the function object, as bytes of an argument.
    fn bytes(&self, at: u64, bytes: &[u8]) -> Option<Known> {
        let [object] = self.plan.objects.as_slice() else { return None };
        let end = at + bytes.len() as u64;
        let copied = object.copied.iter().find(|copied| {
            copied
                .pieces
                .iter()
                .any(|&(first, count)| copied.at + first <= at && end <= copied.at + first + count)
        })?;
        Some(Known { argument: copied.argument, at: at - copied.at, bytes: bytes.to_vec() })
    }

    /// Ranges and offset of an accessor, as bytes of arguments.
    fn accessor(&self, at: u64, accessor: &AccessorFact) -> Vec<Known> {
        let [object] = self.plan.objects.as_slice() else { return Vec::new() };
        let Some(rebuilt) = object.rebuilt.iter().find(|part| part.at == at) else {
            return Vec::new();
        };
        let numbers: Vec<(usize, &[Option<u64>])> = if accessor.local {
            vec![(1, &accessor.memory)]
        } else {
            vec![(1, &accessor.memory), (2, &accessor.access_range), (3, &accessor.offset)]
        };
        let mut found = Vec::new();
        for (element, numbers) in numbers {
            let Some(argument) = rebuilt.element_argument(element) else { continue };
            if self.plan.arguments[argument].size != numbers.len() as u64 * NUMBER_BYTES {
                continue;
            }
            for (number, at) in numbers.iter().zip((0..).step_by(NUMBER_BYTES as usize)) {
                if let Some(number) = number {
                    found.push(Known { argument, at, bytes: number.to_le_bytes().to_vec() });
                }
            }
        }
        found
    }

    fn aliases(&self, site: &LaunchSite, places: &[(u64, u64)], facts: &mut SiteFacts) {
        let capture = |pointer: &Pointer| match &pointer.leads_to {
            LeadsTo::Buffer(accessor) => places.iter().position(|&(at, _)| at == accessor.object),
            LeadsTo::Anything => None,
        };
        let relation = |one: &Pointer, other: &Pointer| match (capture(one), capture(other)) {
            (Some(one), Some(other)) if one != other => site.alias(one, other),
            _ => Alias::May,
        };
        for (index, pointer) in self.pointers.iter().enumerate() {
            let mut others = self.pointers.iter().enumerate().filter(|&(other, pointer_2)| {
                other != index && (pointer.writes() || pointer_2.writes())
            });
            if others.clone().any(|(_, other)| relation(pointer, other) == Alias::Must) {
                facts.overlaps = true;
            }
            if capture(pointer).is_some()
                && others.all(|(_, other)| relation(pointer, other) == Alias::No)
            {
                facts.disjoint.push(index);
            }
        }
    }
}

/// SYCL's sizes have 64 bits.
const NUMBER_BYTES: u64 = 8;

/// An index space with the contiguous dimension first, and its number of dimensions.
fn space(space: &LaunchSpace) -> (SpaceFacts, usize) {
    let mut facts = SpaceFacts::default();
    // If the number of dimensions differs, nothing is known.
    let put = |to: &mut [Option<u64>; 3], numbers: &[Option<u64>], dims: usize, missing: u64| {
        *to = std::array::from_fn(|index| match dims.checked_sub(index + 1) {
            Some(dimension) if numbers.len() >= dims => numbers[dimension],
            Some(_) => None,
            None => Some(missing),
        });
    };
    match space {
        LaunchSpace::SingleTask => {
            put(&mut facts.global, &[Some(1)], 1, 1);
            put(&mut facts.offset, &[Some(0)], 1, 0);
            (facts, 1)
        }
        // Without the range, the number of dimensions is unknown.
        LaunchSpace::Range { global, .. } | LaunchSpace::NdRange { global, .. }
            if global.is_empty() =>
        {
            (facts, 0)
        }
        LaunchSpace::Range { global, offset } => {
            put(&mut facts.global, global, global.len(), 1);
            put(&mut facts.offset, offset, global.len(), 0);
            (facts, global.len())
        }
        LaunchSpace::NdRange { global, local, offset } => {
            put(&mut facts.global, global, global.len(), 1);
            put(&mut facts.local, local, global.len(), 1);
            put(&mut facts.offset, offset, global.len(), 0);
            (facts, global.len())
        }
        LaunchSpace::Unknown => (facts, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_dimensions_have_one_work_item() {
        let range = |global: &[Option<u64>], offset: &[Option<u64>]| {
            let (facts, dims) =
                space(&LaunchSpace::Range { global: global.to_vec(), offset: offset.to_vec() });
            (facts.global, facts.offset, dims)
        };
        let zeros = [Some(0); 3];
        assert_eq!(
            range(&[Some(8), None], &[Some(0), Some(2)]),
            ([None, Some(8), Some(1)], [Some(2), Some(0), Some(0)], 2)
        );
        // Nothing is known, not even the number of dimensions.
        assert_eq!(range(&[], &zeros), ([None; 3], [None; 3], 0));
        assert_eq!(
            range(&[Some(8)], &[]),
            ([Some(8), Some(1), Some(1)], [None, Some(0), Some(0)], 1)
        );
        let known = [Some(64), Some(32)];
        let (facts, dims) = space(&LaunchSpace::NdRange {
            global: known.to_vec(),
            local: Vec::new(),
            offset: known.to_vec(),
        });
        assert_eq!((facts.global, dims), ([Some(32), Some(64), Some(1)], 2));
        assert_eq!(facts.local, [None, None, Some(1)]);
        assert_eq!(space(&LaunchSpace::SingleTask).0.global, [Some(1); 3]);
    }
}
