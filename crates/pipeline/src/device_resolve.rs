//! Selects the units of a device link, and finds missing definitions.
//!
//! Manifests alone decide, as symbol tables do for a linker: bitcode is read only if the link can succeed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::demangle;

use crate::device_section::{Function, OpenKernel, Processor, Record};

/// A unit of device code and its origin.
#[derive(Clone, Debug)]
pub struct Found {
    /// The object, or the library and its member, for messages.
    pub origin: String,
    /// The device code.
    pub record: Record,
}

impl Found {
    /// The name of the family that the code is for.
    fn family(&self) -> &str {
        &self.record.manifest.target.family
    }

    fn is_for(&self, family: &str) -> bool {
        self.family() == family
    }
}

/// What a device link links.
#[derive(Debug, PartialEq, Eq)]
pub struct Selection {
    /// Positions of units with kernels to finish, in order.
    pub open: Vec<usize>,
    /// Positions of all units whose code is needed, in order; those above are among them.
    pub needed: Vec<usize>,
}

/// Selects the units that the kernels of the program need, for each family that has kernels to finish, by its
/// name.
///
/// `units` starts with those that are part of the program, `present` of them; library members follow. If
/// several libraries define a function, the first is used.
///
/// # Errors
/// For each function that is undefined, is defined in two parts of the program, or requires features that a
/// kernel's processor does not have.
pub fn select_all(units: &[Found], present: usize) -> Result<Vec<(String, Selection)>, Vec<Diag>> {
    let families: BTreeSet<&str> = units.iter().map(Found::family).collect();
    let mut all = Vec::new();
    for family in families {
        // All families usually have the same errors: report those of the first.
        let selection = select(units, present, family)?;
        if !selection.open.is_empty() {
            all.push((family.to_owned(), selection));
        }
    }
    Ok(all)
}

/// Selects the units that kernels for one family need.
fn select(units: &[Found], present: usize, family: &str) -> Result<Selection, Vec<Diag>> {
    let mut diags = duplicates(&units[..present.min(units.len())], family);
    let owners = owners(units, present, family);
    let mut needed = HashSet::new();
    let mut open = Vec::new();
    let mut recursive: BTreeSet<Vec<&str>> = BTreeSet::new();
    let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut unfit: BTreeMap<(usize, String), String> = BTreeMap::new();
    let ours = |(_, unit): &(usize, &Found)| unit.is_for(family);
    for (position, unit) in units.iter().enumerate().take(present).filter(ours) {
        let manifest = &unit.record.manifest;
        if !manifest.kernels.is_empty() {
            open.push(position);
            needed.insert(position);
        }
        for kernel in &manifest.kernels {
            for need in reach(&kernel.needs, &owners) {
                recursive.extend(cycle(need, &owners));
                match owners.get(need) {
                    None => missing.entry(need).or_default().push(described(kernel, unit)),
                    Some(&(owner, _)) => {
                        needed.insert(owner);
                        for processor in &manifest.target.processors {
                            if let Some(lacks) = lacking(&units[owner], processor) {
                                let what = format!("{family}:{} ({lacks})", processor.name);
                                unfit
                                    .entry((owner, what))
                                    .or_insert_with(|| described(kernel, unit));
                            }
                        }
                    }
                }
            }
        }
    }
    let named = units.iter().any(|unit| !unit.is_for(family)).then_some(family);
    diags.extend(missing.into_iter().map(|(symbol, kernels)| undefined(symbol, &kernels, named)));
    diags.extend(recursive.into_iter().map(|cycle| calls_itself(&cycle)));
    diags.extend(unfit.into_iter().map(|((owner, target), kernel)| {
        let message = format!(
            "{kernel} is compiled for {target}, but the device code it needs from '{}' is compiled \
             for a processor that has more",
            units[owner].origin
        );
        Diag::error(Code::DeviceCodeMismatch, None, message)
            .help("compile both with the same -march or --targets")
    }));
    if !diags.is_empty() {
        return Err(diags);
    }
    let mut needed: Vec<usize> = needed.into_iter().collect();
    needed.sort_unstable();
    Ok(Selection { open, needed })
}

/// Functions by their symbols, with the positions of their units.
type Owners<'a> = HashMap<&'a str, (usize, &'a Function)>;

/// The definition that is used: one that may not be repeated, otherwise the program's first, otherwise a
/// library's first.
fn owners<'a>(units: &'a [Found], present: usize, family: &str) -> Owners<'a> {
    let mut owners = Owners::new();
    let (program, libraries) = (0..present.min(units.len()), present.min(units.len())..units.len());
    for (positions, strong) in [(program.clone(), true), (program, false), (libraries, false)] {
        for position in positions.filter(|&position| units[position].is_for(family)) {
            for function in &units[position].record.manifest.functions {
                if !(strong && function.repeatable) {
                    owners.entry(&function.symbol).or_insert((position, function));
                }
            }
        }
    }
    owners
}

