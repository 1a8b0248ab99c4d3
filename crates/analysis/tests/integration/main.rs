//! Accesses and uniformity of kernels, and of random graphs.

mod access_kernels;
mod access_properties;
mod random_graphs;
mod reader;
