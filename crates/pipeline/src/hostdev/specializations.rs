//! The specializations of kernels: facts about launches are applied to device code.
//!
//! Before: one function per kernel
//! After:  one function per specialization, the most specific first; a specialization that is not valid for every
//!         launch has conditions, which the runtime checks
//!
//! Specializations are made after methods have been inlined, and before the last simplification, which makes
//! use of the facts.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use scythe_bind::{ArgumentFacts, Known, Multiple, finds_pointers, meets_others, specialize};
use scythe_frontend::arguments::layout::Layout;
use scythe_frontend::arguments::pointers::{LeadsTo, Pointer, pointers};
use scythe_frontend::notes::Kernel;
use scythe_image::{Reach, Variant};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    erase, has_loops, instructions, set_attribute, string_attribute, structural_hash,
    walked_arguments,
};
use scythe_mux::{SpaceFacts, entry_points_of, mark_entry_point};

use super::{HostdevOptions, HostdevPass};
use crate::{PipelineError, device_globals, rebuilding};

/// The attribute with the number of a function's specialization.
const ATTR_SPECIALIZATION: &str = "scythe-specialization";

/// Kernels with more instructions are not specialized: their code would grow too much.
const MOST_INSTRUCTIONS: usize = 4000;

/// Kernels with more instructions are not specialized for some of their launches only, nor are those without
/// loops, which gain little from constants.
const MOST_SPECIAL: usize = 1000;

/// Facts about the launches of a kernel.
#[derive(Clone, Debug, Default)]
pub struct LaunchFacts {
    /// Facts about all possible launches.
    pub always: SiteFacts,
    /// Facts about some launches, each of which is worth a specialization.
    pub sometimes: Vec<SiteFacts>,
}

/// Facts about a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteFacts {
    /// Constant bytes of arguments.
    pub constants: Vec<Known>,
    /// Known ranges and offsets of accessors among the arguments.
    pub ranges: Vec<Known>,
    /// The index space.
    pub space: SpaceFacts,
    /// Its dimensions, 1 to 3, if anything is known about it.
    pub dims: usize,
    /// The pointers, by number, that are disjoint from all others, unless nothing is written.
    pub disjoint: Vec<usize>,
    /// Whether two pointers, of which the kernel writes through at least one, are known to overlap.
    pub overlaps: bool,
}

/// All kernels with known facts, by symbol.
pub type Launches = HashMap<String, LaunchFacts>;

/// A specialization of a kernel; by default the only one, without conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Specialization {
    /// Its number among the kernel's specializations.
    pub number: u32,
    /// Whether a launch must have disjoint pointers.
    pub no_alias: bool,
    /// The values that arguments must have.
    pub arguments: Vec<Known>,
    /// The arguments that must be multiples of [`scythe_bind::MULTIPLES_OF`].
    pub multiples: Vec<Multiple>,
    /// What it accesses through USM pointers: their arguments, offsets there, and the memory.
    pub reaches: Vec<(usize, u64, Reach)>,
    /// The index space that a launch must have.
    pub space: SpaceFacts,
    /// Its number of dimensions.
    pub dims: usize,
    /// Whether its code relies on more of the index space, which all launches are known to have.
    pub known_space: bool,
}

impl Specialization {
    /// The flags of its variant in the record.
    #[must_use]
    pub fn flags(&self) -> u32 {
        let no_alias = if self.no_alias { Variant::NO_ALIAS } else { 0 };
        let known_space = if self.known_space { Variant::KNOWN_SPACE } else { 0 };
        no_alias | known_space
    }
}

/// The specializations of a kernel, the most specific first, the last one without conditions.
#[derive(Clone, Debug)]
pub struct SpecializedKernel {
    /// The kernel's symbol.
    pub symbol: String,
    /// Its specializations.
    pub specializations: Vec<Specialization>,
    /// The pointers among its arguments.
    pub pointers: Vec<Pointer>,
    /// The facts that were used, as text.
    contents: String,
}

impl SpecializedKernel {
    /// Distinguishes specializations and layouts of one kernel in different translation units: the linker
    /// keeps one definition of each name.
    #[must_use]
    pub fn key(&self, layout: &Layout) -> String {
        let mut hasher = DefaultHasher::new();
        format!("{:?} {:?} {layout:?}", self.specializations, self.contents).hash(&mut hasher);
        format!(".{:016x}", hasher.finish())
    }
}

