//! The SYCL address space of a pointer. The CPU has only one, so the address decides: it is in the thread's
//! local memory, in its work-items' private memory, or elsewhere.

use std::cell::Cell;

use scythe_image::facts::memory;

use super::arena;

/// An address space, as a SPIR-V storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum AddressSpace {
    /// Of a work-group (`Workgroup`).
    Local = memory::LOCAL,
    /// Global (`CrossWorkgroup`).
    Global = memory::GLOBAL,
    /// Of a work-item (`Function`).
    Private = memory::PRIVATE,
}

thread_local! {
    /// The stack pointer when the thread last entered a kernel.
    static ENTERED: Cell<usize> = const { Cell::new(0) };
    /// The address and size of the work-group's variables on that kernel's stack.
    static LOCAL_FRAME: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Runs a kernel. Its stack frames are private memory; its caller's are not, since threads of the program run
/// kernels too while they wait.
#[inline(never)]
pub fn in_kernel<R>(kernel: impl FnOnce() -> R) -> R {
    // Above the frames of all callees, below those of all callers.
    let here = 0u8;
    ENTERED.set(std::hint::black_box(&raw const here).addr());
    LOCAL_FRAME.set((0, 0));
    kernel()
}

/// An address below the caller's stack frame.
#[inline(never)]
fn stack() -> usize {
    let here = 0u8;
    std::hint::black_box(&raw const here).addr()
}

impl AddressSpace {
    /// Registers the work-group's variables on the stack of the thread's kernel.
    pub fn set_local_frame(start: usize, bytes: usize) {
        LOCAL_FRAME.set((start, bytes));
    }

    /// The stack pointer when the thread last entered a kernel.
    pub fn entered() -> usize {
        ENTERED.get()
    }

    /// The address space of an address in a kernel.
    #[must_use]
    pub fn of(address: usize) -> Self {
        let (frame, bytes) = LOCAL_FRAME.get();
        if arena::is_local(address) || address.wrapping_sub(frame) < bytes {
            Self::Local
        } else if arena::is_scratch(address) || (stack()..ENTERED.get()).contains(&address) {
            Self::Private
        } else {
            Self::Global
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn kernel(callers: usize) {
        let mine = std::hint::black_box([0u8; 64]);
        assert_eq!(AddressSpace::of((&raw const mine).addr()), AddressSpace::Private);
        assert_eq!(AddressSpace::of(callers), AddressSpace::Global);
        let local = arena::local_memory(10).expect("memory").addr();
        assert_eq!(AddressSpace::of(local + 9), AddressSpace::Local);
        assert_ne!(AddressSpace::of(local.wrapping_sub(1)), AddressSpace::Local);
        let scratch = arena::scratch(10).expect("memory").addr();
        assert_eq!(AddressSpace::of(scratch + 9), AddressSpace::Private);
        let frame = std::hint::black_box([0u8; 8]);
        let start = (&raw const frame).addr();
        AddressSpace::set_local_frame(start, 8);
        assert_eq!(AddressSpace::of(start + 7), AddressSpace::Local);
        assert_eq!(AddressSpace::of((&raw const mine).addr()), AddressSpace::Private);
        in_kernel(|| assert_eq!(AddressSpace::of(start), AddressSpace::Global));
        let heap = Box::new(0u8);
        assert_eq!(AddressSpace::of((&raw const *heap).addr()), AddressSpace::Global);
        assert_eq!(AddressSpace::of(0), AddressSpace::Global);
    }

    #[test]
    fn addresses_have_spaces() {
        let callers = std::hint::black_box([0u8; 64]);
        in_kernel(|| kernel((&raw const callers).addr()));
    }
}
