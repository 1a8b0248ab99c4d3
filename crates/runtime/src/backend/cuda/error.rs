//! CUDA errors as SYCL error codes.

use super::api::{self, Status};
use crate::core::error::{Errc, RtError};

/// A call of the driver that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The function.
    pub call: &'static str,
    /// The returned code.
    pub code: Status,
}

/// The code for a function that the driver lacks; not one of the driver's.
pub const MISSING: Status = -1;
/// `CUDA_ERROR_INVALID_VALUE`
pub const INVALID_VALUE: Status = 1;
/// `CUDA_ERROR_OUT_OF_MEMORY`
pub const OUT_OF_MEMORY: Status = 2;
/// `CUDA_ERROR_STUB_LIBRARY`
pub const STUB_LIBRARY: Status = 34;
/// `CUDA_ERROR_NO_DEVICE`
pub const NO_DEVICE: Status = 100;
/// `CUDA_ERROR_NOT_READY`
pub const NOT_READY: Status = 600;

impl Failure {
    /// Whether it only means that something is not done yet.
    pub fn is_not_ready(self) -> bool {
        self.code == NOT_READY
    }

    /// Whether every later call of the context fails in the same way: a kernel broke it.
    pub fn is_sticky(self) -> bool {
        // ECC and NVLink errors; illegal address, timeout, assertion; hardware stack error and later ones, up
        // to "launch failed".
        matches!(self.code, 214 | 220 | 700 | 702 | 709 | 710 | 714..=719)
    }

    /// The SYCL error code.
    pub fn errc(self) -> Errc {
        match self.code {
            MISSING | 801 => Errc::FeatureNotSupported,
            OUT_OF_MEMORY => Errc::MemoryAllocation,
            INVALID_VALUE | 400 => Errc::Invalid,
            200 | 209 | 218 | 221..=223 | 300 | 301 | 500 => Errc::Build,
            3 | 4 | 34 | 46 | 100..=102 | 201 | 802..=804 => Errc::Platform,
            701 | 720 => Errc::NdRange,
            700 | 702 | 710 | 714..=719 => Errc::Kernel,
            _ => Errc::Runtime,
        }
    }

    /// A readable message.
    pub fn message(self) -> String {
        let Self { call, code } = self;
        if code == MISSING {
            return format!("CUDA: the driver has no {call}: a newer driver is needed");
        }
        match api::load().and_then(|api| api.describe(code)) {
            Some((name, meaning)) => format!("CUDA: {call} failed: {name} ({meaning})"),
            None => format!("CUDA: {call} failed: error {code}"),
        }
    }
}

impl From<Failure> for RtError {
    fn from(failure: Failure) -> Self {
        Self::new(failure.errc(), failure.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted() {
        let errc = |code| Failure { call: "cuLaunchKernel", code }.errc();
        assert_eq!(errc(2), Errc::MemoryAllocation);
        assert_eq!(errc(218), Errc::Build);
        assert_eq!(errc(700), Errc::Kernel);
        assert_eq!(errc(999), Errc::Runtime);
        let sticky = |code| Failure { call: "cuLaunchKernel", code }.is_sticky();
        assert!(sticky(700) && sticky(710) && sticky(719));
        assert!(!sticky(1) && !sticky(2) && !sticky(600) && !sticky(701) && !sticky(704));
    }

    #[test]
    fn functions_that_are_not_there_are_named() {
        let error = RtError::from(Failure { call: "cuMemAdvise", code: MISSING });
        assert_eq!(error.code, Errc::FeatureNotSupported);
        assert_eq!(error.message, "CUDA: the driver has no cuMemAdvise: a newer driver is needed");
    }
}
