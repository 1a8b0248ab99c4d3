//! The table of method ops, one row each, from which parser, printer, verifier, registry, canonicalisation,
//! lowering and the book's reference are derived.
//!
//! To add an operation, add a row. Nothing else has to change.

/// The method that converts a one-dimensional object to a number.
pub const CONVERSION: &str = "operator size_t";

/// What an operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `SYCLGetID`: an id, or a component of it for a dimension.
    Id,
    /// `SYCLGetRange`: a range, or a component of it for a dimension.
    Range,
    /// `SYCLGetGroup`: a group, or a component of its id for a dimension.
    Group,
    /// `SYCLGetComponent`: a component for a dimension; otherwise the only component of a one-dimensional
    /// object, or a range of its dimensions.
    Component,
    /// A number of type `size_t`.
    Size,
    /// A number of 32 bits.
    Number,
    /// A truth value.
    Truth,
    /// An object of another type with the same dimensions.
    Object(&'static str),
    /// The address of an element, for an id or a number.
    Element,
    /// The address of the first element.
    Pointer,
}

impl Shape {
    /// The name of the trait that verifies it.
    #[must_use]
    pub fn trait_name(self) -> Option<&'static str> {
        match self {
            Shape::Id => Some("SYCLGetID"),
            Shape::Range => Some("SYCLGetRange"),
            Shape::Group => Some("SYCLGetGroup"),
            Shape::Component => Some("SYCLGetComponent"),
            _ => None,
        }
    }

    /// The type of the object that it returns without a dimension.
    #[must_use]
    pub fn object(self) -> Option<&'static str> {
        match self {
            Shape::Object(name) => Some(name),
            _ => self.whole(),
        }
    }

    /// The op that returns a component of the result.
    #[must_use]
    pub fn component(self) -> Option<&'static str> {
        match self {
            Shape::Id => Some("id.get"),
            Shape::Range => Some("range.get"),
            Shape::Group => Some("group.get_group_id"),
            _ => None,
        }
    }

    /// The type that it returns without a dimension, if it takes one.
    #[must_use]
    pub fn whole(self) -> Option<&'static str> {
        match self {
            Shape::Id => Some("id"),
            Shape::Range => Some("range"),
            Shape::Group => Some("group"),
            _ => None,
        }
    }
}

/// For which work-items the result is the same, for the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Each work-item has its own.
    WorkItem,
    /// One for each sub-group.
    SubGroup,
    /// One for each work-group.
    WorkGroup,
    /// One for all work-items of a launch.
    Launch,
    /// For those for which the operands are the same.
    Operands,
}

/// An operation that represents a method.
#[derive(Debug)]
pub struct Method {
    /// Its name in the dialect.
    pub name: &'static str,
    /// The method's class.
    pub object: &'static str,
    /// The names of the methods that it represents. The first one is used for operations that
    /// canonicalisation creates.
    pub methods: &'static [&'static str],
    /// What it returns.
    pub shape: Shape,
    /// For which work-items the result is the same.
    pub spread: Spread,
    /// Documentation.
    pub summary: &'static str,
}

impl Method {
    /// Its name with the dialect's prefix.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("sycl.{}", self.name)
    }

    /// Whether its second operand is a dimension.
    #[must_use]
    pub fn takes_dimension(&self) -> bool {
        matches!(self.shape, Shape::Id | Shape::Range | Shape::Group | Shape::Component)
    }
}

macro_rules! methods {
    ($($object:ident { $($op:ident [$($method:literal),+] $shape:expr, $spread:ident, $doc:literal;)* })*) => {
        /// All method ops.
        pub static METHODS: &[Method] = &[$($(Method {
            name: concat!(stringify!($object), ".", stringify!($op)),
            object: stringify!($object),
            methods: &[$($method),+],
            shape: $shape,
            spread: Spread::$spread,
            summary: $doc,
        },)*)*];
    };
}

use Shape::{Component, Element, Group, Id, Number, Object, Pointer, Range, Size, Truth};

