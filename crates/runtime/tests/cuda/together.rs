//! Launches on CUDA devices whose work-groups wait for each other, with the driver of `fake_cuda`.

use crate::support::*;
use scythe::Errc;
use scythe::backend::{IndexSpace, requirements};
use scythe::core::queue::Queue;
use scythe::core::usm::Kind;

#[test]
fn groups_that_wait_for_each_other_are_launched_together() {
    if !is_child("groups_that_wait_for_each_other_are_launched_together") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let units = u64::from(device.info().compute_units);
    assert_eq!(device.groups_together(scale(), 256, 0).expect("an answer"), 8 * units);
    assert_eq!(device.groups_together(scale(), 1 << 20, 0).expect("an answer"), 0);
    assert_eq!(device.groups_together(scale(), 256, 1 << 30).expect("an answer"), 0);
    let memory = device.allocate(Kind::Device, 4096, 4, "a test").expect("memory");
    let groups = |count: usize| IndexSpace {
        local: Some([256, 1, 1]),
        together: true,
        ..range(1, [256 * count, 1, 1])
    };
    let most = usize::try_from(8 * units).expect("few");
    requirements::check_together(scale(), device, &groups(most)).expect("as many as fit");
    let more = requirements::check_together(scale(), device, &groups(most + 1));
    assert_eq!(more.expect_err("one too many").code, Errc::NdRange);
    let unknown = IndexSpace { local: None, ..groups(4) };
    let without = requirements::check_together(scale(), device, &unknown);
    assert_eq!(without.expect_err("no work-groups").code, Errc::NdRange);
    let arguments = block(&Scale { data: memory.start(), a: 2, b: 1 });
    let work = device.prepare(scale(), arguments, groups(4)).expect("a launch");
    control.log();
    run(&queue, work);
    assert_eq!(control.noted(&["cooperative"]).len(), 1);
}
