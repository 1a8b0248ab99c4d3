;! tool = "muxc"
;! passes = "replace-module-scope-vars"

; Addresses computed in constants are computed by instructions; a phi gets its value at the end of the
; block it comes from, once per block.
target datalayout = "e-p:64:64:64-m:e-i64:64-n8:16:32:64-S128"
@a = internal addrspace(3) global [4 x i32] poison

; CHECK-LABEL: define internal void @k(i32 %c, ptr %out, ptr %0)
; CHECK: one:
; CHECK: [[A:%.*]] = getelementptr inbounds %localVarTypes, ptr %0, i32 0, i32 0
; CHECK: [[FIRST:%.*]] = addrspacecast ptr [[A]] to ptr addrspace(3)
; CHECK-NEXT: switch i32 %c, label %two [
; CHECK: two:
; CHECK: %p = phi ptr addrspace(3) [ [[FIRST]], %one ], [ [[FIRST]], %one ], [ null, %entry ]
; CHECK: [[AGAIN:%.*]] = addrspacecast ptr {{%.*}} to ptr addrspace(3)
; CHECK: [[THIRD:%.*]] = getelementptr {{.*}}ptr addrspace(3) [[AGAIN]], i64
; CHECK: [[FLAT:%.*]] = addrspacecast ptr addrspace(3) [[THIRD]] to ptr
; CHECK: store ptr [[FLAT]], ptr %out
define void @k(i32 %c, ptr %out) "mux-kernel"="entry-point" {
entry:
  %z = icmp eq i32 %c, 0
  br i1 %z, label %one, label %two
one:
  switch i32 %c, label %two [ i32 3, label %two ]
two:
  %p = phi ptr addrspace(3) [ @a, %one ], [ @a, %one ], [ null, %entry ]
  store i32 1, ptr addrspace(3) %p
  store ptr addrspacecast (ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) @a, i64 0, i64 2) to ptr), ptr %out
  ret void
}
