//! Commands that a program submits.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use scythe_image::Kernel;

use super::borrow;
use super::buffer::scythe_access;
use super::event::scythe_event;
use super::graph::scythe_executable_graph;
use super::native_launch::scythe_native_launch;
use crate::backend::{Device, IndexSpace, check_record, requirements, with_kernel};
use crate::core::command::Command;
use crate::core::constants::Constants;
use crate::core::error::{Errc, RtError};
use crate::core::places::Place;
use crate::core::queue::{Access, Order, Queue, Role};
use crate::core::snapshot::ProgramMemory;
use crate::core::work::{Arguments, HostCall, MemoryHint, Relocations, Rows, Work};

/// A kernel's record, which the compiler wrote into the program.
pub struct scythe_kernel(());

/// Runs a kernel.
pub const SCYTHE_COMMAND_KERNEL: u32 = 1;
/// Copies bytes.
pub const SCYTHE_COMMAND_COPY: u32 = 2;
/// Repeats a pattern.
pub const SCYTHE_COMMAND_FILL: u32 = 3;
/// Copies a box.
pub const SCYTHE_COMMAND_COPY_RECT: u32 = 4;
/// Repeats a pattern in a box.
pub const SCYTHE_COMMAND_FILL_RECT: u32 = 5;
/// Calls a function of the host program.
pub const SCYTHE_COMMAND_HOST: u32 = 6;
/// Does nothing, in order.
pub const SCYTHE_COMMAND_EMPTY: u32 = 7;
/// Does nothing; later commands of the queue depend on it.
pub const SCYTHE_COMMAND_GATE: u32 = 8;
/// A gate that also depends on all earlier commands of the queue.
pub const SCYTHE_COMMAND_BARRIER: u32 = 9;

/// Runs a kernel of the backend.
pub const SCYTHE_COMMAND_NATIVE_KERNEL: u32 = 10;
/// Moves memory to where the device can access it best.
pub const SCYTHE_COMMAND_PREFETCH: u32 = 11;
/// Advises the device how memory will be used.
pub const SCYTHE_COMMAND_ADVISE: u32 = 12;
/// Runs all commands of a graph.
pub const SCYTHE_COMMAND_GRAPH: u32 = 13;

/// A kernel launch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_launch {
    /// The kernel.
    pub kernel: *const scythe_kernel,
    /// The function object's bytes, copied before submission returns.
    pub args: *const c_void,
    /// Their number.
    pub args_size: usize,
    /// Their alignment.
    pub args_align: usize,
    /// 1 to 3; single_task is one work-item in one dimension.
    pub dims: u32,
    /// True for parallel_for_work_group: the kernel's code runs once per work-group.
    pub has_local: bool,
    /// True for parallel_for_work_group: the kernel's code runs once for every work-group.
    pub hierarchical: bool,
    /// True if work-groups synchronise with each other, which requires an nd_range of at most
    /// scythe_kernel_groups_together work-groups.
    pub together: bool,
    /// Work-items, in SYCL's order.
    pub global: [usize; 3],
    /// Work-items of a group.
    pub local: [usize; 3],
    /// Added to global ids.
    pub offset: [usize; 3],
    /// Bytes of local memory per work-group.
    pub local_memory: usize,
    /// Values of specialization constants, copied before submission returns.
    pub constants: *const scythe_constant,
    /// How many.
    pub constant_count: usize,
}

/// The value of a specialization constant.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_constant {
    /// The key of the constant.
    pub key: u64,
    /// The value.
    pub value: *const c_void,
    /// Its bytes.
    pub size: usize,
}

/// The source of a copy is memory of the program: USM or any other. Small sources that are not USM are read
/// before submission returns.
pub const SCYTHE_COPY_FROM_PROGRAM: u32 = 1;
/// The destination of a copy or a fill is memory of the program: USM or any other.
pub const SCYTHE_COPY_TO_PROGRAM: u32 = 2;

/// A copy.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_copy {
    /// The destination.
    pub dst: *mut c_void,
    /// The source.
    pub src: *const c_void,
    /// The number of bytes.
    pub bytes: usize,
    /// SCYTHE_COPY_*
    pub flags: u32,
}

/// A fill; the pattern is copied before submission returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_fill {
    /// The destination.
    pub dst: *mut c_void,
    /// The pattern.
    pub pattern: *const c_void,
    /// Its size.
    pub pattern_size: usize,
    /// The number of repetitions.
    pub count: usize,
    /// SCYTHE_COPY_TO_PROGRAM, or zero.
    pub flags: u32,
}

