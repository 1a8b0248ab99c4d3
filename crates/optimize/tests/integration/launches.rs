//! Facts of several launches, compared with launches of which everything is known.

use scythe_mlir::Module;
use scythe_optimize::host::{
    AccessorFact, Alias, CaptureFact, KernelLaunches, LaunchSite, LaunchSpace, Numbers, launches,
};

/// A launch of which everything is known: a kernel over a two-dimensional range that captures a number and
/// two accessors.
#[derive(Clone, Debug)]
struct Concrete {
    global: [u64; 2],
    offset: [u64; 2],
    number: u8,
    ranges: [u64; 2],
    read_only: bool,
    alias: Alias,
}

fn concrete(random: &mut fastrand::Rng) -> Concrete {
    // Few values, so that launches are sometimes equal.
    let mut number = || random.u64(0..2);
    let global = [number(), number()];
    let offset = [number(), number()];
    let ranges = [number(), number()];
    let alias = [Alias::No, Alias::Must][random.usize(0..2)];
    Concrete { global, offset, number: random.u8(0..2), ranges, read_only: random.bool(), alias }
}

fn forgotten(random: &mut fastrand::Rng, numbers: &[u64]) -> Numbers {
    numbers.iter().map(|n| (random.u8(0..6) > 0).then_some(*n)).collect()
}

/// A launch with some facts unknown.
fn known(random: &mut fastrand::Rng, launch: &Concrete) -> LaunchSite {
    let accessor = |random: &mut fastrand::Rng, range| AccessorFact {
        dims: 1,
        memory: forgotten(random, &[range]),
        access_range: forgotten(random, &[range]),
        offset: forgotten(random, &[0]),
        read_only: launch.read_only && random.bool(),
        local: false,
    };
    let number = match random.u8(0..6) {
        0 => CaptureFact::Unknown,
        _ => CaptureFact::Bytes(vec![launch.number]),
    };
    let [one, two] = launch.ranges.map(|range| CaptureFact::Accessor(accessor(random, range)));
    LaunchSite {
        space: LaunchSpace::Range {
            global: forgotten(random, &launch.global),
            offset: forgotten(random, &launch.offset),
        },
        captures: vec![number, one, two],
        alias: vec![((1, 2), if random.u8(0..6) > 0 { launch.alias } else { Alias::May })],
        place: None,
    }
}

fn numbers_hold(known: &[Option<u64>], truth: &[u64]) -> bool {
    known.iter().zip(truth).all(|(known, truth)| known.is_none_or(|known| known == *truth))
}

/// Whether the facts are true of a launch.
fn holds(site: &LaunchSite, truth: &Concrete) -> bool {
    let space = match &site.space {
        LaunchSpace::Range { global, offset } => {
            numbers_hold(global, &truth.global) && numbers_hold(offset, &truth.offset)
        }
        LaunchSpace::Unknown => true,
        _ => false,
    };
    let captures = site.captures.iter().enumerate().all(|(index, capture)| match capture {
        CaptureFact::Unknown => true,
        CaptureFact::Bytes(bytes) => index == 0 && *bytes == [truth.number],
        CaptureFact::Accessor(fact) => {
            index > 0
                && numbers_hold(&fact.memory, &[truth.ranges[index - 1]])
                && numbers_hold(&fact.access_range, &[truth.ranges[index - 1]])
                && numbers_hold(&fact.offset, &[0])
                && (!fact.read_only || truth.read_only)
        }
    });
    space && captures && [Alias::May, truth.alias].contains(&site.alias(2, 1))
}

#[test]
fn joined_facts_hold_for_each_launch() {
    let random = &mut fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let truths: Vec<_> = (0..random.usize(1..5)).map(|_| concrete(random)).collect();
        let sites: Vec<_> = truths.iter().map(|truth| known(random, truth)).collect();
        let kernel = KernelLaunches { kernel: "k".into(), sites: sites.clone() };
        let joined = kernel.joined().expect("there are launches");
        for (site, truth) in sites.iter().zip(&truths) {
            assert!(holds(site, truth), "{site:?} {truth:?}");
            assert!(holds(&joined, truth), "{joined:?} {truth:?}");
            // Joining with fewer facts, or again, changes nothing.
            assert_eq!(joined.join(site), joined);
        }
        let reversed = KernelLaunches { sites: sites.iter().rev().cloned().collect(), ..kernel };
        assert_eq!(reversed.joined().as_ref(), Some(&joined));
    }
}