/// The number of a function's specialization.
#[must_use]
pub fn specialization_number(function: FunctionValue<'_>) -> u32 {
    string_attribute(function, ATTR_SPECIALIZATION).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Makes specializations of all kernels that benefit from them. `reads_widely`: the target reads several
/// elements at once only if addresses are known to be multiples of the size of such an access.
///
/// # Errors
/// When a kernel is not what its notes describe, which is a bug.
pub fn make(
    module: &Module<'_>,
    kernels: &[&Kernel],
    launches: &Launches,
    (options, reads_widely): (&HostdevOptions, bool),
) -> Result<Vec<SpecializedKernel>, PipelineError> {
    let mut all = Vec::new();
    for kernel in kernels {
        let Some(&function) = entry_points_of(module, &kernel.symbol).first() else { continue };
        let facts = launches.get(&kernel.symbol).cloned().unwrap_or_default();
        let maker = Maker { module, kernel, function, options, reads_widely };
        if let Some(specializations) = maker.make(&facts)? {
            all.push(specializations);
        }
    }
    Ok(all)
}

struct Maker<'a, 'c> {
    module: &'a Module<'c>,
    kernel: &'a Kernel,
    function: FunctionValue<'c>,
    options: &'a HostdevOptions,
    reads_widely: bool,
}

/// The facts for a specialization.
#[derive(Clone, Debug)]
struct Draft {
    facts: ArgumentFacts,
    space: SpaceFacts,
    condition: Specialization,
}

impl<'c> Maker<'_, 'c> {
    fn make(&self, facts: &LaunchFacts) -> Result<Option<SpecializedKernel>, PipelineError> {
        let Some(plan) = &self.kernel.plan else { return Ok(None) };
        // Where pointers are unknown, nothing is known about objects that are rebuilt from them either.
        let Some(pointers) = pointers(self.kernel) else { return Ok(None) };
        // Parameters are the arguments unless objects are rebuilt outside of the kernel.
        let is_whole = !rebuilding::is_outlined(self.module, self.function);
        let known = if is_whole { reaches(&pointers, self.function) } else { Vec::new() };
        let drafts = self.drafts(facts, &pointers, &known);
        let shows_arguments = self.options.has(HostdevPass::DeadArguments) && !plan.is_plain();
        if drafts.iter().all(Draft::is_plain) && !shows_arguments {
            return Ok(None);
        }
        let whole = rebuilding::put_together(self.module, self.function)?;
        let known = if is_whole { known } else { reaches(&pointers, whole) };
        let drafts = with_reaches(drafts, &pointers, &known);
        let drafts = self.with_multiples(drafts, &pointers, whole);
        let contents = format!("{drafts:?}");
        let (mut specializations, mut last) = (Vec::new(), whole);
        for draft in drafts {
            let number = draft.condition.number;
            let name = format!("{}.specialization.{number}", self.kernel.symbol);
            let made = specialize(self.module, whole, (plan, &pointers), &draft.facts, &name)?;
            mark_entry_point(self.module, made, &self.kernel.symbol);
            set_attribute(self.module, made, ATTR_SPECIALIZATION, &number.to_string());
            draft.space.put_on(self.module, made);
            specializations.push(draft.condition);
            last = made;
        }
        erase(whole);
        // The specialization without conditions is the kernel itself.
        last.as_global_value().set_name(&self.kernel.symbol);
        let symbol = self.kernel.symbol.clone();
        Ok(Some(SpecializedKernel { symbol, specializations, pointers, contents }))
    }

    /// The facts for each specialization of the kernel, the most specific first.
    fn drafts(
        &self,
        launches: &LaunchFacts,
        pointers: &[Pointer],
        reaches: &[Option<Reach>],
    ) -> Vec<Draft> {
        let always = self.allowed(&launches.always);
        let touching = pairs_that_matter(pointers);
        let telling = touching
            && !finds_pointers(self.function)
            && !device_globals::are_used_by(self.module, self.function);
        let meets = meets_others(self.function);
        let writes = |number: usize| {
            let reach = reaches.get(number).copied().flatten();
            pointers[number].writes() && reach.is_none_or(|reach| reach.writes)
        };
        // Other work-items may write to the same memory, which this one sees when it meets them.
        let can_be_disjoint = |&number: &usize| !meets || !writes(number);
        let everything: Vec<usize> = (0..pointers.len()).filter(can_be_disjoint).collect();
        let mut disjoint = if telling { always.disjoint.clone() } else { Vec::new() };
        disjoint.retain(can_be_disjoint);
        let all_disjoint = disjoint.len() == everything.len();
        let base = Draft::new(&always, disjoint);
        if instructions(self.function).len() > MOST_INSTRUCTIONS {
            let mut base = base;
            base.condition.known_space = always.space != SpaceFacts::default();
            return number(vec![base]);
        }
        // Work-items run in parallel anyway; overlap prevents optimisations of loops inside of them.
        let checked = telling
            && !all_disjoint
            && !always.overlaps
            && self.options.has(HostdevPass::Disjoint)
            && has_loops(self.function);
        let mut drafts = Vec::new();
        let special = has_loops(self.function) && instructions(self.function).len() < MOST_SPECIAL;
        for facts in launches.sometimes.iter().filter(|_| special) {
            let mut facts = self.allowed(facts);
            facts.constants.extend(always.constants.iter().cloned());
            facts.ranges.extend(always.ranges.iter().cloned());
            facts.space = facts.space.and(&always.space);
            let with_check = checked && !facts.overlaps;
            let disjoint =
                if with_check { everything.clone() } else { base.facts.disjoint.clone() };
            let mut draft = Draft::new(&facts, disjoint);
            draft.condition.no_alias = with_check;
            draft.condition.arguments =
                without(&draft.facts.known, &base.facts.known).cloned().collect();
            draft.condition.space = facts.space.without(&always.space);
            drafts.push(draft);
        }
        if checked {
            let mut draft = Draft::new(&always, everything);
            draft.condition.no_alias = true;
            drafts.push(draft);
        }
        drafts.push(base);
        for draft in &mut drafts {
            draft.condition.known_space = always.space != SpaceFacts::default();
        }
        number(drafts)
    }

    /// Adds drafts for arguments that are multiples of the widest access, if loops can then read several
    /// elements at once: for all of these arguments, and for pointers alone, which almost always are.
    fn with_multiples(
        &self,
        mut drafts: Vec<Draft>,
        pointers: &[Pointer],
        whole: FunctionValue<'c>,
    ) -> Vec<Draft> {
        let Some(at) = drafts.iter().position(Draft::asks_only_for_disjoint_memory) else {
            return drafts;
        };
        if !self.reads_widely || instructions(whole).len() > MOST_SPECIAL {
            return drafts;
        }
        let multiples: Vec<Multiple> = walked_arguments(whole)
            .into_iter()
            .map(|part| Multiple {
                argument: part.parameter as usize,
                at: part.at,
                size: part.size,
                is_pointer: part.is_pointer,
            })
            .collect();
        let is_of_program = |part: &&Multiple| {
            let same = |p: &Pointer| (p.argument, p.at) == (part.argument, part.at);
            let found = pointers.iter().find(|pointer| same(pointer));
            found.is_some_and(|pointer| pointer.leads_to == LeadsTo::Anything)
        };
        let (of_memory, numbers): (Vec<Multiple>, Vec<Multiple>) =
            multiples.iter().partition(|part| part.is_pointer);
        let disjoint = &drafts[at].facts.disjoint;
        let is_parameter = |part: &Multiple| {
            disjoint
                .iter()
                .any(|&n| (pointers[n].argument, pointers[n].at) == (part.argument, part.at))
        };
        if of_memory.is_empty() || !of_memory.iter().all(|p| is_of_program(&p) && is_parameter(p)) {
            return drafts;
        }
        let draft = drafts[at].clone();
        let with = |multiples: Vec<Multiple>| {
            let mut draft = draft.clone();
            draft.facts.multiples.clone_from(&multiples);
            draft.condition.multiples = multiples;
            draft
        };
        drafts.insert(at, with(of_memory));
        if !numbers.is_empty() {
            drafts.insert(at, with(multiples));
        }
        number(drafts)
    }

    /// Those of the facts that enabled optimisations may use.
    fn allowed(&self, facts: &SiteFacts) -> SiteFacts {
        let mut facts = facts.clone();
        if !self.options.has(HostdevPass::Constants) {
            facts.constants.clear();
        }
        if !self.options.has(HostdevPass::Ranges) {
            facts.ranges.clear();
            facts.space = SpaceFacts::default();
        }
        if !self.options.has(HostdevPass::Aliasing) {
            facts.disjoint.clear();
        }
        facts
    }
}

