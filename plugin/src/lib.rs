//! The clang plugin. The code is C++ (`plugin/*.cpp`), because clang's AST has no other interface;
//! this crate only makes cargo build it and name it `libscythe_plugin.so`.
//!
//! The plugin *describes*: it writes kernel notes (see `crates/frontend`) and tells the driver when
//! a translation unit turns out to be SYCL. It decides nothing and reports no diagnostics of its
//! own: rules live in Rust, where they are tested without clang.
