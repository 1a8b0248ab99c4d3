//! Text that kernels wrote to a `sycl::stream`.
//!
//! A kernel writes records in the order of its work-items' output. Between two flushes the text of a
//! work-item must not be mixed with that of others (SYCL 2020 §4.16.2), so it is collected here until its
//! flush; the end of the kernel flushes everything.
//!
//! A record consists of the number of the work-item (8 bytes), the length of the text and whether a flush
//! follows it (4 bytes each), and the text, padded to a multiple of 8 bytes.

use std::collections::HashMap;

/// The size of a record without its text.
const HEADER: usize = 16;

/// How much text a stream accepts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// In total; later text is dropped.
    pub total: usize,
    /// Of a work-item between two flushes.
    pub per_work_item: usize,
}

/// Passes the text of the records to `write`, flush by flush.
pub fn gather(records: &[u8], limits: Limits, mut write: impl FnMut(&[u8])) {
    let mut left = limits.total;
    let mut flush = |text: &mut Vec<u8>| {
        let length = text.len().min(left);
        left -= length;
        if length > 0 {
            write(&text[..length]);
        }
        text.clear();
    };
    // Text that was not flushed, in the order of the work-items' first output.
    let mut waiting: Vec<Vec<u8>> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut rest = records;
    while let Some((record, after)) = split(rest) {
        let place = *places.entry(record.work_item).or_insert_with(|| {
            waiting.push(Vec::new());
            waiting.len() - 1
        });
        let text = &mut waiting[place];
        let left = limits.per_work_item - text.len();
        text.extend_from_slice(&record.text[..record.text.len().min(left)]);
        if record.flush {
            flush(text);
        }
        rest = after;
    }
    waiting.iter_mut().for_each(flush);
}

struct Record<'r> {
    work_item: u64,
    flush: bool,
    text: &'r [u8],
}

/// The first record and the rest. The last record may be truncated.
fn split(records: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let (work_item, rest) = records.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (flush, rest) = rest.split_first_chunk()?;
    let length = u32::from_ne_bytes(*length) as usize;
    let text = &rest[..length.min(rest.len())];
    let padded = length.next_multiple_of(HEADER / 2).min(rest.len());
    let record = Record {
        work_item: u64::from_ne_bytes(*work_item),
        flush: u32::from_ne_bytes(*flush) != 0,
        text,
    };
    Some((record, &rest[padded..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(work_item: u64, text: &str, flush: bool) -> Vec<u8> {
        let mut bytes = work_item.to_ne_bytes().to_vec();
        bytes.extend((text.len() as u32).to_ne_bytes());
        bytes.extend(u32::from(flush).to_ne_bytes());
        bytes.extend(text.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(8), b'?');
        bytes
    }

    fn gathered(records: &[u8], total: usize, per_work_item: usize) -> Vec<String> {
        let mut flushes = Vec::new();
        gather(records, Limits { total, per_work_item }, |text| {
            flushes.push(String::from_utf8_lossy(text).into_owned());
        });
        flushes
    }

    #[test]
    fn work_items_do_not_mix_between_flushes() {
        let records = [
            record(7, "a", false),
            record(3, "x", false),
            record(7, "b", true),
            record(9, "", false),
            record(3, "y", false),
            record(7, "c", false),
            record(3, "", true),
            record(3, "z", false),
        ]
        .concat();
        assert_eq!(gathered(&records, 100, 100), ["ab", "xy", "c", "z"]);
    }

    #[test]
    fn limits_hold() {
        let records =
            [record(1, "abcdef", false), record(1, "gh", true), record(2, "ijkl", true)].concat();
        assert_eq!(gathered(&records, 100, 7), ["abcdefg", "ijkl"]);
        assert_eq!(gathered(&records, 10, 100), ["abcdefgh", "ij"]);
        assert_eq!(gathered(&records, 0, 100), [""; 0]);
    }

    #[test]
    fn truncated_records_do_no_harm() {
        let records = [record(1, "abcdef", false), record(1, "ghijkl", true)].concat();
        for end in 0..records.len() {
            let text = gathered(&records[..end], 100, 100).concat();
            assert!("abcdefghijkl".starts_with(&text), "{text} of {end} bytes");
        }
    }
}