methods! {
    nd_item {
        get_global_id ["get_global_id"] Id, WorkItem,
            "The work-item's global id.";
        get_global_linear_id ["get_global_linear_id"] Size, WorkItem,
            "The work-item's global linear id, relative to the offset.";
        get_local_id ["get_local_id"] Id, WorkItem,
            "The work-item's local id.";
        get_local_linear_id ["get_local_linear_id"] Size, WorkItem,
            "The work-item's local linear id.";
        get_group ["get_group"] Group, WorkGroup,
            "The work-item's work-group, or a component of its id.";
        get_sub_group ["get_sub_group"] Object("sub_group"), SubGroup,
            "The work-item's sub-group.";
        get_group_linear_id ["get_group_linear_id"] Size, WorkGroup,
            "The linear id of the work-item's work-group.";
        get_group_range ["get_group_range"] Range, Launch,
            "The number of work-groups.";
        get_global_range ["get_global_range"] Range, Launch,
            "The number of work-items.";
        get_local_range ["get_local_range"] Range, Launch,
            "The number of work-items in a work-group.";
        get_offset ["get_offset"] Id, Launch,
            "The offset of global ids.";
        get_nd_range ["get_nd_range"] Object("nd_range"), Launch,
            "The nd_range of the launch.";
    }
    item {
        get_id ["get_id", "operator[]", "operator size_t"] Id, WorkItem,
            "The work-item's id.";
        get_linear_id ["get_linear_id"] Size, WorkItem,
            "The work-item's linear id, relative to the offset.";
        get_range ["get_range"] Range, Launch,
            "The number of work-items.";
        get_offset ["get_offset"] Id, Launch,
            "The offset of ids.";
    }
    group {
        get_group_id ["get_group_id", "get_id", "operator[]"] Id, WorkGroup,
            "The work-group's id.";
        get_local_id ["get_local_id"] Id, WorkItem,
            "The calling work-item's id in the work-group.";
        get_local_range ["get_local_range"] Range, Launch,
            "The number of work-items in the work-group.";
        get_group_range ["get_group_range"] Range, Launch,
            "The number of work-groups.";
        get_max_local_range ["get_max_local_range"] Range, Launch,
            "The number of work-items in the largest work-group.";
        get_group_linear_id ["get_group_linear_id", "get_linear_id"] Size, WorkGroup,
            "The work-group's linear id.";
        get_local_linear_id ["get_local_linear_id"] Size, WorkItem,
            "The calling work-item's linear id in the work-group.";
        get_group_linear_range ["get_group_linear_range"] Size, Launch,
            "The number of work-groups as one number.";
        get_local_linear_range ["get_local_linear_range"] Size, Launch,
            "The number of work-items in the work-group as one number.";
        leader ["leader"] Truth, WorkItem,
            "Whether the calling work-item is the leader of the work-group.";
    }
    sub_group {
        get_group_id ["get_group_id"] Id, SubGroup,
            "The sub-group's id in its work-group.";
        get_local_id ["get_local_id"] Id, WorkItem,
            "The calling work-item's id in the sub-group.";
        get_local_range ["get_local_range"] Range, SubGroup,
            "The number of work-items in the sub-group.";
        get_group_range ["get_group_range"] Range, Launch,
            "The number of sub-groups in the work-group.";
        get_max_local_range ["get_max_local_range"] Range, Launch,
            "The number of work-items in the largest sub-group.";
        get_group_linear_id ["get_group_linear_id"] Number, SubGroup,
            "The sub-group's linear id in its work-group.";
        get_local_linear_id ["get_local_linear_id"] Number, WorkItem,
            "The calling work-item's linear id in the sub-group.";
        get_group_linear_range ["get_group_linear_range"] Number, Launch,
            "The number of sub-groups in the work-group as one number.";
        get_local_linear_range ["get_local_linear_range"] Number, SubGroup,
            "The number of work-items in the sub-group as one number.";
        leader ["leader"] Truth, WorkItem,
            "Whether the calling work-item is the leader of the sub-group.";
    }
    id {
        get ["get", "operator[]", "operator size_t"] Component, Operands,
            "A component.";
    }
    range {
        get ["get", "operator[]", "operator size_t"] Component, Operands,
            "A component.";
        size ["size"] Size, Operands,
            "The product of the components.";
    }
    nd_range {
        get_global_range ["get_global_range"] Range, Operands,
            "The number of work-items.";
        get_local_range ["get_local_range"] Range, Operands,
            "The number of work-items in a work-group.";
        get_group_range ["get_group_range"] Range, Operands,
            "The number of work-groups.";
        get_offset ["get_offset"] Id, Operands,
            "The offset of global ids.";
    }
    accessor {
        subscript ["operator[]"] Element, Operands,
            "The address of an element.";
        get_pointer ["get_pointer", "get_multi_ptr"] Pointer, Operands,
            "The address of the first element.";
        get_range ["get_range"] Range, Operands,
            "The range that the accessor may access.";
        get_offset ["get_offset"] Id, Operands,
            "The offset of that range in the buffer.";
        size ["size", "get_count"] Size, Operands,
            "The number of elements that the accessor may access.";
    }
    local_accessor {
        subscript ["operator[]"] Element, Operands,
            "The address of an element.";
        get_pointer ["get_pointer", "get_multi_ptr"] Pointer, Operands,
            "The address of the first element.";
        get_range ["get_range"] Range, Operands,
            "The range of the local memory.";
        size ["size", "get_count"] Size, Operands,
            "The number of elements of the local memory.";
    }
}

