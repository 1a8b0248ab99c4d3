//! Specialization constants, identified by a number that is derived from their names.

/// A specialization constant to which a launch gives a value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecializationValue {
    /// Which constant.
    pub key: u64,
    /// Its value; null ends a list.
    pub value: *const u8,
    /// Bytes.
    pub size: u64,
}

/// A constant of a [`Module`](crate::Module) that its driver can set before it compiles: a piece of a
/// specialization constant.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleConstant {
    /// Which specialization constant.
    pub key: u64,
    /// The number of the piece in the module.
    pub id: u32,
    /// Bytes from the start of the specialization constant.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Reserved, zero.
    pub reserved: u32,
}
