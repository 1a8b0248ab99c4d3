//! Analyses of raised programs.

mod launches;
mod memory_access;
mod random_launches;
mod readers;
