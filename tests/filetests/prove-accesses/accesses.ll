;! passes = "prove-accesses"

; One access, of four bytes, that writes: leaf 0 + 4 * global id.
; CHECK: @scythe.check.proof = private constant [{{[0-9]+}} x i64] [i64 0, i64 1, i64 1, i64 0, i64 0, i64 4, i64 1, i64 0, i64 4, i64 2,
; CHECK-LABEL: define void @k(
; CHECK-LABEL: define internal spir_func i1 @k.proof(
; CHECK: [[BASE:%.+]] = load ptr, ptr %0
; CHECK: [[NUMBER:%.+]] = ptrtoint ptr [[BASE]] to i64
; CHECK: store i64 [[NUMBER]], ptr [[LEAVES:%.+]]
; CHECK: [[GOOD:%.+]] = call i32 @__mux_check_proof(ptr @scythe.check.proof, i32 {{[0-9]+}}, ptr {{%.+}}, i32 1)
; CHECK: icmp ne i32 [[GOOD]], 0
define void @k(ptr readonly byval({ ptr }) %closure) "mux-kernel"="entry-point" {
  %out = load ptr, ptr %closure
  %i = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 7, ptr %at
  ret void
}

; The contents of memory are unknown before a launch, and so is the order in which work-items reach a barrier.
; CHECK-NOT: @loaded.proof
; CHECK-NOT: @meets.proof
define void @loaded(ptr readonly byval({ ptr }) %closure) "mux-kernel"="entry-point" {
  %out = load ptr, ptr %closure
  %to = load i64, ptr %out
  %at = getelementptr i32, ptr %out, i64 %to
  store i32 7, ptr %at
  ret void
}

define void @meets(ptr readonly byval({ ptr }) %closure) "mux-kernel"="entry-point" {
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 776)
  ret void
}

declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)
