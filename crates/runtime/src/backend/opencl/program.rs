//! Modules of device code, built by the driver, and the kernels in them.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use opencl_sys::*;
use scythe_image::{Module, ModuleConstant};

use super::api::{text, value};
use super::driver::{Driver, Handle};
use super::error::{check, failed};
use super::memory::DeviceMemory;
use crate::backend::ending;
use crate::backend::kept::kept;
use crate::core::constants::Constants;
use crate::core::error::{Errc, RtError};

/// A module that the driver built for a device.
pub struct Program {
    driver: &'static Driver,
    device: Handle,
    program: Handle,
    /// Kernels by the addresses of their names, which are in records.
    kernels: Mutex<HashMap<usize, Arc<KernelPool>>>,
}

/// A program that one thread builds, once; others wait for it.
type Building = Arc<OnceLock<Result<Arc<Program>, RtError>>>;

/// The specialization constants that a program was built with: ids and bytes.
type Values = Vec<(u32, Box<[u8]>)>;

/// The programs built from a module, by device number and values of constants; the module's record points
/// here.
#[derive(Default)]
struct Built(Mutex<HashMap<(u32, Values), Building>>);

fn built(module: &'static Module) -> &'static Built {
    // SAFETY: only this function uses the pointer of a module.
    unsafe { kept(&module.chosen) }
}

/// The values that a launch sets for the constants of a module.
fn values(module: &'static Module, constants: &Constants) -> Values {
    if module.constant_count == 0 || module.constants.is_null() {
        return Values::new();
    }
    // SAFETY: the compiler wrote as many as the record says, for the life of the process.
    let pieces: &[ModuleConstant] =
        unsafe { std::slice::from_raw_parts(module.constants, module.constant_count as usize) };
    let value = |piece: &ModuleConstant| {
        let whole = constants.get(piece.key)?;
        let part = whole.get(piece.offset as usize..)?.get(..piece.size as usize)?;
        Some((piece.id, part.into()))
    };
    pieces.iter().filter_map(value).collect()
}

impl Program {
    /// The module as built for a device, with the values of specialization constants that a launch sets; the
    /// first use builds it.
    ///
    /// # Errors
    /// When the driver rejects it; the message contains the build log. Later calls return the same error.
    pub fn of(
        module: &'static Module,
        constants: &Constants,
        number: u32,
        driver: &'static Driver,
        device: cl_device_id,
    ) -> Result<Arc<Self>, RtError> {
        let values = values(module, constants);
        let building = {
            let mut all = built(module).0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry((number, values.clone())).or_default())
        };
        let build = || Self::build(module, &values, driver, device).map(Arc::new);
        building.get_or_init(build).clone()
    }

    fn build(
        module: &Module,
        values: &Values,
        driver: &'static Driver,
        device: cl_device_id,
    ) -> Result<Self, RtError> {
        let api = driver.api;
        let (create, build) = (api.clCreateProgramWithIL()?, api.clBuildProgram()?);
        let context = driver.context()?;
        let size = usize::try_from(module.size).unwrap_or(usize::MAX);
        let mut status = CL_SUCCESS;
        // SAFETY: the compiler wrote as many bytes of code as the record says.
        let program = unsafe { create(context, module.code.cast(), size, &raw mut status) };
        if status != CL_SUCCESS || program.is_null() {
            let error = failed("clCreateProgramWithIL", status);
            return Err(error.with_code(Errc::Build));
        }
        let built = Self {
            driver,
            device: Handle(device),
            program: Handle(program),
            kernels: Mutex::default(),
        };
        for (id, bytes) in values {
            let set = api.clSetProgramSpecializationConstant()?;
            // SAFETY: the program is not built yet; the value has as many bytes as stated.
            let status = unsafe { set(program, *id, bytes.len(), bytes.as_ptr().cast()) };
            check("clSetProgramSpecializationConstant", status)?;
        }
        // SAFETY: program and device belong to the same context.
        let status = unsafe {
            build(program, 1, &raw const device, c"".as_ptr(), None, std::ptr::null_mut())
        };
        if status == CL_SUCCESS {
            return Ok(built);
        }
        let error = failed("clBuildProgram", status);
        let log = built.log();
        let log = if log.is_empty() { "the driver reports no reason" } else { log.as_str() };
        let message = format!("{}\n{log}", error.message);
        Err(error.with_code(Errc::Build).with_message(message))
    }

    /// The OpenCL program.
    pub fn object(&self) -> cl_program {
        self.program.0
    }

    fn log(&self) -> String {
        let Ok(get) = self.driver.api.clGetProgramBuildInfo() else { return String::new() };
        let key = CL_PROGRAM_BUILD_LOG;
        let bytes = value("clGetProgramBuildInfo", |size, out, needed| {
            // SAFETY: program and device are live; `out` has space for `size` bytes.
            unsafe { get(self.program.0, self.device.0, key, size, out, needed) }
        });
        text(bytes.unwrap_or_default())
    }

    /// The kernel with that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn kernel(
        self: &Arc<Self>,
        name: &'static CStr,
        memory: &DeviceMemory,
    ) -> Result<Arc<KernelPool>, RtError> {
        let key = name.as_ptr().addr();
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kernels.get(&key) {
            return Ok(Arc::clone(known));
        }
        let first = self.make_kernel(name, memory)?;
        let pool = Arc::new(KernelPool {
            max_work_group_size: self
                .work_group_fact(first.0, CL_KERNEL_WORK_GROUP_SIZE)
                .filter(|&size| size > 0),
            program: Arc::clone(self),
            name,
            spare: Mutex::new(vec![first]),
        });
        kernels.insert(key, Arc::clone(&pool));
        Ok(pool)
    }

    fn make_kernel(&self, name: &CStr, memory: &DeviceMemory) -> Result<Handle, RtError> {
        let create = self.driver.api.clCreateKernel()?;
        let mut status = CL_SUCCESS;
        // SAFETY: the program is built and live.
        let kernel = unsafe { create(self.program.0, name.as_ptr(), &raw mut status) };
        if status != CL_SUCCESS || kernel.is_null() {
            let error = failed("clCreateKernel", status);
            let message = format!("{} (kernel {})", error.message, name.to_string_lossy());
            return Err(RtError::new(error.code, message));
        }
        if !memory.changes() {
            // SAFETY: nothing else uses the kernel object yet.
            unsafe { memory.allow_all(kernel) }?;
        }
        Ok(Handle(kernel))
    }

    /// A size that the driver reports for a kernel.
    fn work_group_fact(&self, kernel: cl_kernel, key: u32) -> Option<u64> {
        let get = self.driver.api.clGetKernelWorkGroupInfo().ok()?;
        let (mut size, bytes) = (0u64, size_of::<u64>());
        // SAFETY: kernel and device are live; the output has space for a size.
        let status = unsafe {
            get(kernel, self.device.0, key, bytes, (&raw mut size).cast(), std::ptr::null_mut())
        };
        check("clGetKernelWorkGroupInfo", status).is_ok().then_some(size)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let Some(_permit) = ending::permit() else { return };
        if let Ok(release) = self.driver.api.clReleaseProgram() {
            // SAFETY: this is the program's only reference.
            let _ = unsafe { release(self.program.0) };
        }
    }
}

