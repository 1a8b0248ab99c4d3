//! Classes of accesses: what neighbouring work-items do at the same time, and what one work-item does
//! in the iterations of its loops.

use super::symbol::LoopId;
use super::{
    Access, AccessMatrix, Dimension, Index, Launch, Polynomial, Stride, Symbol, Symbols, Why,
};

/// How neighbouring work-items access memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// They access neighbouring addresses.
    Linear,
    /// They access neighbouring addresses in descending order.
    ReverseLinear,
    /// Linear, plus a uniform offset.
    Shifted,
    /// They access addresses that are further apart.
    Strided,
    /// Linear, but neighbours also access the same address a few iterations earlier or later, or a single
    /// access extends over the neighbour's.
    Overlapped,
    /// They access the same address.
    Broadcast(Audience),
    /// The address depends on data that was loaded.
    Indirect,
    /// Nothing is known.
    Unknown,
}

/// For whom an address is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// All work-items of the launch.
    Launch,
    /// All work-items of a work-group.
    WorkGroup,
    /// Work-items that differ only in the fastest dimension.
    Neighbours,
}

/// How one work-item accesses memory in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// It accesses the same address in all iterations.
    Fixed,
    /// It accesses one address after the other.
    Sequential,
    /// The same in descending order.
    ReverseSequential,
    /// It moves by larger steps.
    Strided,
    /// The address depends on data that was loaded.
    Indirect,
    /// Nothing is known.
    Unknown,
}

/// The access in one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopPart {
    /// The loop.
    pub id: LoopId,
    /// The distance between iterations.
    pub stride: Stride,
    /// The class.
    pub motion: Motion,
}

/// An address that neighbours access at different times: `address(item, iteration) ==
/// address(item - distance, iteration + 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// Neighbours along this dimension.
    pub dimension: Dimension,
    /// The loop whose iterations are meant.
    pub id: LoopId,
    /// The number of work-items.
    pub distance: i64,
}

/// Repeated accesses to the same address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reuse {
    /// Loops in whose iterations a work-item accesses the same address.
    pub loops: Vec<LoopId>,
    /// Dimensions along which all work-items of a work-group access the same address.
    pub dimensions: Vec<Dimension>,
    /// Overlapping windows.
    pub overlaps: Vec<Overlap>,
}

/// The classification of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    /// The class.
    pub class: Class,
    /// The distance in bytes from the base, if it is a polynomial.
    pub offset: Option<Polynomial>,
    /// Distances between neighbours along each dimension of the launch.
    pub strides: Vec<Stride>,
    /// The access in each loop around it that affects the address.
    pub loops: Vec<LoopPart>,
    /// Repeated accesses to the same address.
    pub reuse: Reuse,
    /// The access matrix: of the subscripts, or of the byte offset as its only row.
    pub matrix: Option<AccessMatrix>,
}

impl Classified {
    /// Classifies an access.
    pub fn of(access: &Access, launch: &Launch, symbols: &Symbols) -> Self {
        let Some(offset) = access.offset(launch) else {
            let unknown = Stride::Unknown(Why::TooLarge);
            return Self {
                class: Class::Unknown,
                offset: None,
                strides: launch.dimensions().map(|_| unknown.clone()).collect(),
                loops: Vec::new(),
                reuse: Reuse::default(),
                matrix: None,
            };
        };
        let strides: Vec<Stride> =
            launch.dimensions().map(|d| Stride::between_work_items(&offset, d, symbols)).collect();
        let loops: Vec<LoopPart> =
            access.loops.iter().map(|&id| loop_part(&offset, id, access.bytes, symbols)).collect();
        let reuse = reuse(&strides, &loops);
        let matrix = match &access.index {
            Index::Subscripts { rows, .. } => AccessMatrix::of(rows, launch),
            Index::Offset(bytes) => AccessMatrix::of(std::slice::from_ref(bytes), launch),
        };
        let mut result =
            Self { class: Class::Unknown, offset: Some(offset), strides, loops, reuse, matrix };
        result.class = result.class_of(access.bytes, launch, symbols);
        result
    }

    /// The distance between neighbours in the fastest dimension, none for a single task.
    pub fn neighbours(&self, launch: &Launch) -> Option<&Stride> {
        self.strides.get(usize::from(launch.fastest()?))
    }

