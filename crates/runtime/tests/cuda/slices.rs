//! Launches with more work-groups than CUDA's driver accepts at once, on the fake driver.

use crate::support::*;
use scythe::backend::IndexSpace;
use scythe::core::queue::Queue;
use scythe::core::usm::Kind;
use scythe::core::work::Work;
use scythe_image::{ArgumentKind, Kernel, Variant};

fn groups(dims: u32, global: [usize; 3]) -> IndexSpace {
    IndexSpace { local: Some([1; 3]), ..range(dims, global) }
}

/// A kernel whose code for several launches writes the position of each work-group.
fn group_writer() -> &'static Kernel {
    let version = |function, flags, arguments| {
        variant(module(c"ptx"), function, (c"sm_75", c"ptx"), flags, arguments)
    };
    let pointer = || argument(ArgumentKind::Pointer, 8, 0);
    let versions = vec![
        version(c"nothing", 0, vec![pointer()]),
        version(c"groups", Variant::SLICES, vec![pointer(), argument(ArgumentKind::Groups, 24, 0)]),
    ];
    kernel(c"telling", 8, versions)
}

#[test]
fn slices_have_their_places() {
    if !is_child("slices_have_their_places") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let kernel = group_writer();
    for (dims, global, launches) in [
        (2, [70_000, 2, 1], vec!["[2, 65535, 1]", "[2, 4465, 1]"]),
        (3, [65_536, 1, 3], vec!["[3, 1, 65535]", "[3, 1, 1]"]),
        (3, [2, 65_537, 1], vec!["[1, 65535, 2]", "[1, 2, 2]"]),
    ] {
        let count: usize = global.iter().product();
        let memory = device.allocate(Kind::Device, 16 * count, 16, "a test").expect("memory");
        control.log();
        let arguments = block(&memory.start());
        run(&queue, device.prepare(kernel, arguments, groups(dims, global)).expect("a launch"));
        let expected: Vec<String> =
            launches.iter().map(|grid| format!("launch groups s1 {grid} [1, 1, 1] 0")).collect();
        assert_eq!(control.noted(&["launch"]), expected);
        let mut back = vec![[0u32; 4]; count];
        let (to, bytes) = (back.as_mut_ptr().cast(), 16 * count);
        run(&queue, Work::Copy { from: memory.start(), to, bytes });
        let sizes =
            if dims == 2 { [global[1], global[0], 1] } else { [global[2], global[1], global[0]] };
        for (at, found) in back.iter().enumerate() {
            let (y, z) = (at / sizes[0] % sizes[1], at / sizes[0] / sizes[1]);
            assert_eq!(found.map(|n| n as usize), [y, z, sizes[1], sizes[2]], "block {at}");
        }
    }
}

#[test]
fn ordinary_launches_run_ordinary_code() {
    if !is_child("ordinary_launches_run_ordinary_code") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 16, 16, "a test").expect("memory");
    let launch = |kernel, space| {
        run(&queue, device.prepare(kernel, block(&memory.start()), space).expect("a launch"));
        control.noted(&["launch"])
    };
    let whole = launch(group_writer(), groups(2, [65_535, 70_000, 1]));
    assert_eq!(whole, ["launch nothing s1 [70000, 65535, 1] [1, 1, 1] 0"]);
    // Code that needs its work-groups has them in every launch; kernels of unlinked code have no other
    // variant.
    let arguments =
        vec![argument(ArgumentKind::Pointer, 8, 0), argument(ArgumentKind::Groups, 24, 0)];
    let waiting =
        variant(module(c"ptx"), c"groups", (c"sm_75", c"ptx"), Variant::SLICES, arguments);
    let one = launch(kernel(c"waiting", 8, vec![waiting]), groups(1, [1, 1, 1]));
    assert_eq!(one, ["launch groups s1 [1, 1, 1] [1, 1, 1] 0"]);
    // A kernel that does not need them works either way.
    let alike = simple(c"nothing", 8, vec![argument(ArgumentKind::Pointer, 8, 0)]);
    let together = IndexSpace { together: true, ..groups(2, [65_536, 1, 1]) };
    let refused = device.prepare(alike, block(&memory.start()), together);
    assert_eq!(refused.err().map(|error| error.code), Some(scythe::Errc::NdRange));
    let several = launch(alike, groups(2, [65_536, 1, 1]));
    assert_eq!(several.len(), 2);
    assert_eq!(several[1], "launch nothing s1 [1, 1, 1] [1, 1, 1] 0");
}
