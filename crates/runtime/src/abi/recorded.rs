//! Commands that are submitted repeatedly: deep copies of what the program passed.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use scythe_image::{Kernel, Variant};

use super::command::{
    SCYTHE_COMMAND_ADVISE, SCYTHE_COMMAND_BARRIER, SCYTHE_COMMAND_COPY, SCYTHE_COMMAND_COPY_RECT,
    SCYTHE_COMMAND_EMPTY, SCYTHE_COMMAND_FILL, SCYTHE_COMMAND_FILL_RECT, SCYTHE_COMMAND_GATE,
    SCYTHE_COMMAND_GRAPH, SCYTHE_COMMAND_HOST, SCYTHE_COMMAND_KERNEL, SCYTHE_COMMAND_NATIVE_KERNEL,
    SCYTHE_COMMAND_PREFETCH, scythe_command, scythe_constant, scythe_host_call,
};
use super::graph::executable;
use super::native_launch::{
    SCYTHE_NATIVE_ARGUMENT_BYTES, SCYTHE_NATIVE_ARGUMENT_POINTER, scythe_native_argument,
};
use super::{borrow, slice};
use crate::backend::{Device, IndexSpace, Named, record_text};
use crate::core::error::{Errc, RtError};
use crate::core::graph::{Executable, NodeKind, Recipe};
use crate::core::queue::Access;
use crate::core::work::{HostCall, Work};

/// A command that can be submitted any number of times.
#[derive(Clone)]
pub(super) struct RecordedCommand {
    /// Its pointers refer to the members below; dependencies and accesses are stored in the graph.
    command: scythe_command,
    owned: Arc<Owned>,
    /// The arguments of a native kernel, and their values.
    arguments: Vec<(scythe_native_argument, Box<[u8]>)>,
}

/// What a command refers to.
#[derive(Default)]
struct Owned {
    bytes: Vec<Box<[u8]>>,
    constants: Vec<scythe_constant>,
    /// Dropped with the node: memory that kernels use, or the context of a host task.
    _kept: Option<HostCall>,
    graph: Option<Arc<Executable>>,
}

// SAFETY: the pointers refer to the bytes in the same structure; the context may be dropped on any thread.
unsafe impl Send for Owned {}
// SAFETY: as above; it is only read.
unsafe impl Sync for Owned {}
// SAFETY: the pointers refer to what the command owns, to USM and host memory that the program guarantees,
// and to the context of a host call, which may be used on any thread.
unsafe impl Send for RecordedCommand {}
// SAFETY: as above; making work from it only reads.
unsafe impl Sync for RecordedCommand {}