    fn class_of(&self, bytes: u64, launch: &Launch, symbols: &Symbols) -> Class {
        let (Some(stride), Some(offset)) = (self.neighbours(launch), &self.offset) else {
            return Class::Unknown;
        };
        let distance = match stride {
            Stride::Unknown(Why::Loaded { .. }) => return Class::Indirect,
            Stride::Unknown(_) => return Class::Unknown,
            Stride::Known { bytes, .. } => match bytes.as_constant() {
                Some(distance) => distance,
                None => return Class::Strided,
            },
        };
        if distance == 0 {
            return Class::Broadcast(self.audience(offset, symbols));
        }
        if distance.unsigned_abs() > bytes {
            return Class::Strided;
        }
        if distance.unsigned_abs() < bytes || self.windows_overlap(launch) {
            return Class::Overlapped;
        }
        if distance < 0 {
            return Class::ReverseLinear;
        }
        if self.is_shifted(offset) { Class::Shifted } else { Class::Linear }
    }

    fn audience(&self, offset: &Polynomial, symbols: &Symbols) -> Audience {
        if !self.strides.iter().all(Stride::is_zero) {
            return Audience::Neighbours;
        }
        let same_everywhere = |s| symbols.is_launch_wide(s);
        if offset.symbols().all(same_everywhere) { Audience::Launch } else { Audience::WorkGroup }
    }

    /// Whether the windows that work-items walk through in a loop overlap with those of others.
    fn windows_overlap(&self, launch: &Launch) -> bool {
        self.reuse.overlaps.iter().any(|overlap| match launch.local_size(overlap.dimension) {
            Some(size) => overlap.distance.unsigned_abs() < size,
            // Unless the size is 1, there is a next neighbour; further ones are uncertain.
            None => overlap.distance.unsigned_abs() == 1,
        })
    }

    /// Whether something is added that depends neither on ids nor on loops. The launch's offset of ids does
    /// not count.
    fn is_shifted(&self, offset: &Polynomial) -> bool {
        let is_added = |factors: &[Symbol]| {
            factors.iter().all(|&s| s.is_uniform() && !matches!(s, Symbol::GlobalOffset(_)))
        };
        let has_more = |value: &Polynomial| !value.filter(is_added).is_zero();
        match &self.matrix {
            Some(matrix) => matrix.offsets.iter().any(has_more),
            None => has_more(offset),
        }
    }
}

fn loop_part(offset: &Polynomial, id: LoopId, bytes: u64, symbols: &Symbols) -> LoopPart {
    let stride = Stride::between_iterations(offset, id, symbols);
    let motion = match (&stride, stride.constant()) {
        (Stride::Unknown(Why::Loaded { .. }), _) => Motion::Indirect,
        (Stride::Unknown(_), _) => Motion::Unknown,
        (_, Some(0)) => Motion::Fixed,
        (_, Some(step)) if step.unsigned_abs() == bytes && step > 0 => Motion::Sequential,
        (_, Some(step)) if step.unsigned_abs() == bytes => Motion::ReverseSequential,
        _ => Motion::Strided,
    };
    LoopPart { id, stride, motion }
}

fn reuse(strides: &[Stride], loops: &[LoopPart]) -> Reuse {
    let mut reuse = Reuse {
        loops: loops.iter().filter(|l| l.stride.is_zero()).map(|l| l.id).collect(),
        ..Reuse::default()
    };
    for (d, stride) in (0..).zip(strides) {
        if stride.is_zero() {
            reuse.dimensions.push(d);
        }
        for part in loops {
            if let Some(distance) = ratio(&part.stride, stride) {
                reuse.overlaps.push(Overlap { dimension: d, id: part.id, distance });
            }
        }
    }
    reuse
}

/// The number of work-items by which one iteration moves.
fn ratio(iteration: &Stride, neighbour: &Stride) -> Option<i64> {
    let (Stride::Known { bytes: far, run: None }, Stride::Known { bytes: near, run: None }) =
        (iteration, neighbour)
    else {
        return None;
    };
    if far.is_zero() || near.is_zero() {
        return None;
    }
    if let (Some(far), Some(near)) = (far.as_constant(), near.as_constant()) {
        return (far.checked_rem(near)? == 0).then(|| far.checked_div(near))?;
    }
    // Symbolic distances: rows of the same unknown width.
    [1, -1].into_iter().find(|&sign| *far == near.scale(sign))
}
