use super::{AccessorArguments, LeadsTo, Pointer, pointers};
use crate::arguments::plan::Plan;
use crate::notes::{Annotation, Kernel, Kind, Type};

/// A type without subobjects.
fn ty(spelling: &str, kind: Kind, size: u64) -> Type {
    let kind = serde_json::to_string(&kind).expect("kinds are words");
    let text =
        format!(r#"{{"type": "{spelling}", "kind": {kind}, "size": {size}, "align": {size}}}"#);
    serde_json::from_str(&text).expect("these are notes")
}

fn pointer() -> Type {
    ty("float *", Kind::Pointer, 8)
}

fn aggregate(members: Vec<Type>) -> Type {
    let mut all = ty("S", Kind::Class, 8);
    all.aggregate = true;
    let mut end = 0;
    for mut member in members {
        member.name = Some("m".to_owned());
        member.offset = end;
        end += member.size;
        all.fields.push(member);
    }
    all.size = end;
    all
}

fn array(element: Type, count: u64) -> Type {
    let mut all = ty("array", Kind::Array, 8);
    all.size = element.size * count;
    all.count = Some(count);
    all.element = Some(Box::new(element));
    all
}

/// As in the headers.
fn accessor(words: &[&str]) -> Type {
    let mut class = ty("sycl::accessor", Kind::Class, 8);
    class.size = 80;
    let signature = || {
        serde_json::from_str(
            r#"{"symbol": "s", "static": false, "noreturn": false, "result": "r", "parameters": [],
                "location": null, "helper": "h"}"#,
        )
        .expect("these are notes")
    };
    class.deconstruct = Some(signature());
    class.reconstruct = Some(signature());
    let range = || array(ty("unsigned long", Kind::Builtin, 8), 2);
    class.elements = Some(vec![pointer(), range(), range(), range()]);
    if !words.is_empty() {
        class.annotations.push(Annotation {
            name: "scythe.class".to_owned(),
            arguments: words.iter().map(|&word| word.into()).collect(),
        });
    }
    class
}

fn found(members: Vec<Type>) -> Option<Vec<Pointer>> {
    let mut closure = aggregate(members);
    closure.kind = Kind::Closure;
    closure.name = Some("kernel".to_owned());
    let text = r#"{"symbol": "s", "name": "n", "entry": "e", "visible": true, "location": null,
                   "parameters": []}"#;
    let mut kernel: Kernel = serde_json::from_str(text).expect("these are notes");
    kernel.parameters.push(closure);
    kernel.plan = Some(Plan::new(&kernel));
    pointers(&kernel)
}

fn plain(argument: usize, at: u64) -> Pointer {
    Pointer { argument, at, leads_to: LeadsTo::Anything }
}

#[test]
fn pointers_of_a_closure_of_bytes_are_inside_its_only_argument() {
    let members = vec![pointer(), ty("long", Kind::Builtin, 8), pointer()];
    assert_eq!(found(members), Some(vec![plain(0, 0), plain(0, 16)]));
}

#[test]
fn members_of_members_count() {
    let inner = aggregate(vec![ty("long", Kind::Builtin, 8), pointer()]);
    assert_eq!(
        found(vec![inner, array(pointer(), 2)]),
        Some(vec![plain(0, 8), plain(0, 16), plain(0, 24)])
    );
}

#[test]
fn accessors_name_their_ranges() {
    let members = vec![accessor(&["accessor", "2", "read", "device", "4"]), pointer()];
    let found = found(members).expect("nothing hides");
    let expected =
        AccessorArguments { object: 0, dims: 2, element_size: 4, writes: false, ranges: [1, 2, 3] };
    assert_eq!(found[0], Pointer { argument: 0, at: 0, leads_to: LeadsTo::Buffer(expected) });
    assert_eq!(found[1], plain(4, 0), "beside a decomposed part members travel alone");
    assert!(!found[0].writes() && found[1].writes());
}

#[test]
fn local_accessors_have_no_pointers() {
    let local = accessor(&["local_accessor", "2"]);
    assert_eq!(found(vec![local]), Some(vec![]));
}

#[test]
fn classes_with_unknown_pointers_have_no_list() {
    assert_eq!(found(vec![accessor(&[])]), None, "a program's own class");
    assert_eq!(found(vec![ty("union", Kind::Union, 8)]), None);
    assert_eq!(found(vec![array(pointer(), 17)]), None);
    assert_eq!(found(vec![array(ty("long", Kind::Builtin, 8), 1000)]), Some(vec![]));
    let mut virtual_one = aggregate(vec![pointer()]);
    virtual_one.polymorphic = true;
    assert_eq!(found(vec![virtual_one]), None);
}
