//! Tests of each rule with hand-written notes, and of all rules against an oracle.

mod oracle;

use serde_json::{Value, json};

use super::check;
use crate::diag::Diag;
use crate::notes::Kernel;

fn place(line: u32) -> Value {
    json!({"file": "a.cpp", "line": line, "column": 1, "id": line})
}

fn scalar(kind: &str, spelling: &str) -> Value {
    json!({"type": spelling, "kind": kind, "size": 8, "align": 8,
           "trivially_copyable": kind != "reference"})
}

fn int() -> Value {
    scalar("builtin", "int")
}

/// A class; `more` replaces parts of its description.
fn class(spelling: &str, fields: &[(&str, Value)], more: &Value) -> Value {
    let fields: Vec<Value> = fields.iter().map(|(name, ty)| named(name, ty.clone())).collect();
    let mut class = json!({"type": spelling, "kind": "class", "size": 8, "align": 8,
                           "trivially_copyable": true, "declared": place(50), "fields": fields});
    merge(&mut class, more);
    class
}

fn aggregate(spelling: &str, fields: &[(&str, Value)]) -> Value {
    class(spelling, fields, &json!({"aggregate": true}))
}

fn named(name: &str, mut ty: Value) -> Value {
    merge(&mut ty, &json!({"name": name, "location": place(10)}));
    ty
}

fn merge(into: &mut Value, more: &Value) {
    let (Some(into), Some(more)) = (into.as_object_mut(), more.as_object()) else { return };
    into.extend(more.clone());
}

fn array(element: &Value, count: u64) -> Value {
    json!({"type": format!("{}[{count}]", element["type"].as_str().expect("types have names")),
           "kind": "array", "size": 8, "align": 8, "count": count, "element": element,
           "trivially_copyable": element["trivially_copyable"]})
}

/// A class with the protocol and these elements.
fn decomposed(spelling: &str, elements: &[Value]) -> Value {
    let parameters: Vec<Value> = elements
        .iter()
        .map(|e| json!({"type": e["type"], "default": false, "takes": true}))
        .collect();
    class(
        spelling,
        &[],
        &json!({
            "deconstruct": {"symbol": "d", "static": false, "noreturn": false, "result": "t",
                            "parameters": [], "location": place(60)},
            "reconstruct": {"symbol": "r", "static": true, "noreturn": false, "result": spelling,
                            "parameters": parameters, "location": place(61)},
            "elements": elements
        }),
    )
}

fn special(spelling: &str, elements: &[Value]) -> Value {
    let mut ty = decomposed(spelling, elements);
    let annotation = json!({"name": scythe_image::facts::SPECIAL_CLASS_MARK, "arguments": []});
    merge(&mut ty, &json!({"annotations": [annotation]}));
    ty
}

/// A class that may not be copied as bytes.
fn owner(spelling: &str) -> Value {
    class(spelling, &[("pointer", scalar("pointer", "int *"))], &owning())
}

fn owning() -> Value {
    let destructor =
        json!({"access": "public", "deleted": false, "provided": true, "location": place(70)});
    let copy = json!({"operation": "copy constructor", "access": "public", "provided": true,
                      "location": place(71)});
    json!({"trivially_copyable": false, "device_copyable": false, "copies": [copy],
           "destructor": destructor})
}

fn claimed(spelling: &str, fields: &[(&str, Value)], access: &str) -> Value {
    let mut ty = class(spelling, fields, &owning());
    ty["device_copyable"] = json!(true);
    ty["copies"][0]["access"] = json!(access);
    ty
}

/// A kernel whose lambda has these captures.
fn kernel(captures: &[(&str, Value)]) -> Kernel {
    let mut closure = class("(lambda)", captures, &json!({"kind": "closure", "name": "kernel"}));
    let trivial = captures.iter().all(|(_, ty)| ty["trivially_copyable"] == true);
    closure["trivially_copyable"] = json!(trivial);
    for capture in closure["fields"].as_array_mut().into_iter().flatten() {
        if capture.get("capture").is_none() {
            capture["capture"] = json!("copy");
        }
    }
    kernel_of(&closure)
}

fn kernel_of(function_object: &Value) -> Kernel {
    serde_json::from_value(json!({
        "symbol": "s", "name": "k", "entry": "e", "visible": true, "location": place(5),
        "launched": place(6), "parameters": [function_object]
    }))
    .expect("a kernel of the tests")
}

