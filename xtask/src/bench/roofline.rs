//! The machine's peaks, and the share of peak bandwidth or of peak arithmetic that kernels reach, whichever
//! is larger, since that is the limiting one.

use std::process::Command;

use anyhow::{Context, Result};

use super::{output_dir, source};
use crate::step;

/// Peaks of this machine, of all threads together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peaks {
    /// Bytes per second.
    pub bandwidth: f64,
    /// Floating-point operations per second, in single precision.
    pub arithmetic: f64,
}

impl Peaks {
    /// Measures them.
    pub fn measure() -> Result<Self> {
        let program = output_dir()?.join("peaks");
        let mut clang = Command::new("clang++-22");
        clang.args(["-std=c++20", "-O3", "-march=native", "-ffp-contract=fast", "-fopenmp"]);
        // Peaks are measured with the widest vectors.
        clang.arg("-mprefer-vector-width=512").arg(source("peaks.cpp")).arg("-o").arg(&program);
        step::run(&mut clang)?;
        let output = step::output(&mut Command::new(&program))?;
        Self::parse(&output).with_context(|| format!("`{}` are no peaks", output.trim_end()))
    }

    fn parse(output: &str) -> Option<Self> {
        let (bandwidth, arithmetic) = output.trim_end().split_once(' ')?;
        Some(Self { bandwidth: bandwidth.parse().ok()?, arithmetic: arithmetic.parse().ok()? })
    }

    /// The share of a peak that a problem reaches, given its bytes, operations and time in seconds.
    pub fn share(self, (bytes, flops): (f64, f64), seconds: f64) -> Share {
        let memory = bytes / seconds / self.bandwidth;
        let arithmetic = flops / seconds / self.arithmetic;
        if memory >= arithmetic { Share::Memory(memory) } else { Share::Arithmetic(arithmetic) }
    }
}

impl std::fmt::Display for Peaks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bandwidth, arithmetic) = (self.bandwidth / 1e9, self.arithmetic / 1e9);
        write!(f, "peaks of this machine: {bandwidth:.1} GB/s, {arithmetic:.0} GFLOP/s")
    }
}

/// The share of a peak.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// Of the bandwidth.
    Memory(f64),
    /// Of the arithmetic.
    Arithmetic(f64),
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (share, what) = match self {
            Self::Memory(share) => (share, "mem"),
            Self::Arithmetic(share) => (share, "flop"),
        };
        f.pad(&format!("{:.0} % {what}", share * 100.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_roof_counts() {
        let peaks = Peaks::parse("1e10 1e11\n").unwrap();
        assert_eq!(peaks.share((1e9, 1e9), 0.2), Share::Memory(0.5));
        assert_eq!(peaks.share((1e6, 1e10), 0.2).to_string(), "50 % flop");
        assert_eq!(Peaks::parse("fast"), None);
    }
}
