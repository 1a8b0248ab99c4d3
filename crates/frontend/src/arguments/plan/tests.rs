use super::{ArgumentType, Plan};
use crate::notes::{Kernel, Kind, Type};

/// A type without subobjects.
fn ty(spelling: &str, kind: Kind, size: u64, align: u64) -> Type {
    let kind = serde_json::to_string(&kind).expect("kinds are words");
    let text =
        format!(r#"{{"type": "{spelling}", "kind": {kind}, "size": {size}, "align": {align}}}"#);
    serde_json::from_str(&text).expect("these are notes")
}

fn int() -> Type {
    ty("int", Kind::Builtin, 4, 4)
}

/// Lays out members in order, as a compiler would.
fn aggregate(kind: Kind, members: Vec<(&str, Type)>) -> Type {
    let mut all = ty("aggregate", kind, 0, 1);
    all.aggregate = kind == Kind::Class;
    let mut end = 0u64;
    for (name, mut member) in members {
        member.name = Some(name.to_owned());
        member.offset = end.next_multiple_of(member.align);
        end = member.offset + member.size;
        all.align = all.align.max(member.align);
        all.fields.push(member);
    }
    all.size = end.next_multiple_of(all.align).max(1);
    all
}

fn protocol(size: u64, elements: Vec<Type>) -> Type {
    let mut class = ty("protocol", Kind::Class, size, 1);
    let signature = |helper: &str| {
        let text = format!(
            r#"{{"symbol": "s", "static": false, "noreturn": false, "result": "r",
                 "parameters": [], "location": null, "helper": "{helper}"}}"#
        );
        serde_json::from_str(&text).expect("these are notes")
    };
    class.deconstruct = Some(signature("take"));
    class.reconstruct = Some(signature("make"));
    class.elements = Some(elements);
    class
}

fn array(element: Type, count: u64) -> Type {
    let mut all = ty("array", Kind::Array, element.size * count, element.align);
    all.count = Some(count);
    all.element = Some(Box::new(element));
    all
}

fn plan(mut parameter: Type) -> Plan {
    parameter.name = Some("k".to_owned());
    let text = r#"{"symbol": "s", "name": "n", "entry": "e", "visible": true, "location": null,
                   "parameters": []}"#;
    let mut kernel: Kernel = serde_json::from_str(text).expect("these are notes");
    kernel.parameters.push(parameter);
    Plan::new(&kernel)
}

fn paths(plan: &Plan) -> Vec<&str> {
    plan.arguments.iter().map(|argument| argument.path.as_str()).collect()
}

#[test]
fn a_closure_of_bytes_is_its_own_argument() {
    let plan = plan(aggregate(Kind::Closure, vec![("i", int()), ("j", int())]));
    assert!(plan.is_plain());
    assert_eq!(paths(&plan), ["k"]);
    assert_eq!(plan.arguments[0].ty, ArgumentType::Object);
    assert_eq!(plan.layout(), (8, 4));
}

#[test]
fn the_example_of_the_specification() {
    let x = ty("X", Kind::Class, 4, 4);
    let special = || protocol(1, vec![int(), x.clone()]);
    let a = aggregate(Kind::Class, vec![("sta", array(special(), 2))]);
    let plan = plan(aggregate(Kind::Closure, vec![("i", int()), ("st", special()), ("a", a)]));
    assert_eq!(
        paths(&plan),
        [
            "k.i",
            "k.st.<0>",
            "k.st.<1>",
            "k.a.sta[0].<0>",
            "k.a.sta[0].<1>",
            "k.a.sta[1].<0>",
            "k.a.sta[1].<1>"
        ]
    );
    assert!(!plan.is_plain());
    let object = &plan.objects[0];
    assert_eq!(object.rebuilt.len(), 3);
    assert_eq!(object.rebuilt[2].path, "k.a.sta[1]");
    assert_eq!(object.rebuilt[0].deconstruct.as_deref(), Some("take"));
    assert_eq!(object.rebuilt[0].reconstruct.as_deref(), Some("make"));
    assert_eq!(object.copied.len(), 1);
}

#[test]
fn many_small_members_are_passed_in_their_object() {
    let members: Vec<(&str, Type)> =
        ["a", "b", "c", "d"].map(|name| (name, ty("char", Kind::Builtin, 1, 1))).into();
    let mut with_hole = vec![("hole", protocol(4, vec![int()]))];
    with_hole.extend(members);
    let plan = plan(aggregate(Kind::Closure, with_hole));
    assert_eq!(paths(&plan), ["k", "k.hole.<0>"]);
    let copied = &plan.objects[0].copied[0];
    assert_eq!(copied.pieces, [(4, 4)], "the hole is not copied over what is rebuilt");
}

#[test]
fn bit_fields_are_passed_in_their_object() {
    let mut bits = int();
    (bits.bit_offset, bits.bit_width) = (Some(32), Some(5));
    let mut closure = aggregate(Kind::Class, vec![("p", protocol(4, vec![int()]))]);
    bits.name = Some("bits".to_owned());
    closure.fields.push(bits);
    closure.size = 8;
    let plan = plan(closure);
    assert_eq!(paths(&plan), ["k", "k.p.<0>"]);
    assert_eq!(plan.objects[0].copied[0].pieces, [(4, 1)]);
}

#[test]
fn objects_of_which_all_parts_are_decomposed_are_not_passed() {
    let inner = aggregate(Kind::Class, vec![("b", array(protocol(1, vec![int()]), 2))]);
    let plan = plan(aggregate(Kind::Closure, vec![("a", protocol(1, vec![])), ("i", inner)]));
    assert_eq!(paths(&plan), ["k.i.b[0].<0>", "k.i.b[1].<0>"]);
    assert!(plan.objects[0].copied.is_empty());
}

#[test]
fn elements_are_planned_like_parameters() {
    let element = aggregate(Kind::Class, vec![("p", protocol(1, vec![int()])), ("n", int())]);
    let plan = plan(protocol(1, vec![element]));
    assert_eq!(paths(&plan), ["k.<0>.p.<0>", "k.<0>.n"]);
}

#[test]
fn empty_classes_and_tail_padding_are_not_copied() {
    let mut empty = ty("empty", Kind::Class, 1, 1);
    empty.data_size = Some(0);
    let mut padded = ty("padded", Kind::Class, 8, 4);
    padded.data_size = Some(5);
    let closure = aggregate(
        Kind::Closure,
        vec![("e", empty), ("s", padded), ("p", protocol(256, vec![int()]))],
    );
    let plan = plan(closure);
    assert_eq!(paths(&plan), ["k.s", "k.p.<0>"]);
    assert_eq!(plan.objects[0].copied[0].pieces, [(0, 5)]);
}

#[test]
fn arguments_lie_at_multiples_of_their_sizes() {
    let wide = ty("wide", Kind::Class, 24, 8);
    let elements =
        vec![ty("char", Kind::Builtin, 1, 1), wide, int(), ty("void *", Kind::Pointer, 8, 8)];
    let plan = plan(protocol(1, elements));
    let offsets: Vec<u64> = plan.arguments.iter().map(|a| a.offset).collect();
    assert_eq!(offsets, [0, 32, 56, 64]);
    assert_eq!(plan.layout(), (72, 8));
}
