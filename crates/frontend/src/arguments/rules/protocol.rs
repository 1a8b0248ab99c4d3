//! The decomposition protocol: `sycl_deconstruct` and `sycl_reconstruct`.

use super::{Check, Place};
use crate::diag::Code;
use crate::notes::{Access, Location, Signature, Type};

/// A fault of a function of the protocol, as the end of a sentence, and advice.
type Fault = (String, String);

fn fault(what: impl Into<String>, help: impl Into<String>) -> Fault {
    (what.into(), help.into())
}

impl<'n> Check<'n> {
    /// Checks a class with the protocol, and everything that it decomposes into.
    pub(super) fn decomposed(&mut self, ty: &'n Type, place: &Place<'n>) {
        let Some(deconstruct) = &ty.deconstruct else { return };
        for wrong in deconstruct_faults(ty, deconstruct) {
            self.protocol(Code::BadDeconstruct, ty, place, wrong, deconstruct.location.as_ref());
        }
        match &ty.reconstruct {
            Some(reconstruct) => {
                for wrong in reconstruct_faults(ty, reconstruct) {
                    let at = reconstruct.location.as_ref();
                    self.protocol(Code::BadReconstruct, ty, place, wrong, at);
                }
            }
            None => {
                let wrong = fault(
                    "has `sycl_deconstruct` but no `sycl_reconstruct`",
                    format!("declare `static {} sycl_reconstruct(…)`", unqualified(ty)),
                );
                self.protocol(Code::BadReconstruct, ty, place, wrong, ty.declared.as_ref());
            }
        }
        for (index, element) in ty.elements.iter().flatten().enumerate() {
            let place = place.element(index);
            if element.requires_decomposition() {
                self.argument(element, &place);
            } else {
                self.bytes(element, &place);
            }
        }
    }

    fn protocol(
        &mut self,
        code: Code,
        ty: &'n Type,
        place: &Place<'n>,
        (what, help): Fault,
        at: Option<&Location>,
    ) {
        let message = format!("{}, which {what}", place.has_type(ty));
        let mut diag = self.diag(code, place, message);
        if let Some(at) = at {
            diag = diag.note(Some(at.clone()), "declared here");
        }
        self.finish(diag, place, help);
    }
}

/// Checks the requirements on both functions: one of them can be called, is public, and returns.
fn faults(name: &str, ty: &Type, member: &Signature) -> Vec<Fault> {
    let mut found = Vec::new();
    if member.access != Access::Public {
        found.push(fault(
            format!("declares `{name}` as {}", member.access),
            format!("make `{name}` public: it is called from outside of the class"),
        ));
    }
    if member.deleted {
        found.push(fault(
            format!("declares `{name}` as deleted"),
            format!("define `{name}`, or remove it and its counterpart from `{}`", unqualified(ty)),
        ));
    }
    if member.noreturn {
        found.push(fault(
            format!("declares `{name}` as `[[noreturn]]`"),
            format!("let `{name}` return"),
        ));
    }
    if member.variadic {
        found.push(fault(
            format!("declares `{name}` with variadic parameters"),
            "declare each parameter with its type",
        ));
    }
    found
}

fn deconstruct_faults(ty: &Type, member: &Signature) -> Vec<Fault> {
    let mut found = faults("sycl_deconstruct", ty, member);
    if member.is_static {
        found.push(fault(
            "declares `sycl_deconstruct` as static",
            "make it a non-static member function: it decomposes an object",
        ));
    }
    if !member.parameters.is_empty() {
        found.push(fault(
            "declares `sycl_deconstruct` with parameters",
            "declare `sycl_deconstruct` without parameters",
        ));
    }
    if !member.resolved && found.is_empty() {
        found.push(if member.declared > 1 {
            fault(
                "declares several functions `sycl_deconstruct` none of which is the one to call",
                "keep only one that can be called without arguments",
            )
        } else {
            fault(
                "declares a `sycl_deconstruct` that cannot be called for an object",
                "give it no parameters and make it callable on an lvalue",
            )
        });
    }
    if member.resolved && ty.elements.is_none() {
        found.push(fault(
            format!(
                "returns `{}` from `sycl_deconstruct`, which cannot initialise a structured binding",
                member.result
            ),
            "return a std::tuple, a std::pair, a std::array, or a class with public members only",
        ));
    }
    found
}

fn reconstruct_faults(ty: &Type, member: &Signature) -> Vec<Fault> {
    let mut found = faults("sycl_reconstruct", ty, member);
    if !member.is_static {
        found.push(fault(
            "declares `sycl_reconstruct` as non-static",
            "make it static: there is no object yet",
        ));
    }
    let ambiguous = !member.resolved && member.declared > 1;
    if ambiguous && ty.elements.is_some() {
        found.push(fault(
            "declares several functions `sycl_reconstruct` none of which is the one to call with \
             what `sycl_deconstruct` returns",
            "keep only one that fits",
        ));
        return found;
    }
    if !member.exact && !ambiguous {
        let own = unqualified(ty);
        found.push(fault(
            format!("returns `{}` from `sycl_reconstruct`", member.result),
            format!("return `{own}` itself: no reference, no qualifiers, no other class"),
        ));
    }
    if let Some(elements) = &ty.elements {
        found.extend(parameter_faults(elements, member));
    }
    found
}

fn parameter_faults(elements: &[Type], member: &Signature) -> Vec<Fault> {
    let mut found = Vec::new();
    let help = "declare one parameter per element of what `sycl_deconstruct` returns, in that order, \
                and behind them only parameters with default arguments";
    let (taken, parameters) = (elements.len(), member.parameters.len());
    if parameters < taken && !member.variadic {
        let what = format!(
            "has a `sycl_reconstruct` that takes {parameters} of the {taken} elements that \
             `sycl_deconstruct` returns"
        );
        found.push(fault(what, help));
    }
    for (index, (parameter, element)) in member.parameters.iter().zip(elements).enumerate() {
        if parameter.takes == Some(false) {
            let what = format!(
                "has a `sycl_reconstruct` whose parameter {}, of type `{}`, cannot be initialised \
                 with the element of type `{}` that `sycl_deconstruct` returns for it",
                index + 1,
                parameter.spelling,
                element.spelling
            );
            found.push(fault(what, help));
        }
    }
    for (index, extra) in member.parameters.iter().enumerate().skip(taken) {
        if !extra.default {
            let what = format!(
                "has a `sycl_reconstruct` whose parameter {}, of type `{}`, gets no element and has \
                 no default argument",
                index + 1,
                extra.spelling
            );
            found.push(fault(what, help));
        }
    }
    if found.is_empty() && !member.resolved && member.declared == 1 && member.is_static {
        let what = "has a `sycl_reconstruct` that cannot be called with what `sycl_deconstruct` \
                    returns";
        found.push(fault(what, help));
    }
    found
}

fn unqualified(ty: &Type) -> &str {
    ty.spelling.trim_start_matches("const ").trim_start_matches("volatile ")
}
