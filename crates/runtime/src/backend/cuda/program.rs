//! Modules of device code, loaded by the driver, and the kernels in them.

use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use scythe_image::{Module, ModuleKernel};

use super::api::{Handle, Object};
use super::context::Context;
use super::versions::function_name;
use crate::backend::kept::kept;
use crate::core::error::{Errc, RtError};

/// Options of `cuModuleLoadDataEx`: the buffers for messages of the compiler, and their sizes.
const INFO_LOG: [i32; 2] = [3, 4];
const ERROR_LOG: [i32; 2] = [5, 6];
/// The size of a log.
const LOG: usize = 16 << 10;

/// Attributes of functions.
mod attribute {
    pub const MAX_THREADS: i32 = 0;
    pub const SHARED_BYTES: i32 = 1;
    pub const LOCAL_BYTES: i32 = 3;
    pub const MAX_DYNAMIC_SHARED_BYTES: i32 = 8;
}

/// The limit that launches may use without setting an attribute.
const SHARED_WITHOUT_ASKING: u32 = 48 << 10;

/// A module that the driver loaded for a device.
struct Program {
    context: &'static Context,
    module: Handle,
    prints: bool,
    /// Kernels by the addresses of their records.
    kernels: RwLock<HashMap<usize, Arc<Function>>>,
}

/// A program that one thread loads, once; others wait for it.
type Loading = Arc<OnceLock<Result<Arc<Program>, RtError>>>;

/// The programs loaded from a module, by device number; the module's record points here.
#[derive(Default)]
struct Loaded(Mutex<Vec<(i32, Loading)>>);

/// A kernel of a loaded module, with the driver's information about it.
pub struct Function {
    context: &'static Context,
    function: Handle,
    /// The most threads of a block.
    pub max_threads: u32,
    /// The block size with the most resident threads on a multiprocessor.
    pub best_threads: u32,
    /// The static shared memory of a block.
    pub shared_bytes: u32,
    /// Bytes of local memory of each thread, beyond registers.
    pub local_bytes: u32,
    /// Whether it, or another kernel of its module, may print.
    pub prints: bool,
    /// The dynamic shared memory that launches are allowed to use so far.
    allowed_shared_bytes: AtomicU32,
}