impl Draft {
    fn new(facts: &SiteFacts, disjoint: Vec<usize>) -> Self {
        let known = facts.constants.iter().chain(&facts.ranges).cloned().collect();
        Self {
            facts: ArgumentFacts { known, disjoint, multiples: Vec::new() },
            space: facts.space.clone(),
            condition: Specialization { dims: facts.dims, ..Specialization::default() },
        }
    }

    fn asks_only_for_disjoint_memory(&self) -> bool {
        let Specialization { no_alias, arguments, space, .. } = &self.condition;
        *no_alias && arguments.is_empty() && *space == SpaceFacts::default()
    }

    fn is_plain(&self) -> bool {
        let ArgumentFacts { known, disjoint, multiples } = &self.facts;
        let of_arguments = known.is_empty() && disjoint.is_empty() && multiples.is_empty();
        of_arguments && self.space == SpaceFacts::default()
    }
}

/// What the kernel accesses through each pointer of the program, where that is known.
fn reaches(pointers: &[Pointer], whole: FunctionValue<'_>) -> Vec<Option<Reach>> {
    let mut all = vec![None; pointers.len()];
    if !pairs_that_matter(pointers) || !has_loops(whole) {
        return all;
    }
    let of_program: Vec<usize> = (0..pointers.len())
        .filter(|&number| pointers[number].leads_to == LeadsTo::Anything)
        .collect();
    let place = |&number: &usize| {
        let Pointer { argument, at, .. } = pointers[number];
        (u32::try_from(argument).unwrap_or(u32::MAX), at)
    };
    let places: Vec<(u32, u64)> = of_program.iter().map(place).collect();
    for (number, reach) in of_program.into_iter().zip(scythe_llvm::reaches(whole, &places)) {
        all[number] = reach.map(|known| {
            let scythe_llvm::Reach { first, end, strides, limit, writes, is_bounded, .. } = known;
            Reach { first, end, strides, limit, writes, is_bounded }
        });
    }
    all
}

