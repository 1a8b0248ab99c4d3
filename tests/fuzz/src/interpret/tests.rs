//! Kernels with results that are computed by hand.

use super::*;
use crate::contents::bits_of;
use crate::kernel::{
    Argument, Call, Collective, Expr, Function, Launch, Loop, Memory, Node, Operation, Scope,
    Shared, Stmt, TwoEntries, Var, Variable,
};
use crate::operators::{Binary, Combine, Compare, Query};
use crate::types::{Scalar, Ty};

fn function(variables: usize, body: Vec<Stmt>) -> Function {
    let variable = Variable { ty: Ty::I32, length: 1, initial: 0, by_reference: false };
    Function {
        parameters: 0,
        variables: vec![variable; variables],
        body,
        result: None,
        noinline: false,
    }
}

/// A kernel with two `I32` variables, one output and one shared array in local memory.
fn kernel(local: [u64; 3], groups: [u64; 3], body: Vec<Stmt>) -> Kernel {
    Kernel {
        helpers: vec![],
        body: function(2, body),
        launch: Launch {
            dimensions: 3,
            global: std::array::from_fn(|d| local[d] * groups[d]),
            offset: [0; 3],
            local,
            span: 1,
        },
        memory: Memory {
            inputs: vec![Ty::I32],
            outputs: vec![Ty::I32],
            counters: vec![Scalar::I32],
            shared: vec![Shared { ty: Ty::I32, local: true, scope: Scope::WorkGroup }],
        },
        parameters: vec![3],
        mutable_parameters: 1,
        parameter_types: vec![],
        separate_parameters: false,
        data_seed: 0,
        sub_group_size: None,
        uses_sub_groups: true,
        states_local_size: false,
    }
}

fn number(value: u64) -> Expr {
    Expr::constant(Ty::I32, value)
}

fn var(var: Var) -> Expr {
    Expr { ty: Ty::I32, node: Node::Variable(var) }
}

fn narrow(wide: Expr) -> Expr {
    Expr { ty: Ty::I32, node: Node::Convert { from: Box::new(wide), signed: false } }
}

fn wide(narrow: Expr) -> Expr {
    Expr { ty: Ty::I64, node: Node::Convert { from: Box::new(narrow), signed: false } }
}

fn local_id() -> Expr {
    narrow(Expr::query(Query::LocalLinearId, None))
}

fn lane() -> Expr {
    Expr::query(Query::SubGroupLocalId, None)
}

fn plus(a: Expr, b: Expr) -> Expr {
    Expr { ty: a.ty, node: Node::Binary(Binary::Add, Box::new(a), Box::new(b)) }
}

fn less(a: Expr, b: Expr) -> Expr {
    Expr { ty: Ty::I1, node: Node::Compare(Compare::Less, Box::new(a), Box::new(b)) }
}

fn write(value: Expr) -> Stmt {
    Stmt::Output(0, Expr::constant(Ty::I64, 0), value)
}

fn collective(scope: Scope, operation: Operation, value: Expr) -> Stmt {
    Stmt::Collective(Collective {
        to: 0,
        scope,
        operation,
        scalar: Scalar::I32,
        value,
        divergent: false,
    })
}

/// The values that each work-item wrote, in the order of their rows.
fn results(kernel: &Kernel, sub_group_size: u32) -> Vec<u64> {
    let contents = interpret(kernel, sub_group_size).expect("the kernel has a meaning");
    let row = Memory::ROW as usize * Ty::I32.bytes();
    contents.outputs[0].chunks(row).map(|row| bits_of(&row[..4])).collect()
}

#[test]
fn ids_count_dimension_0_fastest() {
    let id = |query, d| narrow(Expr::query(query, Some(number(d))));
    let mut digits = number(0);
    for d in 0..3 {
        for query in [Query::GlobalId, Query::LocalId, Query::GroupId] {
            let ten = Box::new(number(10));
            let shifted = Node::Binary(Binary::Multiply, Box::new(digits), ten);
            digits = plus(Expr { ty: Ty::I32, node: shifted }, id(query, d));
        }
    }
    let kernel = kernel([2, 1, 1], [2, 2, 1], vec![write(digits)]);
    let expected = [0, 110_000_000, 201_000_000, 311_000_000];
    let second_row = expected.map(|digits| digits + 101_000);
    assert_eq!(results(&kernel, 8), [expected, second_row].concat());
}