impl RecordedCommand {
    /// Copies a command.
    ///
    /// # Errors
    /// When it cannot be repeated.
    ///
    /// # Safety
    /// As for `scythe_queue_submit`; the memory that it uses stays valid for as long as the graph is used.
    pub(super) unsafe fn new(
        command: &scythe_command,
        finish: Option<HostCall>,
    ) -> Result<Self, RtError> {
        if finish.as_ref().is_some_and(HostCall::has_call) {
            return Err(RtError::new(
                Errc::FeatureNotSupported,
                "a kernel of a graph cannot have a stream",
            ));
        }
        let mut owned = Owned { _kept: finish, ..Owned::default() };
        let mut copied = *command;
        let mut arguments = Vec::new();
        (copied.dependencies, copied.dependency_count) = (std::ptr::null(), 0);
        (copied.accesses, copied.access_count) = (std::ptr::null(), 0);
        copied.finish = NO_CALL;
        let mut keep = |start: *const c_void, bytes: usize| -> Result<*const c_void, RtError> {
            // SAFETY: readable by this function's contract.
            let copy: Box<[u8]> =
                unsafe { slice(start.cast::<u8>(), bytes, "the command") }?.into();
            let kept = copy.as_ptr().cast();
            owned.bytes.push(copy);
            Ok(kept)
        };
        // SAFETY: `kind` says which member is there, by contract.
        unsafe {
            match copied.kind {
                SCYTHE_COMMAND_KERNEL => {
                    let launch = &mut copied.body.launch;
                    launch.args = keep(launch.args, launch.args_size)?;
                    let constants = slice(launch.constants, launch.constant_count, "constants")?;
                    let mut list = constants.to_vec();
                    for constant in &mut list {
                        constant.value = keep(constant.value, constant.size)?;
                    }
                    launch.constants = list.as_ptr();
                    owned.constants = list;
                }
                SCYTHE_COMMAND_NATIVE_KERNEL => {
                    let launch = &mut copied.body.native_launch;
                    for argument in slice(launch.arguments, launch.argument_count, "arguments")? {
                        let bytes: Box<[u8]> = match argument.kind {
                            SCYTHE_NATIVE_ARGUMENT_BYTES => {
                                slice(argument.value.cast::<u8>(), argument.size, "an argument")?
                                    .into()
                            }
                            _ => Box::default(),
                        };
                        arguments.push((*argument, bytes));
                    }
                }
                SCYTHE_COMMAND_FILL => {
                    let fill = &mut copied.body.fill;
                    fill.pattern = keep(fill.pattern, fill.pattern_size)?;
                }
                SCYTHE_COMMAND_FILL_RECT => {
                    let fill = &mut copied.body.fill_rect;
                    fill.pattern = keep(fill.pattern, fill.pattern_size)?;
                }
                SCYTHE_COMMAND_HOST => {
                    let scythe_host_call { drop, context, repeat, .. } = copied.body.host;
                    owned._kept = Some(HostCall::new(None, drop, context));
                    if repeat.is_none() {
                        return Err(RtError::invalid("the host task cannot be part of a graph"));
                    }
                }
                SCYTHE_COMMAND_GRAPH => owned.graph = Some(executable(copied.body.graph)?),
                _ => {}
            }
        }
        Ok(Self { command: copied, owned: Arc::new(owned), arguments })
    }
}

const NO_CALL: scythe_host_call =
    scythe_host_call { run: None, drop: None, context: std::ptr::null_mut(), repeat: None };

fn not_the_same() -> RtError {
    RtError::invalid("the node's kernel has another number of dimensions, or no work-groups")
}

/// Rejects kernels whose code relies on the sizes of their launches. The compiler generates that only in
/// files that never change sizes, so the launch is in another file than the change.
fn check_free_space(kernel: &'static Kernel) -> Result<(), RtError> {
    let variants = match kernel.variant_count {
        0 => &[],
        // SAFETY: the compiler wrote as many as the record says, for the life of the process.
        count => unsafe { std::slice::from_raw_parts(kernel.variants, count as usize) },
    };
    if variants.iter().all(|variant| variant.flags & Variant::KNOWN_SPACE == 0) {
        return Ok(());
    }
    Err(RtError::new(
        Errc::FeatureNotSupported,
        format!(
            "kernel {} was compiled for the sizes that it is launched with: compile the file that launches it with \
             -fno-scythe-hostdev",
            Named(kernel)
        ),
    ))
}

impl Recipe for RecordedCommand {
    fn kind(&self) -> NodeKind {
        match self.command.kind {
            SCYTHE_COMMAND_KERNEL | SCYTHE_COMMAND_NATIVE_KERNEL => NodeKind::Kernel,
            SCYTHE_COMMAND_COPY | SCYTHE_COMMAND_COPY_RECT => NodeKind::Copy,
            // SAFETY: `kind` says which member is there.
            SCYTHE_COMMAND_FILL if unsafe { self.command.body.fill.pattern_size } == 1 => {
                NodeKind::Set
            }
            SCYTHE_COMMAND_FILL | SCYTHE_COMMAND_FILL_RECT => NodeKind::Fill,
            SCYTHE_COMMAND_PREFETCH => NodeKind::Prefetch,
            SCYTHE_COMMAND_ADVISE => NodeKind::Advise,
            SCYTHE_COMMAND_GATE | SCYTHE_COMMAND_BARRIER => NodeKind::Barrier,
            SCYTHE_COMMAND_HOST => NodeKind::Host,
            SCYTHE_COMMAND_GRAPH => NodeKind::Subgraph,
            _ => {
                debug_assert_eq!(self.command.kind, SCYTHE_COMMAND_EMPTY);
                NodeKind::Empty
            }
        }
    }

