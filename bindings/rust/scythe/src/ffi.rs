//! The part of the C ABI (`include/scythe/runtime.h`) that this crate uses.

use std::ffi::{c_char, c_void};

/// 0, or a value of `sycl::errc`.
pub type Status = i32;

macro_rules! opaque {
    ($($(#[$about:meta])* $name:ident;)*) => {$(
        $(#[$about])*
        #[repr(C)]
        pub struct $name {
            private: [u8; 0],
        }
    )*};
}

opaque! {
    /// `scythe_device`: lives as long as the process.
    RawDevice;
    /// `scythe_queue`
    RawQueue;
    /// `scythe_event`
    RawEvent;
}

/// `scythe::launch_site` of `include/scythe/launch.hpp`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchSite {
    /// The device of the queue.
    pub device: *const RawDevice,
    /// The queue.
    pub queue: *mut RawQueue,
}

/// `scythe::span`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Span<T> {
    /// The first element.
    pub data: *mut T,
    /// The number of elements.
    pub size: usize,
}

/// `scythe_copy`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Copy {
    pub to: *mut c_void,
    pub from: *const c_void,
    pub bytes: usize,
    pub flags: u32,
}

/// `scythe_fill`
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Fill {
    pub to: *mut c_void,
    pub pattern: *const c_void,
    pub pattern_size: usize,
    pub count: usize,
    pub flags: u32,
}

/// `scythe_command_body`; the array has the size of its largest part.
#[repr(C)]
pub(crate) union Body {
    pub copy: Copy,
    pub fill: Fill,
    pub all: [u64; 17],
}

/// `scythe_command`
#[repr(C)]
pub(crate) struct Command {
    pub struct_size: u32,
    pub kind: u32,
    pub dependencies: *const *const RawEvent,
    pub dependency_count: usize,
    pub accesses: *const c_void,
    pub access_count: usize,
    /// `scythe_host_call`, which is empty.
    pub finish: [*const c_void; 4],
    pub body: Body,
}

pub(crate) const COMMAND_COPY: u32 = 2;
pub(crate) const COMMAND_FILL: u32 = 3;
pub(crate) const COPY_FROM_PROGRAM: u32 = 1;
pub(crate) const COPY_TO_PROGRAM: u32 = 2;
pub(crate) const QUEUE_IN_ORDER: u32 = 1;
pub(crate) const EVENT_COMPLETE: u32 = 2;

unsafe extern "C" {
    pub(crate) safe fn scythe_error_message() -> *const c_char;
    pub(crate) safe fn scythe_device_count() -> usize;
    pub(crate) safe fn scythe_device_at(index: usize) -> *const RawDevice;
    pub(crate) safe fn scythe_no_device() -> Status;
    pub(crate) fn scythe_device_info(
        device: *const RawDevice,
        key: u32,
        out: *mut c_void,
        capacity: usize,
        size: *mut usize,
    ) -> Status;
    pub(crate) fn scythe_queue_create(
        device: *const RawDevice,
        flags: u32,
        out: *mut *mut RawQueue,
    ) -> Status;
    pub(crate) fn scythe_queue_release(queue: *mut RawQueue);
    pub(crate) fn scythe_queue_wait(queue: *mut RawQueue) -> Status;
    pub(crate) fn scythe_queue_submit(
        queue: *mut RawQueue,
        command: *const Command,
        out: *mut *mut RawEvent,
    ) -> Status;
    pub(crate) fn scythe_queue_take_error(
        queue: *mut RawQueue,
        code: *mut Status,
        message: *mut *const c_char,
    ) -> Status;
    pub(crate) fn scythe_event_release(event: *const RawEvent);
    pub(crate) fn scythe_event_wait(event: *const RawEvent) -> Status;
    pub(crate) fn scythe_event_status(event: *const RawEvent) -> u32;
    pub(crate) fn scythe_usm_alloc(
        device: *const RawDevice,
        context: *const c_void,
        kind: u32,
        bytes: usize,
        align: usize,
        out: *mut *mut c_void,
    ) -> Status;
    pub(crate) fn scythe_usm_free_after(
        queue: *const RawQueue,
        pointer: *mut c_void,
        context: *const c_void,
    ) -> Status;
}
