//! Host and device must agree on every kernel: its name and the layout of its arguments.
//!
//! Both passes read the same source, but not the same program: macros such as `__SYCL_DEVICE_ONLY__` may
//! change types between them, and a lambda that only one pass sees changes the numbers in the mangled names
//! of later lambdas.

use crate::diag::{Code, Diag};
use crate::notes::{DeviceGlobal, Kernel, Notes, Type};

/// A kernel in the notes of both passes.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'n> {
    /// The host's notes: its name is the one that launches use.
    pub host: &'n Kernel,
    /// The device's notes: its symbol is the function in device IR.
    pub device: &'n Kernel,
}

/// Pairs up the kernels of both passes.
///
/// Kernels are matched by symbol. If the device has no kernel with the host's symbol, the function object's
/// location decides, provided that it is unambiguous.
///
/// # Errors
/// One diagnostic for each kernel without a partner and each difference in layout.
pub fn pair<'n>(host: &'n Notes, device: &'n Notes) -> Result<Vec<Pair<'n>>, Vec<Diag>> {
    let mut pairs = Vec::new();
    let mut wrong = Vec::new();
    for kernel in &host.kernels {
        match partner(kernel, device) {
            Some(partner) => {
                let difference =
                    kernel.parameters.iter().zip(&partner.parameters).find_map(|(h, d)| {
                        compare(h, d, h.name.clone().unwrap_or_default(), Place::Any)
                    });
                match difference.or_else(|| different_plans(kernel, partner)) {
                    Some(difference) => wrong.push(difference.diagnose(kernel)),
                    None => pairs.push(Pair { host: kernel, device: partner }),
                }
            }
            None => wrong.push(missing(kernel)),
        }
    }
    if wrong.is_empty() { Ok(pairs) } else { Err(wrong) }
}

/// The device's counterpart of a kernel of the host.
pub(crate) fn partner<'n>(kernel: &Kernel, device: &'n Notes) -> Option<&'n Kernel> {
    // The symbol may be that of another lambda in the other pass, so the location must agree too.
    let same_name = device.kernels.iter().find(|k| k.symbol == kernel.symbol);
    match same_name {
        Some(found) if found.location == kernel.location => Some(found),
        _ => same_place(kernel, device).or(same_name),
    }
}

fn same_place<'n>(kernel: &Kernel, device: &'n Notes) -> Option<&'n Kernel> {
    kernel.location.as_ref()?;
    let mut candidates = device
        .kernels
        .iter()
        .filter(|k| k.location == kernel.location && k.name_shape() == kernel.name_shape());
    let found = candidates.next()?;
    candidates.next().is_none().then_some(found)
}

impl Kernel {
    /// The name without the numbers of lambdas, which may differ between passes.
    fn name_shape(&self) -> String {
        self.name.chars().filter(|c| !c.is_ascii_digit()).collect()
    }
}

fn missing(kernel: &Kernel) -> Diag {
    Diag::error(
        Code::KernelOnHostOnly,
        kernel.location.clone(),
        format!("kernel `{}` is launched by host code but missing from device code", kernel.name),
    )
    .help("do not make kernels, or lambdas before unnamed kernels, depend on __SYCL_DEVICE_ONLY__; or name the kernel")
}

/// The first difference between two layouts.
struct Difference {
    path: String,
    location: Option<crate::notes::Location>,
    what: String,
}

impl Difference {
    fn diagnose(self, kernel: &Kernel) -> Diag {
        Diag::error(
            Code::LayoutMismatch,
            self.location.or_else(|| kernel.location.clone()),
            format!(
                "kernel `{}`: host and device disagree about `{}`: {}",
                kernel.name, self.path, self.what
            ),
        )
        .help("types of kernel arguments must not depend on the pass that compiles them")
    }
}

/// The functions of the protocol may differ, but not the values that they exchange.
fn different_plans(host: &Kernel, device: &Kernel) -> Option<Difference> {
    let (Some(h), Some(d)) = (&host.plan, &device.plan) else {
        return None;
    };
    let arguments = h.arguments.iter().zip(&d.arguments);
    let mut different = arguments
        .filter(|(h, d)| (&h.path, h.ty, h.size, h.offset) != (&d.path, d.ty, d.size, d.offset));
    let path = match different.next() {
        Some((argument, _)) => argument.path.clone(),
        None if h.arguments.len() == d.arguments.len() => return None,
        None => host.parameters.first().and_then(|p| p.name.clone()).unwrap_or_default(),
    };
    let what = format!(
        "the host passes {} arguments and the device expects {}, or their types differ",
        h.arguments.len(),
        d.arguments.len()
    );
    Some(Difference { path, location: None, what })
}

