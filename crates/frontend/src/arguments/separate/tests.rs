use super::adopt;
use crate::arguments::plan::{ArgumentType, Plan};
use crate::notes::{Kernel, Notes, parse};

/// The notes of a pass over a kernel with a function object.
fn notes(pass: &str, object: &str) -> Notes {
    let mut notes = parse(&format!(
        r#"{{"version": 4, "pass": "{pass}", "target": "x86_64", "kernels": [{{"symbol": "s",
             "name": "n", "entry": "e", "visible": true, "location": null,
             "parameters": [{object}]}}]}}"#
    ))
    .expect("these are notes");
    for kernel in &mut notes.kernels {
        kernel.plan = Some(Plan::new(kernel));
    }
    notes
}

fn closure(fields: &[&str], size: u64) -> String {
    format!(
        r#"{{"type": "lambda", "kind": "closure", "size": {size}, "align": 8, "name": "k",
             "fields": [{}]}}"#,
        fields.join(",")
    )
}

fn number(name: &str, offset: u64) -> String {
    format!(
        r#"{{"type": "int", "kind": "builtin", "size": 4, "align": 4, "name": "{name}",
             "offset": {offset}}}"#
    )
}

/// A class around a pointer, with a property if the pass sees it.
fn class(name: &str, offset: u64, sees: bool) -> String {
    let properties = if sees { r#", "properties": [{"name": "p", "value": "1"}]"# } else { "" };
    format!(
        r#"{{"type": "class", "kind": "class", "size": 8, "align": 8, "name": "{name}",
             "offset": {offset}, "fields": [{{"type": "int *", "kind": "pointer", "size": 8,
             "align": 8, "name": "pointer"}}]{properties}}}"#
    )
}

fn arguments(kernel: &Kernel) -> Vec<(&str, ArgumentType, usize)> {
    let plan = kernel.plan.as_ref().expect("the kernel has a plan");
    plan.arguments.iter().map(|a| (a.path.as_str(), a.ty, a.properties.len())).collect()
}

#[test]
fn a_capture_with_properties_is_an_argument() {
    let object = closure(&[&number("i", 0), &class("c", 8, true), &number("j", 16)], 24);
    let notes = notes("device", &object);
    assert_eq!(
        arguments(&notes.kernels[0]),
        [
            ("k.i", ArgumentType::Integer, 0),
            ("k.c", ArgumentType::Pointer, 1),
            ("k.j", ArgumentType::Integer, 0)
        ]
    );
    assert!(!notes.kernels[0].plan.as_ref().expect("there is one").is_plain());
}

#[test]
fn a_member_of_a_capture_is_no_argument() {
    let inner = class("c", 8, true);
    let capture = format!(
        r#"{{"type": "pair", "kind": "class", "aggregate": true, "size": 16, "align": 8,
             "name": "p", "fields": [{}, {inner}]}}"#,
        number("i", 0)
    );
    let notes = notes("device", &closure(&[&capture], 16));
    assert_eq!(arguments(&notes.kernels[0]), [("k", ArgumentType::Object, 0)]);
    assert!(notes.kernels[0].plan.as_ref().expect("there is one").is_plain());
}

#[test]
fn the_host_adopts_what_it_cannot_see() {
    let device = notes("device", &closure(&[&class("c", 0, true), &number("i", 8)], 16));
    let mut host = notes("host", &closure(&[&class("c", 0, false), &number("i", 8)], 16));
    assert_eq!(arguments(&host.kernels[0]).len(), 1);
    adopt(&mut host, &device);
    assert_eq!(host.kernels[0].plan, device.kernels[0].plan);
    assert_eq!(
        arguments(&host.kernels[0]),
        [("k.c", ArgumentType::Pointer, 1), ("k.i", ArgumentType::Integer, 0)]
    );
}

#[test]
fn a_kernel_with_a_launch_function_of_its_own_keeps_its_arguments() {
    let mut device = notes("device", &closure(&[&class("c", 0, true), &number("i", 8)], 16));
    device.kernels[0].own_launch = true;
    let plan = Plan::new(&device.kernels[0]);
    assert!(plan.is_plain());
}
