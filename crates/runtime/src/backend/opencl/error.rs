//! OpenCL errors as SYCL error codes.

use opencl_sys::{CL_SUCCESS, cl_int};

use crate::core::error::{Errc, RtError};

macro_rules! codes {
    ($($errc:ident: $($name:ident)*;)*) => {
        /// The code's name and its SYCL error code.
        fn known(code: cl_int) -> Option<(&'static str, Errc)> {
            match code {
                $($(opencl_sys::$name => Some((stringify!($name), Errc::$errc)),)*)*
                _ => None,
            }
        }

        #[cfg(test)]
        const ALL: &[cl_int] = &[$($(opencl_sys::$name,)*)*];
    };
}

codes! {
    MemoryAllocation: CL_MEM_OBJECT_ALLOCATION_FAILURE CL_OUT_OF_RESOURCES CL_OUT_OF_HOST_MEMORY
        CL_INVALID_BUFFER_SIZE CL_MAX_SIZE_RESTRICTION_EXCEEDED;
    Build: CL_BUILD_PROGRAM_FAILURE CL_COMPILE_PROGRAM_FAILURE CL_LINK_PROGRAM_FAILURE
        CL_INVALID_BINARY CL_INVALID_BUILD_OPTIONS CL_INVALID_COMPILER_OPTIONS
        CL_INVALID_LINKER_OPTIONS CL_INVALID_PROGRAM CL_INVALID_PROGRAM_EXECUTABLE
        CL_INVALID_KERNEL_NAME CL_INVALID_KERNEL_DEFINITION CL_INVALID_SPEC_ID;
    NdRange: CL_INVALID_WORK_DIMENSION CL_INVALID_WORK_GROUP_SIZE CL_INVALID_WORK_ITEM_SIZE
        CL_INVALID_GLOBAL_OFFSET CL_INVALID_GLOBAL_WORK_SIZE;
    KernelArgument: CL_INVALID_ARG_INDEX CL_INVALID_ARG_VALUE CL_INVALID_ARG_SIZE
        CL_INVALID_KERNEL_ARGS;
    Kernel: CL_INVALID_KERNEL;
    Profiling: CL_PROFILING_INFO_NOT_AVAILABLE;
    Event: CL_INVALID_EVENT CL_INVALID_EVENT_WAIT_LIST
        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    Platform: CL_DEVICE_NOT_FOUND CL_DEVICE_NOT_AVAILABLE CL_INVALID_PLATFORM CL_INVALID_DEVICE
        CL_INVALID_DEVICE_TYPE CL_INVALID_CONTEXT;
    FeatureNotSupported: CL_COMPILER_NOT_AVAILABLE CL_LINKER_NOT_AVAILABLE
        CL_IMAGE_FORMAT_NOT_SUPPORTED CL_KERNEL_ARG_INFO_NOT_AVAILABLE CL_DEVICE_PARTITION_FAILED
        CL_INVALID_OPERATION CL_INVALID_QUEUE_PROPERTIES CL_INVALID_DEVICE_QUEUE
        CL_INVALID_DEVICE_PARTITION_COUNT;
    Invalid: CL_INVALID_VALUE CL_INVALID_PROPERTY CL_INVALID_HOST_PTR CL_INVALID_MEM_OBJECT
        CL_INVALID_COMMAND_QUEUE CL_INVALID_SAMPLER CL_INVALID_IMAGE_SIZE
        CL_INVALID_IMAGE_DESCRIPTOR CL_INVALID_IMAGE_FORMAT_DESCRIPTOR CL_INVALID_PIPE_SIZE
        CL_INVALID_GL_OBJECT CL_INVALID_MIP_LEVEL CL_MISALIGNED_SUB_BUFFER_OFFSET
        CL_MEM_COPY_OVERLAP CL_IMAGE_FORMAT_MISMATCH;
    Runtime: CL_MAP_FAILURE;
}

/// The name of a code.
pub fn name(code: cl_int) -> String {
    known(code).map_or_else(|| format!("error {code}"), |(name, _)| name.to_owned())
}

/// The error of a failed call.
pub fn failed(call: &str, code: cl_int) -> RtError {
    let errc = known(code).map_or(Errc::Runtime, |(_, errc)| errc);
    let error = RtError::new(errc, format!("OpenCL: {call} failed: {}", name(code)));
    error.with_native(code)
}

/// Turns the status of a call into a result.
pub fn check(call: &str, status: cl_int) -> Result<(), RtError> {
    if status == CL_SUCCESS { Ok(()) } else { Err(failed(call, status)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_opencl_has_a_name() {
        // The codes have only these gaps.
        for code in (-19..=-1).chain(-72..=-30) {
            assert!(known(code).is_some(), "{code}");
        }
        assert!(known(0).is_none() && known(-20).is_none() && known(-1001).is_none());
        let mut all = ALL.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), ALL.len(), "no code is listed twice");
    }

    #[test]
    fn messages_name_the_call_and_the_code() {
        let error = failed("clEnqueueNDRangeKernel", -54);
        assert_eq!(error.code, Errc::NdRange);
        assert_eq!(
            error.message,
            "OpenCL: clEnqueueNDRangeKernel failed: CL_INVALID_WORK_GROUP_SIZE"
        );
        assert_eq!(failed("clFlush", -9999).message, "OpenCL: clFlush failed: error -9999");
        assert!(check("clFlush", 0).is_ok());
    }
}
