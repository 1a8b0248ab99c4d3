//! The functions of the OpenCL library, loaded when the process first asks for OpenCL devices.
//!
//! Types and constants are those of the `opencl-sys` crate, which links nothing here: a machine without
//! OpenCL simply has no OpenCL devices.

#![allow(non_snake_case)]

use std::ffi::c_void;
use std::sync::OnceLock;

use opencl_sys::cl_function_types::*;
use opencl_sys::{
    CL_SUCCESS, cl_device_id, cl_device_info, cl_int, cl_platform_id, cl_platform_info,
    clDeviceMemAllocINTEL_t, clEnqueueMemAdviseINTEL_t, clEnqueueMemFillINTEL_t,
    clEnqueueMemcpyINTEL_t, clEnqueueMigrateMemINTEL_t, clHostMemAllocINTEL_t, clMemFreeINTEL_t,
    clSetKernelArgMemPointerINTEL_t, clSharedMemAllocINTEL_t,
};

use crate::backend::library::DriverLibrary;

use super::error::check;
use crate::core::error::{Errc, RtError};

/// The name of the ICD loader.
const LIBRARY: &str = "libOpenCL.so.1";

/// One of `opencl-sys`'s function types, which are optional pointers.
pub trait Function {
    /// The function pointer.
    type Pointer: Copy;
}

impl<F: Copy> Function for Option<F> {
    type Pointer = F;
}

