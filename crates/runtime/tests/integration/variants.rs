//! Which variant of a kernel runs, through the C ABI: handwritten records in which each variant adds its own
//! number to a counter.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::support::{alone_with_usm, kernel_of_variants, launch, message, queue, variant};
use scythe::Errc;
use scythe::abi::command::*;
use scythe::abi::device::*;
use scythe::abi::queue::*;
use scythe::abi::usm::*;
use scythe::trace::{Event, Heard, Listener, listen};
use scythe_image::{CpuEntry, Guard, GuardKind, PointerArgument, Reach, ScheduleInfo, Variant};

/// The arguments of all kernels here: a counter, then values for conditions.
#[repr(C)]
#[derive(Clone, Copy)]
struct Arguments {
    ran: *const AtomicU64,
    scalar: u32,
    rest: u32,
    first: [u64; 10],
    second: [u64; 10],
}

/// The layout of an accessor of two dimensions in the block: pointer, buffer, box, offset.
fn accessor_at(start: u32, writes: bool) -> PointerArgument {
    PointerArgument::accessor(start, writes, (2, 4), [start + 8, start + 24, start + 40])
}

const FIRST: u32 = 16;
const SECOND: u32 = 96;

unsafe extern "C-unwind" fn code<const NUMBER: u64>(
    args: *const c_void,
    _: *const ScheduleInfo,
    first: u64,
    last: u64,
) {
    if first == 0 && last > 0 {
        // SAFETY: the arguments are those above.
        let ran = unsafe { &*(*args.cast::<Arguments>()).ran };
        ran.fetch_add(NUMBER, Ordering::Relaxed);
    }
}

const GENERAL: CpuEntry = code::<1>;
const SPECIAL: CpuEntry = code::<1000>;
const MORE_SPECIAL: CpuEntry = code::<1_000_000>;

fn arguments() -> Arguments {
    Arguments { ran: null(), scalar: 7, rest: 0, first: [0; 10], second: [0; 10] }
}

/// Launches a kernel and returns the number of the variant that ran, or the status of the submission.
fn run(
    kernel: *const scythe_kernel,
    args: &Arguments,
    change: impl Fn(&mut scythe_launch),
) -> Result<u64, i32> {
    let (q, ran) = (queue(0), AtomicU64::new(0));
    let args = Arguments { ran: &raw const ran, ..*args };
    let mut command = launch(GENERAL, &args, [4, 6, 8], None);
    // SAFETY: `launch` makes kernel commands; everything lives until the wait.
    let status = unsafe {
        command.body.launch.kernel = kernel;
        change(&mut command.body.launch);
        let status = scythe_queue_submit(q, &raw const command, null_mut());
        assert_eq!(scythe_queue_wait(q), 0);
        scythe_queue_release(q);
        status
    };
    if status == 0 { Ok(ran.load(Ordering::Relaxed)) } else { Err(status) }
}

fn guarded(guards: Vec<Guard>, pointers: Vec<PointerArgument>) -> *const scythe_kernel {
    let special = variant(SPECIAL, 0, guards);
    kernel_of_variants(size_of::<Arguments>(), vec![special, variant(GENERAL, 0, vec![])], pointers)
}

fn number(kind: GuardKind, dimension: u32, value: u64) -> Guard {
    Guard { kind: kind as u32, dimension, offset: 0, size: 0, value, bytes: null() }
}

fn bytes(offset: u32, bytes: &'static [u8]) -> Guard {
    let size = bytes.len() as u32;
    Guard {
        kind: GuardKind::Bytes as u32,
        dimension: 0,
        offset,
        size,
        value: 0,
        bytes: bytes.as_ptr(),
    }
}

#[test]
fn arguments_of_certain_values() {
    let k = guarded(vec![bytes(8, &[7, 0, 0, 0])], vec![]);
    assert_eq!(run(k, &arguments(), |_| {}), Ok(1000));
    assert_eq!(run(k, &Arguments { scalar: 8, ..arguments() }, |_| {}), Ok(1));
    assert_eq!(
        run(k, &Arguments { scalar: 7 + (1 << 24), ..arguments() }, |_| {}),
        Ok(1),
        "all bytes"
    );
    assert_eq!(run(k, &Arguments { rest: 1, ..arguments() }, |_| {}), Ok(1000), "no more bytes");
}

