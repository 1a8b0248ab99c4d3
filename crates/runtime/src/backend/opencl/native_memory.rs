//! Memory of the runtime as OpenCL memory objects, for programs that use both.

use opencl_sys::*;

use super::Inner;
use super::driver::Handle;
use super::error::{check, failed};
use super::memory::Model;
use super::submission::Submission;
use crate::backend::interop::Lent;
use crate::core::error::RtError;

/// An object with the contents of the memory: the memory itself where the device can access it, and a copy
/// otherwise.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// Queue and context are live and belong together; the memory is valid and nothing else uses it.
pub unsafe fn lend(device: &Inner, memory: Lent, context: cl_context) -> Result<cl_mem, RtError> {
    let api = device.driver.api;
    let in_place = device.memory.model == Model::System;
    let (flags, host) = if in_place {
        (CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, memory.address.cast())
    } else {
        (CL_MEM_READ_WRITE, std::ptr::null_mut())
    };
    let mut status = CL_SUCCESS;
    // SAFETY: by this function's contract.
    let object =
        unsafe { (api.clCreateBuffer()?)(context, flags, memory.bytes, host, &raw mut status) };
    if status != CL_SUCCESS || object.is_null() {
        return Err(failed("clCreateBuffer", status));
    }
    if !in_place {
        // SAFETY: as above.
        let filled = unsafe {
            mapped(device, memory, object, CL_MAP_WRITE_INVALIDATE_REGION, |there| {
                copy(device, there, memory.address, memory.bytes)
            })
        };
        if let Err(error) = filled {
            // SAFETY: created here, and nothing else uses it.
            let _ = api.clReleaseMemObject().map(|release| unsafe { release(object) });
            return Err(error);
        }
    }
    Ok(object)
}

/// Copies the contents of an object back to the runtime's memory.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// As for [`lend`], which made the object.
pub unsafe fn take_back(device: &Inner, memory: Lent, object: cl_mem) -> Result<(), RtError> {
    let in_place = device.memory.model == Model::System;
    // SAFETY: by this function's contract. A mapped object is in the host's memory already.
    unsafe {
        mapped(device, memory, object, CL_MAP_READ, |there| {
            if in_place { Ok(()) } else { copy(device, memory.address, there, memory.bytes) }
        })
    }
}

/// Calls a function with the address of the mapped contents of an object.
///
/// # Safety
/// As for [`lend`].
unsafe fn mapped(
    device: &Inner,
    memory: Lent,
    object: cl_mem,
    mode: cl_map_flags,
    body: impl FnOnce(*mut u8) -> Result<(), RtError>,
) -> Result<(), RtError> {
    let api = device.driver.api;
    let (unmap, finish) = (api.clEnqueueUnmapMemObject()?, api.clFinish()?);
    let (none, mut status) = (std::ptr::null(), CL_SUCCESS);
    // SAFETY: by this function's contract; the call waits.
    let there = unsafe {
        (api.clEnqueueMapBuffer()?)(
            memory.queue,
            object,
            CL_TRUE,
            mode,
            0,
            memory.bytes,
            0,
            none,
            std::ptr::null_mut(),
            &raw mut status,
        )
    };
    check("clEnqueueMapBuffer", status)?;
    let result = body(there.cast());
    // SAFETY: mapped above.
    unsafe {
        let status = unmap(memory.queue, object, there, 0, none, std::ptr::null_mut());
        check("clEnqueueUnmapMemObject", status)?;
        check("clFinish", finish(memory.queue))?;
    }
    result
}

/// Copies between memory of the device and of the host, and waits.
///
/// # Safety
/// Both are valid for as many bytes.
unsafe fn copy(device: &Inner, to: *mut u8, from: *const u8, bytes: usize) -> Result<(), RtError> {
    let queue = device.queues.shared(false)?;
    // SAFETY: by this function's contract.
    let event =
        unsafe { device.memory.copy(Submission { queue, after: &[] }, to, from, bytes, true) }?;
    // SAFETY: the event is ours.
    let _ = device.driver.api.clReleaseEvent().map(|release| unsafe { release(event) });
    Ok(())
}

/// The context and the size of a memory object.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// The object is live.
pub unsafe fn facts(device: &Inner, object: cl_mem) -> Result<(Handle, usize), RtError> {
    let get = device.driver.api.clGetMemObjectInfo()?;
    let (mut context, mut bytes): (cl_context, usize) = (std::ptr::null_mut(), 0);
    let none = std::ptr::null_mut();
    // SAFETY: by this function's contract; the outputs have space for the values.
    unsafe {
        let (key, size) = (CL_MEM_CONTEXT, size_of::<cl_context>());
        let status = get(object, key, size, (&raw mut context).cast(), none);
        check("clGetMemObjectInfo", status)?;
        let status = get(object, CL_MEM_SIZE, size_of::<usize>(), (&raw mut bytes).cast(), none);
        check("clGetMemObjectInfo", status)?;
    }
    Ok((Handle(context), bytes))
}

/// Copies the contents of an object to or from the host, and waits.
///
/// # Errors
/// When the driver refuses.
///
/// # Safety
/// The queue belongs to the object's context; `host` is valid for as many bytes.
pub unsafe fn transfer(
    device: &Inner,
    queue: cl_command_queue,
    object: cl_mem,
    host: *mut u8,
    bytes: usize,
    to_object: bool,
) -> Result<(), RtError> {
    let api = device.driver.api;
    let (none, no_event) = (std::ptr::null(), std::ptr::null_mut());
    if bytes == 0 {
        return Ok(());
    }
    // SAFETY: by this function's contract; the calls wait.
    unsafe {
        if to_object {
            let write = api.clEnqueueWriteBuffer()?;
            let status = write(queue, object, CL_TRUE, 0, bytes, host.cast(), 0, none, no_event);
            check("clEnqueueWriteBuffer", status)?;
            // Drivers may return from a blocking write as soon as they have copied the bytes.
            check("clFinish", (api.clFinish()?)(queue))
        } else {
            let read = api.clEnqueueReadBuffer()?;
            let status = read(queue, object, CL_TRUE, 0, bytes, host.cast(), 0, none, no_event);
            check("clEnqueueReadBuffer", status)
        }
    }
}
