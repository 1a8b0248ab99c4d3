//! Violations as diagnostics, with the path from a kernel.

use super::graph::{DeviceCode, Place, RootKind};
use super::reach::{Reach, Step};
use super::rules::Offence;
use crate::diag::{Code, Diag};

/// What the headers call a kernel to which the user gave no name.
const UNNAMED: &str = "sycl::detail::unnamed_kernel<";

/// More calls than this are not all shown.
const MOST_CALLS: usize = 12;

/// The diagnostic about something that functions do, the first of them nearest to a kernel.
pub fn offence(code: &DeviceCode, reach: &Reach, offence: Offence, functions: &[usize]) -> Diag {
    let Offence { code: rule, place, does, help, .. } = offence;
    let direct = format!("device code {does}");
    let mut diag = led_there(code, reach, functions, Finding { rule, place, direct, does });
    // How to fix a library is not for the user to know.
    diag.help = help.filter(|_| !place.system).map(str::to_owned);
    diag
}

/// The diagnostic about functions that call themselves.
pub fn cycle(code: &DeviceCode, reach: &Reach, cycle: &[Step<'_>]) -> Diag {
    let (first, rest) = (cycle[0], &cycle[1..]);
    let name = label(code, first.caller);
    let through: Vec<String> = rest.iter().take(3).map(|step| label(code, step.caller)).collect();
    let does = match (through.as_slice(), rest.len()) {
        ([], _) => "calls itself".to_owned(),
        (through, 0..=3) => format!("calls itself through {}", through.join(", ")),
        (through, all) => {
            format!("calls itself through {} and {} more", through.join(", "), all - through.len())
        }
    };
    let mut diag = led_there(
        code,
        reach,
        &[first.caller],
        Finding {
            rule: Code::Recursion,
            place: first.call.place,
            direct: format!("recursion in device code: {name} {does}"),
            does: "is recursive".to_owned(),
        },
    );
    let calls = rest.iter().take(MOST_CALLS).map(|step| crate::diag::Note {
        location: Some(step.call.place.location()),
        message: format!(
            "{} calls {} here",
            label(code, step.caller),
            label(code, step.call.callee)
        ),
    });
    diag.notes.splice(0..0, calls);
    if !first.call.place.system {
        diag.help = Some("write a loop instead".to_owned());
    }
    diag
}

/// The user's call to blame for a place in a header; none where the place is the user's own.
pub fn blamed(code: &DeviceCode, reach: &Reach, function: usize, place: Place) -> Option<Place> {
    let (steps, _) = reach.way(code, function);
    let call = steps.iter().map(|step| step.call.place).find(|place| !place.system)?;
    place.system.then_some(call)
}

/// What is reported about a place.
struct Finding {
    rule: Code,
    place: Place,
    /// Where the place is the user's.
    direct: String,
    /// Where it is not: the rest of a sentence about the function that the user calls.
    does: String,
}

/// An error in the user's code, with the calls that lead to it.
fn led_there(code: &DeviceCode, reach: &Reach, functions: &[usize], finding: Finding) -> Diag {
    let function = functions[0];
    let (steps, root) = reach.way(code, function);
    let here = format!("here, in {}", label(code, function));
    let at = |place: Place| Some(place.location());
    // What the headers do before they call the user's function object is of no interest.
    let users = steps.iter().rposition(|step| !step.call.place.system).map_or(0, |last| last + 1);
    let (mut steps, before) = steps.split_at(users);
    let mut diag;
    if !finding.place.system {
        diag = Diag::error(finding.rule, at(finding.place), finding.direct);
    } else if let Some(last) = steps.iter().position(|step| !step.call.place.system) {
        // The last thing that the user wrote is where something can be done about it.
        let call = steps[last].call;
        let message = format!(
            "{} cannot be called in device code: it {}",
            label(code, call.callee),
            finding.does
        );
        diag = Diag::error(finding.rule, at(call.place), message);
        diag = diag.note(at(finding.place), here);
        diag = calls(code, diag, &steps[..last]);
        steps = &steps[last + 1..];
    } else {
        let place = root.map_or(finding.place, |root| code.roots[root].place);
        diag = Diag::error(finding.rule, at(place), finding.direct);
        diag = diag.note(at(finding.place), here);
    }
    diag = calls(code, diag, steps);
    match root {
        Some(root) if code.roots[root].kind == RootKind::Argument => {
            // Of the functions that the compiler calls, the user knows the one that the headers call.
            match before.iter().rfind(|step| !code.functions[step.call.callee].place.system) {
                Some(step) => {
                    let callee = step.call.callee;
                    let message =
                        format!("{} runs for an argument of a kernel", label(code, callee));
                    diag.note(at(code.functions[callee].place), message)
                }
                None => begun(code, diag, functions, root),
            }
        }
        Some(root) => begun(code, diag, functions, root),
        None => diag,
    }
}

/// Adds calls, the last one first.
fn calls(code: &DeviceCode, mut diag: Diag, steps: &[Step<'_>]) -> Diag {
    let shown = if steps.len() > MOST_CALLS { MOST_CALLS / 2 } else { steps.len() };
    let called = |step: &Step<'_>| format!("{} is called here", label(code, step.call.callee));
    for step in &steps[..shown] {
        diag = diag.note(Some(step.call.place.location()), called(step));
    }
    if shown < steps.len() {
        let left_out = steps.len() - 2 * shown;
        diag = diag.note(None, format!("({left_out} more calls)"));
        for step in &steps[steps.len() - shown..] {
            diag = diag.note(Some(step.call.place.location()), called(step));
        }
    }
    diag
}

/// Adds where it all begins.
fn begun(code: &DeviceCode, diag: Diag, functions: &[usize], root: usize) -> Diag {
    let root = &code.roots[root];
    let message = match root.kind {
        RootKind::Kernel => {
            let kernel = match root.name.starts_with(UNNAMED) || root.name.is_empty() {
                true => "in this kernel".to_owned(),
                false => format!("in kernel `{}`", root.name),
            };
            match Reach::kernels(code, functions).saturating_sub(1) {
                0 => kernel,
                1 => format!("{kernel} and one other"),
                others => format!("{kernel} and {others} others"),
            }
        }
        RootKind::External => format!("in the SYCL_EXTERNAL function `{}`", root.name),
        RootKind::Argument => "for an argument of a kernel".to_owned(),
    };
    diag.note(Some(root.place.location()), message)
}

fn label(code: &DeviceCode, function: usize) -> String {
    let function = &code.functions[function];
    if function.lambda { "a lambda".to_owned() } else { format!("`{}`", function.name) }
}