#[test]
fn index_spaces_of_certain_sizes() {
    let global = |d, size| guarded(vec![number(GuardKind::GlobalSize, d, size)], vec![]);
    for (d, size) in [(0, 4), (1, 6), (2, 8)] {
        assert_eq!(run(global(d, size), &arguments(), |_| {}), Ok(1000), "dimension {d}");
        assert_eq!(run(global(d, size + 1), &arguments(), |_| {}), Ok(1), "dimension {d}");
        let larger = |l: &mut scythe_launch| l.global[d as usize] += 1;
        assert_eq!(run(global(d, size), &arguments(), larger), Ok(1), "dimension {d}");
    }
    let line = |l: &mut scythe_launch| (l.dims, l.global) = (1, [8, 77, 77]);
    assert_eq!(run(global(0, 8), &arguments(), line), Ok(1000));
    assert_eq!(run(global(1, 1), &arguments(), line), Ok(1000), "there is no second dimension");
    assert_eq!(run(global(1, 77), &arguments(), line), Ok(1));
}

#[test]
fn work_groups_of_certain_sizes() {
    let k = guarded(
        (0..3).map(|d| number(GuardKind::LocalSize, d, u64::from(d) + 2)).collect(),
        vec![],
    );
    let sized = |local| {
        move |l: &mut scythe_launch| (l.global, l.has_local, l.local) = ([4, 6, 8], true, local)
    };
    assert_eq!(run(k, &arguments(), sized([2, 3, 4])), Ok(1000));
    assert_eq!(run(k, &arguments(), sized([2, 3, 8])), Ok(1));
    assert_eq!(run(k, &arguments(), |l| l.local = [2, 3, 4]), Ok(1), "a range has none");
}

#[test]
fn offsets_of_certain_values() {
    let k = guarded(vec![number(GuardKind::GlobalOffset, 1, 5)], vec![]);
    assert_eq!(run(k, &arguments(), |l| l.offset = [0, 5, 0]), Ok(1000));
    assert_eq!(run(k, &arguments(), |l| l.offset = [5, 0, 5]), Ok(1));
    let none = guarded(vec![number(GuardKind::GlobalOffset, 2, 0)], vec![]);
    assert_eq!(run(none, &arguments(), |l| (l.dims, l.offset) = (2, [3, 3, 3])), Ok(1000));
}

fn multiple(offset: u32, size: u32, of: u64) -> Guard {
    Guard { kind: GuardKind::Multiple as u32, dimension: 0, offset, size, value: of, bytes: null() }
}

#[test]
fn arguments_that_are_multiples() {
    let k = guarded(vec![multiple(8, 4, 16)], vec![]);
    let with = |scalar| run(k, &Arguments { scalar, ..arguments() }, |_| {});
    assert_eq!([with(0), with(16), with(0xffff_ffe0)], [Ok(1000), Ok(1000), Ok(1000)]);
    assert_eq!([with(8), with(17), with(256 + 15)], [Ok(1), Ok(1), Ok(1)]);
}

#[test]
fn the_first_variant_whose_guards_all_hold_runs() {
    let seven = || bytes(8, &[7]);
    let wide = || number(GuardKind::GlobalSize, 2, 8);
    let k = kernel_of_variants(
        size_of::<Arguments>(),
        vec![
            variant(MORE_SPECIAL, 0, vec![seven(), wide()]),
            variant(SPECIAL, 0, vec![wide()]),
            variant(GENERAL, 0, vec![]),
        ],
        vec![],
    );
    assert_eq!(run(k, &arguments(), |_| {}), Ok(1_000_000));
    assert_eq!(run(k, &Arguments { scalar: 8, ..arguments() }, |_| {}), Ok(1000));
    assert_eq!(run(k, &arguments(), |l| l.global[2] = 9), Ok(1));
}

/// An accessor of two dimensions in the block: address, buffer, box, offset.
fn accessor(buffer: u64, range: [u64; 2], offset: [u64; 2]) -> [u64; 10] {
    let [rows, columns] = [64, 32];
    let first = buffer + 4 * (offset[0] * columns + offset[1]);
    [first, rows, columns, range[0], range[1], offset[0], offset[1], 0, 0, 0]
}

