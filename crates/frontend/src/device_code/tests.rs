use super::check;
use super::graph::{Call, CallKind, DeviceCode, Function, Place, Root, RootKind, Use, What};
use crate::diag::{Code, Diag};

fn user(id: u32) -> Place {
    Place { id, system: false }
}

fn header(id: u32) -> Place {
    Place { id, system: true }
}

fn function(name: &str) -> Function {
    Function { name: name.to_owned(), defined: true, ..Function::default() }
}

fn call(callee: usize, place: Place) -> Call {
    Call { callee, how: CallKind::Call, place }
}

fn used(what: What, place: Place) -> Use {
    Use { what, detail: "x".to_owned(), place }
}

fn kernel(function: usize, name: &str, id: u32) -> Root {
    Root { kind: RootKind::Kernel, function, name: name.to_owned(), place: user(id) }
}

/// A kernel `k` at place 1 whose entry point is a header's function that calls function 1 from there.
fn program(mut functions: Vec<Function>) -> DeviceCode {
    let entry = Function { calls: vec![call(1, header(900))], ..function("entry") };
    functions.insert(0, entry);
    DeviceCode { assembly: true, roots: vec![kernel(0, "k", 1)], functions }
}

/// The code, the place and the messages with their places.
fn summary(diag: &Diag) -> (&'static str, u32, Vec<(u32, String)>) {
    let at = |location: &Option<crate::notes::Location>| location.as_ref().map_or(0, |l| l.id);
    let mut messages = vec![(at(&diag.location), diag.message.clone())];
    messages.extend(diag.notes.iter().map(|note| (at(&note.location), note.message.clone())));
    (diag.code.as_str(), at(&diag.location), messages)
}

fn messages(diag: &Diag) -> Vec<(u32, String)> {
    summary(diag).2
}

#[test]
fn a_violation_is_reported_with_the_shortest_path() {
    // entry -> a -> b -> c -> d throws, and a -> d.
    let mut a = function("a");
    a.calls = vec![call(2, user(10)), call(4, user(11))];
    let b = Function { calls: vec![call(3, user(20))], ..function("b") };
    let c = Function { calls: vec![call(4, user(30))], ..function("c") };
    let d = Function { uses: vec![used(What::Throw, user(40))], ..function("d") };
    let found = check(&program(vec![a, b, c, d]));
    assert_eq!(found.len(), 1);
    assert_eq!(
        messages(&found[0]),
        [
            (40, "device code throws an exception".to_owned()),
            (11, "`d` is called here".to_owned()),
            (1, "in kernel `k`".to_owned()),
        ]
    );
}

#[test]
fn violations_in_headers_are_reported_at_the_users_call() {
    let kernel =
        Function { lambda: true, calls: vec![call(2, user(10))], ..function("operator()") };
    let outer = Function { calls: vec![call(3, header(20))], ..function("std::outer") };
    let uses = vec![used(What::Throw, header(30)), used(What::Try, header(31))];
    let inner = Function { uses, ..function("std::inner") };
    let found = check(&program(vec![kernel, outer, inner]));
    assert_eq!(found.len(), 1, "one reason will do");
    assert_eq!(
        messages(&found[0]),
        [
            (10, "`std::outer` cannot be called in device code: it throws an exception".to_owned()),
            (30, "here, in `std::inner`".to_owned()),
            (20, "`std::inner` is called here".to_owned()),
            (1, "in kernel `k`".to_owned()),
        ]
    );
}

#[test]
fn a_location_that_many_kernels_reach_is_reported_once() {
    let a = Function { calls: vec![call(2, user(10))], ..function("a") };
    let f = Function { uses: vec![used(What::Typeid, user(20))], ..function("f") };
    let mut code = program(vec![a, f]);
    code.roots.extend([kernel(0, "l", 2), kernel(2, "m", 3)]);
    let found = check(&code);
    assert_eq!(found.len(), 1);
    let last = messages(&found[0]).pop();
    assert_eq!(last, Some((1, "in kernel `k` and 2 others".to_owned())));
}

#[test]
fn instantiations_share_their_places() {
    let mut a = function("a");
    a.calls = vec![call(2, user(10)), call(3, user(11))];
    let int = Function { uses: vec![used(What::Throw, user(20))], ..function("f<int>") };
    let float = Function { uses: vec![used(What::Throw, user(20))], ..function("f<float>") };
    assert_eq!(check(&program(vec![a, int, float])).len(), 1);
}

#[test]
fn functions_that_are_not_called_do_not_matter() {
    let mut a = function("a");
    a.calls = vec![Call { how: CallKind::Address, ..call(2, user(10)) }];
    let pointed = Function { uses: vec![used(What::Throw, user(20))], ..function("f") };
    let host = Function { uses: vec![used(What::Allocation, user(30))], ..function("host") };
    assert!(check(&program(vec![a, pointed, host])).is_empty());
}

