;! passes = "apply-cpu-properties"

; Annotations with properties are removed; facts about a pointer become metadata of its load. Other annotations stay.
@.align = private unnamed_addr constant [38 x i8] c"sycl-properties:foo,sycl-alignment=64\00", section "llvm.metadata"
@.users = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@.file = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK-LABEL: define ptr @f(
; CHECK-NEXT:    %b = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.users,
; CHECK-NEXT:    %v = load ptr, ptr %p, align 8, !align ![[ALIGN:[0-9]+]]
; CHECK-NEXT:    store ptr %v, ptr %b
; CHECK:         ![[ALIGN]] = !{i64 64}
define ptr @f(ptr %p) {
  %a = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.align, ptr @.file, i32 3, ptr null)
  %b = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.users, ptr @.file, i32 3, ptr null)
  %v = load ptr, ptr %a, align 8
  store ptr %v, ptr %b
  ret ptr %v
}