/// A kernel of a program. Setting arguments changes a kernel object, so each launch owns one until it is
/// enqueued.
pub struct KernelPool {
    /// The most work-items of a work-group, where the driver reports it.
    pub max_work_group_size: Option<u64>,
    program: Arc<Program>,
    name: &'static CStr,
    spare: Mutex<Vec<Handle>>,
}

impl KernelPool {
    /// The program of the kernel.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A kernel object of the caller's own.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn another(&self, memory: &DeviceMemory) -> Result<Handle, RtError> {
        self.program.make_kernel(self.name, memory)
    }

    /// A size that the driver reports for the kernel; `object` is one of its kernel objects.
    pub fn work_group_fact(&self, object: cl_kernel, key: u32) -> Option<u64> {
        self.program.work_group_fact(object, key)
    }

    /// Calls `body` with a kernel object that nothing else uses meanwhile.
    ///
    /// # Errors
    /// When the driver cannot make one, or `body` fails.
    pub fn with<T>(
        &self,
        memory: &DeviceMemory,
        body: impl FnOnce(cl_kernel) -> Result<T, RtError>,
    ) -> Result<T, RtError> {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let kernel = match spare {
            Some(kernel) => kernel,
            None => self.program.make_kernel(self.name, memory)?,
        };
        let result = body(kernel.0);
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(kernel);
        result
    }
}
