use super::*;
use scythe_image::checks::proof::*;

const READ: i64 = 0;
const WRITE: i64 = access::WRITE as i64;

fn launch(x: u64, y: u64) -> ScheduleInfo {
    // SAFETY: numbers and null pointers.
    let mut info: ScheduleInfo = unsafe { std::mem::zeroed() };
    (info.global_size, info.local_size) = ([x, y, 1], [8, 1, 1]);
    info
}

/// `leaf 0 + 4 * (id + by)`, four bytes.
fn element(flags: i64, guards: &[i64], by: i64) -> Vec<i64> {
    let address = [SUM, 2, LEAF, 0, PRODUCT, 2, NUMBER, 4, SUM, 2, ID, 0, 0, NUMBER, by];
    let count = if guards.is_empty() { 0 } else { 1 };
    [&[ACCESS, flags, count], guards, &[NUMBER, 4, LEAF, 0], &address].concat()
}

fn program(items: &[Vec<i64>]) -> Vec<i64> {
    [vec![0], items.concat(), vec![END]].concat()
}

fn races(items: &[Vec<i64>], info: &ScheduleInfo) -> bool {
    let all = describe(&program(items), &[0x1000, 64], info).expect("all is known");
    let disjoint = |one: &Described, other: &Described| {
        !(one.footprint.write || other.footprint.write)
            || one.footprint.is_disjoint_from(&other.footprint)
    };
    !all.iter().all(|one| all.iter().all(|other| disjoint(one, other)))
}

#[test]
fn hulls_contain_exactly_the_bytes() {
    let all = describe(&program(&[element(WRITE, &[], -1)]), &[0x1000], &launch(64, 1));
    let all = all.expect("all is known");
    assert_eq!(all[0].footprint.hull, Extent { low: 0xffc, high: 0xffc + 64 * 4 - 1 });
    assert!(all[0].footprint.is_dense());
    assert_eq!(all[0].base, 0x1000);
}

#[test]
fn guards_narrow_ids() {
    // id < 60, id + 1 < 64 as 32-bit numbers, id != 3.
    let below = [36, 64, ID, 0, 0, NUMBER, 60];
    let all = describe(&program(&[element(WRITE, &below, 0)]), &[0], &launch(64, 1)).expect("?");
    assert_eq!(all[0].footprint.hull.high, 239);
    assert!(all[0].footprint.is_dense());
    let unclear = [33, 64, ID, 0, 0, NUMBER, 3];
    let all = describe(&program(&[element(WRITE, &unclear, 0)]), &[0], &launch(64, 1)).expect("?");
    assert!(!all[0].footprint.is_dense(), "one is left out");
    let never = [&[NEVER, 0, 1], &[35, 64, ID, 0, 0, LEAF, 1][..]].concat();
    assert!(describe(&program(std::slice::from_ref(&never)), &[0, 64], &launch(64, 1)).is_some());
    assert!(describe(&program(&[never]), &[0, 63], &launch(64, 1)).is_none(), "id 63 gets there");
    // -1 is not below 63 as an unsigned number.
    let wraps = [36, 64, SUM, 2, ID, 0, 0, NUMBER, -1, NUMBER, 62];
    let all = describe(&program(&[element(WRITE, &wraps, 0)]), &[0], &launch(64, 1)).expect("?");
    assert_eq!(all[0].footprint.hull, Extent { low: 4, high: 62 * 4 + 3 });
}

#[test]
fn shifted_accesses_race_and_equal_ones_do_not() {
    let info = launch(64, 1);
    assert!(!races(&[element(WRITE, &[], 0), element(READ, &[], 0)], &info));
    assert!(!races(&[element(READ, &[], 1), element(READ, &[], 0)], &info), "no writes");
    assert!(races(&[element(WRITE, &[], 0), element(READ, &[], 1)], &info));
    assert!(!races(&[element(WRITE, &[], 0), element(READ, &[], 64)], &info), "other memory");
    assert!(races(&[element(WRITE, &[], 0)], &launch(64, 2)), "rows write the same");
    let first = [32, 64, ID, 0, 1, NUMBER, 0];
    assert!(!races(&[element(WRITE, &first, 0)], &launch(64, 2)), "one row writes");
}

#[test]
fn truncated_numbers_are_not_known() {
    let address = [SUM, 2, LEAF, 0, SIGN_EXTEND, 32, PRODUCT, 2, ID, 0, 0, NUMBER, 1 << 30];
    let item = [&[ACCESS, READ, 0, NUMBER, 4, LEAF, 0], &address[..]].concat();
    assert!(describe(&program(std::slice::from_ref(&item)), &[0], &launch(2, 1)).is_some());
    assert!(describe(&program(&[item]), &[0], &launch(64, 1)).is_none());
}

#[test]
fn loops_are_rows_or_columns() {
    // 16 elements of each work-item: adjacent, or one in each of 16 rows of 64.
    let item = |of_id: i64, of_loop: i64| {
        let id = [PRODUCT, 2, NUMBER, of_id, ID, 0, 0];
        let turn = [PRODUCT, 2, NUMBER, of_loop, ITERATION, 0];
        let address = [&[SUM, 3, LEAF, 0][..], &id, &turn].concat();
        [&[1, 1, NUMBER, 15, ACCESS, WRITE, 0, NUMBER, 4, LEAF, 0][..], &address, &[END]].concat()
    };
    for (words, fine) in
        [(item(64, 4), true), (item(4, 256), true), (item(4, 4), false), (item(60, 4), false)]
    {
        let all = describe(&words, &[0x1000], &launch(64, 1)).expect("all is known");
        assert_eq!(all[0].footprint.is_disjoint_from(&all[0].footprint), fine);
        assert!(all[0].footprint.is_dense());
    }
}

#[test]
fn local_ids_are_parts_of_global_ones() {
    // Work-group * 8 + local id is the global id.
    let index = [SUM, 2, PRODUCT, 2, NUMBER, 8, ID, 2, 0, ID, 1, 0];
    let address = [&[SUM, 2, LEAF, 0, PRODUCT, 2, NUMBER, 4][..], &index].concat();
    let write = [&[ACCESS, WRITE, 0, NUMBER, 4, LEAF, 0], &address[..]].concat();
    assert!(!races(&[write.clone(), element(READ, &[], 0)], &launch(64, 1)));
    let local = [SUM, 2, LEAF, 0, PRODUCT, 2, NUMBER, 4, ID, 1, 0];
    let all_write = [&[ACCESS, WRITE, 0, NUMBER, 4, LEAF, 0], &local[..]].concat();
    assert!(races(&[all_write], &launch(64, 1)), "groups write the same");
}
