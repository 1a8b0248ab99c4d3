//! Why launches are not raised.

use std::fmt;

/// Why a launch is not raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The name is not constant, or not the name of a kernel.
    UnknownKernel,
    /// The kernel's record is not stored into a handler.
    NoHandler,
    /// The function object is not in this function.
    NotInlined,
    /// Several function objects reach the launch.
    SeveralKernels,
    /// The address of the function object is not known.
    NoObject,
    /// Several index spaces reach the launch.
    SeveralSpaces,
    /// There is no list of the members of the function object.
    NoSignature,
    /// Members without a `set_captured`, or with several.
    Incomplete {
        /// The number of members.
        expected: usize,
        /// The first member that is missing or ambiguous.
        index: usize,
    },
    /// `set_captured` of several function objects.
    SeveralObjects,
    /// An accessor without its type.
    Untyped {
        /// The member's name.
        name: String,
    },
    /// A member of another type than the kernel expects.
    Mismatch {
        /// The member's name.
        name: String,
        /// The kernel's type.
        expected: String,
        /// The captured type.
        found: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKernel => f.write_str(
                "there is no `set_kernel`: the name of the kernel is not constant, or is not that of a kernel \
                 of this file",
            ),
            Self::NoHandler => f.write_str(
                "there is no `set_kernel`: the kernel is not assigned to a handler here; not enough or \
                 too much inlining has happened",
            ),
            Self::NotInlined => f.write_str(
                "the kernel's function object is not in the same function; not enough inlining has \
                 happened",
            ),
            Self::SeveralKernels => f.write_str(
                "the launch is shared by several function objects; too much inlining or merging has \
                 happened",
            ),
            Self::NoObject => f.write_str("the address of the kernel's function object is unknown"),
            Self::SeveralSpaces => f.write_str(
                "there is no unique `set_nd_range`: several index spaces reach the launch",
            ),
            Self::NoSignature => {
                f.write_str("the kernel has no list of captures, so they cannot be checked")
            }
            Self::Incomplete { expected, index } => write!(
                f,
                "there is no continuous sequence of `set_captured`: the kernel captures {expected} \
                 {}, and number {index} is missing or ambiguous",
                if *expected == 1 { "value" } else { "values" }
            ),
            Self::SeveralObjects => f.write_str(
                "there is no continuous sequence of `set_captured`: it belongs to several \
                 function objects",
            ),
            Self::Untyped { name } => write!(
                f,
                "the accessor `{name}` is captured without its type: its constructor has not been \
                 raised, or is in a different function"
            ),
            Self::Mismatch { name, expected, found } => write!(
                f,
                "`{name}` is captured as {found}, but the kernel expects {expected}"
            ),
        }
    }
}

impl std::error::Error for Reason {}
