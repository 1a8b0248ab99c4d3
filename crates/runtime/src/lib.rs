//! libscythe.
