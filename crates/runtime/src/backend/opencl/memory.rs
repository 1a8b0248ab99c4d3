//! The memory of OpenCL devices.
//!
//! Scythe's kernels take pointers, so a device needs memory that pointers can address. There are three kinds
//! of devices: those that can access all memory of the host, those with Intel's extension for unified shared
//! memory, and those with the shared virtual memory of OpenCL 2.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use opencl_sys::*;

use super::Inner;
use super::driver::{Driver, Handle};
use super::error::{check, failed};
use super::facts::Questions;
use super::submission::Submission;
use crate::backend::ending;
use crate::core::error::{Errc, RtError};
use crate::core::memory::{Allocation, DeviceAllocation, Memory};
use crate::core::usm::Kind;
use crate::core::work::MemoryHint;
use crate::settings::MemoryWish;

/// The alignment of shared virtual memory: that of the largest type.
const SVM_ALIGN: usize = 128;

/// How a device accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// All memory of the host.
    System,
    /// `cl_intel_unified_shared_memory`.
    Usm,
    /// OpenCL's shared virtual memory.
    Svm {
        /// Fine-grained: host and device may use it without mapping.
        fine: bool,
    },
    /// No memory that pointers can address.
    None,
}

/// The kinds of SYCL's unified shared memory that a device supports.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent aspects")]
pub struct UsmSupport {
    /// `usm_device_allocations`
    pub device: bool,
    /// `usm_host_allocations`
    pub host: bool,
    /// `usm_atomic_host_allocations`
    pub atomic_host: bool,
    /// `usm_shared_allocations`
    pub shared: bool,
    /// `usm_atomic_shared_allocations`
    pub atomic_shared: bool,
    /// `usm_system_allocations`
    pub system: bool,
}

impl Model {
    /// The best one of a device. `wish` (`SCYTHE_OPENCL_MEMORY`) selects a lesser one, `usm` or `svm`, to
    /// test the behaviour on other devices.
    pub fn of(ask: &Questions<'_>, has_usm: bool, wish: Option<MemoryWish>) -> Self {
        let svm = ask.number(CL_DEVICE_SVM_CAPABILITIES);
        let shared = ask.number(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL);
        let system = svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM != 0
            || has_usm && shared & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL != 0;
        let device = ask.number(CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL);
        let usm = has_usm && device & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL != 0;
        let fine = svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER != 0;
        let coarse = svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER != 0;
        match wish {
            Some(MemoryWish::Svm) if fine || coarse => Self::Svm { fine },
            Some(MemoryWish::Usm) if usm => Self::Usm,
            _ if system => Self::System,
            _ if usm => Self::Usm,
            _ if fine || coarse => Self::Svm { fine },
            _ => Self::None,
        }
    }

    /// The support for USM.
    pub fn usm(self, ask: &Questions<'_>) -> UsmSupport {
        let has = |key: cl_device_info, wanted: u64| ask.number(key) & wanted == wanted;
        let access = CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL;
        let atomic = CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;
        let svm_atomics = has(CL_DEVICE_SVM_CAPABILITIES, CL_DEVICE_SVM_ATOMICS);
        match self {
            Self::System => UsmSupport {
                device: true,
                host: true,
                shared: true,
                system: true,
                atomic_host: svm_atomics
                    || has(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, access | atomic),
                atomic_shared: svm_atomics
                    || has(CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, access | atomic),
            },
            Self::Usm => {
                let shared = CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL;
                UsmSupport {
                    device: true,
                    host: has(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, access),
                    atomic_host: has(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, access | atomic),
                    shared: has(shared, access),
                    atomic_shared: has(shared, access | atomic),
                    system: false,
                }
            }
            Self::Svm { fine } => UsmSupport {
                device: true,
                host: fine,
                atomic_host: fine && svm_atomics,
                shared: fine,
                atomic_shared: fine && svm_atomics,
                system: false,
            },
            Self::None => UsmSupport::default(),
        }
    }
}

/// The memory of one device.
pub struct DeviceMemory {
    /// How the device accesses it.
    pub model: Model,
    driver: &'static Driver,
    device: Handle,
    /// Allocated shared virtual memory: kernel objects have to be given the list of what they may use.
    live: Arc<Mutex<BTreeSet<usize>>>,
}