#[test]
fn barriers_make_writes_visible() {
    let body = vec![
        Stmt::SharedWrite(0, plus(local_id(), number(10))),
        Stmt::Barrier(Scope::WorkGroup),
        Stmt::SharedRead(0, 0, wide(plus(local_id(), number(1)))),
        write(var(0)),
    ];
    assert_eq!(results(&kernel([3, 1, 1], [2, 1, 1], body), 8), [11, 12, 10, 11, 12, 10]);
}

#[test]
fn a_missing_barrier_is_a_race() {
    let body = vec![
        Stmt::SharedWrite(0, local_id()),
        Stmt::SharedRead(0, 0, wide(plus(local_id(), number(1)))),
    ];
    // The first work-item reads what its neighbour has not written yet; the second is the race.
    assert_eq!(interpret(&kernel([3, 1, 1], [1; 3], body.clone()), 8), Err(Fault::Uninitialized));
    let mut body = body;
    body.insert(0, Stmt::Barrier(Scope::WorkGroup));
    body.insert(0, Stmt::SharedWrite(0, local_id()));
    assert_eq!(interpret(&kernel([3, 1, 1], [1; 3], body), 8), Err(Fault::Race));
}

#[test]
fn sub_group_barriers_order_only_the_sub_group() {
    let exchange = |distance| {
        vec![
            Stmt::SharedWrite(0, local_id()),
            Stmt::Barrier(Scope::WorkGroup),
            Stmt::SharedWrite(0, plus(local_id(), number(10))),
            Stmt::Barrier(Scope::SubGroup),
            Stmt::SharedRead(0, 0, wide(plus(local_id(), number(distance)))),
            write(var(0)),
        ]
    };
    let mut apart = kernel([8, 1, 1], [1; 3], exchange(4));
    assert_eq!(interpret(&apart, 4), Err(Fault::Race));
    apart.memory.shared[0].scope = Scope::SubGroup;
    assert_eq!(results(&apart, 4), [10, 11, 12, 13, 14, 15, 16, 17], "modulo the sub-group");
}

#[test]
fn divergent_barriers_are_detected() {
    let barrier = vec![Stmt::Barrier(Scope::WorkGroup)];
    let some = Stmt::If(less(local_id(), number(2)), barrier, vec![]);
    assert_eq!(interpret(&kernel([3, 1, 1], [1; 3], vec![some]), 8), Err(Fault::Divergence));
    // The same number of times and at the same barrier, but not in the same iteration.
    let own_round = Node::Compare(Compare::Equal, Box::new(var(1)), Box::new(local_id()));
    let rounds = Stmt::Loop(Loop {
        counter: 1,
        trips: number(2),
        most: 2,
        tested_at_end: false,
        body: vec![
            Stmt::ContinueIf(Expr { ty: Ty::I1, node: own_round }),
            Stmt::Barrier(Scope::WorkGroup),
        ],
    });
    assert_eq!(interpret(&kernel([2, 1, 1], [1; 3], vec![rounds]), 8), Err(Fault::Divergence));
}

#[test]
fn loops_count_and_leave_early() {
    let rounds = |tested_at_end, trips, extra| {
        let body = vec![
            Stmt::ContinueIf(extra),
            Stmt::Assign(0, plus(var(0), number(1))),
            Stmt::BreakIf(less(number(3), var(0))),
        ];
        let shape = Loop { counter: 1, trips, most: 7, tested_at_end, body };
        vec![Stmt::Loop(shape), write(plus(var(0), var(1)))]
    };
    let never = || less(number(1), number(0));
    let kernel = |body| kernel([9, 1, 1], [1; 3], body);
    let counted = results(&kernel(rounds(false, local_id(), never())), 8);
    assert_eq!(counted, [0, 2, 4, 6, 7, 7, 7, 7, 0], "trips count modulo eight");
    let at_least_once = results(&kernel(rounds(true, local_id(), never())), 8);
    assert_eq!(at_least_once, [2, 2, 4, 6, 7, 7, 7, 7, 2]);
    let skipped = results(&kernel(rounds(false, local_id(), less(var(1), number(2)))), 8);
    assert_eq!(skipped, [0, 1, 2, 4, 6, 8, 9, 9, 0]);
}