/// A copy of a box of up to three dimensions; pitches in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_copy_rect {
    /// The destination.
    pub dst: *mut c_void,
    /// The source.
    pub src: *const c_void,
    /// Bytes in a row.
    pub row_bytes: usize,
    /// Rows in a slice.
    pub rows: usize,
    /// Slices.
    pub slices: usize,
    /// The row pitch of dst.
    pub dst_row_pitch: usize,
    /// The slice pitch of dst.
    pub dst_slice_pitch: usize,
    /// The row pitch of src.
    pub src_row_pitch: usize,
    /// The slice pitch of src.
    pub src_slice_pitch: usize,
    /// SCYTHE_COPY_*
    pub flags: u32,
}

/// A fill of a box of up to three dimensions; pitches in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_fill_rect {
    /// The destination.
    pub dst: *mut c_void,
    /// The pattern.
    pub pattern: *const c_void,
    /// Its size.
    pub pattern_size: usize,
    /// Patterns in a row.
    pub row_count: usize,
    /// Rows in a slice.
    pub rows: usize,
    /// Slices.
    pub slices: usize,
    /// The row pitch.
    pub row_pitch: usize,
    /// The slice pitch.
    pub slice_pitch: usize,
}

/// A hint about memory, which changes no contents. Devices may ignore it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_memory_hint {
    /// The first byte.
    pub ptr: *const c_void,
    /// The number of bytes.
    pub bytes: usize,
    /// SCYTHE_COMMAND_ADVISE: a value of the backend.
    pub advice: i32,
}

/// Returned by `run` of a host call that failed with an error which the runtime need not know.
pub const SCYTHE_HOST_CALL_FAILED: i32 = -1;

/// A call of the host program. `run` is called once on a thread of the runtime and must not throw; it returns
/// 0, a value of errc after scythe_set_error, or SCYTHE_HOST_CALL_FAILED. Commands that depend on a failed
/// one do not run. `drop`, which may be null, is called exactly once: afterwards, or if the call never runs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_host_call {
    /// The function.
    pub run: Option<unsafe extern "C" fn(context: *mut c_void) -> i32>,
    /// Frees the context.
    pub drop: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// Passed to all.
    pub context: *mut c_void,
    /// Like `run`, but may be called any number of times; null if the call cannot be part of a graph.
    pub repeat: Option<unsafe extern "C" fn(context: *mut c_void) -> i32>,
}

/// The part of a command that depends on its kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub union scythe_command_body {
    /// SCYTHE_COMMAND_KERNEL
    pub launch: scythe_launch,
    /// SCYTHE_COMMAND_COPY
    pub copy: scythe_copy,
    /// SCYTHE_COMMAND_FILL
    pub fill: scythe_fill,
    /// SCYTHE_COMMAND_COPY_RECT
    pub copy_rect: scythe_copy_rect,
    /// SCYTHE_COMMAND_FILL_RECT
    pub fill_rect: scythe_fill_rect,
    /// SCYTHE_COMMAND_PREFETCH, SCYTHE_COMMAND_ADVISE
    pub hint: scythe_memory_hint,
    /// SCYTHE_COMMAND_HOST
    pub host: scythe_host_call,
    /// SCYTHE_COMMAND_NATIVE_KERNEL
    pub native_launch: scythe_native_launch,
    /// SCYTHE_COMMAND_GRAPH
    pub graph: *const scythe_executable_graph,
}

/// A command.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct scythe_command {
    /// sizeof(scythe_command)
    pub struct_size: u32,
    /// SCYTHE_COMMAND_*
    pub kind: u32,
    /// Events that must be complete first; null entries are ignored.
    pub dependencies: *const *const scythe_event,
    /// How many.
    pub dependency_count: usize,
    /// The buffers that it accesses.
    pub accesses: *const scythe_access,
    /// How many.
    pub access_count: usize,
    /// Called when the work is done, before the command counts as complete; without `run`, there is only a
    /// context to drop. It must not wait for anything: devices may run it on their own threads.
    pub finish: scythe_host_call,
    /// The part that depends on the kind.
    pub body: scythe_command_body,
}

impl scythe_command {
    /// Checks the command and copies what it points to.
    ///
    /// # Safety
    /// The member of `u` that `kind` names is initialised, and what it points to is as its
    /// documentation says.
    pub(crate) unsafe fn work(
        &self,
        device: &dyn Device,
        accesses: &[Access],
    ) -> Result<Work, RtError> {
        if self.kind == SCYTHE_COMMAND_KERNEL {
            // Most commands are launches. SAFETY: `kind` says which member is initialised, by contract.
            return unsafe { launch(&self.body.launch, device, accesses) };
        }
        // SAFETY: as for this function.
        let mut work = unsafe { self.work_at_the_host(device, accesses) }?;
        if matches!(
            self.kind,
            SCYTHE_COMMAND_COPY
                | SCYTHE_COMMAND_COPY_RECT
                | SCYTHE_COMMAND_FILL
                | SCYTHE_COMMAND_FILL_RECT
        ) {
            // SAFETY: as for this function.
            let Role { memory, .. } = unsafe { self.role() };
            work.relocate(memory, &relocations(device, accesses));
        }
        Ok(work)
    }