impl DeviceMemory {
    /// The memory of a device.
    pub fn new(model: Model, driver: &'static Driver, device: cl_device_id) -> Self {
        Self { model, driver, device: Handle(device), live: Arc::default() }
    }

    /// Whether commands use the functions of Intel's extension, not those of OpenCL 2.
    pub fn intel(&self) -> Option<&'static super::api::Usm> {
        match self.model {
            Model::Svm { .. } => None,
            _ => self.driver.usm.as_ref(),
        }
    }

    /// Allocates.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn allocate(
        &self,
        kind: Kind,
        bytes: usize,
        align: usize,
        what: &str,
    ) -> Result<Memory, RtError> {
        let bytes = bytes.max(1);
        // Shared virtual memory is aligned to the largest type at most, so stronger alignments need padding.
        let svm = matches!(self.model, Model::Svm { .. });
        let padding = if svm && align > SVM_ALIGN { align } else { 0 };
        let base = match self.model {
            Model::System => return Ok(Memory::Host(Allocation::new(bytes, align, what)?)),
            Model::Usm => self.allocate_usm(kind, bytes, align)?,
            Model::Svm { fine } => self.allocate_svm(kind, bytes.saturating_add(padding), fine)?,
            Model::None => {
                return Err(RtError::new(
                    Errc::FeatureNotSupported,
                    format!(
                        "no memory for {what}: the OpenCL device has neither shared virtual memory \
                         nor cl_intel_unified_shared_memory"
                    ),
                ));
            }
        };
        if base.is_null() {
            return Err(RtError::out_of_memory(bytes, what));
        }
        let live = svm.then(|| {
            self.live().insert(base as usize);
            Arc::clone(&self.live)
        });
        let past = if padding == 0 { 0 } else { (base as usize).wrapping_neg() & (align - 1) };
        let start = base.cast::<u8>().wrapping_add(past);
        Ok(Memory::Device(Box::new(Owned {
            driver: self.driver,
            base: Handle(base),
            start: Handle(start.cast()),
            live,
        })))
    }

    fn live(&self) -> std::sync::MutexGuard<'_, BTreeSet<usize>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn allocate_usm(
        &self,
        kind: Kind,
        bytes: usize,
        align: usize,
    ) -> Result<*mut std::ffi::c_void, RtError> {
        let usm = self.driver.usm.as_ref();
        let usm = usm.ok_or_else(|| failed("clDeviceMemAllocINTEL", CL_INVALID_OPERATION))?;
        let context = self.driver.context()?;
        let (device, none) = (self.device.0, std::ptr::null());
        let align = u32::try_from(align).map_err(|_| {
            RtError::new(
                Errc::MemoryAllocation,
                format!("the device cannot align memory to {align} bytes"),
            )
        })?;
        let mut status = CL_SUCCESS;
        // SAFETY: context and device belong to the driver.
        let (call, start) = unsafe {
            match kind {
                Kind::Host => (
                    "clHostMemAllocINTEL",
                    (usm.clHostMemAllocINTEL()?)(context, none, bytes, align, &raw mut status),
                ),
                Kind::Device => (
                    "clDeviceMemAllocINTEL",
                    (usm.clDeviceMemAllocINTEL()?)(
                        context,
                        device,
                        none,
                        bytes,
                        align,
                        &raw mut status,
                    ),
                ),
                Kind::Shared => (
                    "clSharedMemAllocINTEL",
                    (usm.clSharedMemAllocINTEL()?)(
                        context,
                        device,
                        none,
                        bytes,
                        align,
                        &raw mut status,
                    ),
                ),
            }
        };
        // Requests for too much memory and for an unsupported alignment have codes of their own; both mean no
        // memory.
        check(call, status).map_err(|error| error.with_code(Errc::MemoryAllocation)).map(|()| start)
    }

    fn allocate_svm(
        &self,
        kind: Kind,
        bytes: usize,
        fine: bool,
    ) -> Result<*mut std::ffi::c_void, RtError> {
        let grain = match kind {
            Kind::Device => 0,
            _ if fine => CL_MEM_SVM_FINE_GRAIN_BUFFER,
            _ => {
                return Err(RtError::new(
                    Errc::FeatureNotSupported,
                    "the OpenCL device has no memory that it shares with the host (fine-grained \
                     shared virtual memory)",
                ));
            }
        };
        let flags = CL_MEM_READ_WRITE | grain;
        // SAFETY: the context belongs to the driver; a null result is an error.
        Ok(unsafe { (self.driver.api.clSVMAlloc()?)(self.driver.context()?, flags, bytes, 0) })
    }

    /// Sets the memory that a kernel object may use besides that of its arguments.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The caller is the only user of the kernel object.
    pub unsafe fn allow_all(&self, kernel: cl_kernel) -> Result<(), RtError> {
        let api = self.driver.api;
        let set = |info: cl_kernel_exec_info, size: usize, value: *const std::ffi::c_void| {
            // SAFETY: by this function's contract; `value` is readable for `size` bytes.
            api.clSetKernelExecInfo().map(|set| unsafe { set(kernel, info, size, value) })
        };
        let yes: cl_bool = CL_TRUE;
        let yes: *const cl_bool = &raw const yes;
        match self.model {
            Model::Usm => {
                for info in [
                    CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                    CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                    CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
                ] {
                    check("clSetKernelExecInfo", set(info, size_of::<cl_bool>(), yes.cast())?)?;
                }
            }
            Model::Svm { .. } => {
                let live: Vec<usize> = self.live().iter().copied().collect();
                if !live.is_empty() {
                    let size = std::mem::size_of_val(live.as_slice());
                    let info = CL_KERNEL_EXEC_INFO_SVM_PTRS;
                    check("clSetKernelExecInfo", set(info, size, live.as_ptr().cast())?)?;
                }
            }
            // A driver that always allows this may not know the parameter.
            Model::System => {
                let info = CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
                let _ = set(info, size_of::<cl_bool>(), yes.cast());
            }
            Model::None => {}
        }
        Ok(())
    }

    /// Whether [`DeviceMemory::allow_all`] has to be called for each launch.
    pub fn changes(&self) -> bool {
        matches!(self.model, Model::Svm { .. })
    }

    /// Enqueues a copy.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory is valid until the copy is done, and the queue belongs to the device.
    pub unsafe fn copy(
        &self,
        at: Submission<'_>,
        to: *mut u8,
        from: *const u8,
        bytes: usize,
        blocking: bool,
    ) -> Result<cl_event, RtError> {
        let mut event = std::ptr::null_mut();
        let blocking = if blocking { CL_TRUE } else { CL_FALSE };
        let (queue, count, list) = (at.queue, at.count(), at.list());
        let (to, from) = (to.cast(), from.cast());
        let (name, copy) = match self.intel() {
            Some(usm) => ("clEnqueueMemcpyINTEL", usm.clEnqueueMemcpyINTEL()?),
            None => ("clEnqueueSVMMemcpy", self.driver.api.clEnqueueSVMMemcpy()?),
        };
        // SAFETY: by this function's contract.
        let status = unsafe { copy(queue, blocking, to, from, bytes, count, list, &raw mut event) };
        check(name, status)?;
        Ok(event)
    }

    /// Whether [`DeviceMemory::fill`] supports a pattern of that size at that address.
    pub fn can_fill(to: *mut u8, pattern: usize) -> bool {
        pattern.is_power_of_two() && pattern <= 128 && (to as usize).is_multiple_of(pattern)
    }

    /// Enqueues a fill.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory is valid until the fill is done, and the queue belongs to the device.
    pub unsafe fn fill(
        &self,
        at: Submission<'_>,
        to: *mut u8,
        pattern: &[u8],
        count: usize,
    ) -> Result<cl_event, RtError> {
        let mut event = std::ptr::null_mut();
        let (size, bytes) = (pattern.len(), pattern.len() * count);
        let (queue, list) = (at.queue, at.list());
        let (to, pattern) = (to.cast(), pattern.as_ptr().cast());
        let (name, fill) = match self.intel() {
            Some(usm) => ("clEnqueueMemFillINTEL", usm.clEnqueueMemFillINTEL()?),
            None => ("clEnqueueSVMMemFill", self.driver.api.clEnqueueSVMMemFill()?),
        };
        // SAFETY: by this function's contract; the call copies the pattern.
        let status =
            unsafe { fill(queue, to, pattern, size, bytes, at.count(), list, &raw mut event) };
        check(name, status)?;
        Ok(event)
    }

    /// Enqueues a hint. A driver that does not support it is no error: the command keeps its place in the
    /// order and does nothing.
    ///
    /// # Errors
    /// When the driver rejects even that.
    pub fn hint(
        &self,
        device: &Inner,
        at: Submission<'_>,
        hint: MemoryHint,
    ) -> Result<cl_event, RtError> {
        let MemoryHint { start, bytes, advice } = hint;
        let mut event = std::ptr::null_mut();
        let (queue, count, list, out) = (at.queue, at.count(), at.list(), &raw mut event);
        let usm = self.intel().filter(|_| self.model == Model::Usm);
        let svm = self.driver.api.clEnqueueSVMMigrateMem().ok();
        // SAFETY: the queue and the events are live. Drivers check which memory an address belongs to, and
        // reject others.
        let status = unsafe {
            match (self.model, advice) {
                (Model::Usm, None) => usm
                    .and_then(|usm| usm.clEnqueueMigrateMemINTEL().ok())
                    .map(|migrate| migrate(queue, start.cast(), bytes, 0, count, list, out)),
                (Model::Usm, Some(advice)) => {
                    usm.and_then(|usm| usm.clEnqueueMemAdviseINTEL().ok()).map(|advise| {
                        advise(queue, start.cast(), bytes, advice as u32, count, list, out)
                    })
                }
                (Model::Svm { .. }, None) if self.is_svm(start) => svm.map(|migrate| {
                    let mut start: *const std::ffi::c_void = start.cast();
                    migrate(queue, 1, &raw mut start, &raw const bytes, 0, count, list, out)
                }),
                _ => None,
            }
        };
        if status == Some(CL_SUCCESS) { Ok(event) } else { at.marker(device) }
    }

    /// Whether an address is the start of shared virtual memory: drivers accept others by mistake.
    fn is_svm(&self, start: *const u8) -> bool {
        self.live().contains(&start.addr())
    }

    /// Sets an argument of a kernel that is a pointer.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The caller is the only user of the kernel object.
    pub unsafe fn set_pointer(
        &self,
        kernel: cl_kernel,
        index: u32,
        pointer: *const u8,
    ) -> Result<(), RtError> {
        let (name, set) = match self.intel() {
            Some(usm) => ("clSetKernelArgMemPointerINTEL", usm.clSetKernelArgMemPointerINTEL()?),
            None => ("clSetKernelArgSVMPointer", self.driver.api.clSetKernelArgSVMPointer()?),
        };
        // SAFETY: by this function's contract; the driver does not dereference the pointer.
        check(name, unsafe { set(kernel, index, pointer.cast()) })
    }
}

/// Memory that a driver allocated.
struct Owned {
    driver: &'static Driver,
    /// The driver's pointer or handle.
    base: Handle,
    start: Handle,
    /// The list that it is in, if it is shared virtual memory.
    live: Option<Arc<Mutex<BTreeSet<usize>>>>,
}

impl DeviceAllocation for Owned {
    fn start(&self) -> *mut u8 {
        self.start.0.cast()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // Drivers release their memory themselves when the program ends.
        let Some(_permit) = ending::permit() else { return };
        let Ok(context) = self.driver.context() else { return };
        // SAFETY: allocated in this context, and freed once. Commands that use it are complete: they keep
        // buffers alive, and a program frees USM after its last use.
        unsafe {
            match &self.live {
                Some(live) => {
                    let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
                    live.remove(&(self.base.0 as usize));
                    if let Ok(free) = self.driver.api.clSVMFree() {
                        free(context, self.base.0);
                    }
                }
                None => {
                    let free = self.driver.usm.as_ref().and_then(|usm| usm.clMemFreeINTEL().ok());
                    // A failure cannot be reported here.
                    let _ = free.map(|free| free(context, self.base.0));
                }
            }
        }
    }
}