/// Whether the offset of a part in its object matters. In objects with decomposed parts it does not, because
/// each side knows where its holes are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Fixed,
    Any,
}

fn compare(host: &Type, device: &Type, path: String, place: Place) -> Option<Difference> {
    let differ = |what: String| {
        Some(Difference { path: path.clone(), location: host.location.clone(), what })
    };
    if let (true, Some(h), Some(d)) = (host.is_decomposed(), &host.elements, &device.elements) {
        if h.len() != d.len() {
            return differ(format!(
                "`sycl_deconstruct` yields {} elements on the host and {} on the device",
                h.len(),
                d.len()
            ));
        }
        let mut elements = h.iter().zip(d).enumerate();
        return elements
            .find_map(|(index, (h, d))| compare(h, d, format!("{path}.<{index}>"), Place::Any));
    }
    let inside = if host.requires_decomposition() { Place::Any } else { Place::Fixed };
    // Members are compared first, so that the innermost difference is reported.
    let inner = members(host).zip(members(device)).find_map(|(h, d)| {
        let name = h.name.as_deref().unwrap_or(&h.spelling);
        compare(h, d, format!("{path}.{name}"), inside)
    });
    if inner.is_some() {
        return inner;
    }
    if let (Some(h), Some(d)) = (&host.element, &device.element)
        && let Some(difference) = compare(h, d, format!("{path}[]"), inside)
    {
        return Some(difference);
    }
    if host.kind != device.kind
        || host.fields.len() != device.fields.len()
        || host.bases.len() != device.bases.len()
    {
        return differ(format!(
            "it is {} on the host and {} on the device",
            shape(host),
            shape(device)
        ));
    }
    let numbers = [
        ("size", host.size, device.size, inside == Place::Fixed),
        ("alignment", host.align, device.align, inside == Place::Fixed),
        ("offset", host.offset, device.offset, place == Place::Fixed),
        ("first bit", bit(host.bit_offset), bit(device.bit_offset), place == Place::Fixed),
        ("length", host.count.unwrap_or(0), device.count.unwrap_or(0), true),
        ("width in bits", bit(host.bit_width), bit(device.bit_width), true),
    ];
    numbers.into_iter().find(|(_, h, d, counts)| *counts && h != d).and_then(|(what, h, d, _)| {
        differ(format!("its {what} is {h} on the host and {d} on the device"))
    })
}

fn bit(number: Option<u64>) -> u64 {
    number.unwrap_or(0)
}

fn members(ty: &Type) -> impl Iterator<Item = &Type> {
    ty.bases.iter().chain(&ty.fields)
}

fn shape(ty: &Type) -> String {
    match ty.fields.len() {
        0 => format!("`{}`", ty.spelling),
        1 => format!("`{}` with 1 member", ty.spelling),
        n => format!("`{}` with {n} members", ty.spelling),
    }
}

/// Checks that both passes define the same device variables.
///
/// # Errors
/// One diagnostic for each difference, and for each initial value that is not constant.
pub fn device_globals(host: &Notes, device: &Notes) -> Result<(), Vec<Diag>> {
    let wrong: Vec<Diag> = host
        .device_globals
        .iter()
        .filter(|variable| variable.defined)
        .filter_map(|variable| {
            let defined = |v: &&DeviceGlobal| v.defined && v.symbol == variable.symbol;
            different_variable(variable, device.device_globals.iter().find(defined))
        })
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

fn different_variable(host: &DeviceGlobal, device: Option<&DeviceGlobal>) -> Option<Diag> {
    let error = |code, what: &str| {
        let message = format!("device_global `{}` {what}", host.name);
        Some(Diag::error(code, host.location.clone(), message))
    };
    let Some(device) = device else {
        return error(
            Code::DeviceGlobalOnHostOnly,
            "is defined by host code but missing from device code",
        )
        .map(|diag| diag.help("do not make its definition depend on __SYCL_DEVICE_ONLY__"));
    };
    if (host.size(), host.align, host.count) != (device.size(), device.align, device.count) {
        let what = format!(
            "has {} bytes on the host and {} bytes on the device, or different alignment",
            host.size(),
            device.size()
        );
        return error(Code::DeviceGlobalMismatch, &what).map(|diag| {
            diag.help(
                "the types of device variables must not depend on the pass that compiles them",
            )
        });
    }
    if !(host.constant && device.constant) {
        return error(
            Code::DeviceGlobalInitializer,
            "has an initial value that is not known at compile time",
        )
        .map(|diag| {
            diag.help("its type needs a constexpr constructor; or copy the value at run time")
        });
    }
    None
}

#[cfg(test)]
mod tests;