/// Adds this to drafts that ask for disjoint memory.
fn with_reaches(
    mut drafts: Vec<Draft>,
    pointers: &[Pointer],
    reaches: &[Option<Reach>],
) -> Vec<Draft> {
    let known: Vec<(usize, u64, Reach)> = pointers
        .iter()
        .zip(reaches)
        .filter_map(|(pointer, reach)| Some((pointer.argument, pointer.at, (*reach)?)))
        .collect();
    for draft in drafts.iter_mut().filter(|draft| draft.condition.no_alias) {
        draft.condition.reaches.clone_from(&known);
    }
    drafts
}

fn number(mut drafts: Vec<Draft>) -> Vec<Draft> {
    for (draft, number) in drafts.iter_mut().zip(0..) {
        draft.condition.number = number;
    }
    drafts
}

fn without<'k>(known: &'k [Known], others: &'k [Known]) -> impl Iterator<Item = &'k Known> {
    known.iter().filter(|known| !others.contains(known))
}

/// Whether overlap of pointers matters: there are two, and the kernel writes through one.
fn pairs_that_matter(pointers: &[Pointer]) -> bool {
    pointers.len() > 1 && pointers.iter().any(Pointer::writes)
}

/// Drops specializations that are identical to the general one.
///
/// A kernel with loops may still benefit when its loops are vectorised, so it keeps its specializations.
pub fn drop_idle(module: &Module<'_>, all: &mut [SpecializedKernel]) {
    for kernel in all {
        let functions: HashMap<u32, FunctionValue<'_>> = entry_points_of(module, &kernel.symbol)
            .into_iter()
            .map(|f| (specialization_number(f), f))
            .collect();
        let Some(&base) =
            kernel.specializations.last().and_then(|last| functions.get(&last.number))
        else {
            continue;
        };
        if has_loops(base) {
            continue;
        }
        let hash = structural_hash(base);
        let last = kernel.specializations.len() - 1;
        let mut index = 0;
        kernel.specializations.retain(|specialization| {
            index += 1;
            let Some(&function) = functions.get(&specialization.number) else { return true };
            let idle = index <= last && structural_hash(function) == hash;
            if idle {
                erase(function);
            }
            !idle
        });
    }
}
