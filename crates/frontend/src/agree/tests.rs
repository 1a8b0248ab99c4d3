use super::{device_globals, pair};
use crate::notes::{Notes, parse};

fn notes(pass: &str, kernels: &str) -> Notes {
    let text = format!(
        r#"{{"version": 4, "pass": "{pass}", "target": "x86_64", "kernels": [{kernels}]}}"#
    );
    parse(&text).expect("test notes are well-formed")
}

fn kernel(symbol: &str, line: u32, fields: &str, size: u64) -> String {
    format!(
        r#"{{"symbol": "{symbol}", "name": "k", "entry": "e", "visible": false,
            "location": {{"file": "a.cpp", "line": {line}, "column": 3}},
            "parameters": [{{"type": "closure", "kind": "closure", "size": {size}, "align": 8,
                             "name": "f", "fields": [{fields}]}}]}}"#
    )
}

fn field(name: &str, size: u64, offset: u64) -> String {
    format!(
        r#"{{"type": "t", "kind": "builtin", "size": {size}, "align": 8, "name": "{name}", "offset": {offset},
            "location": {{"file": "a.cpp", "line": 9, "column": 1}}}}"#
    )
}

#[test]
fn equal_kernels_pair_up() {
    let k = kernel("_ZTS1k", 4, &field("x", 8, 0), 8);
    let (host, device) = (notes("host", &k), notes("device", &k));
    assert_eq!(pair(&host, &device).expect("they agree").len(), 1);
}

#[test]
fn the_member_that_differs_is_named_with_its_place() {
    let host = notes("host", &kernel("_ZTS1k", 4, &field("ld", 16, 0), 16));
    let device = notes("device", &kernel("_ZTS1k", 4, &field("ld", 8, 0), 8));
    let wrong = pair(&host, &device).expect_err("sizes differ");
    assert_eq!(wrong.len(), 1);
    assert_eq!(
        wrong[0].message,
        "kernel `k`: host and device disagree about `f.ld`: its size is 16 on the host and 8 on \
         the device"
    );
    assert_eq!(wrong[0].location.as_ref().map(|l| l.line), Some(9));
}

#[test]
fn a_missing_member_is_reported_at_the_closure() {
    let two = format!("{},{}", field("x", 8, 0), field("y", 8, 8));
    let host = notes("host", &kernel("_ZTS1k", 4, &two, 16));
    let device = notes("device", &kernel("_ZTS1k", 4, &field("x", 8, 0), 8));
    let wrong = pair(&host, &device).expect_err("member counts differ");
    assert!(wrong[0].message.contains("with 2 members on the host"), "{}", wrong[0].message);
}

#[test]
fn shifted_lambda_numbers_are_resolved_by_place() {
    let host = notes("host", &kernel("_ZTSZ4mainEUlvE0_", 4, "", 1));
    let device = notes("device", &kernel("_ZTSZ4mainEUlvE_", 4, "", 1));
    let pairs = pair(&host, &device).expect("the place says it is the same");
    assert_eq!(pairs[0].device.symbol, "_ZTSZ4mainEUlvE_");
}

#[test]
fn the_location_decides_between_lambdas_of_one_symbol() {
    let host = notes("host", &kernel("_ZTSZ4mainEUlvE0_", 4, "", 1));
    let device = notes(
        "device",
        &format!(
            "{},{}",
            kernel("_ZTSZ4mainEUlvE_", 4, "", 1),
            kernel("_ZTSZ4mainEUlvE0_", 8, "", 1)
        ),
    );
    let pairs = pair(&host, &device).expect("the place says which");
    assert_eq!(pairs[0].device.symbol, "_ZTSZ4mainEUlvE_");
}

#[test]
fn a_kernel_that_only_the_host_has_is_an_error() {
    let host = notes("host", &kernel("_ZTS1k", 4, "", 1));
    let device = notes("device", "");
    let wrong = pair(&host, &device).expect_err("no partner");
    assert_eq!(wrong[0].code.as_str(), "SC0101");
}

/// A closure of a class with the protocol, which yields integers of these sizes, and a plain member.
fn with_protocol(class_size: u64, elements: &[u64]) -> String {
    let elements: Vec<String> = elements.iter().map(|&size| field("", size, 0)).collect();
    let protocol = format!(
        r#"{{"type": "p", "kind": "class", "size": {class_size}, "align": 8, "name": "p", "offset": 0,
            "deconstruct": {{"symbol": "d", "static": false, "noreturn": false, "result": "t",
                             "parameters": [], "location": null}},
            "elements": [{}]}}"#,
        elements.join(",")
    );
    let fields = format!("{protocol},{}", field("x", 8, class_size));
    kernel("_ZTS1k", 4, &fields, class_size + 8)
}

#[test]
fn classes_with_the_protocol_may_differ_in_what_they_hold() {
    let host = notes("host", &with_protocol(64, &[8, 4]));
    let device = notes("device", &with_protocol(16, &[8, 4]));
    assert_eq!(pair(&host, &device).expect("what is passed is the same").len(), 1);
}

#[test]
fn what_the_protocol_passes_must_agree() {
    let host = notes("host", &with_protocol(16, &[8, 4]));
    for (elements, complaint) in [
        (&[8, 8][..], "`f.p.<1>`: its size is 4 on the host and 8 on the device"),
        (&[8][..], "`sycl_deconstruct` yields 2 elements on the host and 1 on the device"),
    ] {
        let device = notes("device", &with_protocol(16, elements));
        let wrong = pair(&host, &device).expect_err("the device expects something else");
        assert!(wrong[0].message.contains(complaint), "{}", wrong[0].message);
    }
}

fn with_variable(pass: &str, variable: &str) -> Notes {
    let text = format!(
        r#"{{"version": 4, "pass": "{pass}", "target": "x86_64", "kernels": [],
            "device_globals": [{variable}]}}"#
    );
    parse(&text).expect("test notes are well-formed")
}

fn variable(size: u64, defined: bool, constant: bool) -> String {
    format!(
        r#"{{"symbol": "x", "name": "x", "element_size": {size}, "align": 4, "flags": 0, "count": 2,
            "defined": {defined}, "constant": {constant}, "location": null}}"#
    )
}

#[test]
fn variables_that_live_on_devices_must_be_the_same_in_both_passes() {
    let host = with_variable("host", &variable(4, true, true));
    let codes = |device: &str| -> Vec<&'static str> {
        let device = with_variable("device", device);
        let wrong = device_globals(&host, &device).err().unwrap_or_default();
        wrong.iter().map(|diag| diag.code.as_str()).collect()
    };
    assert!(codes(&variable(4, true, true)).is_empty());
    assert_eq!(codes(""), ["SC0103"]);
    assert_eq!(codes(&variable(4, false, true)), ["SC0103"]);
    assert_eq!(codes(&variable(8, true, true)), ["SC0104"]);
    assert_eq!(codes(&variable(4, true, false)), ["SC0105"]);
    // A declaration is checked in the unit that defines the variable.
    let declared = with_variable("host", &variable(4, false, true));
    assert!(device_globals(&declared, &with_variable("device", "")).is_ok());
}
