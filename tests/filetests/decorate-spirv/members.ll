;! passes = "decorate-spirv"

; Properties of members: those with a decoration become an annotation between the address and its uses, with the
; decorations as metadata; the rest of the annotation stays. Facts about the memory that a member points to apply to
; the pointers loaded from it.
@.all = private unnamed_addr addrspace(1) constant [39 x i8] c"sycl-properties:sycl-buffer-location=2\00", section "llvm.metadata"
@.some = private unnamed_addr addrspace(1) constant [50 x i8] c"sycl-properties:foo,sycl-buffer-location=3,bar=32\00", section "llvm.metadata"
@.align = private unnamed_addr addrspace(1) constant [34 x i8] c"sycl-properties:sycl-alignment=64\00", section "llvm.metadata"
@.seed = private unnamed_addr addrspace(1) constant [27 x i8] c"sycl-properties:foo,bar=32\00", section "llvm.metadata"
@.users = private unnamed_addr addrspace(1) constant [5 x i8] c"mine\00", section "llvm.metadata"
@.file = private unnamed_addr addrspace(1) constant [9 x i8] c"file.cpp\00", section "llvm.metadata"

declare ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))

; CHECK: @[[REST:.str[0-9.]*]] = private unnamed_addr addrspace(1) constant [27 x i8] c"sycl-properties:foo,bar=32\00", section "llvm.metadata"

; CHECK-LABEL: define ptr addrspace(4) @all(
; CHECK-NEXT:    %[[D:.+]] = call ptr addrspace(4) @__spirv_AddMemberDecoration(ptr addrspace(4) %p), !spirv.Decorations ![[ALL:[0-9]+]]
; CHECK-NEXT:    load ptr addrspace(4), ptr addrspace(4) %[[D]]
define ptr addrspace(4) @all(ptr addrspace(4) %p) {
  %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @.all, ptr addrspace(1) @.file, i32 3, ptr addrspace(1) null)
  %v = load ptr addrspace(4), ptr addrspace(4) %a
  ret ptr addrspace(4) %v
}

; CHECK-LABEL: define ptr addrspace(4) @some(
; CHECK-NEXT:    %[[D:.+]] = call ptr addrspace(4) @__spirv_AddMemberDecoration(ptr addrspace(4) %p), !spirv.Decorations ![[SOME:[0-9]+]]
; CHECK-NEXT:    %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %[[D]], ptr addrspace(1) @[[REST]], ptr addrspace(1) @.file, i32 4, ptr addrspace(1) null)
; CHECK-NEXT:    load ptr addrspace(4), ptr addrspace(4) %a
define ptr addrspace(4) @some(ptr addrspace(4) %p) {
  %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @.some, ptr addrspace(1) @.file, i32 4, ptr addrspace(1) null)
  %v = load ptr addrspace(4), ptr addrspace(4) %a
  ret ptr addrspace(4) %v
}

; CHECK-LABEL: define ptr addrspace(4) @aligned(
; CHECK-NEXT:    load ptr addrspace(4), ptr addrspace(4) %p, align 8, !align ![[ALIGN:[0-9]+]]
define ptr addrspace(4) @aligned(ptr addrspace(4) %p) {
  %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @.align, ptr addrspace(1) @.file, i32 5, ptr addrspace(1) null)
  %v = load ptr addrspace(4), ptr addrspace(4) %a, align 8
  ret ptr addrspace(4) %v
}

; CHECK-LABEL: define ptr addrspace(4) @unknown(
; CHECK-NEXT:    %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @.seed,
; CHECK-NEXT:    %b = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %a, ptr addrspace(1) @.users,
define ptr addrspace(4) @unknown(ptr addrspace(4) %p) {
  %a = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %p, ptr addrspace(1) @.seed, ptr addrspace(1) @.file, i32 6, ptr addrspace(1) null)
  %b = call ptr addrspace(4) @llvm.ptr.annotation.p4.p1(ptr addrspace(4) %a, ptr addrspace(1) @.users, ptr addrspace(1) @.file, i32 6, ptr addrspace(1) null)
  ret ptr addrspace(4) %b
}

; CHECK-DAG: ![[ALL]] = !{![[A:[0-9]+]]}
; CHECK-DAG: ![[A]] = !{i32 5921, i32 2}
; CHECK-DAG: ![[SOME]] = !{![[B:[0-9]+]]}
; CHECK-DAG: ![[B]] = !{i32 5921, i32 3}
; CHECK-DAG: ![[ALIGN]] = !{i64 64}