#[test]
fn facts_of_all_launches_are_kept() {
    let random = &mut fastrand::Rng::with_seed(8);
    for _ in 0..2000 {
        let truth = concrete(random);
        let site = known(random, &truth);
        let kernel = KernelLaunches { kernel: "k".into(), sites: vec![site.clone(); 3] };
        assert_eq!(kernel.joined(), Some(site));
        assert_eq!(kernel.distinct(), [[0, 1, 2]]);
    }
}

#[test]
fn different_launches_are_distinct() {
    let random = &mut fastrand::Rng::with_seed(9);
    for _ in 0..2000 {
        let truths: Vec<_> = (0..6).map(|_| concrete(random)).collect();
        let sites: Vec<_> = truths.iter().map(|truth| known(random, truth)).collect();
        let kernel = KernelLaunches { kernel: "k".into(), sites };
        let groups = kernel.distinct();
        let mut all: Vec<usize> = groups.iter().flatten().copied().collect();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        for one in 0..6 {
            for two in 0..6 {
                let together =
                    groups.iter().any(|group| group.contains(&one) && group.contains(&two));
                assert_eq!(together, kernel.sites[one] == kernel.sites[two]);
            }
        }
    }
}

#[test]
fn captures_of_different_kinds_are_unknown() {
    let accessor = |dims: u32, local| {
        let numbers = vec![Some(4); dims as usize];
        CaptureFact::Accessor(AccessorFact {
            dims,
            memory: numbers.clone(),
            access_range: numbers.clone(),
            offset: numbers,
            read_only: true,
            local,
        })
    };
    let all = [
        CaptureFact::Unknown,
        CaptureFact::Bytes(vec![1]),
        CaptureFact::Bytes(vec![1, 0]),
        accessor(1, false),
        accessor(2, false),
        accessor(1, true),
    ];
    for (index, one) in all.iter().enumerate() {
        for (other_index, other) in all.iter().enumerate() {
            let expected = if index == other_index { one.clone() } else { CaptureFact::Unknown };
            assert_eq!(one.join(other), expected);
        }
    }
    // Captures that are not accessors have no alias information.
    let site = |captures: Vec<CaptureFact>| LaunchSite {
        space: LaunchSpace::SingleTask,
        captures,
        alias: vec![((0, 1), Alias::No)],
        place: None,
    };
    let joined = site(vec![accessor(1, false), accessor(1, false)])
        .join(&site(vec![accessor(1, false), accessor(1, true)]));
    assert_eq!(joined.alias(0, 1), Alias::May);
    assert!(joined.alias.is_empty());
}

#[test]
fn launches_are_listed_by_kernel_with_their_places() {
    let context = scythe_sycl_dialect::context();
    let text = r#"
        gpu.module @kernels {
          gpu.func @a() kernel { gpu.return }
          gpu.func @b() kernel { gpu.return }
          gpu.func @never() kernel { gpu.return }
        }
        llvm.func @f(%h: !llvm.ptr) {
          sycl.host.schedule_kernel %h -> @kernels::@b : (!llvm.ptr) -> () loc("app.cpp":7:3)
          sycl.host.schedule_kernel %h -> @kernels::@a : (!llvm.ptr) -> ()
              loc(callsite("include/sycl/handler.hpp":1:1 at "app.cpp":8:5))
          llvm.return
        }
        llvm.func @g(%h: !llvm.ptr) {
          sycl.host.schedule_kernel %h -> @kernels::@b : (!llvm.ptr) -> () loc("app.cpp":9:3)
          llvm.return
        }
        llvm.func @declared(!llvm.ptr)"#;
    let module = Module::parse(&context, text).expect("the module is right");
    let found = launches(module.op());
    let places: Vec<(&str, Vec<_>)> = found
        .iter()
        .map(|kernel| {
            let line = |site: &LaunchSite| site.place.clone().map(|(file, line, _)| (file, line));
            (kernel.kernel.as_str(), kernel.sites.iter().map(line).collect())
        })
        .collect();
    let at = |line| Some(("app.cpp".to_owned(), line));
    assert_eq!(places, [("b", vec![at(7), at(9)]), ("a", vec![at(8)])]);
    assert_eq!(found[0].distinct(), [[0, 1]], "places are no facts");
    assert_eq!(found[0].joined().expect("there are launches").place, None);
}
