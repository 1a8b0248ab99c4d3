//! Boxes of elements in index spaces, with partly unknown bounds.

use super::facts::Alias;

/// An interval of one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its start.
    pub start: Option<u64>,
    /// Its length.
    pub length: Option<u64>,
}

impl Stretch {
    /// Whether this one ends at or before the start of the other.
    fn is_before(self, other: Self) -> bool {
        let end = self.start.zip(self.length).and_then(|(start, length)| start.checked_add(length));
        end.zip(other.start).is_some_and(|(end, start)| end <= start)
    }

    fn is_empty(self) -> bool {
        self.length == Some(0)
    }

    /// A part of this one, with a relative start.
    fn part(self, start: Option<u64>, length: Option<u64>) -> Self {
        let start = self.start.zip(start).and_then(|(a, b)| a.checked_add(b));
        Self { start, length }
    }
}

/// A box: an interval in each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds(pub Vec<Stretch>);

impl Bounds {
    /// The whole of a space with these sizes.
    #[must_use]
    pub fn whole(sizes: &[Option<u64>]) -> Self {
        Self(sizes.iter().map(|&length| Stretch { start: Some(0), length }).collect())
    }

    /// A part of this box, with a relative offset.
    #[must_use]
    pub fn part(&self, offset: &[Option<u64>], sizes: &[Option<u64>]) -> Self {
        let at = |numbers: &[Option<u64>], index: usize| numbers.get(index).copied().flatten();
        let stretches = self.0.iter().enumerate();
        Self(stretches.map(|(i, s)| s.part(at(offset, i), at(sizes, i))).collect())
    }

    /// Whether two boxes of one space are certainly disjoint: in one dimension, or because one of them is
    /// empty.
    #[must_use]
    pub fn is_disjoint_from(&self, other: &Self) -> bool {
        let is_empty = |bounds: &Self| bounds.0.iter().any(|s| s.is_empty());
        self.0.len() == other.0.len()
            && (is_empty(self)
                || is_empty(other)
                || self.0.iter().zip(&other.0).any(|(a, b)| a.is_before(*b) || b.is_before(*a)))
    }

    fn is_known(&self) -> bool {
        self.0.iter().all(|s| s.start.is_some() && s.length.is_some())
    }

    /// Whether two boxes of one space overlap.
    #[must_use]
    pub fn alias(&self, other: &Self) -> Alias {
        if self.is_disjoint_from(other) {
            Alias::No
        } else if self == other && self.is_known() {
            Alias::Must
        } else {
            Alias::May
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides of the spaces, small enough to enumerate all elements.
    const SIDE: u64 = 5;

    fn random(random: &mut fastrand::Rng, dims: usize) -> Vec<(u64, u64)> {
        let side = |random: &mut fastrand::Rng| {
            let start = random.u64(0..=SIDE);
            (start, random.u64(0..=SIDE - start))
        };
        (0..dims).map(|_| side(random)).collect()
    }

    fn contains(sides: &[(u64, u64)], point: &[u64]) -> bool {
        sides.iter().zip(point).all(|((start, length), at)| (*start..start + length).contains(at))
    }

    fn points(dims: usize) -> Vec<Vec<u64>> {
        (0..dims).fold(vec![Vec::new()], |points, _| {
            let longer = |point: &Vec<u64>, at| point.iter().copied().chain([at]).collect();
            points.iter().flat_map(|point| (0..SIDE).map(move |at| longer(point, at))).collect()
        })
    }

    /// A box with some of its numbers unknown.
    fn bounds(random: &mut fastrand::Rng, sides: &[(u64, u64)], forget: bool) -> Bounds {
        let mut keep = |number| (!forget || random.u8(0..4) > 0).then_some(number);
        Bounds(
            sides
                .iter()
                .map(|&(start, length)| Stretch { start: keep(start), length: keep(length) })
                .collect(),
        )
    }

    #[test]
    fn boxes_are_disjoint_if_and_only_if_they_share_no_element() {
        let mut random_numbers = fastrand::Rng::with_seed(1);
        let rng = &mut random_numbers;
        for round in 0..6000 {
            let dims = 1 + round % 3;
            let (one, two) = (random(rng, dims), random(rng, dims));
            let shared = points(dims).iter().any(|p| contains(&one, p) && contains(&two, p));
            let (a, b) = (bounds(rng, &one, false), bounds(rng, &two, false));
            assert_eq!(a.is_disjoint_from(&b), !shared, "{one:?} {two:?}");
            assert_eq!(a.alias(&b), b.alias(&a));
            assert_eq!(a.alias(&b) == Alias::Must, shared && one == two);
            // Results with unknown numbers are correct.
            let (a, b) = (bounds(rng, &one, true), bounds(rng, &two, true));
            match a.alias(&b) {
                Alias::No => assert!(!shared, "{a:?} {b:?}"),
                Alias::Must => assert_eq!(one, two),
                Alias::May => {}
            }
        }
    }

    #[test]
    fn parts_are_relative_to_their_box() {
        let whole = Bounds::whole(&[Some(10), None]);
        let part = whole.part(&[Some(2), Some(3)], &[Some(4), Some(5)]);
        let inner = part.part(&[Some(1), None], &[Some(2), Some(2)]);
        let stretch = |start, length| Stretch { start, length };
        assert_eq!(part.0, [stretch(Some(2), Some(4)), stretch(Some(3), Some(5))]);
        assert_eq!(inner.0, [stretch(Some(3), Some(2)), stretch(None, Some(2))]);
        assert_eq!(whole.alias(&whole), Alias::May, "its size is unknown");
        assert_eq!(part.alias(&part), Alias::Must);
    }

    #[test]
    fn ends_that_do_not_fit_are_not_known() {
        let far = Bounds(vec![Stretch { start: Some(u64::MAX), length: Some(2) }]);
        let near = Bounds(vec![Stretch { start: Some(0), length: Some(1) }]);
        assert_eq!(far.alias(&near), Alias::No, "the near one ends before");
        let start = Bounds(vec![Stretch { start: Some(u64::MAX - 1), length: None }]);
        assert_eq!(far.alias(&start), Alias::May);
        assert_eq!(far.part(&[Some(1)], &[Some(1)]).0[0].start, None);
    }

    #[test]
    fn spaces_of_different_dimensions_are_not_compared() {
        let line = Bounds::whole(&[Some(0)]);
        let plane = Bounds::whole(&[Some(1), Some(1)]);
        assert_eq!(line.alias(&plane), Alias::May);
    }
}