    /// The work, with the host's addresses for placeholder accessors.
    ///
    /// # Safety
    /// As for [`scythe_command::work`].
    unsafe fn work_at_the_host(
        &self,
        device: &dyn Device,
        accesses: &[Access],
    ) -> Result<Work, RtError> {
        // SAFETY: `kind` says which member is there, by contract.
        unsafe {
            match self.kind {
                SCYTHE_COMMAND_NATIVE_KERNEL => {
                    self.body.native_launch.work(device, &relocations(device, accesses))
                }
                SCYTHE_COMMAND_COPY => copy(&self.body.copy),
                SCYTHE_COMMAND_FILL => fill(&self.body.fill),
                SCYTHE_COMMAND_COPY_RECT => copy_rect(&self.body.copy_rect),
                SCYTHE_COMMAND_FILL_RECT => fill_rect(&self.body.fill_rect),
                SCYTHE_COMMAND_PREFETCH => hint(&self.body.hint, false),
                SCYTHE_COMMAND_ADVISE => hint(&self.body.hint, true),
                SCYTHE_COMMAND_HOST => host(&self.body.host),
                SCYTHE_COMMAND_EMPTY | SCYTHE_COMMAND_GATE | SCYTHE_COMMAND_BARRIER => {
                    Ok(Work::Empty)
                }
                other => Err(RtError::invalid(format!("unknown command kind {other}"))),
            }
        }
    }

    /// Whether it is a kernel that depends on the order of its queue only, with nothing to do afterwards.
    pub(crate) fn is_plain_launch(&self) -> bool {
        self.kind == SCYTHE_COMMAND_KERNEL
            && self.dependency_count == 0
            && self.access_count == 0
            && self.finish.run.is_none()
            && self.finish.drop.is_none()
    }

    /// Launches a kernel that depends on the order of its queue only, if the device can do that immediately.
    ///
    /// # Safety
    /// As for [`scythe_command::work`].
    pub(crate) unsafe fn launch(&self, queue: &Queue) -> Result<Option<Arc<Command>>, RtError> {
        // SAFETY: `kind` says which member is there, by contract.
        let launch = unsafe { &self.body.launch };
        if launch.constant_count > 0
            || launch.hierarchical
            || launch.together
            || !queue.launches_at_once()
        {
            return Ok(None);
        }
        // SAFETY: records live as long as the program that carries them.
        let kernel: &'static Kernel =
            unsafe { borrow(launch.kernel.cast::<Kernel>(), "the kernel") }?;
        check_record(kernel)?;
        let launched = check_arguments(kernel, launch).and_then(|()| {
            // SAFETY: readable by contract.
            let arguments =
                unsafe { super::slice(launch.args.cast(), launch.args_size, "arguments") }?;
            queue.launch(kernel, arguments, &index_space(launch))
        });
        match launched {
            Err(error) => Err(with_kernel(kernel, error)),
            done => done,
        }
    }

    /// How the command is submitted.
    ///
    /// # Safety
    /// As for [`scythe_command::work`].
    pub(crate) unsafe fn role(&self) -> Role {
        let order = match self.kind {
            SCYTHE_COMMAND_GATE => Order::Gate,
            SCYTHE_COMMAND_BARRIER => Order::Barrier,
            _ => Order::Free,
        };
        // SAFETY: `kind` says which member is there, by contract.
        let flags = unsafe {
            match self.kind {
                SCYTHE_COMMAND_COPY => self.body.copy.flags,
                SCYTHE_COMMAND_COPY_RECT => self.body.copy_rect.flags,
                SCYTHE_COMMAND_FILL => self.body.fill.flags,
                _ => 0,
            }
        };
        let memory = ProgramMemory {
            source: flags & SCYTHE_COPY_FROM_PROGRAM != 0,
            target: flags & SCYTHE_COPY_TO_PROGRAM != 0,
        };
        Role { order, memory }
    }

