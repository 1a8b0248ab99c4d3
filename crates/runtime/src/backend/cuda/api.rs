//! The functions of NVIDIA's driver, loaded when the process first asks for CUDA devices.
//!
//! The table is written by hand: it has only the functions that the runtime calls, under their names in the
//! library (`_v2` where the first version is older than today's types). If a driver lacks one, only calls of
//! that function fail; a machine without the library simply has no CUDA devices.

#![allow(non_snake_case)]

use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;

use crate::backend::library::DriverLibrary;

use super::error::{Failure, MISSING, NO_DEVICE, STUB_LIBRARY};

/// The name of the driver's library.
const LIBRARY: &str = "libcuda.so.1";

/// `CUresult`: zero is success.
pub type Status = i32;
/// `CUdevice`: a number.
pub type DeviceId = i32;
/// `CUdeviceptr`.
pub type Address = u64;
/// `CUcontext`, `CUstream`, `CUevent`, `CUmodule`, `CUfunction`.
pub type Object = *mut c_void;
/// `CUuuid`.
pub type Uuid = [u8; 16];

macro_rules! functions {
    ($($name:ident $(as $symbol:ident)? ($($argument:ident: $type:ty),* $(,)?);)*) => {
        /// The functions of the library.
        pub struct Api {
            $($name: Option<unsafe extern "C" fn($($type),*) -> Status>,)*
        }

        impl Api {
            /// Looks all functions up with `find`; names end with NUL.
            fn with(find: impl Fn(&str) -> Option<*mut c_void>) -> Self {
                // SAFETY: NVIDIA's headers say which function has which name; pointers to functions and to data
                // have the same size wherever CUDA runs.
                Self { $($name: find(functions!(@symbol $name $($symbol)?)).map(|found| unsafe {
                    std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($type),*) -> Status>(found)
                }),)* }
            }

            $(
                #[doc = concat!("`", stringify!($name), "`")]
                ///
                /// # Errors
                /// When the driver returns an error, or lacks the function.
                ///
                /// # Safety
                /// See NVIDIA's documentation: objects are live, and pointers valid.
                #[allow(clippy::too_many_arguments, reason = "these are the driver's functions")]
                pub unsafe fn $name(&self, $($argument: $type),*) -> Result<(), Failure> {
                    let call = stringify!($name);
                    let Some(function) = self.$name else {
                        return Err(Failure { call, code: MISSING });
                    };
                    // SAFETY: by this function's contract.
                    match unsafe { function($($argument),*) } {
                        0 => Ok(()),
                        code => Err(Failure { call, code }),
                    }
                }
            )*
        }
    };
    (@symbol $name:ident) => { concat!(stringify!($name), "\0") };
    (@symbol $name:ident $symbol:ident) => { concat!(stringify!($symbol), "\0") };
}