/// These functions of other units, and all that they need.
fn reach<'a>(needs: &'a [String], owners: &Owners<'a>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    let mut open: Vec<&str> = needs.iter().map(String::as_str).collect();
    while let Some(symbol) = open.pop() {
        if seen.insert(symbol) {
            order.push(symbol);
            if let Some((_, function)) = owners.get(symbol) {
                open.extend(function.needs.iter().map(String::as_str));
            }
        }
    }
    order
}

/// The functions of a call cycle that contains this one, if there is one.
///
/// Recursion within a unit is found when the unit is compiled.
fn cycle<'a>(symbol: &'a str, owners: &Owners<'a>) -> Option<Vec<&'a str>> {
    let reached = reach(&owners.get(symbol)?.1.needs, owners);
    let mut circle: Vec<&str> = reached
        .iter()
        .copied()
        .filter(|other| {
            owners.get(other).is_some_and(|(_, f)| reach(&f.needs, owners).contains(&symbol))
        })
        .collect();
    circle.sort_unstable();
    (!circle.is_empty()).then_some(circle)
}

fn calls_itself(cycle: &[&str]) -> Diag {
    let names: Vec<String> = cycle.iter().map(|symbol| format!("`{}`", demangle(symbol))).collect();
    let message = format!("device functions {} call one another recursively", names.join(" and "));
    Diag::error(Code::RecursionAcrossUnits, None, message).help("rewrite the recursion as a loop")
}

fn duplicates(units: &[Found], family: &str) -> Vec<Diag> {
    let mut strong: HashMap<&str, &str> = HashMap::new();
    let mut diags = Vec::new();
    for unit in units.iter().filter(|unit| unit.is_for(family)) {
        for function in unit.record.manifest.functions.iter().filter(|f| !f.repeatable) {
            if let Some(earlier) = strong.insert(&function.symbol, &unit.origin) {
                let message = format!(
                    "device function `{}` is defined in '{earlier}' and in '{}'",
                    demangle(&function.symbol),
                    unit.origin
                );
                let help = "leave one definition, or make it inline";
                diags.push(Diag::error(Code::RepeatedDeviceFunction, None, message).help(help));
            }
        }
    }
    diags
}

/// The number of kernels that a message lists before it counts the rest.
const MOST_LISTED: usize = 3;

/// The message names the family if there is code for several.
fn undefined(symbol: &str, kernels: &[String], family: Option<&str>) -> Diag {
    let mut listed = kernels.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
    if kernels.len() > MOST_LISTED {
        listed += &format!(" and {} more", kernels.len() - MOST_LISTED);
    }
    let needs = if kernels.len() == 1 { "needs" } else { "need" };
    let name = demangle(symbol);
    let (place, how) = match family {
        None => (String::new(), ""),
        Some(family) => (format!(" for target '{family}'"), " for it"),
    };
    let message = format!("undefined device function `{name}`{place}, which {listed} {needs}");
    Diag::error(Code::UndefinedDeviceFunction, None, message).help(format!(
        "define `{name}` with SYCL_EXTERNAL in a file that scythe++ compiles{how}, and link its object \
         or static library"
    ))
}

fn described(kernel: &OpenKernel, unit: &Found) -> String {
    let Kernel { name, location, .. } = &kernel.kernel;
    match location {
        Some(location) => format!("kernel `{name}` ({location}) in '{}'", unit.origin),
        None => format!("kernel `{name}` in '{}'", unit.origin),
    }
}

/// Features that a unit's code requires and the processor does not have, as text.
fn lacking(unit: &Found, processor: &Processor) -> Option<String> {
    let has: HashSet<&str> =
        processor.features.split(',').filter_map(|feature| feature.strip_prefix('+')).collect();
    let lacks: Vec<String> = unit
        .record
        .manifest
        .features
        .iter()
        .filter(|feature| !has.contains(feature.as_str()))
        .map(|feature| format!("no {feature}"))
        .collect();
    (!lacks.is_empty()).then(|| {
        let mut text = lacks.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
        if lacks.len() > MOST_LISTED {
            text += ", …";
        }
        text
    })
}

#[cfg(test)]
mod tests;
