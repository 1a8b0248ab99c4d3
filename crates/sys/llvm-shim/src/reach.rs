//! The memory that a kernel accesses through a pointer argument.

use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::prelude::LLVMValueRef;

/// The accesses of a kernel through a pointer, which are loads and stores: if they are bounded, those of the bytes from
/// `first` up to `end`, and further by `strides` times the ids of its work-items.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    parameter: u32,
    known: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Whether the rest is known.
    pub is_bounded: bool,
    at: u64,
    /// Relative to the pointer.
    pub first: i64,
    /// One past the last byte of the work-item with id 0 in all dimensions.
    pub end: i64,
    /// Bytes from work-item to work-item, the contiguous dimension first.
    pub strides: [u64; 3],
    /// If the largest ids times the strides are more than this, nothing is known.
    pub limit: u64,
}

unsafe extern "C" {
    fn scytheFindReaches(function: LLVMValueRef, reaches: *mut Reach, count: usize);
}

/// The accesses of a kernel through each pointer argument, given by its parameter and its offset there; none where there
/// may be others, of other functions for example. They are bounded where ids and constants determine them.
#[must_use]
pub fn reaches(function: FunctionValue<'_>, pointers: &[(u32, u64)]) -> Vec<Option<Reach>> {
    if function.count_basic_blocks() == 0 {
        return vec![None; pointers.len()];
    }
    let asked = |&(parameter, at): &(u32, u64)| Reach { parameter, at, ..Reach::default() };
    let mut all: Vec<Reach> = pointers.iter().map(asked).collect();
    assert!(all.iter().all(|reach| reach.parameter < function.count_params()), "a parameter");
    // SAFETY: a live function with a body, which has these parameters, and an array of the stated size.
    unsafe { scytheFindReaches(function.as_value_ref(), all.as_mut_ptr(), all.len()) };
    all.into_iter().map(|reach| reach.known.then_some(reach)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_ir;
    use inkwell::context::Context;

    /// The reach of the pointer argument of a kernel with this body, in which `%i` is the id in dimension 0.
    fn accesses(body: &str) -> Option<Reach> {
        let text = format!(
            "declare i64 @__mux_get_global_id(i32)\ndeclare void @other(ptr)\n\
             define void @k(ptr byval({{i64, ptr}}) %object, i64 %n) {{\n\
             %at = getelementptr i8, ptr %object, i64 8\n%p = load ptr, ptr %at\n\
             %i = call i64 @__mux_get_global_id(i32 0)\n%j = call i64 @__mux_get_global_id(i32 1)\n{body}\n}}"
        );
        let context = Context::create();
        let module = parse_ir(&context, "reach", text.as_bytes()).expect("IR");
        reaches(module.get_function("k").expect("the kernel"), &[(0, 8)])[0]
    }

    fn reach(body: &str) -> Option<Reach> {
        accesses(body).filter(|reach| reach.is_bounded)
    }

    fn known(body: &str) -> (i64, i64, [u64; 3], bool) {
        let reach = reach(body).expect("known memory");
        (reach.first, reach.end, reach.strides, reach.writes)
    }

    #[test]
    fn ids_and_constants() {
        assert_eq!(
            known("%q = getelementptr float, ptr %p, i64 %i\nstore float 0.0, ptr %q\nret void"),
            (0, 4, [4, 0, 0], true)
        );
        let stencil = "%q = getelementptr float, ptr %p, i64 %i\n%l = getelementptr i8, ptr %q, i64 -4\n\
                       %r = getelementptr i8, ptr %q, i64 4\n%a = load float, ptr %l\n%b = load float, ptr %r\n\
                       ret void";
        assert_eq!(known(stencil), (-4, 8, [4, 0, 0], false));
        let rows = "%row = mul i64 %j, 100\n%x = add i64 %row, %i\n%q = getelementptr i16, ptr %p, i64 %x\n\
                    %a = load i16, ptr %q\nret void";
        assert_eq!(known(rows), (0, 2, [2, 200, 0], false));
        assert_eq!(known("ret void"), (0, 0, [0, 0, 0], false));
        let table = "%b = trunc i64 %n to i8\n%m = zext i8 %b to i64\n%q = getelementptr i16, ptr %p, i64 %m\n\
                     %a = load i16, ptr %q\nret void";
        assert_eq!(known(table), (0, 512, [0, 0, 0], false));
    }

    #[test]
    fn loops_of_constant_length() {
        let body = "br label %loop\nloop:\n%k = phi i64 [0, %0], [%next, %loop]\n%four = shl i64 %i, 2\n\
                    %x = add i64 %four, %k\n%q = getelementptr i32, ptr %p, i64 %x\n%a = load i32, ptr %q\n\
                    %next = add nuw nsw i64 %k, 1\n%more = icmp ult i64 %next, 4\n\
                    br i1 %more, label %loop, label %end\nend:\nret void";
        assert_eq!(known(body), (0, 16, [16, 0, 0], false));
        let unknown = body.replace("%next, 4", "%next, %n");
        assert_eq!(reach(&unknown), None);
    }

    #[test]
    fn narrow_ids_have_a_limit() {
        let body = "%short = trunc i64 %i to i32\n%less = add nsw i32 %short, -1\n%x = sext i32 %less to i64\n\
                    %q = getelementptr double, ptr %p, i64 %x\nstore double 0.0, ptr %q\nret void";
        let reach = reach(body).expect("known memory");
        assert_eq!((reach.first, reach.end, reach.strides), (-8, 0, [8, 0, 0]));
        assert!(reach.limit <= (1 << 31) - 1 - 8, "{}", reach.limit);
    }

    #[test]
    fn pointers_are_read_only_wherever_they_go() {
        let load = "%q = getelementptr float, ptr %p, i64 %n\n%a = load float, ptr %q\nret void";
        assert_eq!(accesses(load).map(|all| (all.writes, all.is_bounded)), Some((false, false)));
        let store = load.replace("%a = load float, ptr %q", "store float 0.0, ptr %q");
        assert_eq!(accesses(&store).map(|all| (all.writes, all.is_bounded)), Some((true, false)));
        let both = load.replace("ret void", "store float %a, ptr %p\nret void");
        assert_eq!(accesses(&both).map(|all| all.writes), Some(true));
        for other in
            ["call void @other(ptr %q)", "store ptr %q, ptr %q", "%m = ptrtoint ptr %q to i64"]
        {
            let body = load.replace("%a = load float, ptr %q", other);
            assert_eq!(accesses(&body), None, "{other}");
        }
        for shared in
            ["atomicrmw add ptr %p, i32 1 monotonic", "load atomic i32, ptr %p monotonic, align 4"]
        {
            assert_eq!(accesses(&format!("%a = {shared}\nret void")), None, "{shared}");
        }
    }

    #[test]
    fn anything_else_is_unknown() {
        for body in [
            // An argument, a loaded index, a product of ids.
            "%q = getelementptr float, ptr %p, i64 %n\nstore float 0.0, ptr %q\nret void",
            "%m = load i64, ptr %p\n%q = getelementptr float, ptr %p, i64 %m\nstore float 0.0, ptr %q\nret void",
            "%m = mul i64 %i, %j\n%q = getelementptr float, ptr %p, i64 %m\nstore float 0.0, ptr %q\nret void",
            // Any number of 32 bits.
            "%w = trunc i64 %n to i32\n%m = sext i32 %w to i64\n%q = getelementptr float, ptr %p, i64 %m\n\
             store float 0.0, ptr %q\nret void",
            // Negative strides.
            "%m = sub i64 100, %i\n%q = getelementptr float, ptr %p, i64 %m\nstore float 0.0, ptr %q\nret void",
            // The pointer goes elsewhere.
            "call void @other(ptr %p)\nret void",
            "store ptr %p, ptr %p\nret void",
            "call void @other(ptr %object)\nret void",
            "%m = ptrtoint ptr %p to i64\n%q = inttoptr i64 %m to ptr\nstore float 0.0, ptr %q\nret void",
        ] {
            assert_eq!(reach(body), None, "{body}");
        }
    }
}