functions! {
    cuInit(flags: u32);
    cuDriverGetVersion(out: *mut i32);
    cuGetErrorName(code: Status, out: *mut *const c_char);
    cuGetErrorString(code: Status, out: *mut *const c_char);
    cuDeviceGetCount(out: *mut i32);
    cuDeviceGet(out: *mut DeviceId, number: i32);
    cuDeviceGetName(out: *mut c_char, size: i32, device: DeviceId);
    cuDeviceGetUuid as cuDeviceGetUuid_v2(out: *mut Uuid, device: DeviceId);
    cuDeviceGetAttribute(out: *mut i32, key: i32, device: DeviceId);
    cuDeviceTotalMem as cuDeviceTotalMem_v2(out: *mut usize, device: DeviceId);
    cuDevicePrimaryCtxRetain(out: *mut Object, device: DeviceId);
    cuCtxGetCurrent(out: *mut Object);
    cuCtxSetCurrent(context: Object);
    cuCtxGetDevice(out: *mut DeviceId);
    cuDeviceCanAccessPeer(out: *mut i32, device: DeviceId, peer: DeviceId);
    cuDeviceGetP2PAttribute(out: *mut i32, key: i32, device: DeviceId, peer: DeviceId);
    cuCtxEnablePeerAccess(peer: Object, flags: u32);
    cuCtxDisablePeerAccess(peer: Object);
    cuModuleLoadDataEx(
        out: *mut Object,
        code: *const c_void,
        count: u32,
        options: *mut i32,
        values: *mut *mut c_void,
    );
    cuModuleGetFunction(out: *mut Object, module: Object, name: *const c_char);
    cuFuncGetAttribute(out: *mut i32, key: i32, function: Object);
    cuFuncSetAttribute(function: Object, key: i32, value: i32);
    cuOccupancyMaxPotentialBlockSize(
        grid: *mut i32,
        block: *mut i32,
        function: Object,
        shared_bytes: Option<unsafe extern "C" fn(i32) -> usize>,
        more_shared_bytes: usize,
        limit: i32,
    );
    cuOccupancyMaxActiveBlocksPerMultiprocessor(
        out: *mut i32,
        function: Object,
        block: i32,
        shared_bytes: usize,
    );
    cuLaunchCooperativeKernel(
        function: Object,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: Object,
        parameters: *mut *mut c_void,
    );
    cuLaunchKernel(
        function: Object,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: Object,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    );
    cuStreamCreate(out: *mut Object, flags: u32);
    cuStreamSynchronize(stream: Object);
    cuStreamGetCtx(stream: Object, out: *mut Object);
    cuStreamWaitEvent(stream: Object, event: Object, flags: u32);
    cuEventCreate(out: *mut Object, flags: u32);
    cuEventDestroy as cuEventDestroy_v2(event: Object);
    cuEventRecord(event: Object, stream: Object);
    cuEventQuery(event: Object);
    cuEventSynchronize(event: Object);
    cuEventElapsedTime(milliseconds: *mut f32, start: Object, end: Object);
    cuMemGetInfo as cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    cuMemAlloc as cuMemAlloc_v2(out: *mut Address, bytes: usize);
    cuMemFree as cuMemFree_v2(start: Address);
    cuMemGetAddressRange as cuMemGetAddressRange_v2(
        out: *mut Address,
        bytes: *mut usize,
        inside: Address,
    );
    cuMemAllocManaged(out: *mut Address, bytes: usize, flags: u32);
    cuMemHostAlloc(out: *mut *mut c_void, bytes: usize, flags: u32);
    cuMemFreeHost(start: *mut c_void);
    cuPointerGetAttributes(count: u32, keys: *const i32, out: *const *mut c_void, pointer: Address);
    cuMemcpyAsync(to: Address, from: Address, bytes: usize, stream: Object);
    cuMemcpy2DAsync as cuMemcpy2DAsync_v2(copy: *const Copy2D, stream: Object);
    cuMemcpy3DAsync as cuMemcpy3DAsync_v2(copy: *const Copy3D, stream: Object);
    cuMemsetD8Async(to: Address, value: u8, count: usize, stream: Object);
    cuMemsetD16Async(to: Address, value: u16, count: usize, stream: Object);
    cuMemsetD32Async(to: Address, value: u32, count: usize, stream: Object);
    cuMemsetD2D8Async(
        to: Address, pitch: usize, value: u8, width: usize, height: usize, stream: Object,
    );
    cuMemsetD2D16Async(
        to: Address, pitch: usize, value: u16, width: usize, height: usize, stream: Object,
    );
    cuMemsetD2D32Async(
        to: Address, pitch: usize, value: u32, width: usize, height: usize, stream: Object,
    );
    cuGraphCreate(out: *mut Object, flags: u32);
    cuGraphDestroy(graph: Object);
    cuGraphAddEmptyNode(out: *mut Object, graph: Object, after: *const Object, count: usize);
    cuGraphAddKernelNode(
        out: *mut Object, graph: Object, after: *const Object, count: usize, kernel: *const KernelNode,
    );
    cuGraphAddMemcpyNode(
        out: *mut Object,
        graph: Object,
        after: *const Object,
        count: usize,
        copy: *const Copy3D,
        context: Object,
    );
    cuGraphAddMemsetNode(
        out: *mut Object,
        graph: Object,
        after: *const Object,
        count: usize,
        fill: *const FillNode,
        context: Object,
    );
    cuGraphInstantiateWithFlags(out: *mut Object, graph: Object, flags: u64);
    cuGraphExecKernelNodeSetParams(executable: Object, node: Object, kernel: *const KernelNode);
    cuGraphExecMemcpyNodeSetParams(
        executable: Object, node: Object, copy: *const Copy3D, context: Object,
    );
    cuGraphExecMemsetNodeSetParams(
        executable: Object, node: Object, fill: *const FillNode, context: Object,
    );
    cuGraphExecDestroy(executable: Object);
    cuGraphLaunch(executable: Object, stream: Object);
    cuMemPrefetchAsync(start: Address, bytes: usize, device: DeviceId, stream: Object);
    cuMemAdvise(start: Address, bytes: usize, advice: i32, device: DeviceId);
}

