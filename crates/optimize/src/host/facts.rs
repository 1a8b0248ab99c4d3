//! Facts about launches of kernels, as plain data, and the facts that several launches share.

/// Numbers that may be known, one per dimension. For dimensions beyond the list, nothing is known.
pub type Numbers = Vec<Option<u64>>;

/// The index space of a launch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LaunchSpace {
    /// A single task.
    SingleTask,
    /// A range.
    Range {
        /// The number of work-items.
        global: Numbers,
        /// The offset; zeros by default.
        offset: Numbers,
    },
    /// An nd_range.
    NdRange {
        /// The number of work-items.
        global: Numbers,
        /// The number of work-items in a work-group.
        local: Numbers,
        /// The offset; zeros by default.
        offset: Numbers,
    },
    /// Different at different launches.
    Unknown,
}

/// Facts about an accessor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccessorFact {
    /// The number of dimensions.
    pub dims: u32,
    /// The range of its buffer or sub-buffer; of its memory, for a local accessor.
    pub memory: Numbers,
    /// The accessor's range.
    pub access_range: Numbers,
    /// The accessor's offset.
    pub offset: Numbers,
    /// Whether it never writes.
    pub read_only: bool,
    /// Whether it is a local accessor.
    pub local: bool,
}

/// Facts about a member of a kernel's function object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CaptureFact {
    /// Unknown.
    Unknown,
    /// Constant bytes, in the host's order.
    Bytes(Vec<u8>),
    /// An accessor.
    Accessor(AccessorFact),
}

/// Whether the memory of two accessors overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// It is disjoint.
    No,
    /// It is equal.
    Must,
    /// Unknown.
    May,
}

/// A source location: file, line and column.
pub type Place = (String, u32, u32);

/// Facts about a launch, or about several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchSite {
    /// The index space.
    pub space: LaunchSpace,
    /// The members of its function object, in order.
    pub captures: Vec<CaptureFact>,
    /// Whether the accessors among them overlap, for every pair of captures, the smaller number first.
    pub alias: Vec<((usize, usize), Alias)>,
    /// The location of the launch.
    pub place: Option<Place>,
}

impl LaunchSite {
    /// Whether two captures overlap; unknown for captures that are not accessors.
    #[must_use]
    pub fn alias(&self, one: usize, other: usize) -> Alias {
        let pair = (one.min(other), one.max(other));
        self.alias.iter().find(|(key, _)| *key == pair).map_or(Alias::May, |(_, alias)| *alias)
    }

    /// The facts that hold for both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let both = self.captures.len().max(other.captures.len());
        let capture = |site: &Self, index: usize| {
            site.captures.get(index).cloned().unwrap_or(CaptureFact::Unknown)
        };
        let captures: Vec<_> =
            (0..both).map(|index| capture(self, index).join(&capture(other, index))).collect();
        let is_accessor =
            |index: usize| matches!(captures.get(index), Some(CaptureFact::Accessor(_)));
        let alias = self
            .alias
            .iter()
            .filter(|((one, two), _)| is_accessor(*one) && is_accessor(*two))
            .map(|&((one, two), alias)| ((one, two), alias.join(other.alias(one, two))))
            .collect();
        Self {
            space: self.space.join(&other.space),
            captures,
            alias,
            place: self.place.clone().filter(|place| other.place.as_ref() == Some(place)),
        }
    }

    /// Whether both have the same facts, apart from the location.
    #[must_use]
    pub fn same_facts(&self, other: &Self) -> bool {
        (&self.space, &self.captures, &self.alias) == (&other.space, &other.captures, &other.alias)
    }
}

/// The numbers that are equal in both lists.
#[must_use]
pub fn join_numbers(one: &[Option<u64>], other: &[Option<u64>]) -> Numbers {
    one.iter().zip(other).map(|(a, b)| a.filter(|_| a == b)).collect()
}

impl LaunchSpace {
    /// The facts that hold for both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::SingleTask, Self::SingleTask) => Self::SingleTask,
            (Self::Range { global: g, offset: o }, Self::Range { global, offset }) => {
                Self::Range { global: join_numbers(g, global), offset: join_numbers(o, offset) }
            }
            (
                Self::NdRange { global: g, local: l, offset: o },
                Self::NdRange { global, local, offset },
            ) => Self::NdRange {
                global: join_numbers(g, global),
                local: join_numbers(l, local),
                offset: join_numbers(o, offset),
            },
            _ => Self::Unknown,
        }
    }
}

impl AccessorFact {
    /// The facts that hold for both; none for different kinds of accessors.
    #[must_use]
    pub fn join(&self, other: &Self) -> Option<Self> {
        (self.dims == other.dims && self.local == other.local).then(|| Self {
            dims: self.dims,
            memory: join_numbers(&self.memory, &other.memory),
            access_range: join_numbers(&self.access_range, &other.access_range),
            offset: join_numbers(&self.offset, &other.offset),
            read_only: self.read_only && other.read_only,
            local: self.local,
        })
    }
}

impl CaptureFact {
    /// The facts that hold for both.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Bytes(one), Self::Bytes(two)) if one == two => self.clone(),
            (Self::Accessor(one), Self::Accessor(two)) => {
                one.join(two).map_or(Self::Unknown, Self::Accessor)
            }
            _ => Self::Unknown,
        }
    }
}

impl Alias {
    /// The facts that hold for both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::May }
    }
}

/// All launches of a kernel in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelLaunches {
    /// The kernel's symbol.
    pub kernel: String,
    /// The launches, in the order of the module; there is at least one.
    pub sites: Vec<LaunchSite>,
}

impl KernelLaunches {
    /// The facts that hold for all launches; none without launches.
    #[must_use]
    pub fn joined(&self) -> Option<LaunchSite> {
        let (first, rest) = self.sites.split_first()?;
        Some(rest.iter().fold(first.clone(), |joined, site| joined.join(site)))
    }

    /// The launches grouped by equal facts: the positions in [`Self::sites`] of each group, in order of first
    /// occurrence.
    #[must_use]
    pub fn distinct(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (index, site) in self.sites.iter().enumerate() {
            match groups.iter_mut().find(|group| self.sites[group[0]].same_facts(site)) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    }
}
