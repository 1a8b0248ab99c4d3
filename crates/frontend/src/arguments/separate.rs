//! Kernel arguments with compile-time properties.
//!
//! A class may specify properties that its objects have as kernel arguments. Decomposed objects and their parts
//! become arguments anyway. Any other object becomes one if it is a capture of the kernel's lambda or a member of its
//! function object; it is then passed separately, so that there is a parameter with the properties. In members of
//! members, the properties are ignored.

use std::collections::HashMap;

use super::plan::Plan;
use crate::agree;
use crate::notes::{Kernel, Kind, Notes, Type};

/// A parameter of a kernel, with the separate arguments in it marked ([`Type::separate`]).
///
/// Kernels that the program launches through a function of its own have none: the host pass counts their
/// arguments, and it may not see the attributes.
#[must_use]
pub fn marked(kernel: &Kernel, parameter: &Type) -> Type {
    let mut parameter = parameter.clone();
    if !kernel.own_launch {
        mark_members(&mut parameter);
    }
    parameter
}

/// Marks the members of a function object and of its bases.
fn mark_members(object: &mut Type) {
    // The headers wrap the user's function objects in others; wrappers of the program are lambdas.
    let wraps = object.system;
    let fields = object.fields.iter_mut().filter(|field| field.bit_width.is_none());
    let fields = fields.map(|field| {
        let inside = wraps || field.kind == Kind::Closure;
        (field, inside)
    });
    let bases = object.bases.iter_mut().map(|base| (base, true));
    for (part, inside) in bases.chain(fields) {
        if part.recursive || part.virtual_base || part.is_decomposed() {
            continue;
        }
        if !part.properties.is_empty() {
            // Objects without bytes are not passed.
            part.separate = part.data_size != Some(0);
        } else if inside {
            mark_members(part);
        }
    }
}

/// Replaces the plans of the host's kernels by those that follow from the device's properties, which the host
/// pass may not see.
pub fn adopt(host: &mut Notes, device: &Notes) {
    if !device.kernels.iter().any(|kernel| kernel.parameters.iter().any(has_properties)) {
        return;
    }
    let partners: HashMap<usize, &Kernel> = host
        .kernels
        .iter()
        .enumerate()
        .filter_map(|(index, kernel)| Some((index, agree::partner(kernel, device)?)))
        .collect();
    for (index, kernel) in host.kernels.iter_mut().enumerate() {
        let Some(partner) = partners.get(&index).filter(|_| kernel.plan.is_some()) else {
            continue;
        };
        for (own, theirs) in kernel.parameters.iter_mut().zip(&partner.parameters) {
            copy(own, theirs);
        }
        kernel.plan = Some(Plan::new(kernel));
    }
}

fn has_properties(ty: &Type) -> bool {
    !ty.properties.is_empty()
        || ty.bases.iter().chain(&ty.fields).chain(ty.element.as_deref()).any(has_properties)
}

/// Copies properties to a type from the same type of another pass.
fn copy(to: &mut Type, from: &Type) {
    to.properties.clone_from(&from.properties);
    let parts = to.bases.iter_mut().zip(&from.bases);
    for (to, from) in parts.chain(to.fields.iter_mut().zip(&from.fields)) {
        copy(to, from);
    }
}

#[cfg(test)]
mod tests;