#[test]
fn functions_that_rebuild_arguments_are_reported_by_the_users_function() {
    let entry = Function { calls: vec![call(1, header(900))], ..function("reconstruct_object") };
    let users = Function { place: user(7), calls: vec![call(2, user(10))], ..function("rebuild") };
    let inner = Function { uses: vec![used(What::Throw, user(20))], ..function("f") };
    let root = Root {
        kind: RootKind::Argument,
        function: 0,
        name: "reconstruct_object".to_owned(),
        place: header(901),
    };
    let functions = vec![entry, users, inner];
    let found = check(&DeviceCode { assembly: true, roots: vec![root], functions });
    assert_eq!(
        messages(&found[0])[1..],
        [
            (10, "`f` is called here".to_owned()),
            (7, "`rebuild` runs for an argument of a kernel".to_owned()),
        ]
    );
}

#[test]
fn recursion_is_reported_once_with_its_cycle() {
    let a = Function { calls: vec![call(2, user(10))], ..function("a") };
    let f = Function { calls: vec![call(3, user(20)), call(4, user(21))], ..function("f") };
    let g = Function { calls: vec![call(4, user(30))], ..function("g") };
    let h = Function { calls: vec![call(2, user(40))], ..function("h") };
    let found = check(&program(vec![a, f, g, h]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].code, Code::Recursion);
    assert_eq!(
        messages(&found[0]),
        [
            (21, "recursion in device code: `f` calls itself through `h`".to_owned()),
            (40, "`h` calls `f` here".to_owned()),
            (10, "`f` is called here".to_owned()),
            (1, "in kernel `k`".to_owned()),
        ]
    );
}

#[test]
fn missing_functions_are_reported_once_each() {
    let mut a = function("a");
    a.calls = vec![call(2, user(10)), call(2, user(11)), call(3, user(12))];
    let missing = Function { defined: false, place: user(5), ..function("missing") };
    let external = Function { external: true, ..missing.clone() };
    let found = check(&program(vec![a, missing, external]));
    assert_eq!(found.len(), 1);
    assert_eq!(summary(&found[0]).0, "SC0410");
    assert!(found[0].help.as_ref().is_some_and(|help| help.contains("SYCL_EXTERNAL")));
}

fn calling(name: &str, c_name: &str) -> Vec<&'static str> {
    let a = Function { calls: vec![call(2, user(10))], ..function("a") };
    let c_name = (!c_name.is_empty()).then(|| c_name.to_owned());
    let callee = Function { defined: false, place: header(5), c_name, ..function(name) };
    check(&program(vec![a, callee])).iter().map(|diag| diag.code.as_str()).collect()
}

#[test]
fn device_code_has_the_stateless_functions_of_the_c_library() {
    for name in ["sqrt", "sqrtf", "memcpy", "abs", "__isnanf", "lgammaf_r", "strlen"] {
        assert!(calling(name, name).is_empty(), "{name}");
    }
    for name in ["__assert_fail", "__mux_get_global_id", "__scythe_x"] {
        assert!(calling(name, name).is_empty(), "{name}");
    }
    assert_eq!(calling("strtol", "strtol"), ["SC0410"]);
    assert_eq!(calling("rand", "rand"), ["SC0410"]);
    assert_eq!(calling("malloc", "malloc"), ["SC0406"]);
    assert_eq!(calling("std::__throw_length_error", ""), ["SC0401"]);
    assert_eq!(calling("user::sqrt", ""), ["SC0410"], "another function of that name");
}

#[test]
fn the_family_decides_whether_assembly_is_allowed() {
    for assembly in [true, false] {
        let a = Function { uses: vec![used(What::Assembly, user(10))], ..function("a") };
        let code = DeviceCode { assembly, ..program(vec![a]) };
        assert_eq!(check(&code).is_empty(), assembly);
    }
}

#[test]
fn every_use_has_a_rule() {
    for (what, expected) in [
        (What::Throw, "SC0401"),
        (What::Try, "SC0401"),
        (What::Typeid, "SC0402"),
        (What::DynamicCast, "SC0402"),
        (What::VirtualCall, "SC0403"),
        (What::PointerCall, "SC0404"),
        (What::MemberPointerCall, "SC0404"),
        (What::Allocation, "SC0406"),
        (What::Deallocation, "SC0406"),
        (What::VariableArray, "SC0406"),
        (What::ThreadLocal, "SC0407"),
        (What::Variable, "SC0408"),
        (What::DynamicVariable, "SC0408"),
        (What::UndefinedVariable, "SC0410"),
        (What::LongDouble, "SC0412"),
        (What::Coroutine, "SC0413"),
    ] {
        let a = Function { uses: vec![used(what, user(10))], ..function("a") };
        let found = check(&program(vec![a]));
        assert_eq!(found.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), [expected]);
    }
}

