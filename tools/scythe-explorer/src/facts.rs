//! Facts about launches and the resulting specializations, as text.

use crate::events::{Known, Site, Space, Specialization};
use crate::kernels::{Kernel, path};

/// The facts about a launch, one per line.
#[must_use]
pub fn site(site: &Site, kernel: &Kernel) -> Vec<String> {
    let mut lines = space(&site.space);
    lines.extend(site.constants.iter().map(|known| value(known, kernel)));
    lines.extend(site.ranges.iter().map(|known| value(known, kernel)));
    // An accessor often covers all of its buffer.
    lines.dedup();
    if !site.disjoint.is_empty() {
        let names: Vec<String> =
            site.disjoint.iter().map(|&number| pointer(kernel, number)).collect();
        let verb = if names.len() == 1 { "leads" } else { "lead" };
        lines.push(format!("{} {verb} to memory of its own", names.join(", ")));
    }
    if site.overlaps {
        lines.push("two pointers, one of them written through, lead to the same memory".to_owned());
    }
    lines
}

/// The conditions of a specialization; none if it may run for every launch.
#[must_use]
pub fn conditions(made: &Specialization, kernel: &Kernel) -> Vec<String> {
    let mut lines = space(&made.space);
    lines.extend(made.arguments.iter().map(|known| value(known, kernel)));
    if made.no_alias {
        lines.push("no two pointers lead to the same memory (checked at launch)".to_owned());
    }
    lines
}

/// Sizes in SYCL's order of dimensions; the compiler's order has the contiguous one first.
fn space(space: &Space) -> Vec<String> {
    let dims = space.dims.clamp(1, 3);
    let part = |name: &str, sizes: &[Option<u64>; 3]| {
        if sizes[..dims].iter().all(Option::is_none) {
            return None;
        }
        let shown = sizes[..dims].iter().rev();
        let shown: Vec<String> =
            shown.map(|size| size.map_or_else(|| "?".to_owned(), |n| n.to_string())).collect();
        Some(format!("{name} {{{}}}", shown.join(", ")))
    };
    let parts = [
        part("global range", &space.global),
        part("work-group size", &space.local),
        part("offset", &space.offset),
    ];
    parts.into_iter().flatten().collect()
}

/// The name of a pointer among a kernel's arguments, by its number.
fn pointer(kernel: &Kernel, number: usize) -> String {
    let arguments = kernel.plan.iter().flat_map(|plan| &plan.arguments);
    let mut pointers = arguments.filter(|argument| argument.passed_as == "pointer");
    let name = pointers.nth(number).map(path);
    name.map_or_else(|| format!("pointer {number}"), |name| base(&name).to_owned())
}

/// The object that contains a part.
fn base(path: &str) -> &str {
    path.split(".<").next().unwrap_or(path)
}

fn value(known: &Known, kernel: &Kernel) -> String {
    let argument = kernel.plan.as_ref().and_then(|plan| plan.arguments.get(known.argument));
    let name = argument.map_or_else(|| format!("argument {}", known.argument), path);
    let ty = argument.map_or("", |argument| argument.ty.as_str());
    let numbers = match (ty, known.bytes.len()) {
        ("float", 4) => float(&known.bytes).map(|n| vec![n.to_string()]),
        ("double", 8) => double(&known.bytes).map(|n| vec![n.to_string()]),
        (_, length) if length % 8 == 0 && (ty.contains("range") || ty.contains("id<")) => {
            Some(known.bytes.chunks(8).map(integer).collect())
        }
        (_, 1 | 2 | 4 | 8) => Some(vec![integer(&known.bytes)]),
        _ => None,
    };
    let shown = match numbers.as_deref() {
        Some([one]) => one.clone(),
        Some(several) => format!("{{{}}}", several.join(", ")),
        None => format!("{} known bytes", known.bytes.len()),
    };
    let part = if ty.contains("range") {
        format!("{}.get_range()", base(&name))
    } else if ty.contains("sycl::id") {
        format!("{}.get_offset()", base(&name))
    } else {
        name
    };
    let is_array = ty.contains("range") || ty.contains("sycl::id");
    let at = match (is_array, known.at, known.bytes.len()) {
        (true, at, 8) if argument.is_some_and(|argument| argument.size > 8) => {
            format!("[{}]", at / 8)
        }
        (_, 0, _) => String::new(),
        (_, at, _) => format!(" at byte {at}"),
    };
    format!("{part}{at} = {shown}")
}

fn integer(bytes: &[u8]) -> String {
    let negative = bytes.last().is_some_and(|last| last & 0x80 != 0);
    let mut wide = [if negative { 0xff } else { 0 }; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    i64::from_le_bytes(wide).to_string()
}

fn float(bytes: &[u8]) -> Option<f32> {
    Some(f32::from_le_bytes(bytes.try_into().ok()?))
}

fn double(bytes: &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::kernels;
    use serde_json::json;

    fn kernel() -> Kernel {
        let argument = |path: &str, ty: &str, passed_as: &str| json!({ "path": path, "type": ty, "passed_as": passed_as, "offset": 0, "size": 8 });
        let arguments = [
            argument("kernel.x.<0>", "float *", "pointer"),
            argument("kernel.x.<1>", "sycl::range<2>", "object"),
            argument("kernel.factor", "float", "float"),
            argument("kernel.count", "int", "integer"),
        ];
        let plan = json!({ "arguments": arguments });
        let notes = json!({ "kernels": [{ "name": "K", "symbol": "k", "plan": plan }] });
        kernels(&notes).remove(0)
    }

    #[test]
    fn facts_are_described_in_terms_of_the_source() {
        let known = |argument, bytes: &[u8]| Known { argument, at: 0, bytes: bytes.to_vec() };
        let range = [16_u64.to_le_bytes(), 32_u64.to_le_bytes()].concat();
        let facts = Site {
            constants: vec![known(2, &1.5_f32.to_le_bytes()), known(3, &(-4_i32).to_le_bytes())],
            ranges: vec![known(1, &range)],
            space: Space { global: [Some(32), None, None], dims: 2, ..Space::default() },
            disjoint: vec![0],
            overlaps: false,
        };
        assert_eq!(
            site(&facts, &kernel()),
            [
                "global range {?, 32}",
                "factor = 1.5",
                "count = -4",
                "x.get_range() = {16, 32}",
                "x leads to memory of its own"
            ]
        );
        assert!(site(&Site::default(), &kernel()).is_empty());
    }
}