fn unaliased(pointers: Vec<PointerArgument>) -> *const scythe_kernel {
    let special = variant(SPECIAL, Variant::NO_ALIAS, vec![]);
    kernel_of_variants(size_of::<Arguments>(), vec![special, variant(GENERAL, 0, vec![])], pointers)
}

#[test]
fn accessors_that_share_memory_get_the_general_variant() {
    let k = unaliased(vec![accessor_at(FIRST, true), accessor_at(SECOND, false)]);
    let verdict = |first, second| run(k, &Arguments { first, second, ..arguments() }, |_| {});
    let one = 0x10_0000;
    let whole = accessor(one, [64, 32], [0, 0]);
    assert_eq!(verdict(whole, accessor(0x20_0000, [64, 32], [0, 0])), Ok(1000), "two buffers");
    assert_eq!(verdict(whole, whole), Ok(1), "two of one buffer, or one twice");
    // A sub-buffer begins in the middle of the other; the next one where it ends.
    assert_eq!(verdict(whole, accessor(one + 32 * 32 * 4, [64, 32], [0, 0])), Ok(1));
    assert_eq!(verdict(whole, accessor(one + 64 * 32 * 4, [64, 32], [0, 0])), Ok(1000));
    // Boxes of one buffer, disjoint in one dimension only.
    let left = accessor(one, [64, 16], [0, 0]);
    assert_eq!(verdict(left, accessor(one, [64, 16], [0, 16])), Ok(1000));
    assert_eq!(verdict(left, accessor(one, [64, 17], [0, 15])), Ok(1));
    assert_eq!(verdict(accessor(one, [8, 32], [0, 0]), accessor(one, [8, 32], [8, 0])), Ok(1000));
    assert_eq!(verdict(whole, accessor(one, [0, 32], [0, 0])), Ok(1000), "an empty one");

    let read = unaliased(vec![accessor_at(FIRST, false), accessor_at(SECOND, false)]);
    let both = Arguments { first: whole, second: whole, ..arguments() };
    assert_eq!(run(read, &both, |_| {}), Ok(1000), "no writes");
}

const CONTEXT: *const c_void = std::ptr::without_provenance(48);

fn allocate(bytes: usize) -> u64 {
    let mut start = null_mut();
    // SAFETY: `start` is writable.
    let status = unsafe {
        scythe_usm_alloc(scythe_device_at(0), CONTEXT, SCYTHE_USM_SHARED, bytes, 64, &raw mut start)
    };
    assert_eq!(status, 0);
    start.addr() as u64
}

fn free(start: u64) {
    assert_eq!(scythe_usm_free(std::ptr::without_provenance_mut(start as usize), CONTEXT), 0);
}

fn usm_kernel() -> *const scythe_kernel {
    unaliased(vec![PointerArgument::usm(FIRST, true), PointerArgument::usm(SECOND, false)])
}

fn usm(k: *const scythe_kernel, first: u64, second: u64) -> Result<u64, i32> {
    let mut args = arguments();
    (args.first[0], args.second[0]) = (first, second);
    run(k, &args, |_| {})
}

#[test]
fn usm_of_one_allocation_gets_the_general_variant() {
    let _alone = alone_with_usm();
    let (k, a, b) = (usm_kernel(), allocate(4096), allocate(4096));
    for _ in 0..3 {
        assert_eq!(usm(k, a, b), Ok(1000));
        assert_eq!(usm(k, a + 4095, b + 100), Ok(1000), "inside");
        assert_eq!(usm(k, a, a + 2048), Ok(1), "two halves of one");
        assert_eq!(usm(k, a, 0), Ok(1000), "null leads nowhere");
    }
    let own = 0u64;
    assert_eq!(usm(k, a, (&raw const own).addr() as u64), Ok(1), "memory of the program's own");
    let mixed = unaliased(vec![accessor_at(FIRST, true), PointerArgument::usm(SECOND, true)]);
    let over = |buffer| {
        let mut args = arguments();
        args.first = accessor(buffer, [4, 4], [0, 0]);
        args.second[0] = b;
        run(mixed, &args, |_| {})
    };
    assert_eq!(over(b + 64), Ok(1), "a buffer over USM");
    assert_eq!(over(a), Ok(1000));
    free(a);
    free(b);
}

