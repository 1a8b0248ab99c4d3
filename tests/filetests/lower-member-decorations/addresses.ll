;! passes = "lower-member-decorations"

; Decorations are added to the instruction that computes the address, after existing ones. The address of a parameter
; has no instruction.
declare ptr @__spirv_AddMemberDecoration(ptr)

; CHECK-NOT: __spirv_AddMemberDecoration
; CHECK-LABEL: define void @f(
; CHECK-NEXT:    %m = getelementptr i8, ptr %p, i64 8, !spirv.Decorations ![[ONE:[0-9]+]]
; CHECK-NEXT:    %n = getelementptr i8, ptr %p, i64 16, !spirv.Decorations ![[TWO:[0-9]+]]
; CHECK-NEXT:    store i32 0, ptr %m
; CHECK-NEXT:    store i32 0, ptr %n
; CHECK-NEXT:    store i32 0, ptr %p
define void @f(ptr %p) {
  %m = getelementptr i8, ptr %p, i64 8
  %n = getelementptr i8, ptr %p, i64 16, !spirv.Decorations !3
  %a = call ptr @__spirv_AddMemberDecoration(ptr %m), !spirv.Decorations !0
  %b = call ptr @__spirv_AddMemberDecoration(ptr %n), !spirv.Decorations !0
  %c = call ptr @__spirv_AddMemberDecoration(ptr %p), !spirv.Decorations !0
  store i32 0, ptr %a
  store i32 0, ptr %b
  store i32 0, ptr %c
  ret void
}

; CHECK-DAG: ![[ONE]] = !{![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK-DAG: ![[TWO]] = !{![[C:[0-9]+]], ![[A]], ![[B]]}
; CHECK-DAG: ![[A]] = !{i32 7744}
; CHECK-DAG: ![[B]] = !{i32 7745, i32 20}
; CHECK-DAG: ![[C]] = !{i32 44, i32 32}
!0 = !{!1, !2}
!1 = !{i32 7744}
!2 = !{i32 7745, i32 20}
!3 = !{!4}
!4 = !{i32 44, i32 32}