#[test]
fn loops_with_two_entries() {
    // The first part adds 10, the second 1; work-items with odd numbers start with the second.
    let odd = Node::Convert { from: Box::new(local_id()), signed: false };
    let two = TwoEntries {
        skip: Expr { ty: Ty::I1, node: odd },
        first: vec![Stmt::Assign(0, plus(var(0), number(10)))],
        shape: Loop {
            counter: 1,
            trips: local_id(),
            most: 3,
            tested_at_end: true,
            body: vec![Stmt::Assign(0, plus(var(0), number(1)))],
        },
    };
    let body = vec![Stmt::TwoEntries(two), write(var(0))];
    assert_eq!(results(&kernel([5, 1, 1], [1; 3], body), 8), [11, 1, 22, 23, 11]);
}

#[test]
fn every_work_item_has_its_own_arguments() {
    let parameter = || Expr { ty: Ty::I64, node: Node::Parameter(0) };
    let body = vec![
        Stmt::AssignParameter(0, plus(parameter(), wide(local_id()))),
        Stmt::Barrier(Scope::WorkGroup),
        write(narrow(parameter())),
    ];
    assert_eq!(results(&kernel([3, 1, 1], [2, 1, 1], body), 8), [3, 4, 5, 3, 4, 5]);
}

#[test]
fn helpers_return_early_and_change_references() {
    let mut helper = function(
        2,
        vec![
            Stmt::Assign(0, plus(var(0), number(5))),
            Stmt::If(less(var(1), number(2)), vec![Stmt::Return], vec![]),
            Stmt::Assign(0, number(100)),
        ],
    );
    helper.parameters = 2;
    helper.variables[0].by_reference = true;
    helper.result = Some(plus(var(0), var(1)));
    let call = Call {
        helper: 0,
        arguments: vec![Argument::Reference(0), Argument::Value(local_id())],
        to: Some(1),
    };
    let body = vec![Stmt::Call(call), write(plus(var(0), var(1)))];
    let mut kernel = kernel([4, 1, 1], [1; 3], body);
    kernel.helpers.push(helper);
    assert_eq!(results(&kernel, 8), [10, 11, 202, 203]);
}

#[test]
fn collectives_of_work_groups() {
    let of = |operation| {
        let body = vec![
            collective(Scope::WorkGroup, operation, plus(local_id(), number(1))),
            write(var(0)),
        ];
        results(&kernel([4, 1, 1], [1; 3], body), 4)
    };
    assert_eq!(of(Operation::Reduce(Combine::Multiply)), [24; 4]);
    assert_eq!(of(Operation::InclusiveScan(Combine::Add)), [1, 3, 6, 10]);
    assert_eq!(of(Operation::ExclusiveScan(Combine::Add)), [0, 1, 3, 6]);
    assert_eq!(of(Operation::ExclusiveScan(Combine::Min)), [0x7fff_ffff, 1, 1, 1]);
    let from = [6, 5, 4].map(|n| Expr::constant(Ty::I64, n));
    assert_eq!(of(Operation::Broadcast(from)), [3; 4], "ids count modulo the size");
}

#[test]
fn the_last_sub_group_may_be_short() {
    let of = |operation| {
        let body = vec![
            collective(Scope::SubGroup, operation, plus(local_id(), number(1))),
            write(var(0)),
        ];
        results(&kernel([3, 2, 1], [1; 3], body), 4)
    };
    assert_eq!(of(Operation::Reduce(Combine::Add)), [10, 10, 10, 10, 11, 11]);
    assert_eq!(of(Operation::Shuffle(plus(lane(), number(1)))), [2, 3, 4, 1, 6, 5]);
    assert_eq!(of(Operation::ShuffleXor(number(2))), [3, 4, 1, 2, 5, 6]);
    let other = || plus(local_id(), number(101));
    assert_eq!(of(Operation::ShuffleUp(other(), number(1))), [104, 1, 2, 3, 106, 5]);
    assert_eq!(of(Operation::ShuffleDown(other(), number(1))), [2, 3, 4, 101, 6, 105]);
}