#[test]
fn long_paths_are_shortened() {
    let mut functions: Vec<Function> = (1..40)
        .map(|n| Function {
            calls: vec![call(n + 1, user(100 + u32::try_from(n).unwrap_or(0)))],
            ..function(&format!("f{n}"))
        })
        .collect();
    functions.push(Function { uses: vec![used(What::Throw, user(5))], ..function("last") });
    let found = check(&program(functions));
    let notes = messages(&found[0]);
    assert!(notes.len() < 20, "{notes:?}");
    assert!(notes.iter().any(|(_, message)| message == "(27 more calls)"), "{notes:?}");
    assert_eq!(notes[1].1, "`last` is called here");
}

#[test]
fn indices_out_of_range_are_refused() {
    let text = r#"{"assembly":true,"roots":[],"functions":[{"name":"f","place":{"id":1},"defined":true,
        "calls":[{"callee":7,"how":"call","place":{"id":2}}]}]}"#;
    let error = DeviceCode::parse(text).map(|_| ()).map_err(|e| e.to_string());
    assert_eq!(error, Err("there is no function 7".to_owned()));
}

/// A random call graph; function 0 is the kernel.
fn random(random: &mut fastrand::Rng) -> DeviceCode {
    let count = random.usize(1..14);
    let mut place = 100;
    let mut next = |random: &mut fastrand::Rng| {
        place += 1;
        Place { id: place, system: random.u8(0..4) == 0 }
    };
    let functions = (0..count)
        .map(|n| {
            let calls = (0..random.usize(0..4))
                .map(|_| Call {
                    callee: random.usize(0..count),
                    how: if random.u8(0..5) == 0 { CallKind::Address } else { CallKind::Call },
                    place: next(random),
                })
                .collect();
            let thrown = random.u8(0..4) == 0;
            let uses = if thrown { vec![used(What::Throw, next(random))] } else { Vec::new() };
            Function { calls, uses, place: next(random), ..function(&format!("f{n}")) }
        })
        .collect();
    DeviceCode { assembly: true, roots: vec![kernel(0, "k", 1)], functions }
}

/// Whether one function runs another, by the definition: the closure of calls, at least one.
fn closure(code: &DeviceCode) -> Vec<Vec<bool>> {
    let count = code.functions.len();
    let mut runs = vec![vec![false; count]; count];
    for (caller, row) in runs.iter_mut().enumerate() {
        for call in code.callees(caller) {
            row[call.callee] = true;
        }
    }
    for through in 0..count {
        for from in 0..count {
            for to in 0..count {
                runs[from][to] |= runs[from][through] && runs[through][to];
            }
        }
    }
    runs
}

#[test]
fn random_graphs_are_checked_by_the_definition() {
    for seed in 0..20_000 {
        let mut generator = fastrand::Rng::with_seed(seed);
        let code = random(&mut generator);
        let runs = closure(&code);
        let reached = |function: usize| function == 0 || runs[0][function];
        let found = check(&code);
        let count = code.functions.len();

        // Every throw that is reached is reported; those behind one call of the user may share a diagnostic.
        let throwing: Vec<usize> =
            (0..count).filter(|&f| reached(f) && !code.functions[f].uses.is_empty()).collect();
        let thrown = found.iter().filter(|diag| diag.code == Code::Exceptions).count();
        assert!(thrown <= throwing.len(), "seed {seed}");
        assert_eq!(thrown == 0, throwing.is_empty(), "seed {seed}");
        let own = throwing.iter().filter(|&&f| !code.functions[f].uses[0].place.system).count();
        assert!(thrown >= own, "seed {seed}");

        // One diagnostic per strongly connected component.
        let recursive = |f: usize| reached(f) && runs[f][f];
        let first_of_its_set = |f: usize| (0..f).all(|g| !(runs[f][g] && runs[g][f]));
        let sets = (0..count).filter(|&f| recursive(f) && first_of_its_set(f)).count();
        let reported = found.iter().filter(|diag| diag.code == Code::Recursion).count();
        assert_eq!(reported, sets, "seed {seed}");

        // Every location is in the user's code, and the notes lead to the kernel.
        for diag in &found {
            let place = diag.location.as_ref().map(|l| l.id);
            let in_header = code
                .functions
                .iter()
                .flat_map(|f| f.calls.iter().map(|c| c.place).chain(f.uses.iter().map(|u| u.place)))
                .any(|p| Some(p.id) == place && p.system);
            assert!(!in_header, "seed {seed}: {diag:?}");
            assert_eq!(diag.notes.last().map(|n| n.message.as_str()), Some("in kernel `k`"));
        }
    }
}
