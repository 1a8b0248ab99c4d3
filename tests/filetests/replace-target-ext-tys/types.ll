;! tool = "muxc"
;! [[runs]]
;! passes = "replace-target-ext-tys"
;! [[runs]]
;! passes = "replace-target-ext-tys<no-images;no-events>"
;! check = "KEPT"
;! [[runs]]
;! passes = "work-item-loops"
;! fails = true
;! check = "FIRST"

; FIRST: muxc: error: work-item-loops: variable `event` uses the type `target("spirv.Event")`, which only a target knows: run replace-target-ext-tys first

%pair = type { target("spirv.Event"), i8 }
@event = internal global [2 x target("spirv.Event")] zeroinitializer

; CHECK-DAG: [[PAIR:%.+]] = type { i64, i8 }
; CHECK: @event = internal global [2 x i64] zeroinitializer
define void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") noundef %sampler, ptr %p) "mux-kernel"="entry-point" !reqd_work_group_size !1 {
  %events = alloca %pair
  %event = call target("spirv.Event") @make(target("spirv.Event") zeroinitializer)
  store target("spirv.Event") %event, ptr %events
  store ptr @event, ptr %p
  call void @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  ret void
}
; CHECK-LABEL: define void @k(ptr %image, i64 noundef %sampler, ptr %p) #{{[0-9]+}} !reqd_work_group_size
; CHECK:       %events = alloca [[PAIR]]
; CHECK:       %event = call i64 @make(i64 0)
; CHECK:       store i64 %event, ptr %events
; CHECK:       store ptr @event, ptr %p
; CHECK:       call void @read(ptr %image, i64 %sampler)
; KEPT-LABEL: define void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, i64 noundef %sampler, ptr %p)
; KEPT:       call target("spirv.Event") @make(

; CHECK-LABEL: define void @objects(
; CHECK-SAME:  ptr sret([[PAIR]]) %result, ptr byval([2 x i64]) %events)
; CHECK:       getelementptr [[PAIR]], ptr %result, i64 1
; CHECK:       call void @other(ptr byval([[PAIR]]) %next)
define void @objects(ptr sret(%pair) %result, ptr byval([2 x target("spirv.Event")]) %events) {
  %next = getelementptr %pair, ptr %result, i64 1
  call void @other(ptr byval(%pair) %next)
  ret void
}
; CHECK: declare void @other(ptr byval([[PAIR]]))
declare void @other(ptr byval(%pair))

declare target("spirv.Event") @make(target("spirv.Event"))
declare void @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
; CHECK: declare i64 @make(i64)
; CHECK: declare void @read(ptr, i64)

!kernels = !{!0}
!0 = !{ptr @k}
!1 = !{i32 8, i32 1, i32 1}
; CHECK: = !{ptr @k}
