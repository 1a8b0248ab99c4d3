;! runs = [{ args = "--sycl-raise" }, { args = "--sycl-raise --sycl-lower", check = "LOWERED" }]

; Methods of LLVM IR become operations on values, and calls of the same functions again.

define i64 @kernel(ptr %nd, i32 %i) {
  %id = call i64 @get_global_id(ptr %nd)
  %place = alloca i64, align 8
  store i64 %id, ptr %place, align 8
  %component = call i64 @get(ptr %place, i32 %i)
  %linear = call i64 @get_local_linear_id(ptr %nd)
  %sum = add i64 %component, %linear
  ret i64 %sum
}

define i64 @get_global_id(ptr dereferenceable(56) %this) "scythe-method"="!sycl.nd_item<[1]> get_global_id" {
  %id = load i64, ptr %this, align 8
  ret i64 %id
}

define i64 @get(ptr dereferenceable(8) %this, i32 %i) "scythe-method"="!sycl.id<[1]> get" {
  %p = getelementptr i64, ptr %this, i32 %i
  %component = load i64, ptr %p, align 8
  ret i64 %component
}

define i64 @get_local_linear_id(ptr dereferenceable(56) %this) "scythe-method"="!sycl.nd_item<[1]> get_local_linear_id" {
  %p = getelementptr i64, ptr %this, i32 3
  %id = load i64, ptr %p, align 8
  ret i64 %id
}

; CHECK-LABEL: llvm.func @kernel(
; CHECK:       %[[ND:.*]] = sycl.mlir.wrap %{{.*}} : !llvm.struct<(array<7 x i64>)> to !sycl_nd_item_1_
; CHECK:       sycl.nd_item.get_global_id(%[[ND]]{{.*}}) {FunctionArgTypes = {!llvm.ptr{{.*}}}, FunctionName = @get_global_id, TypeName = @nd_item}
; CHECK:       sycl.nd_item.get_local_linear_id(%{{.*}}) {FunctionArgTypes = {!llvm.ptr}, FunctionName = @get_local_linear_id, TypeName = @nd_item}
; CHECK-NOT:   llvm.call

; LOWERED-LABEL: llvm.func @kernel(
; LOWERED:       llvm.call @get_global_id(
; LOWERED:       llvm.call @get_local_linear_id(
; LOWERED-NOT:   sycl.
; LOWERED:       llvm.return