#[test]
fn divergent_operations_combine_present_work_items() {
    let divergent = |operation| {
        let Stmt::Collective(all) =
            collective(Scope::SubGroup, operation, plus(local_id(), number(1)))
        else {
            unreachable!("it is one")
        };
        Stmt::Collective(Collective { divergent: true, ..all })
    };
    // Lane 0 runs one iteration, lane 1 two, and so on: all are present in the first, one in the last.
    let loop_of = |operation| {
        Stmt::Loop(Loop {
            counter: 1,
            trips: plus(lane(), number(1)),
            most: 7,
            tested_at_end: false,
            body: vec![divergent(operation)],
        })
    };
    let of = |statement| results(&kernel([4, 1, 1], [1; 3], vec![statement, write(var(0))]), 4);
    let sum = || Operation::Reduce(Combine::Add);
    assert_eq!(of(loop_of(sum())), [10, 9, 7, 4]);
    let half = || less(lane(), number(2));
    let scan = divergent(Operation::InclusiveScan(Combine::Add));
    assert_eq!(of(Stmt::If(half(), vec![divergent(sum())], vec![scan])), [3, 3, 3, 7]);
    // The requested work-item is absent, so the first one's value is used.
    let first = Operation::Broadcast(std::array::from_fn(|_| wide(number(1))));
    let none = Operation::Broadcast(std::array::from_fn(|_| wide(number(3))));
    assert_eq!(of(Stmt::If(half(), vec![divergent(none)], vec![])), [1, 1, 0, 0]);
    assert_eq!(of(Stmt::If(half(), vec![divergent(first)], vec![])), [2, 2, 0, 0]);
    // An operation that requires all work-items detects missing ones.
    let all = collective(Scope::SubGroup, sum(), local_id());
    let torn = kernel([4, 1, 1], [1; 3], vec![Stmt::If(half(), vec![all], vec![])]);
    assert!(interpret(&torn, 4).is_err());
}

#[test]
fn parameters_are_truncated() {
    let mut narrow_one = kernel(
        [1, 1, 1],
        [1; 3],
        vec![
            Stmt::AssignParameter(1, Expr::constant(Ty::I64, 0x1_2345)),
            write(plus(
                narrow(Expr { ty: Ty::I64, node: Node::Parameter(0) }),
                narrow(Expr { ty: Ty::I64, node: Node::Parameter(1) }),
            )),
        ],
    );
    narrow_one.parameters = vec![0x1_0203, 0];
    narrow_one.parameter_types = vec![Scalar::I8, Scalar::I16];
    assert_eq!(results(&narrow_one, 4), [0x2348]);
    assert_eq!(narrow_one.parameter_bytes(), [3, 0, 0, 0]);
}

#[test]
fn sub_groups_diverge() {
    // Each sub-group runs as many iterations as its id.
    let rounds = Stmt::Loop(Loop {
        counter: 1,
        trips: Expr::query(Query::SubGroupId, None),
        most: 7,
        tested_at_end: false,
        body: vec![collective(
            Scope::SubGroup,
            Operation::Reduce(Combine::Add),
            plus(var(0), number(1)),
        )],
    });
    let kernel = kernel([6, 1, 1], [1; 3], vec![rounds, write(var(0))]);
    // 0 iterations; 1 iteration: 2; 2 iterations: 2, then 2 * 3.
    assert_eq!(results(&kernel, 2), [0, 0, 2, 2, 6, 6]);
}

#[test]
fn counters_add_up_over_all_groups() {
    let body = vec![Stmt::Count(Combine::Add, 0, wide(local_id()), plus(local_id(), number(1)))];
    let contents = interpret(&kernel([6, 1, 1], [2, 1, 1], body), 8).expect("a meaning");
    let counts: Vec<u64> = contents.counters[0].chunks(4).map(bits_of).collect();
    assert_eq!(counts, [2 * (1 + 5), 2 * (2 + 6), 2 * 3, 2 * 4]);
}

#[test]
fn groups_at_the_edge_are_cut_short() {
    let mut kernel = kernel([4, 1, 1], [2, 1, 1], vec![write(number(1))]);
    kernel.launch.global[0] = 5;
    assert_eq!(results(&kernel, 8), [1; 5]);
}