/// Two operations that can be replaced by one: `outer(inner(x))` is `whole(x)`. Dimensions are those of the
/// outer one.
#[derive(Debug)]
pub struct Composition {
    /// The operation on the inner one's result.
    pub outer: &'static str,
    /// The operation that makes that object.
    pub inner: &'static str,
    /// The replacement.
    pub whole: &'static str,
}

const fn composition(outer: &'static str, inner: &'static str, whole: &'static str) -> Composition {
    Composition { outer, inner, whole }
}

/// All compositions except that of a component with a query, which applies to every query.
pub static COMPOSITIONS: &[Composition] = &[
    composition("group.get_local_id", "nd_item.get_group", "nd_item.get_local_id"),
    composition("group.get_local_linear_id", "nd_item.get_group", "nd_item.get_local_linear_id"),
    composition("group.get_group_linear_id", "nd_item.get_group", "nd_item.get_group_linear_id"),
    composition("group.get_local_range", "nd_item.get_group", "nd_item.get_local_range"),
    composition("group.get_group_range", "nd_item.get_group", "nd_item.get_group_range"),
    composition("nd_range.get_global_range", "nd_item.get_nd_range", "nd_item.get_global_range"),
    composition("nd_range.get_local_range", "nd_item.get_nd_range", "nd_item.get_local_range"),
    composition("nd_range.get_group_range", "nd_item.get_nd_range", "nd_item.get_group_range"),
    composition("nd_range.get_offset", "nd_item.get_nd_range", "nd_item.get_offset"),
    composition("range.size", "group.get_group_range", "group.get_group_linear_range"),
    composition("range.size", "group.get_local_range", "group.get_local_linear_range"),
    composition("range.size", "accessor.get_range", "accessor.size"),
    composition("range.size", "local_accessor.get_range", "local_accessor.size"),
];

/// In one dimension, `whole(x, 0)` is `linear(x)`.
pub static LINEAR: &[(&str, &str)] = &[
    ("nd_item.get_local_id", "nd_item.get_local_linear_id"),
    ("nd_item.get_group", "nd_item.get_group_linear_id"),
    ("group.get_group_id", "group.get_group_linear_id"),
    ("group.get_local_id", "group.get_local_linear_id"),
    ("group.get_group_range", "group.get_group_linear_range"),
    ("group.get_local_range", "group.get_local_linear_range"),
    ("accessor.get_range", "accessor.size"),
    ("local_accessor.get_range", "local_accessor.size"),
];

/// The op with a full or short name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Method> {
    let name = name.strip_prefix("sycl.").unwrap_or(name);
    METHODS.iter().find(|method| method.name == name)
}

/// The op for a method of a type, by the type's name in the dialect. Inherited methods are not considered:
/// calls of these go through `sycl.cast`.
#[must_use]
pub fn find_method(object: &str, method: &str) -> Option<&'static Method> {
    METHODS.iter().find(|row| row.object == object && row.methods.contains(&method))
}

/// The op for a method that is called through a base class of `object`: the result of `find_method` for
/// `object` or for a type that inherits from it.
#[must_use]
pub fn find_method_through_base(object: &str, method: &str) -> Option<&'static Method> {
    find_method(object, method).or_else(|| {
        METHODS
            .iter()
            .find(|row| row.methods.contains(&method) && crate::types::inherits(row.object, object))
    })
}

#[cfg(test)]
mod tests {
    use super::{COMPOSITIONS, LINEAR, METHODS, Shape, find_method, named};
    use crate::types;

    #[test]
    fn the_table_is_sound() {
        for (index, row) in METHODS.iter().enumerate() {
            assert!(types::find(row.object).is_some(), "{}: no such type", row.name);
            assert!(!row.summary.is_empty() && !row.methods.is_empty());
            assert!(METHODS[..index].iter().all(|other| other.name != row.name), "{}", row.name);
            for method in row.methods {
                let found = find_method(row.object, method).map(|found| found.name);
                assert_eq!(found, Some(row.name), "{method} belongs to two ops");
            }
        }
        for c in COMPOSITIONS {
            let [outer, inner, whole] =
                [c.outer, c.inner, c.whole].map(|name| named(name).unwrap());
            assert_eq!(inner.object, whole.object);
            assert_eq!(outer.shape, whole.shape, "{} of {}", c.outer, c.inner);
            assert_eq!(inner.shape.object(), Some(outer.object));
        }
        for (whole, linear) in LINEAR {
            let [whole, linear] = [whole, linear].map(|name| named(name).unwrap());
            assert!(whole.takes_dimension());
            assert_eq!((whole.object, linear.shape), (linear.object, Shape::Size));
        }
    }
}
