//! Devices.

use std::ffi::c_void;

use crate::error::{Result, check};
use crate::ffi::{self, RawDevice};

/// A device that kernels run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    pub(crate) raw: *const RawDevice,
}

// SAFETY: devices live as long as the process, and all functions about them may be called by any thread.
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

/// The kind of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A processor.
    Cpu,
    /// A GPU.
    Gpu,
    /// Anything else.
    Other,
}

/// Numbers of queries (`SCYTHE_DEVICE_*`).
mod key {
    pub const NAME: u32 = 0;
    pub const VENDOR: u32 = 1;
    pub const TYPE: u32 = 4;
    pub const COMPUTE_UNITS: u32 = 6;
    pub const GLOBAL_MEM_SIZE: u32 = 11;
}

/// All devices that are visible to this program (`SCYTHE_DEVICES`).
#[must_use]
pub fn devices() -> Vec<Device> {
    let all = (0..ffi::scythe_device_count()).map(|index| ffi::scythe_device_at(index));
    all.filter(|raw| !raw.is_null()).map(|raw| Device { raw }).collect()
}

impl Device {
    /// A GPU if there is one, otherwise the first device.
    ///
    /// # Errors
    /// When there is no device.
    pub fn preferred() -> Result<Self> {
        let all = devices();
        let gpu = all.iter().find(|device| device.kind() == Kind::Gpu);
        match gpu.or(all.first()) {
            Some(device) => Ok(*device),
            None => Err(check(ffi::scythe_no_device())
                .err()
                .unwrap_or_else(|| crate::error::Error::invalid("there is no device"))),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.text(key::NAME)
    }

    /// Its vendor.
    #[must_use]
    pub fn vendor(&self) -> String {
        self.text(key::VENDOR)
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.number(key::TYPE) {
            1 => Kind::Cpu,
            2 => Kind::Gpu,
            _ => Kind::Other,
        }
    }

    /// The approximate number of work-groups that run at the same time: threads of a processor,
    /// multiprocessors of a GPU.
    #[must_use]
    pub fn compute_units(&self) -> usize {
        usize::try_from(self.number(key::COMPUTE_UNITS)).unwrap_or(usize::MAX)
    }

    /// The size of its memory in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.number(key::GLOBAL_MEM_SIZE)
    }

    fn text(&self, key: u32) -> String {
        String::from_utf8_lossy(&self.bytes(key)).into_owned()
    }

    /// A number of four or eight bytes.
    fn number(&self, key: u32) -> u64 {
        let mut all = [0; 8];
        let bytes = self.bytes(key);
        let count = bytes.len().min(8);
        all[..count].copy_from_slice(&bytes[..count]);
        u64::from_le_bytes(all)
    }

    /// The result of a query; empty if the device does not support it.
    fn bytes(&self, key: u32) -> Vec<u8> {
        let mut size = 0;
        // SAFETY: nothing is written to a null pointer with size zero, and `size` is writable.
        let status =
            unsafe { ffi::scythe_device_info(self.raw, key, std::ptr::null_mut(), 0, &mut size) };
        if status != 0 {
            return Vec::new();
        }
        let mut bytes = vec![0; size];
        let out = bytes.as_mut_ptr().cast::<c_void>();
        // SAFETY: `out` is writable for `size` bytes.
        let status = unsafe { ffi::scythe_device_info(self.raw, key, out, size, &mut size) };
        if status == 0 { bytes } else { Vec::new() }
    }
}
