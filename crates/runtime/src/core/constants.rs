//! The values that a launch sets for specialization constants.

use scythe_image::SpecializationValue;

/// Values of specialization constants, by the ids that kernels use.
#[derive(Default)]
pub struct Constants {
    /// Ends with an element without a value; empty if there are none.
    list: Vec<SpecializationValue>,
    /// The values that the list points to; aligned for any type.
    _values: Box<[u128]>,
}

// SAFETY: the list points into memory that the object owns and never changes.
unsafe impl Send for Constants {}
// SAFETY: as above.
unsafe impl Sync for Constants {}

impl Constants {
    /// Copies values.
    #[must_use]
    pub fn copy(values: &[(u64, &[u8])]) -> Self {
        let words = |bytes: &[u8]| bytes.len().div_ceil(size_of::<u128>()).max(1);
        let total = values.iter().map(|(_, bytes)| words(bytes)).sum();
        let mut storage = vec![0u128; total].into_boxed_slice();
        let mut list = Vec::with_capacity(values.len() + 1);
        let mut rest: &mut [u128] = &mut storage;
        for &(key, bytes) in values {
            let (own, after) = rest.split_at_mut(words(bytes));
            rest = after;
            let mut remaining = bytes;
            for word in own.iter_mut() {
                let (now, later) = remaining.split_at(remaining.len().min(size_of::<u128>()));
                let mut whole = [0; size_of::<u128>()];
                whole[..now.len()].copy_from_slice(now);
                *word = u128::from_ne_bytes(whole);
                remaining = later;
            }
            list.push(SpecializationValue {
                key,
                value: own.as_ptr().cast(),
                size: bytes.len() as u64,
            });
        }
        list.push(SpecializationValue { key: 0, value: std::ptr::null(), size: 0 });
        Self { list, _values: storage }
    }

    /// The list, as native kernels read it.
    #[must_use]
    pub fn list(&self) -> *const SpecializationValue {
        if self.list.is_empty() { std::ptr::null() } else { self.list.as_ptr() }
    }

    /// The value of a constant, if the launch sets it.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&[u8]> {
        let found = self.list.iter().find(|c| c.key == key && !c.value.is_null())?;
        // SAFETY: the value lies in the object's own memory and has `size` bytes.
        Some(unsafe { std::slice::from_raw_parts(found.value, found.size as usize) })
    }
}

#[cfg(test)]
mod tests {
    use super::Constants;

    #[test]
    fn values_are_found_by_their_keys() {
        let long: Vec<u8> = (0..37).collect();
        let constants = Constants::copy(&[(7, &[1, 2, 3]), (0, &[]), (9, &long)]);
        assert_eq!(constants.get(7), Some(&[1, 2, 3][..]));
        assert_eq!(constants.get(0), Some(&[][..]), "not the end of the list");
        assert_eq!(constants.get(9), Some(&long[..]));
        assert_eq!(constants.get(8), None);
        assert!(Constants::default().list().is_null());
    }

    #[test]
    fn lists_end_with_an_empty_element() {
        let constants = Constants::copy(&[(7, &[1])]);
        // SAFETY: the list has two elements.
        let [first, last] =
            unsafe { *constants.list().cast::<[_; 2]>() } as [scythe_image::SpecializationValue; 2];
        assert_eq!((first.key, first.size), (7, 1));
        assert!(last.value.is_null());
    }
}
