//! The driver's functions.

use std::alloc::Layout;
use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::Ordering;

use super::kernels::{self, Launch};
use super::*;

type Object = *mut c_void;

extern "C" fn over() {
    IS_OVER.store(true, Ordering::SeqCst);
    if driver().get_or_insert_default().streams.iter().any(|stream| !stream.is_empty()) {
        eprintln!("fake driver: the program ends while commands are under way");
        std::process::abort();
    }
    // Gives threads that still call the driver time to do so.
    std::thread::sleep(std::time::Duration::from_millis(50));
}

unsafe extern "C" {
    safe fn atexit(function: extern "C" fn()) -> i32;
}

fn devices() -> i32 {
    std::env::var("FAKE_CUDA_DEVICES").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// Writes where the caller has room.
pub(crate) fn put<T>(out: *mut T, value: T) -> i32 {
    // SAFETY: callers pass writable results.
    unsafe { out.write(value) };
    0
}

pub(crate) fn handle(number: usize) -> Object {
    std::ptr::without_provenance_mut(number)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuInit(_: u32) -> i32 {
    let _ = atexit(over);
    IS_INSTANT.store(std::env::var_os("FAKE_CUDA_INSTANT").is_some(), Ordering::Relaxed);
    let behind = std::env::var("FAKE_CUDA_BEHIND").ok().and_then(|text| text.parse().ok());
    instant::BEHIND.store(behind.unwrap_or(0), Ordering::Relaxed);
    let wanted = std::env::var("FAKE_CUDA_INIT").ok().and_then(|text| text.parse().ok());
    call("cuInit", |_| wanted.unwrap_or(if devices() == 0 { NO_DEVICE } else { 0 }))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDriverGetVersion(out: *mut i32) -> i32 {
    put(out, 13000)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGetErrorName(code: i32, out: *mut *const c_char) -> i32 {
    put(
        out,
        match code {
            1 => c"CUDA_ERROR_INVALID_VALUE",
            2 => c"CUDA_ERROR_OUT_OF_MEMORY",
            218 => c"CUDA_ERROR_INVALID_PTX",
            500 => c"CUDA_ERROR_NOT_FOUND",
            700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
            710 => c"CUDA_ERROR_ASSERT",
            _ => return INVALID_VALUE,
        }
        .as_ptr(),
    )
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGetErrorString(_: i32, out: *mut *const c_char) -> i32 {
    put(out, c"what it means".as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetCount(out: *mut i32) -> i32 {
    call("cuDeviceGetCount", |_| put(out, devices()))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGet(out: *mut i32, number: i32) -> i32 {
    put(out, number)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetName(out: *mut c_char, _: i32, device: i32) -> i32 {
    let name = format!("Fake GPU {device}\0");
    // SAFETY: callers pass more space than that.
    unsafe { std::ptr::copy_nonoverlapping(name.as_ptr().cast(), out, name.len()) };
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetUuid_v2(out: *mut [u8; 16], device: i32) -> i32 {
    put(out, [device as u8 + 1; 16])
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetAttribute(out: *mut i32, key: i32, _: i32) -> i32 {
    let value = match key {
        1..=3 => 1024,
        4 => 64,
        8 => 48 << 10,
        10 => 32,
        13 => 1_980_000,
        16 => 132,
        36 => 3_201_000,
        37 => 6144,
        38 => 60 << 20,
        41 | 83 | 89 => 1,
        // Devices with access to all memory of the host, if the test requests them.
        88 => i32::from(std::env::var_os("FAKE_CUDA_PAGEABLE").is_some()),
        75 => 9,
        97 => 227 << 10,
        _ => 0,
    };
    put(out, value)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceTotalMem_v2(out: *mut usize, _: i32) -> i32 {
    put(out, 1 << 30)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDevicePrimaryCtxRetain(out: *mut Object, device: i32) -> i32 {
    call("cuDevicePrimaryCtxRetain", |driver| {
        driver.note(format!("retain {device}"));
        put(out, handle(0x100 + device as usize))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxGetCurrent(out: *mut Object) -> i32 {
    if is_instant() {
        return put(out, handle(CURRENT.get()));
    }
    call("cuCtxGetCurrent", |_| put(out, handle(CURRENT.get())))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSetCurrent(context: Object) -> i32 {
    call("cuCtxSetCurrent", |driver| {
        driver.note(format!("current {:x}", context.addr()));
        CURRENT.set(context.addr());
        0
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxGetDevice(out: *mut i32) -> i32 {
    call_in_context("cuCtxGetDevice", |_| put(out, CURRENT.get() as i32 - 0x100))
}

/// Device 0 can access the memory of device 1, but not the reverse.
#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceCanAccessPeer(out: *mut i32, device: i32, peer: i32) -> i32 {
    put(out, i32::from((device, peer) == (0, 1)))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDeviceGetP2PAttribute(out: *mut i32, key: i32, _: i32, _: i32) -> i32 {
    put(out, i32::from(key == 3))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxEnablePeerAccess(peer: Object, flags: u32) -> i32 {
    call_in_context("cuCtxEnablePeerAccess", |driver| {
        driver.note(format!("enable {:x} {:x} {flags}", CURRENT.get(), peer.addr()));
        if driver.peers.insert((CURRENT.get(), peer.addr())) { 0 } else { 704 }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxDisablePeerAccess(peer: Object) -> i32 {
    call_in_context("cuCtxDisablePeerAccess", |driver| {
        if driver.peers.remove(&(CURRENT.get(), peer.addr())) { 0 } else { 705 }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadDataEx(
    out: *mut Object,
    code: *const c_char,
    count: u32,
    options: *mut i32,
    values: *mut Object,
) -> i32 {
    call_in_context("cuModuleLoadDataEx", |driver| {
        // SAFETY: PTX ends with NUL; there are as many options as the caller says.
        unsafe {
            if !CStr::from_ptr(code).to_bytes().starts_with(b"bad") {
                driver.note("load".to_owned());
                return put(out, handle(1));
            }
            for number in 0..count as usize {
                if options.add(number).read() == 5 {
                    let log = c"ptxas fatal: it is bad";
                    let to: *mut c_char = values.add(number).read().cast();
                    std::ptr::copy_nonoverlapping(log.as_ptr(), to, log.to_bytes_with_nul().len());
                }
            }
        }
        INVALID_PTX
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunction(
    out: *mut Object,
    _: Object,
    name: *const c_char,
) -> i32 {
    call_in_context("cuModuleGetFunction", |driver| {
        // SAFETY: names end with NUL.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        if name == "missing" {
            return NOT_FOUND;
        }
        driver.note(format!("function {name}"));
        driver.functions.push(name);
        put(out, handle(driver.functions.len()))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuFuncGetAttribute(out: *mut i32, key: i32, _: Object) -> i32 {
    call_in_context("cuFuncGetAttribute", |_| put(out, if key == 0 { 512 } else { 0 }))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetAttribute(_: Object, key: i32, value: i32) -> i32 {
    call_in_context("cuFuncSetAttribute", |driver| {
        driver.note(format!("allow {key} {value}"));
        0
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuOccupancyMaxPotentialBlockSize(
    grid: *mut i32,
    block: *mut i32,
    _: Object,
    _: Object,
    _: usize,
    _: i32,
) -> i32 {
    call_in_context("cuOccupancyMaxPotentialBlockSize", |_| put(grid, 264) + put(block, 512))
}

#[unsafe(no_mangle)]
pub extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
    out: *mut i32,
    _: Object,
    block: i32,
    _: usize,
) -> i32 {
    call_in_context("cuOccupancyMaxActiveBlocksPerMultiprocessor", |_| put(out, 2048 / block))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchCooperativeKernel(
    function: Object,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared: u32,
    stream: Object,
    parameters: *mut *mut c_void,
) -> i32 {
    let noted = call_in_context("cuLaunchCooperativeKernel", |driver| {
        driver.note("cooperative".into());
        0
    });
    if noted != 0 {
        return noted;
    }
    let none = std::ptr::null_mut();
    // SAFETY: as for the other one.
    unsafe {
        cuLaunchKernel(
            function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
            parameters, none,
        )
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel(
    function: Object,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    shared: u32,
    stream: Object,
    parameters: *mut *mut c_void,
    _: *mut *mut c_void,
) -> i32 {
    if is_instant() {
        return instant::launch();
    }
    call_in_context("cuLaunchKernel", |driver| {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        let name = driver.functions[function.addr() - 1].clone();
        driver.note(format!("launch {name} s{} {grid:?} {block:?} {shared}", stream_name(stream)));
        // SAFETY: the caller knows the kernel's parameters.
        match unsafe { kernels::body(&name, Launch { grid, block, shared }, parameters) } {
            Some(body) => driver.submit(stream, Operation::Run(Box::new(body))),
            None => INVALID_VALUE,
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamCreate(out: *mut Object, _: u32) -> i32 {
    call_in_context("cuStreamCreate", |driver| {
        driver.streams.push(VecDeque::new());
        driver.contexts.push(CURRENT.get());
        put(out, handle(driver.streams.len() - 1 + STREAMS))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamSynchronize(stream: Object) -> i32 {
    if is_instant() {
        return instant::synchronize();
    }
    call_in_context("cuStreamSynchronize", |driver| {
        driver.note(format!("synchronize s{}", stream_name(stream)));
        driver.run();
        driver.sticky
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamGetCtx(stream: Object, out: *mut Object) -> i32 {
    call_in_context("cuStreamGetCtx", |driver| {
        let number = stream.addr().checked_sub(STREAMS).unwrap_or(usize::MAX);
        driver.contexts.get(number).map_or(INVALID_VALUE, |context| put(out, handle(*context)))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamWaitEvent(stream: Object, event: Object, _: u32) -> i32 {
    if is_instant() {
        return 0;
    }
    call_in_context("cuStreamWaitEvent", |driver| {
        driver.note(format!("wait s{} e{}", stream_name(stream), event.addr()));
        let (number, event) = driver.event(event);
        let operation = Operation::Wait(number, event.recorded);
        driver.submit(stream, operation)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventCreate(out: *mut Object, flags: u32) -> i32 {
    call_in_context("cuEventCreate", |driver| {
        driver.events.push(Event { context: CURRENT.get(), ..Event::default() });
        let number = driver.events.len();
        driver.note(format!("create e{number} {flags}"));
        put(out, handle(number))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventDestroy_v2(event: Object) -> i32 {
    call_in_context("cuEventDestroy", |driver| {
        driver.note(format!("destroy e{}", event.addr()));
        0
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventRecord(event: Object, stream: Object) -> i32 {
    if is_instant() {
        return instant::record(event);
    }
    call_in_context("cuEventRecord", |driver| {
        driver.note(format!("record e{} s{}", event.addr(), stream_name(stream)));
        let (number, event) = driver.event(event);
        if event.context != CURRENT.get() {
            eprintln!("fake driver: an event is recorded in a stream of another context");
            return INVALID_CONTEXT;
        }
        event.recorded += 1;
        let operation = Operation::Record(number, event.recorded);
        driver.submit(stream, operation)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventQuery(event: Object) -> i32 {
    if is_instant() {
        return instant::query(event);
    }
    call_in_context("cuEventQuery", |driver| {
        let (_, event) = driver.event(event);
        if event.done < event.recorded { NOT_READY } else { 0 }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventSynchronize(event: Object) -> i32 {
    if is_instant() {
        return instant::synchronize();
    }
    call_in_context("cuEventSynchronize", |driver| {
        driver.note(format!("synchronize e{}", event.addr()));
        driver.run();
        driver.sticky
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventElapsedTime(out: *mut f32, start: Object, end: Object) -> i32 {
    call_in_context("cuEventElapsedTime", |driver| {
        let (Some(from), Some(to)) = (driver.event(start).1.at, driver.event(end).1.at) else {
            return NOT_READY;
        };
        let late = to.saturating_duration_since(from).as_secs_f32();
        let early = from.saturating_duration_since(to).as_secs_f32();
        put(out, (late - early) * 1e3)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> i32 {
    call_in_context("cuMemGetInfo", |_| put(free, 1 << 29) + put(total, 1 << 30))
}

fn allocate(name: &str, out: *mut u64, bytes: usize) -> i32 {
    call_in_context(name, |driver| {
        let Ok(layout) = Layout::from_size_align(bytes, 256) else { return OUT_OF_MEMORY };
        if bytes > 1 << 30 {
            return OUT_OF_MEMORY;
        }
        // SAFETY: callers ask for at least a byte.
        let start = unsafe { std::alloc::alloc(layout) } as u64;
        driver.note(format!("{name} {bytes}"));
        driver.allocated.insert(start, (bytes, CURRENT.get()));
        put(out, start)
    })
}

fn free(name: &str, start: u64) -> i32 {
    call_in_context(name, |driver| {
        let Some((bytes, _)) = driver.allocated.remove(&start) else { return INVALID_VALUE };
        let Ok(layout) = Layout::from_size_align(bytes, 256) else { return INVALID_VALUE };
        // SAFETY: allocated with this layout, and freed once.
        unsafe { std::alloc::dealloc(start as *mut u8, layout) };
        0
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemAlloc_v2(out: *mut u64, bytes: usize) -> i32 {
    allocate("cuMemAlloc", out, bytes)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemAllocManaged(out: *mut u64, bytes: usize, _: u32) -> i32 {
    allocate("cuMemAllocManaged", out, bytes)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemHostAlloc(out: *mut u64, bytes: usize, _: u32) -> i32 {
    allocate("cuMemHostAlloc", out, bytes)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemFree_v2(start: u64) -> i32 {
    free("cuMemFree", start)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemFreeHost(start: u64) -> i32 {
    free("cuMemFreeHost", start)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemGetAddressRange_v2(out: *mut u64, bytes: *mut usize, inside: u64) -> i32 {
    call_in_context("cuMemGetAddressRange", |driver| match driver.block_of(inside) {
        Some((start, size, _)) => put(out, start) + put(bytes, size),
        None => INVALID_VALUE,
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuPointerGetAttributes(
    count: u32,
    _: *const i32,
    out: *const *mut i32,
    pointer: u64,
) -> i32 {
    call_in_context("cuPointerGetAttributes", |driver| {
        // Memory unknown to the driver is no error here.
        let kind = if driver.device_of(pointer).is_some() { 2 } else { 0 };
        // SAFETY: callers pass as many pointers as they count.
        let places = unsafe { std::slice::from_raw_parts(out, count as usize) };
        places.iter().map(|&place| put(place, kind)).sum()
    })
}

fn operate(name: &str, note: String, stream: Object, body: impl FnOnce() + Send + 'static) -> i32 {
    call_in_context(name, |driver| {
        driver.note(note);
        driver.submit(
            stream,
            Operation::Run(Box::new(move || {
                body();
                0
            })),
        )
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemcpyAsync(to: u64, from: u64, bytes: usize, stream: Object) -> i32 {
    let between =
        match driver().as_ref().map(|driver| (driver.device_of(from), driver.device_of(to))) {
            Some((Some(from), Some(to))) if from != to => format!(" from {from} to {to}"),
            _ => String::new(),
        };
    let note = format!("copy {bytes} s{}{between}", stream_name(stream));
    operate("cuMemcpyAsync", note, stream, move || {
        // SAFETY: the caller guarantees the memory.
        unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
    })
}

/// One side of `CUDA_MEMCPY2D`, with the fields that are used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Side2D {
    offset: [usize; 2],
    memory: i32,
    host: u64,
    device: u64,
    array: u64,
    pitch: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Side3D {
    offset: [usize; 4],
    pub memory: i32,
    host: u64,
    device: u64,
    array: u64,
    reserved: u64,
    pitch: usize,
    height: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Copy<Side, const N: usize> {
    pub from: Side,
    pub to: Side,
    pub size: [usize; N],
}

/// The address of a side, in host or device memory.
fn place(memory: i32, host: u64, device: u64) -> u64 {
    if memory == 1 { host } else { device }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy2DAsync_v2(copy: *const Copy<Side2D, 2>, stream: Object) -> i32 {
    // SAFETY: the caller passes a description.
    let Copy { from, to, size: [width, height] } = unsafe { *copy };
    let note =
        format!("copy2d {width}x{height} {} {} s{}", to.memory, from.memory, stream_name(stream));
    operate("cuMemcpy2DAsync", note, stream, move || {
        let start = place(from.memory, from.host, from.device) as *const u8;
        let end = place(to.memory, to.host, to.device) as *mut u8;
        for row in 0..height {
            // SAFETY: the caller guarantees the memory.
            unsafe { std::ptr::copy(start.add(row * from.pitch), end.add(row * to.pitch), width) };
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpy3DAsync_v2(copy: *const Copy<Side3D, 3>, stream: Object) -> i32 {
    // SAFETY: the caller passes a description.
    let Copy { from, to, size: [width, height, depth] } = unsafe { *copy };
    let note = format!("copy3d {width}x{height}x{depth} s{}", stream_name(stream));
    operate("cuMemcpy3DAsync", note, stream, move || {
        // SAFETY: the caller guarantees the memory.
        unsafe { copy_box(&Copy { from, to, size: [width, height, depth] }) };
    })
}

/// Copies a box.
pub unsafe fn copy_box(copy: &Copy<Side3D, 3>) {
    let Copy { from, to, size: [width, height, depth] } = *copy;
    let start = place(from.memory, from.host, from.device) as *const u8;
    let end = place(to.memory, to.host, to.device) as *mut u8;
    for (slice, row) in (0..depth).flat_map(|s| (0..height).map(move |r| (s, r))) {
        let at = |side: &Side3D| (slice * side.height + row) * side.pitch;
        // SAFETY: the caller guarantees the memory.
        unsafe { std::ptr::copy(start.add(at(&from)), end.add(at(&to)), width) };
    }
}

macro_rules! memsets {
    ($($bits:literal $plain:ident $rows:ident $type:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $plain(to: u64, value: $type, count: usize, stream: Object) -> i32 {
            let note = format!("memset{} {count} s{}", $bits, stream_name(stream));
            operate(stringify!($plain), note, stream, move || {
                // SAFETY: the caller guarantees the memory.
                (0..count).for_each(|i| unsafe { (to as *mut $type).add(i).write(value) });
            })
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $rows(
            to: u64, pitch: usize, value: $type, width: usize, height: usize, stream: Object,
        ) -> i32 {
            let note = format!("memset2d{} {width}x{height} s{}", $bits, stream_name(stream));
            operate(stringify!($rows), note, stream, move || {
                for row in 0..height {
                    let start = (to as usize + row * pitch) as *mut $type;
                    // SAFETY: the caller guarantees the memory.
                    (0..width).for_each(|i| unsafe { start.add(i).write(value) });
                }
            })
        }
    )*};
}

memsets! {
    8 cuMemsetD8Async cuMemsetD2D8Async u8;
    16 cuMemsetD16Async cuMemsetD2D16Async u16;
    32 cuMemsetD32Async cuMemsetD2D32Async u32;
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemPrefetchAsync(_: u64, bytes: usize, _: i32, stream: Object) -> i32 {
    operate(
        "cuMemPrefetchAsync",
        format!("prefetch {bytes} s{}", stream_name(stream)),
        stream,
        || {},
    )
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemAdvise(_: u64, bytes: usize, advice: i32, device: i32) -> i32 {
    call_in_context("cuMemAdvise", |driver| {
        driver.note(format!("advise {bytes} {advice} {device}"));
        0
    })
}