macro_rules! functions {
    ($(#[$doc:meta])* $table:ident { $($name:ident: $type:ty,)* }) => {
        $(#[$doc])*
        pub struct $table { $($name: $type,)* }

        impl $table {
            /// Looks all functions up with `find`; names end with NUL.
            fn with(find: impl Fn(&str) -> Option<*mut c_void>) -> Self {
                // SAFETY: OpenCL's headers say which function has which name; pointers to functions
                // and to data have the same size wherever OpenCL runs.
                Self { $($name: find(concat!(stringify!($name), "\0")).map(|found| unsafe {
                    std::mem::transmute::<*mut c_void, <$type as Function>::Pointer>(found)
                }),)* }
            }

            $(
                #[doc = concat!("`", stringify!($name), "`, if the library has it.")]
                pub fn $name(&self) -> Result<<$type as Function>::Pointer, RtError> {
                    self.$name.ok_or_else(|| missing(stringify!($name)))
                }
            )*
        }
    };
}

functions! {
    /// The functions of the library.
    Api {
        clGetPlatformIDs: clGetPlatformIDs_t,
        clGetPlatformInfo: clGetPlatformInfo_t,
        clGetDeviceIDs: clGetDeviceIDs_t,
        clGetDeviceInfo: clGetDeviceInfo_t,
        clGetExtensionFunctionAddressForPlatform: clGetExtensionFunctionAddressForPlatform_t,
        clCreateContext: clCreateContext_t,
        clCreateCommandQueueWithProperties: clCreateCommandQueueWithProperties_t,
        clCreateProgramWithIL: clCreateProgramWithIL_t,
        clSetProgramSpecializationConstant: clSetProgramSpecializationConstant_t,
        clBuildProgram: clBuildProgram_t,
        clGetProgramBuildInfo: clGetProgramBuildInfo_t,
        clReleaseProgram: clReleaseProgram_t,
        clCreateKernel: clCreateKernel_t,
        clGetKernelWorkGroupInfo: clGetKernelWorkGroupInfo_t,
        clSetKernelArg: clSetKernelArg_t,
        clSetKernelArgSVMPointer: clSetKernelArgSVMPointer_t,
        clSetKernelExecInfo: clSetKernelExecInfo_t,
        clEnqueueNDRangeKernel: clEnqueueNDRangeKernel_t,
        clEnqueueMarkerWithWaitList: clEnqueueMarkerWithWaitList_t,
        clEnqueueSVMMemcpy: clEnqueueSVMMemcpy_t,
        clEnqueueSVMMemFill: clEnqueueSVMMemFill_t,
        clEnqueueSVMMigrateMem: clEnqueueSVMMigrateMem_t,
        clSVMAlloc: clSVMAlloc_t,
        clSVMFree: clSVMFree_t,
        clFlush: clFlush_t,
        clFinish: clFinish_t,
        clWaitForEvents: clWaitForEvents_t,
        clSetEventCallback: clSetEventCallback_t,
        clGetEventProfilingInfo: clGetEventProfilingInfo_t,
        clReleaseEvent: clReleaseEvent_t,
        clGetEventInfo: clGetEventInfo_t,
        clGetDeviceAndHostTimer: clGetDeviceAndHostTimer_t,
        clRetainDevice: clRetainDevice_t,
        clReleaseDevice: clReleaseDevice_t,
        clRetainContext: clRetainContext_t,
        clReleaseContext: clReleaseContext_t,
        clGetContextInfo: clGetContextInfo_t,
        clRetainCommandQueue: clRetainCommandQueue_t,
        clReleaseCommandQueue: clReleaseCommandQueue_t,
        clGetCommandQueueInfo: clGetCommandQueueInfo_t,
        clRetainEvent: clRetainEvent_t,
        clCreateUserEvent: clCreateUserEvent_t,
        clSetUserEventStatus: clSetUserEventStatus_t,
        clCreateBuffer: clCreateBuffer_t,
        clRetainMemObject: clRetainMemObject_t,
        clReleaseMemObject: clReleaseMemObject_t,
        clGetMemObjectInfo: clGetMemObjectInfo_t,
        clEnqueueMapBuffer: clEnqueueMapBuffer_t,
        clEnqueueUnmapMemObject: clEnqueueUnmapMemObject_t,
        clEnqueueReadBuffer: clEnqueueReadBuffer_t,
        clEnqueueWriteBuffer: clEnqueueWriteBuffer_t,
        clRetainProgram: clRetainProgram_t,
        clRetainKernel: clRetainKernel_t,
        clReleaseKernel: clReleaseKernel_t,
        clGetKernelInfo: clGetKernelInfo_t,
        clCompileProgram: clCompileProgram_t,
    }
}

functions! {
    /// The functions of `cl_intel_unified_shared_memory`, which each platform implements itself.
    Usm {
        clHostMemAllocINTEL: clHostMemAllocINTEL_t,
        clDeviceMemAllocINTEL: clDeviceMemAllocINTEL_t,
        clSharedMemAllocINTEL: clSharedMemAllocINTEL_t,
        clMemFreeINTEL: clMemFreeINTEL_t,
        clSetKernelArgMemPointerINTEL: clSetKernelArgMemPointerINTEL_t,
        clEnqueueMemcpyINTEL: clEnqueueMemcpyINTEL_t,
        clEnqueueMemFillINTEL: clEnqueueMemFillINTEL_t,
        clEnqueueMigrateMemINTEL: clEnqueueMigrateMemINTEL_t,
        clEnqueueMemAdviseINTEL: clEnqueueMemAdviseINTEL_t,
    }
}

fn missing(name: &str) -> RtError {
    let message = format!("the OpenCL installation has no {name}: a newer driver is needed");
    RtError::new(Errc::FeatureNotSupported, message)
}

/// The library, loaded with the first call; none if it is not installed.
pub fn load() -> Option<&'static Api> {
    static API: OnceLock<Option<Api>> = OnceLock::new();
    API.get_or_init(|| {
        // SAFETY: this is the system's name of the OpenCL library.
        let library = unsafe { DriverLibrary::open(LIBRARY) }?;
        Some(Api::with(|name| library.function(name)))
    })
    .as_ref()
}

impl Api {
    /// The platforms. Without a driver, loaders report an error, which counts as no platforms.
    pub fn platforms(&self) -> Vec<cl_platform_id> {
        let Ok(get) = self.clGetPlatformIDs() else { return Vec::new() };
        list(|count, out, found| {
            // SAFETY: `out` has space for `count` ids.
            unsafe { get(count, out, found) }
        })
    }

    /// The devices of a platform.
    pub fn devices(&self, platform: cl_platform_id) -> Vec<cl_device_id> {
        let Ok(get) = self.clGetDeviceIDs() else { return Vec::new() };
        list(|count, out, found| {
            // SAFETY: the platform came from the library; `out` has space for `count` ids.
            unsafe { get(platform, opencl_sys::CL_DEVICE_TYPE_ALL, count, out, found) }
        })
    }

    /// A property of a platform, as text.
    pub fn platform_text(&self, platform: cl_platform_id, key: cl_platform_info) -> String {
        let Ok(get) = self.clGetPlatformInfo() else { return String::new() };
        let bytes = value("clGetPlatformInfo", |size, out, needed| {
            // SAFETY: the platform came from the library; `out` has space for `size` bytes.
            unsafe { get(platform, key, size, out, needed) }
        });
        text(bytes.unwrap_or_default())
    }

    /// A property of a device, as bytes.
    pub fn device_bytes(
        &self,
        device: cl_device_id,
        key: cl_device_info,
    ) -> Result<Vec<u8>, RtError> {
        let get = self.clGetDeviceInfo()?;
        value("clGetDeviceInfo", |size, out, needed| {
            // SAFETY: the device came from the library; `out` has space for `size` bytes.
            unsafe { get(device, key, size, out, needed) }
        })
    }
}

impl Usm {
    /// Looks up the functions of a platform; missing ones stay empty.
    pub fn of(api: &Api, platform: cl_platform_id) -> Result<Self, RtError> {
        let get = api.clGetExtensionFunctionAddressForPlatform()?;
        Ok(Self::with(|name| {
            // SAFETY: the platform came from the library; names end with NUL.
            let found = unsafe { get(platform, name.as_ptr().cast()) };
            (!found.is_null()).then_some(found)
        }))
    }
}

/// A list of ids: OpenCL first returns the count, then writes the ids.
fn list(get: impl Fn(u32, *mut *mut c_void, *mut u32) -> cl_int) -> Vec<*mut c_void> {
    let mut count = 0;
    if get(0, std::ptr::null_mut(), &raw mut count) != CL_SUCCESS {
        return Vec::new();
    }
    let mut ids = vec![std::ptr::null_mut(); count as usize];
    if count == 0 || get(count, ids.as_mut_ptr(), &raw mut count) != CL_SUCCESS {
        return Vec::new();
    }
    ids.retain(|id| !id.is_null());
    ids
}

/// A value: OpenCL first returns its size.
pub fn value(
    call: &'static str,
    get: impl Fn(usize, *mut c_void, *mut usize) -> cl_int,
) -> Result<Vec<u8>, RtError> {
    let mut size = 0;
    check(call, get(0, std::ptr::null_mut(), &raw mut size))?;
    let mut bytes = vec![0u8; size];
    if size > 0 {
        check(call, get(size, bytes.as_mut_ptr().cast(), std::ptr::null_mut()))?;
    }
    Ok(bytes)
}

/// An OpenCL string, which ends with NUL.
pub fn text(mut bytes: Vec<u8>) -> String {
    if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(end);
    }
    String::from_utf8_lossy(&bytes).trim().to_owned()
}
