//! Facts about launches of kernels, as plain data, and what several launches have in common.

/// Numbers that may be known, one per dimension. A list that is too short knows nothing about the
/// dimensions that it lacks.
pub type Numbers = Vec<Option<u64>>;

/// What a kernel is launched over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LaunchSpace {
    /// Nothing: it runs once.
    SingleTask,
    /// A range.
    Range {
        /// The number of work-items.
        global: Numbers,
        /// The id of the first one; zeros where none was given.
        offset: Numbers,
    },
    /// An nd_range.
    NdRange {
        /// The number of work-items.
        global: Numbers,
        /// The number of work-items in a work-group.
        local: Numbers,
        /// The id of the first one; zeros where none was given.
        offset: Numbers,
    },
    /// Different kinds at different launches.
    Unknown,
}

/// What an accessor is known to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccessorFact {
    /// The number of dimensions.
    pub dims: u32,
    /// The range of its buffer, or of its sub-buffer; of its memory, if it is local.
    pub memory: Numbers,
    /// The range that it gives access to.
    pub access_range: Numbers,
    /// Where that begins.
    pub offset: Numbers,
    /// Whether nothing is written through it.
    pub read_only: bool,
    /// Whether it is a local accessor.
    pub local: bool,
}

/// What a member of a kernel's function object is known to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CaptureFact {
    /// Anything.
    Unknown,
    /// These bytes, in the host's order.
    Bytes(Vec<u8>),
    /// An accessor.
    Accessor(AccessorFact),
}

/// How the memory of two accessors lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// They have nothing in common.
    No,
    /// They are the same elements.
    Must,
    /// Nobody knows.
    May,
}

/// A place in the program: file, line and column.
pub type Place = (String, u32, u32);

/// What is known about a launch, or about several of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchSite {
    /// What the kernel is launched over.
    pub space: LaunchSpace,
    /// The members of its function object, in order.
    pub captures: Vec<CaptureFact>,
    /// How the accessors among them lie, for every pair of numbers of captures, the smaller one first.
    pub alias: Vec<((usize, usize), Alias)>,
    /// Where the program launches it.
    pub place: Option<Place>,
}

impl LaunchSite {
    /// How two captures lie; nothing is known of those that are no accessors.
    #[must_use]
    pub fn alias(&self, one: usize, other: usize) -> Alias {
        let pair = (one.min(other), one.max(other));
        self.alias.iter().find(|(key, _)| *key == pair).map_or(Alias::May, |(_, alias)| *alias)
    }

    /// What holds here and there.
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

    /// Whether the same is known of both, wherever they are.
    #[must_use]
    pub fn same_facts(&self, other: &Self) -> bool {
        (&self.space, &self.captures, &self.alias) == (&other.space, &other.captures, &other.alias)
    }
}

/// Numbers that are the same in both lists.
#[must_use]
pub fn join_numbers(one: &[Option<u64>], other: &[Option<u64>]) -> Numbers {
    one.iter().zip(other).map(|(a, b)| a.filter(|_| a == b)).collect()
}

impl LaunchSpace {
    /// What holds of both.
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
    /// What holds of both; none where they are different kinds of accessors.
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
    /// What holds of both.
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
    /// What holds of both.
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
    /// What holds at every launch; nothing where there is none.
    #[must_use]
    pub fn joined(&self) -> Option<LaunchSite> {
        let (first, rest) = self.sites.split_first()?;
        Some(rest.iter().fold(first.clone(), |joined, site| joined.join(site)))
    }

    /// The launches by what is known of them: for each group of equal ones its numbers in
    /// [`Self::sites`], in the order of the first of each.
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
