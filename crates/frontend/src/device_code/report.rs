//! Violations as diagnostics, with the path from a kernel.

use super::graph::{DeviceCode, Place, RootKind};
use super::reach::{Reach, Step};
use super::rules::Violation;
use crate::diag::{Code, Diag};

/// The prefix of the headers' name for an unnamed kernel.
const UNNAMED: &str = "sycl::detail::unnamed_kernel<";

/// The number of calls up to which a path is shown in full.
const MOST_CALLS: usize = 12;

/// The diagnostic about a violation in `functions`, of which the first is nearest to a kernel.
pub fn violation(
    code: &DeviceCode,
    reach: &Reach,
    violation: Violation,
    functions: &[usize],
) -> Diag {
    let Violation { code: rule, place, does, help, .. } = violation;
    let direct = format!("device code {does}");
    let mut diag = with_path(code, reach, functions, Finding { rule, place, direct, does });
    // Users cannot fix a library.
    diag.help = help.filter(|_| !place.system).map(str::to_owned);
    diag
}

/// The diagnostic about a recursion.
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
    let mut diag = with_path(
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

/// The user's call that leads to a location in a header; none if the location is in the user's own code.
pub fn users_call(
    code: &DeviceCode,
    reach: &Reach,
    function: usize,
    place: Place,
) -> Option<Place> {
    let (steps, _) = reach.path(code, function);
    let call = steps.iter().map(|step| step.call.place).find(|place| !place.system)?;
    place.system.then_some(call)
}

/// A violation in two wordings.
struct Finding {
    rule: Code,
    place: Place,
    /// The message if the location is in the user's code.
    direct: String,
    /// Otherwise: the end of a sentence about the function that the user calls.
    does: String,
}

/// An error at a location in the user's code, with the calls that lead to the violation.
fn with_path(code: &DeviceCode, reach: &Reach, functions: &[usize], finding: Finding) -> Diag {
    let function = functions[0];
    let (steps, root) = reach.path(code, function);
    let here = format!("here, in {}", label(code, function));
    let at = |place: Place| Some(place.location());
    // Calls that the headers make before they call the user's function object are not shown.
    let users = steps.iter().rposition(|step| !step.call.place.system).map_or(0, |last| last + 1);
    let (mut steps, before) = steps.split_at(users);
    let mut diag;
    if !finding.place.system {
        diag = Diag::error(finding.rule, at(finding.place), finding.direct);
    } else if let Some(last) = steps.iter().position(|step| !step.call.place.system) {
        // The last call in the user's code is where the user can fix it.
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
            // Of the functions that the compiler calls, the user knows the one that the headers call in turn.
            match before.iter().rfind(|step| !code.functions[step.call.callee].place.system) {
                Some(step) => {
                    let callee = step.call.callee;
                    let message =
                        format!("{} runs for an argument of a kernel", label(code, callee));
                    diag.note(at(code.functions[callee].place), message)
                }
                None => with_root(code, diag, functions, root),
            }
        }
        Some(root) => with_root(code, diag, functions, root),
        None => diag,
    }
}

/// Adds notes about calls, the last one first.
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

/// Adds a note about the root.
fn with_root(code: &DeviceCode, diag: Diag, functions: &[usize], root: usize) -> Diag {
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