#[test]
fn parts_of_one_allocation_are_disjoint_as_far_as_a_launch_reaches() {
    let _alone = alone_with_usm();
    // The last dimension is contiguous: 8 of 4 bytes, 6 rows of 40, 4 layers of 400.
    let reach = |writes| Reach {
        first: 0,
        end: 4,
        strides: [4, 40, 400],
        limit: 2000,
        writes,
        is_bounded: true,
    };
    let guard = |offset, reach: Reach| {
        let place = Guard { kind: GuardKind::Reach as u32, ..bytes(offset, &[]) };
        let content = Box::leak(Box::new(reach.to_bytes()));
        Guard { size: content.len() as u32, bytes: content.as_ptr(), ..place }
    };
    let kernel = |reaches: [Reach; 2]| {
        let [first, second] = reaches;
        let guards = vec![guard(FIRST, first), guard(SECOND, second)];
        let special = variant(SPECIAL, Variant::NO_ALIAS, guards);
        let pointers = vec![PointerArgument::usm(FIRST, true), PointerArgument::usm(SECOND, true)];
        let variants = vec![special, variant(GENERAL, 0, vec![])];
        kernel_of_variants(size_of::<Arguments>(), variants, pointers)
    };
    let both = kernel([reach(true), reach(true)]);
    let (a, bytes_of_a_launch) = (allocate(8192), 4 + 7 * 4 + 5 * 40 + 3 * 400);
    assert_eq!(usm(both, a, a + bytes_of_a_launch), Ok(1000));
    assert_eq!(usm(both, a, a + bytes_of_a_launch - 1), Ok(1), "the last byte");
    assert_eq!(usm(both, a + bytes_of_a_launch, a), Ok(1000));
    assert_eq!(usm(both, a, a), Ok(1));
    let args = Arguments {
        first: [a, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        second: [a + bytes_of_a_launch, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ..arguments()
    };
    let moved = |l: &mut scythe_launch| l.offset[2] = 1;
    assert_eq!(run(both, &args, moved), Ok(1), "ids begin at an offset");
    let smaller = |l: &mut scythe_launch| (l.global[0], l.offset[1]) = (3, 10);
    assert_eq!(run(both, &args, smaller), Ok(1000));
    let too_far = |l: &mut scythe_launch| l.offset[0] = 5;
    let far = Arguments { second: [a + 8000, 0, 0, 0, 0, 0, 0, 0, 0, 0], ..args };
    assert_eq!(run(both, &far, too_far), Ok(1), "beyond the limit");
    assert_eq!(usm(kernel([reach(false), reach(false)]), a, a), Ok(1000), "nothing is written");
    assert_eq!(usm(kernel([reach(false), reach(true)]), a, a), Ok(1));
    free(a);
}

#[test]
fn lookups_of_freed_memory_are_forgotten() {
    let _alone = alone_with_usm();
    let k = usm_kernel();
    // Large and small blocks come and go at the same addresses: the decision depends on the present
    // allocations, whatever the allocator returns.
    for _ in 0..200 {
        let (a, b) = (allocate(64), allocate(64));
        let (low, high) = (a.min(b), a.max(b));
        assert_eq!(usm(k, low, high), Ok(1000), "two allocations");
        free(a);
        free(b);
        assert_eq!(usm(k, low, high), Ok(1), "none");
        let size = (high - low) as usize + 64;
        let all = allocate(size);
        assert_eq!(usm(k, all, all + size as u64 - 1), Ok(1), "one");
        free(all);
        assert_eq!(usm(k, all, all + size as u64 - 1), Ok(1), "none again");
    }
}

#[test]
fn every_thread_decides_for_its_own_launch() {
    let _alone = alone_with_usm();
    let k = usm_kernel().addr();
    std::thread::scope(|scope| {
        for thread in 0..8u64 {
            scope.spawn(move || {
                let k: *const scythe_kernel = std::ptr::with_exposed_provenance(k);
                for round in 0..100 {
                    let (a, b) = (allocate(100), allocate(100 + thread as usize));
                    let same = (thread + round) % 2 == 0;
                    let expected = if same { 1 } else { 1000 };
                    assert_eq!(usm(k, a, if same { a + 50 } else { b }), Ok(expected));
                    free(a);
                    free(b);
                }
            });
        }
    });
}

#[test]
fn malformed_records_are_rejected() {
    let size = size_of::<Arguments>() as u32;
    let pointer = accessor_at(FIRST, true);
    let no_code = Variant { entry: None, ..variant(SPECIAL, 0, vec![bytes(8, &[7])]) };
    let uncounted = Variant { guards: null(), ..variant(SPECIAL, 0, vec![bytes(8, &[7])]) };
    let with = |special: Variant| {
        kernel_of_variants(size as usize, vec![special, variant(GENERAL, 0, vec![])], vec![])
    };
    let wrong = [
        (guarded(vec![bytes(size - 1, &[1, 2])], vec![]), "a guard outside its arguments"),
        (guarded(vec![bytes(u32::MAX, &[1, 2])], vec![]), "a guard outside its arguments"),
        (guarded(vec![Guard { bytes: null(), ..bytes(8, &[1]) }], vec![]), "bytes to compare"),
        (guarded(vec![number(GuardKind::GlobalSize, 3, 1)], vec![]), "of unknown kind"),
        (guarded(vec![multiple(size - 3, 4, 16)], vec![]), "a guard outside its arguments"),
        (guarded(vec![multiple(8, 2, 16)], vec![]), "of unknown kind"),
        (guarded(vec![multiple(8, 4, 12)], vec![]), "of unknown kind"),
        (guarded(vec![Guard { kind: GuardKind::Reach as u32, ..bytes(8, &[1]) }], vec![]), "kind"),
        (guarded(vec![Guard { kind: 99, ..bytes(8, &[1]) }], vec![]), "of unknown kind"),
        (with(variant(SPECIAL, 1 << 31, vec![])), "unknown flags"),
        (with(no_code), "has no code"),
        (with(uncounted), "no guards where it counts some"),
        (
            kernel_of_variants(size as usize, vec![variant(SPECIAL, 1, vec![])], vec![]),
            "any launch can run",
        ),
        (unaliased(vec![PointerArgument::usm(size - 4, true)]), "a pointer outside"),
        (unaliased(vec![PointerArgument::usm(PointerArgument::ABSENT, true)]), "a pointer outside"),
        (unaliased(vec![PointerArgument { memory: size - 8, ..pointer }]), "a pointer outside"),
        (unaliased(vec![PointerArgument { access_range: size, ..pointer }]), "a pointer outside"),
        (unaliased(vec![PointerArgument { access_offset: size, ..pointer }]), "a pointer outside"),
        (unaliased(vec![PointerArgument { dims: 4, ..pointer }]), "of unknown kind"),
        (unaliased(vec![PointerArgument { kind: 9, ..pointer }]), "of unknown kind"),
    ];
    for (kernel, expected) in wrong {
        assert_eq!(run(kernel, &arguments(), |_| {}), Err(Errc::Build as i32), "{expected}");
        assert!(message().contains(expected), "{} for {expected}", message());
    }
}

/// The conditions of a variant, and why others were not chosen.
type Reason = (String, Option<String>);

/// Collects the reasons of launches.
struct Reasons(Arc<Mutex<Vec<Reason>>>);

impl Listener for Reasons {
    fn hear(&mut self, events: &[Heard]) {
        for heard in events {
            if let Event::Submitted(submitted) = &heard.event
                && let Some(launch) = &submitted.what.launch
            {
                let why = &launch.specialization;
                let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                all.push((why.chosen(), why.rejected()));
            }
        }
    }
}

#[test]
fn listeners_receive_the_reasons() {
    let reasons = Arc::default();
    let listening = listen(Box::new(Reasons(Arc::clone(&reasons))));
    // Sizes that no other test uses, since they may run meanwhile.
    let guards = vec![number(GuardKind::GlobalSize, 2, 8), bytes(8, &[77, 1, 0, 0])];
    let kernel = guarded(guards, vec![]);
    assert_eq!(run(kernel, &Arguments { scalar: 333, ..arguments() }, |_| {}), Ok(1000));
    assert_eq!(run(kernel, &Arguments { scalar: 334, ..arguments() }, |_| {}), Ok(1));
    drop(listening);
    let all = reasons.lock().unwrap_or_else(PoisonError::into_inner);
    let special = "range(2) = 8, argument at byte 8 = 0x014d".to_owned();
    assert!(all.contains(&(special.clone(), None)), "{all:?}");
    let reason = format!(
        "not the variant for \u{201c}{special}\u{201d}: the condition does not hold: argument at byte 8 = 0x014d"
    );
    assert!(all.contains(&("any launch".to_owned(), Some(reason))), "{all:?}");
}