    /// The call after the work.
    ///
    /// # Safety
    /// `finish` is as documented, and nothing else takes ownership of it.
    pub(crate) unsafe fn finish(&self) -> Option<HostCall> {
        let scythe_host_call { run, drop, context, .. } = self.finish;
        // SAFETY: by this function's contract.
        (run.is_some() || drop.is_some()).then(|| unsafe { HostCall::new(run, drop, context) })
    }

    /// Drops the host call of a command that will never run.
    ///
    /// # Safety
    /// As for [`scythe_command::work`], which has not been called.
    pub(crate) unsafe fn abandon(&self) {
        if self.kind == SCYTHE_COMMAND_HOST {
            // SAFETY: `kind` says which member is there.
            let call = unsafe { self.body.host };
            if let Some(drop) = call.drop {
                // SAFETY: called once, as `work` was not.
                unsafe { drop(call.context) }
            }
        }
    }
}

/// Host memory of buffers, with the corresponding addresses on the device.
fn relocations(device: &dyn Device, accesses: &[Access]) -> Relocations {
    let place = device.place();
    if place == Place::HOST || accesses.is_empty() {
        return Relocations::new();
    }
    let elsewhere = accesses.iter().filter(|access| !access.on_host);
    elsewhere.filter_map(|access| access.buffer.relocation_to(place)).collect()
}

unsafe fn launch(
    launch: &scythe_launch,
    device: &dyn Device,
    accesses: &[Access],
) -> Result<Work, RtError> {
    // SAFETY: records live as long as the program that carries them.
    let kernel: &'static Kernel = unsafe { borrow(launch.kernel.cast::<Kernel>(), "the kernel") }?;
    check_record(kernel)?;
    // SAFETY: as for this function.
    match unsafe { launch_of(kernel, launch, device, accesses) } {
        Err(error) => Err(with_kernel(kernel, error)),
        made => made,
    }
}

/// # Safety
/// As for [`scythe_command::work`].
unsafe fn launch_of(
    kernel: &'static Kernel,
    launch: &scythe_launch,
    device: &dyn Device,
    accesses: &[Access],
) -> Result<Work, RtError> {
    check_arguments(kernel, launch)?;
    // SAFETY: readable by contract.
    let mut arguments =
        unsafe { Arguments::copy(launch.args, launch.args_size, launch.args_align) }?;
    if launch.constant_count > 0 {
        // SAFETY: an array of that many, by contract.
        arguments.constants = unsafe { constants(launch) }?;
    }
    arguments.relocations = relocations(device, accesses);
    let space = index_space(launch);
    if launch.together {
        requirements::check_together(kernel, device, &space)?;
    }
    let space = if launch.hierarchical {
        requirements::hierarchical_groups(kernel, device.info(), space)?
    } else {
        space
    };
    device.prepare(kernel, arguments, space)
}

fn index_space(launch: &scythe_launch) -> IndexSpace {
    IndexSpace {
        dims: launch.dims,
        global: launch.global,
        local: launch.has_local.then_some(launch.local),
        offset: launch.offset,
        local_memory: launch.local_memory,
        hierarchical: false,
        together: launch.together,
    }
}

/// Checks a launch against the kernel's record.
fn check_arguments(kernel: &Kernel, launch: &scythe_launch) -> Result<(), RtError> {
    if kernel.args_size != launch.args_size as u64 || kernel.args_align != launch.args_align as u64
    {
        return Err(RtError::new(
            Errc::KernelArgument,
            format!(
                "its arguments take {} bytes, {} were passed",
                kernel.args_size, launch.args_size
            ),
        ));
    }
    if !(1..=3).contains(&launch.dims) || !launch.args_align.is_power_of_two() {
        return Err(RtError::invalid("the launch is malformed"));
    }
    if launch.args.is_null() {
        return Err(RtError::new(Errc::KernelArgument, "its arguments are null"));
    }
    Ok(())
}

/// # Safety
/// The launch names as many constants as it says, and their values are readable.
unsafe fn constants(launch: &scythe_launch) -> Result<Constants, RtError> {
    const WHAT: &str = "the values of specialization constants";
    // SAFETY: by this function's contract.
    let list = unsafe { super::slice(launch.constants, launch.constant_count, WHAT) }?;
    let mut values = Vec::with_capacity(list.len());
    for constant in list {
        // SAFETY: by this function's contract.
        let bytes = unsafe { super::slice(constant.value.cast::<u8>(), constant.size, WHAT) }?;
        values.push((constant.key, bytes));
    }
    Ok(Constants::copy(&values))
}

fn not_null<T>(pointer: *const T, what: &str) -> Result<(), RtError> {
    if pointer.is_null() {
        return Err(RtError::invalid(format!("{what} is a null pointer")));
    }
    Ok(())
}

