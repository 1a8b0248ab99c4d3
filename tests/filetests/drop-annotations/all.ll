;! passes = "drop-annotations"

; Annotations of addresses, values and variables are removed; the annotated values stay.
@.text = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@.file = private unnamed_addr constant [9 x i8] c"file.cpp\00", section "llvm.metadata"

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

; CHECK-NOT: @llvm.
; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %v = alloca i32
; CHECK-NEXT:    %loaded = load i32, ptr %p
; CHECK-NEXT:    store i32 %loaded, ptr %v
; CHECK-NEXT:    ret i32 %loaded
; CHECK-NOT: @llvm.
define i32 @f(ptr %p) {
  %v = alloca i32
  call void @llvm.var.annotation.p0.p0(ptr %v, ptr @.text, ptr @.file, i32 1, ptr null)
  %a = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.text, ptr @.file, i32 2, ptr null)
  %loaded = load i32, ptr %a
  %b = call i32 @llvm.annotation.i32.p0(i32 %loaded, ptr @.text, ptr @.file, i32 3)
  store i32 %b, ptr %v
  ret i32 %b
}
