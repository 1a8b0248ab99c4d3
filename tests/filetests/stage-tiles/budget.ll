;! passes = "transfer-kernel-metadata,stage-tiles<force>"

; A kernel has 32 KiB of local memory, including its own. Here 1 KiB is left, and a tile for 64 iterations would use
; half of that: three loads get tiles for half as many iterations.
; CHECK: @taken = internal addrspace(3) global [7936 x i32]
; CHECK: @k.tile = internal addrspace(3) global [32 x double]
; CHECK: @k.tile.1 = internal addrspace(3) global [32 x double]
; CHECK: @k.tile.2 = internal addrspace(3) global [32 x double]
; CHECK-NOT: addrspace(3) global
@taken = internal addrspace(3) global [7936 x i32] poison

define spir_kernel void @k(ptr noalias readonly %a, ptr noalias readonly %b, ptr noalias readonly %d, ptr noalias %c, i64 %n) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_global_id(i32 0)
  %l = getelementptr i32, ptr addrspace(3) @taken, i64 %x
  store i32 1, ptr addrspace(3) %l
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %all, %loop ]
  %p = getelementptr double, ptr %a, i64 %k
  %u = load double, ptr %p
  %q = getelementptr double, ptr %b, i64 %k
  %v = load double, ptr %q
  %r = getelementptr double, ptr %d, i64 %k
  %w = load double, ptr %r
  %some = fadd double %sum, %u
  %more = fadd double %some, %v
  %all = fadd double %more, %w
  %next = add nuw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %leave, label %loop
leave:
  %cp = getelementptr double, ptr %c, i64 %x
  store double %all, ptr %cp
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)

!0 = !{i32 64, i32 1, i32 1}