impl Function {
    /// The kernel with that code; the first use loads it. The caller has entered the context.
    ///
    /// # Errors
    /// When the driver rejects it; the message contains the compiler's. Later calls return the same error.
    pub fn of(
        context: &'static Context,
        code: &'static ModuleKernel,
    ) -> Result<Arc<Self>, RtError> {
        // SAFETY: modules live as long as the records that point to them, and records without are malformed;
        // only this function uses the pointer of a module of this kind.
        let (module, loaded): (&'static Module, &Loaded) =
            unsafe { (&*code.module, kept(&(*code.module).chosen)) };
        let loading = {
            let mut all = loaded.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = all.iter().find(|(device, _)| *device == context.device);
            known.map(|(_, loading)| Arc::clone(loading)).unwrap_or_else(|| {
                let new = Loading::default();
                all.push((context.device, Arc::clone(&new)));
                new
            })
        };
        let load = || Program::load(context, module).map(Arc::new);
        loading.get_or_init(load).as_ref().map_err(Clone::clone)?.function(code)
    }

    /// The driver's function.
    pub fn object(&self) -> Object {
        self.function.0
    }

    /// Whether launches are already allowed to use so much shared memory.
    pub fn allows_shared_bytes(&self, bytes: u32) -> bool {
        bytes <= self.allowed_shared_bytes.load(Ordering::Acquire)
    }

    /// Allows launches to use so much shared memory. The caller has entered the context.
    ///
    /// # Errors
    /// When the device has less.
    pub fn allow_shared_bytes(&self, bytes: u32) -> Result<(), RtError> {
        let value = i32::try_from(bytes).unwrap_or(i32::MAX);
        let key = attribute::MAX_DYNAMIC_SHARED_BYTES;
        // SAFETY: the function is live.
        let set = unsafe { self.context.api.cuFuncSetAttribute(self.function.0, key, value) };
        set.map_err(|failure| {
            let error = self.context.error(failure);
            let message = format!(
                "a work-group needs {bytes} bytes of local memory besides the {} that the kernel has in any \
                 case: {}",
                self.shared_bytes, error.message
            );
            RtError::new(Errc::MemoryAllocation, message)
        })?;
        self.allowed_shared_bytes.fetch_max(bytes, Ordering::AcqRel);
        Ok(())
    }
}

impl Program {
    fn load(context: &'static Context, module: &Module) -> Result<Self, RtError> {
        let (mut info, mut error) = (vec![0u8; LOG], vec![0u8; LOG]);
        let mut options = [INFO_LOG[0], INFO_LOG[1], ERROR_LOG[0], ERROR_LOG[1]];
        // Numbers are passed in place of pointers.
        let size: *mut c_void = std::ptr::without_provenance_mut(LOG);
        let mut values = [info.as_mut_ptr().cast(), size, error.as_mut_ptr().cast(), size];
        let mut loaded = std::ptr::null_mut();
        // SAFETY: the context is current. The compiler's code states its own length: cubins do, and PTX ends
        // with NUL. The logs have as much space as stated.
        let result = unsafe {
            context.api.cuModuleLoadDataEx(
                &raw mut loaded,
                module.code.cast(),
                options.len() as u32,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        result.map_err(|failure| {
            let known = context.error(failure);
            if failure.is_sticky() {
                return known;
            }
            let log = [text(&error), text(&info)].join("\n");
            let log =
                if log.trim().is_empty() { "the driver reports no reason" } else { log.trim() };
            RtError::new(Errc::Build, format!("{}\n{log}", known.message))
        })?;
        Ok(Self {
            context,
            module: Handle(loaded),
            prints: prints(module),
            kernels: RwLock::default(),
        })
    }

    fn function(&self, code: &'static ModuleKernel) -> Result<Arc<Function>, RtError> {
        let key = std::ptr::from_ref(code).addr();
        let known = self.kernels.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let new = Arc::new(self.find(function_name(code))?);
        let mut kernels = self.kernels.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(kernels.entry(key).or_insert(new)))
    }

    fn find(&self, name: &CStr) -> Result<Function, RtError> {
        let api = self.context.api;
        let mut function = std::ptr::null_mut();
        // SAFETY: the module is live, the name ends with NUL; the output has space for the function.
        unsafe { api.cuModuleGetFunction(&raw mut function, self.module.0, name.as_ptr()) }
            .map_err(|failure| {
                let known = self.context.error(failure);
                let message = format!("{} (kernel {})", known.message, name.to_string_lossy());
                let code = if failure.is_sticky() { known.code } else { Errc::Build };
                RtError::new(code, message)
            })?;
        let ask = |key: i32| {
            let mut value = 0;
            // SAFETY: the function is live; the output has space for the value.
            let answer = unsafe { api.cuFuncGetAttribute(&raw mut value, key, function) };
            answer.ok().and_then(|()| u32::try_from(value).ok())
        };
        let (mut grid, mut best) = (0, 0);
        // SAFETY: the function is live; the outputs have space for the sizes.
        let found = unsafe {
            api.cuOccupancyMaxPotentialBlockSize(&raw mut grid, &raw mut best, function, None, 0, 0)
        };
        let max_threads = ask(attribute::MAX_THREADS).filter(|&most| most > 0).unwrap_or(1024);
        let best = found.ok().and_then(|()| u32::try_from(best).ok()).filter(|&best| best > 0);
        let shared_bytes = ask(attribute::SHARED_BYTES).unwrap_or(0);
        Ok(Function {
            context: self.context,
            function: Handle(function),
            max_threads,
            best_threads: best.unwrap_or(max_threads).min(max_threads),
            shared_bytes,
            local_bytes: ask(attribute::LOCAL_BYTES).unwrap_or(0),
            prints: self.prints,
            allowed_shared_bytes: AtomicU32::new(
                SHARED_WITHOUT_ASKING.saturating_sub(shared_bytes),
            ),
        })
    }
}

/// Whether the code calls the function behind `printf`, whose name occurs in PTX as well as in cubins.
fn prints(module: &Module) -> bool {
    const NAME: &[u8] = b"vprintf";
    let size = usize::try_from(module.size).unwrap_or(0);
    if module.code.is_null() || size == 0 {
        return false;
    }
    // SAFETY: the compiler wrote as many bytes of code as the record says.
    let code = unsafe { std::slice::from_raw_parts(module.code, size) };
    code.windows(NAME.len()).any(|part| part == NAME)
}

/// A text that ends with NUL, or at the end of the buffer.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}