/// Rejects memory that would extend beyond the last address: its size is the result of an overflow.
fn within_memory(start: *const c_void, bytes: usize, what: &str) -> Result<(), RtError> {
    if start.addr().checked_add(bytes).is_none_or(|end| end > isize::MAX as usize) {
        return Err(RtError::invalid(format!(
            "{what} takes {bytes} bytes, more than any memory has"
        )));
    }
    Ok(())
}

fn copy(copy: &scythe_copy) -> Result<Work, RtError> {
    if copy.bytes == 0 {
        return Ok(Work::Empty);
    }
    not_null(copy.dst, "the destination of the copy")?;
    not_null(copy.src, "the source of the copy")?;
    within_memory(copy.dst, copy.bytes, "the destination of the copy")?;
    within_memory(copy.src, copy.bytes, "the source of the copy")?;
    Ok(Work::Copy { to: copy.dst.cast(), from: copy.src.cast(), bytes: copy.bytes })
}

/// # Safety
/// `start` is readable for `bytes` bytes.
unsafe fn pattern(start: *const c_void, bytes: usize) -> Result<Box<[u8]>, RtError> {
    // SAFETY: by this function's contract.
    let given = unsafe { super::slice(start.cast::<u8>(), bytes, "the fill pattern") }?;
    let mut pattern = Vec::new();
    pattern
        .try_reserve_exact(bytes)
        .map_err(|_| RtError::out_of_memory(bytes, "the pattern of a fill"))?;
    pattern.extend_from_slice(given);
    Ok(pattern.into_boxed_slice())
}

unsafe fn fill(fill: &scythe_fill) -> Result<Work, RtError> {
    if fill.count == 0 || fill.pattern_size == 0 {
        return Ok(Work::Empty);
    }
    not_null(fill.dst, "the destination of the fill")?;
    let bytes = fill.pattern_size.saturating_mul(fill.count);
    within_memory(fill.dst, bytes, "the destination of the fill")?;
    // SAFETY: readable by contract.
    let pattern = unsafe { pattern(fill.pattern, fill.pattern_size) }?;
    Ok(Work::Fill { to: fill.dst.cast(), pattern, count: fill.count })
}

fn hint(hint: &scythe_memory_hint, is_advice: bool) -> Result<Work, RtError> {
    if hint.bytes == 0 || hint.ptr.is_null() {
        return Ok(Work::Empty);
    }
    within_memory(hint.ptr, hint.bytes, "the memory of the hint")?;
    let advice = is_advice.then_some(hint.advice);
    Ok(Work::Hint(MemoryHint { start: hint.ptr.cast(), bytes: hint.bytes, advice }))
}

fn copy_rect(rect: &scythe_copy_rect) -> Result<Work, RtError> {
    if rect.row_bytes == 0 || rect.rows == 0 || rect.slices == 0 {
        return Ok(Work::Empty);
    }
    not_null(rect.dst, "the destination of the copy")?;
    not_null(rect.src, "the source of the copy")?;
    Ok(Work::CopyRows {
        to: rect.dst.cast(),
        from: rect.src.cast(),
        size: Rows { row: rect.row_bytes, rows: rect.rows, slices: rect.slices },
        to_pitch: [rect.dst_row_pitch, rect.dst_slice_pitch],
        from_pitch: [rect.src_row_pitch, rect.src_slice_pitch],
    })
}

unsafe fn fill_rect(rect: &scythe_fill_rect) -> Result<Work, RtError> {
    if rect.pattern_size == 0 || rect.row_count == 0 || rect.rows == 0 || rect.slices == 0 {
        return Ok(Work::Empty);
    }
    not_null(rect.dst, "the destination of the fill")?;
    // SAFETY: readable by contract.
    let pattern = unsafe { pattern(rect.pattern, rect.pattern_size) }?;
    Ok(Work::FillRows {
        to: rect.dst.cast(),
        pattern,
        size: Rows { row: rect.row_count, rows: rect.rows, slices: rect.slices },
        pitch: [rect.row_pitch, rect.slice_pitch],
    })
}

unsafe fn host(call: &scythe_host_call) -> Result<Work, RtError> {
    if call.run.is_some() {
        // SAFETY: by the contract of `scythe_host_call`.
        let call = unsafe { HostCall::new(call.run, call.drop, call.context) };
        return Ok(Work::Host(Mutex::new(Some(call))));
    }
    if let Some(drop) = call.drop {
        // SAFETY: called once, by the contract of `scythe_host_call`; there is no `HostCall`.
        unsafe { drop(call.context) }
    }
    Err(RtError::invalid("the host task has no function"))
}