/// One side of a copy in two dimensions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Side2D {
    /// Bytes.
    pub x: usize,
    /// Rows.
    pub y: usize,
    /// `CUmemorytype`.
    pub memory: i32,
    /// The address, on the host.
    pub host: *const c_void,
    /// The address, on a device.
    pub device: Address,
    /// Not used.
    pub array: Object,
    /// Bytes from row to row.
    pub pitch: usize,
}

/// `CUDA_MEMCPY2D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Copy2D {
    /// The source.
    pub from: Side2D,
    /// The target.
    pub to: Side2D,
    /// Bytes in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// One side of a copy in three dimensions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Side3D {
    /// Bytes.
    pub x: usize,
    /// Rows.
    pub y: usize,
    /// Slices.
    pub z: usize,
    /// Not used.
    pub level: usize,
    /// `CUmemorytype`.
    pub memory: i32,
    /// The address, on the host.
    pub host: *const c_void,
    /// The address, on a device.
    pub device: Address,
    /// Not used.
    pub array: Object,
    /// Null.
    pub reserved: *mut c_void,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Rows from slice to slice.
    pub height: usize,
}

/// `CUDA_MEMCPY3D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Copy3D {
    /// The source.
    pub from: Side3D,
    /// The target.
    pub to: Side3D,
    /// Bytes in a row.
    pub width: usize,
    /// Rows in a slice.
    pub height: usize,
    /// Slices.
    pub depth: usize,
}

/// `CUDA_KERNEL_NODE_PARAMS`, first version.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelNode {
    /// The kernel.
    pub function: Object,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// The addresses of its parameters' values.
    pub parameters: *mut *mut c_void,
    /// Null.
    pub extra: *mut *mut c_void,
}

/// `CUDA_MEMSET_NODE_PARAMS`, first version.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FillNode {
    /// The target.
    pub to: Address,
    /// Bytes from row to row, if there are several.
    pub pitch: usize,
    /// The value.
    pub value: u32,
    /// Its size: 1, 2 or 4 bytes.
    pub size: u32,
    /// The number of values in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// An object of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub Object);

// SAFETY: the driver's objects may be used from any thread, at the same time.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// The library, loaded and initialised with the first call; none if it is not installed.
pub fn load() -> Option<&'static Api> {
    static API: OnceLock<Option<Api>> = OnceLock::new();
    API.get_or_init(|| {
        // SAFETY: this is the system's name of the CUDA library.
        let library = unsafe { DriverLibrary::open(LIBRARY) }?;
        Some(Api::with(|name| library.function(name)))
    })
    .as_ref()
}

impl Api {
    /// The devices. An unusable driver has none.
    pub fn devices(&self) -> Vec<DeviceId> {
        let mut count = 0;
        // SAFETY: the output has space for the count.
        let counted =
            unsafe { self.cuInit(0).and_then(|()| self.cuDeviceGetCount(&raw mut count)) };
        if let Err(failure) = counted {
            // A machine without devices is fine, and so is the stub library.
            if !matches!(failure.code, NO_DEVICE | STUB_LIBRARY) {
                eprintln!("scythe: warning: there are no CUDA devices: {}", failure.message());
            }
            return Vec::new();
        }
        let device = |number: i32| {
            let mut device = 0;
            // SAFETY: the output has space for the device.
            unsafe { self.cuDeviceGet(&raw mut device, number) }.ok().map(|()| device)
        };
        (0..count).filter_map(device).collect()
    }

    /// The driver's name and description of an error code.
    pub fn describe(&self, code: Status) -> Option<(String, String)> {
        let text = |pointer: *const c_char| {
            // SAFETY: the driver's texts are NUL-terminated and live as long as it does.
            (!pointer.is_null())
                .then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
        };
        let (mut name, mut meaning) = (std::ptr::null(), std::ptr::null());
        // SAFETY: the outputs have space for the pointers.
        unsafe {
            self.cuGetErrorName(code, &raw mut name).ok()?;
            self.cuGetErrorString(code, &raw mut meaning).ok()?;
        }
        Some((text(name)?, text(meaning)?))
    }
}
