;! passes = "relax-local-atomics"

; Only one thread accesses local memory. Global memory is shared.
declare ptr @__mux_local_memory(i64)

; CHECK-LABEL: define void @k(
; CHECK-NOT: atomicrmw add ptr %at
; CHECK: load i32, ptr %at
; CHECK: store i32 {{.*}}, ptr %at
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NOT: cmpxchg
; CHECK: load i32, ptr %at, align 4
define void @k(ptr %p, i64 %i) {
  %local = call ptr @__mux_local_memory(i64 0)
  %at = getelementptr i32, ptr %local, i64 %i
  %old = atomicrmw add ptr %at, i32 1 monotonic
  %other = atomicrmw add ptr %p, i32 1 monotonic
  %pair = cmpxchg ptr %at, i32 1, i32 2 monotonic monotonic
  %now = load atomic i32, ptr %at seq_cst, align 4
  store i32 %now, ptr %p
  ret void
}
