//! The `sycl` dialect: types, operations, definitions, and its reference in the book.

mod definitions;
mod dialect;
mod every_method;
mod reference;
mod types;