fn codes(wrong: &[Diag]) -> Vec<&'static str> {
    wrong.iter().map(|diag| diag.code.as_str()).collect()
}

/// The only diagnostic.
fn only(captures: &[(&str, Value)]) -> Diag {
    let mut wrong = check(&kernel(captures));
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    wrong.remove(0)
}

#[track_caller]
fn fine(captures: &[(&str, Value)]) {
    let wrong = check(&kernel(captures));
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn plain_data_is_accepted() {
    let point = aggregate("point", &[("x", int()), ("y", array(&int(), 3))]);
    let closed = class("closed", &[("p", point.clone())], &json!({}));
    let number = class("number", &[("i", int()), ("f", int())], &json!({"kind": "union"}));
    fine(&[("a", int()), ("b", point), ("c", closed), ("d", number)]);
    let pointers = ["pointer", "function_pointer", "member_function_pointer", "enumeration"];
    fine(&pointers.map(|kind| ("p", scalar(kind, kind))));
}

#[test]
fn a_diagnostic_names_the_path_and_the_kernel() {
    let mut inner = aggregate("inner", &[("table", array(&array(&owner("owner"), 9), 1000))]);
    inner["trivially_copyable"] = json!(false);
    inner["fields"][0]["location"] = place(42);
    inner["copies"] = owning()["copies"].clone();
    inner["copies"][0]["provided"] = json!(false);
    let diag = only(&[("a", inner)]);
    assert_eq!(diag.code.as_str(), "SC0204");
    assert!(
        diag.message.starts_with("`kernel.a.table[0][0]` has type `owner`"),
        "{}",
        diag.message
    );
    assert_eq!(diag.location.map(|l| l.line), Some(42));
    let notes: Vec<_> = diag
        .notes
        .iter()
        .map(|n| (n.message.as_str(), n.location.as_ref().map(|l| l.line)))
        .collect();
    let expected = [
        ("`owner` has a user-provided copy constructor", Some(71)),
        ("`kernel.a` is captured here", Some(10)),
        ("in kernel `k`, launched here", Some(6)),
    ];
    assert_eq!(notes, expected);
    assert!(diag.help.is_some());
}

#[test]
fn references_are_found_everywhere() {
    let mut reference = scalar("reference", "int &");
    let holder = aggregate("holder", &[("r", reference.clone())]);
    let base = class("closed", &[], &json!({"bases": [holder.clone()]}));
    for ty in [holder.clone(), array(&holder, 5), base] {
        assert_eq!(only(&[("a", ty)]).code.as_str(), "SC0201");
    }
    reference["capture"] = json!("reference");
    let diag = only(&[("x", reference)]);
    assert!(diag.message.contains("`kernel.x` is captured by reference"));
    assert!(diag.help.is_some_and(|help| help.contains("capture `x` by copy")));
}

#[test]
fn prohibited_types_are_found_with_qualifiers_and_inside_of_others() {
    let long = scalar("builtin", "const long double");
    let mut complex = scalar("other", "_Complex long double");
    complex["element"] = scalar("builtin", "long double");
    for ty in [long.clone(), complex, scalar("builtin", "__float128"), array(&long, 2)] {
        assert_eq!(only(&[("x", ty)]).code.as_str(), "SC0202");
    }
    fine(&[("p", scalar("pointer", "long double *")), ("i", scalar("builtin", "__int128"))]);
    let mut unsupported = scalar("builtin", "__int128");
    unsupported["unsupported"] = json!(true);
    assert_eq!(only(&[("i", unsupported)]).code.as_str(), "SC0202");
}

#[test]
fn members_of_system_classes_are_located_at_the_users_member() {
    let mut user = aggregate("user", &[("m", scalar("data_member_pointer", "int c::*"))]);
    user["fields"][0]["location"] = place(33);
    let tuple = class("std::tuple", &[("_M_head", user)], &json!({"system": true}));
    let diag = only(&[("t", tuple)]);
    assert_eq!(diag.code.as_str(), "SC0203");
    assert!(diag.message.starts_with("`kernel.t` contains a subobject of type `int c::*`"));
    assert_eq!(diag.location.map(|l| l.line), Some(33));
}

#[test]
fn a_class_with_a_legal_member_that_is_not_trivial_is_legal() {
    let explicit = claimed("explicit", &[], "public");
    let mut holder = class("holder", &[("e", explicit)], &owning());
    assert_eq!(only(&[("h", holder.clone())]).code.as_str(), "SC0204");
    holder["copies"][0]["provided"] = json!(false);
    holder["destructor"]["provided"] = json!(false);
    fine(&[("h", holder.clone())]);
    // clang does not count a class with a const member of class type as trivially copyable.
    let constant = class("const plain", &[("i", int())], &json!({}));
    holder["fields"] = json!([named("c", constant)]);
    fine(&[("h", holder.clone())]);
    // If no member is the reason, something else is.
    holder["fields"] = json!([]);
    assert_eq!(only(&[("h", holder)]).code.as_str(), "SC0204");
}

#[test]
fn only_members_count_in_an_aggregate_function_object() {
    let mut object = class("object", &[("i", int())], &owning());
    assert_eq!(codes(&check(&kernel_of(&object))), ["SC0204"]);
    object["aggregate"] = json!(true);
    assert!(check(&kernel_of(&object)).is_empty());
}

#[test]
fn claims_are_checked() {
    fine(&[("c", claimed("c", &[], "public"))]);
    assert_eq!(only(&[("c", claimed("c", &[], "private"))]).code.as_str(), "SC0205");
    let mut ty = claimed("c", &[], "public");
    ty["copies"] = json!([]);
    ty["destructor"]["deleted"] = json!(true);
    assert_eq!(codes(&check(&kernel(&[("c", ty)]))), ["SC0205", "SC0205"]);
    // The members may be copied as bytes, but the rules for all types apply.
    let inside =
        [("s", owner("s")), ("p", decomposed("p", &[int()])), ("l", scalar("reference", "int &"))];
    assert_eq!(only(&[("c", claimed("c", &inside, "public"))]).code.as_str(), "SC0201");
}

#[test]
fn unions_have_trivial_members_that_stay_whole() {
    let union = |member: Value| class("u", &[("m", member)], &json!({"kind": "union"}));
    let handle = decomposed("handle", &[int()]);
    let group = aggregate("group", &[("h", array(&handle, 2))]);
    let mut assigned = class("assigned", &[], &owning());
    assigned["destructor"] = json!(null);
    for member in [handle.clone(), array(&handle, 2), group, special("accessor", &[]), assigned] {
        assert_eq!(only(&[("u", union(member))]).code.as_str(), "SC0206");
    }
    fine(&[("u", union(union(array(&int(), 4))))]);
}

#[test]
fn other_classes_than_aggregates_may_contain_sycls_types_only() {
    let closed = |member: Value| class("closed", &[("m", member), ("i", int())], &json!({}));
    let handle = decomposed("handle", &[int()]);
    fine(&[("c", closed(special("accessor", &[int()])))]);
    fine(&[("c", closed(closed(array(&special("accessor", &[int()]), 2))))]);
    let mixed = aggregate("mixed", &[("a", special("accessor", &[])), ("h", handle.clone())]);
    for member in [handle.clone(), aggregate("a", &[("h", handle.clone())]), mixed] {
        assert_eq!(only(&[("c", closed(member))]).code.as_str(), "SC0207");
    }
    // In an aggregate, every type is decomposed.
    fine(&[("a", aggregate("a", &[("h", array(&handle, 2)), ("i", int())]))]);
    // A class that contains an accessor must obey the other rules.
    let accessor = [("a", special("accessor", &[int()]))];
    assert_eq!(only(&[("c", class("closed", &accessor, &owning()))]).code.as_str(), "SC0204");
}

#[test]
fn a_tuple_of_accessors_is_as_legal_as_its_elements() {
    // As libstdc++ implements it: the base classes of a tuple have move operations of their own.
    let layer = |fields: &[(&str, Value)], base: Option<Value>| {
        let mut layer = class("std::_Tuple_impl", fields, &owning());
        layer["copies"][0]["operation"] = json!("move constructor");
        merge(&mut layer, &json!({"system": true, "destructor": null, "bases": base.as_slice()}));
        layer
    };
    let tuple = |last: Value| {
        let rest = layer(&[("_M_head_impl", last)], None);
        layer(&[("_M_head_impl", special("accessor", &[int()]))], Some(rest))
    };
    fine(&[("t", tuple(int())), ("u", tuple(claimed("c", &[], "public")))]);
    assert_eq!(only(&[("t", tuple(scalar("builtin", "long double")))]).code.as_str(), "SC0202");
    assert_eq!(only(&[("t", tuple(owner("s")))]).code.as_str(), "SC0204");
}

#[test]
fn elements_obey_the_rules_and_may_not_recur() {
    let nested = decomposed("outer", &[int(), decomposed("inner", &[int()])]);
    fine(&[("n", nested)]);
    let diag = only(&[("n", decomposed("outer", &[int(), decomposed("inner", &[owner("s")])]))]);
    let path = "`get<0>(get<1>(kernel.n.sycl_deconstruct()).sycl_deconstruct())`";
    assert!(diag.message.starts_with(path), "{}", diag.message);
    let again = class("outer", &[], &json!({"recursive": true}));
    let within = aggregate("around", &[("o", again.clone())]);
    for element in [again, within] {
        assert_eq!(only(&[("n", decomposed("outer", &[element]))]).code.as_str(), "SC0210");
    }
}

#[test]
fn each_member_of_the_protocol_is_checked() {
    let with = |member: &str, key: &str, value: Value| {
        let mut ty = decomposed("p", &[int(), int()]);
        ty[member][key] = value;
        only(&[("p", ty)])
    };
    let parameter =
        |default: bool, takes: Value| json!({"type": "int", "default": default, "takes": takes});
    let taken = parameter(false, json!(true));
    let wrong = [
        ("deconstruct", "static", json!(true), "as static"),
        ("deconstruct", "noreturn", json!(true), "[[noreturn]]"),
        ("deconstruct", "variadic", json!(true), "variadic"),
        ("deconstruct", "deleted", json!(true), "deleted"),
        ("deconstruct", "access", json!("protected"), "protected"),
        ("deconstruct", "parameters", json!([taken]), "with parameters"),
        ("deconstruct", "resolved", json!(false), "cannot be called"),
        ("reconstruct", "static", json!(false), "non-static"),
        ("reconstruct", "noreturn", json!(true), "[[noreturn]]"),
        ("reconstruct", "variadic", json!(true), "variadic"),
        ("reconstruct", "access", json!("private"), "private"),
        ("reconstruct", "exact", json!(false), "returns `p` from"),
        ("reconstruct", "parameters", json!([taken]), "takes 1 of the 2 elements"),
        (
            "reconstruct",
            "parameters",
            json!([taken, parameter(false, json!(false))]),
            "parameter 2",
        ),
        (
            "reconstruct",
            "parameters",
            json!([taken, taken, parameter(true, json!(null)), parameter(false, json!(null))]),
            "parameter 4",
        ),
    ];
    for (member, key, value, expected) in wrong {
        let diag = with(member, key, value);
        let code = if member == "deconstruct" { "SC0208" } else { "SC0209" };
        assert_eq!(diag.code.as_str(), code);
        assert!(diag.message.contains(expected), "{} has no {expected}", diag.message);
    }
    let mut missing = decomposed("p", &[int()]);
    missing["reconstruct"] = json!(null);
    assert_eq!(only(&[("p", missing)]).code.as_str(), "SC0209");
    let mut scalar = decomposed("p", &[int()]);
    scalar["elements"] = json!(null);
    assert_eq!(only(&[("p", scalar)]).code.as_str(), "SC0208");
    let mut overloaded = decomposed("p", &[int()]);
    overloaded["reconstruct"]["declared"] = json!(2);
    fine(&[("p", overloaded.clone())]);
    overloaded["reconstruct"]["resolved"] = json!(false);
    assert_eq!(only(&[("p", overloaded)]).code.as_str(), "SC0209");
}

#[test]
fn each_error_is_reported_once() {
    let twice = [("a", owner("s")), ("b", scalar("reference", "int &")), ("c", owner("s"))];
    assert_eq!(codes(&check(&kernel(&twice))), ["SC0204", "SC0201", "SC0204"]);
    let million = array(&array(&owner("s"), 1000), 1000);
    assert_eq!(codes(&check(&kernel(&[("m", million)]))), ["SC0204"]);
    fine(&[("none", array(&owner("s"), 0))]);
}