    fn work(&self, device: &'static dyn Device, accesses: &[Access]) -> Result<Work, RtError> {
        // SAFETY: `kind` says which member is initialised; pointers refer to what the command owns, or to
        // memory that the program guaranteed when the command was recorded.
        unsafe {
            match self.command.kind {
                SCYTHE_COMMAND_HOST => {
                    let scythe_host_call { context, repeat, .. } = self.command.body.host;
                    Ok(Work::Host(Mutex::new(Some(HostCall::new(repeat, None, context)))))
                }
                SCYTHE_COMMAND_NATIVE_KERNEL => {
                    let with_value = |(argument, bytes): &(scythe_native_argument, Box<[u8]>)| {
                        let mut argument = *argument;
                        if argument.kind == SCYTHE_NATIVE_ARGUMENT_BYTES {
                            argument.value = bytes.as_ptr().cast();
                        }
                        argument
                    };
                    let list: Vec<_> = self.arguments.iter().map(with_value).collect();
                    let mut command = self.command;
                    command.body.native_launch.arguments = list.as_ptr();
                    command.work(device, accesses)
                }
                _ => self.command.work(device, accesses),
            }
        }
    }

    fn subgraph(&self) -> Option<&Arc<Executable>> {
        self.owned.graph.as_ref()
    }

    fn with_space(&self, space: &IndexSpace) -> Result<Arc<dyn Recipe>, RtError> {
        let mut changed = self.clone();
        let IndexSpace { dims, global, local, offset, .. } = *space;
        // SAFETY: `kind` says which member is there.
        unsafe {
            match changed.command.kind {
                SCYTHE_COMMAND_KERNEL => {
                    let launch = &mut changed.command.body.launch;
                    check_free_space(borrow(launch.kernel.cast::<Kernel>(), "the kernel")?)?;
                    if launch.dims != dims || launch.has_local != local.is_some() {
                        return Err(not_the_same());
                    }
                    (launch.global, launch.offset) = (global, offset);
                    launch.local = local.unwrap_or(launch.local);
                }
                SCYTHE_COMMAND_NATIVE_KERNEL => {
                    let launch = &mut changed.command.body.native_launch;
                    if launch.dims != dims || launch.has_local != local.is_some() {
                        return Err(not_the_same());
                    }
                    (launch.global, launch.offset) = (global, offset);
                    launch.local = local.unwrap_or(launch.local);
                }
                _ => return Err(RtError::invalid("only kernels have an index space")),
            }
        }
        Ok(Arc::new(changed))
    }

    fn with_argument(&self, index: u32, value: &[u8]) -> Result<Arc<dyn Recipe>, RtError> {
        let mut arguments = self.arguments.clone();
        let known = arguments.iter_mut().find(|(argument, _)| argument.index == index);
        let (argument, bytes) =
            known.ok_or_else(|| RtError::invalid(format!("the kernel has no argument {index}")))?;
        match argument.kind {
            SCYTHE_NATIVE_ARGUMENT_BYTES if value.len() == argument.size => *bytes = value.into(),
            SCYTHE_NATIVE_ARGUMENT_POINTER => {
                let address = <[u8; size_of::<usize>()]>::try_from(value)
                    .map_err(|_| RtError::invalid("the argument is an address"))?;
                argument.value = std::ptr::with_exposed_provenance(usize::from_ne_bytes(address));
            }
            _ => return Err(RtError::invalid("the argument has another size")),
        }
        Ok(Arc::new(Self { arguments, command: self.command, owned: Arc::clone(&self.owned) }))
    }

    fn name(&self) -> Option<&'static str> {
        if self.command.kind != SCYTHE_COMMAND_KERNEL {
            return None;
        }
        // SAFETY: `kind` says which member is there; records live as long as the program that carries them.
        let kernel: &'static Kernel =
            unsafe { borrow(self.command.body.launch.kernel.cast::<Kernel>(), "the kernel") }
                .ok()?;
        Some(record_text(kernel.name))
    }
}
