;! tool = "muxc"
;! [[runs]]
;! passes = "reduce-to-func"
;! check = "ENTRY"
;! [[runs]]
;! passes = "reduce-to-func<names=b>"
;! check = "B"
;! [[runs]]
;! passes = "reduce-to-func<names=a:b>"
;! check = "AB"

; Listed functions stay, with everything that they refer to; those that a variable of the module points to stay, too.
; ENTRY: @table
@table = global [1 x ptr] [ptr @pointed_to]

; ENTRY: declare void @callee()
; B-NOT: @callee
; AB: declare void @callee()
declare void @callee()

; ENTRY: define void @a()
; B-NOT: define void @a()
; AB: define void @a()
define void @a() "mux-kernel"="entry-point" {
  call void @callee()
  ret void
}

; ENTRY-NOT: define void @b(
; B: define void @b(
; AB: define void @b(
define void @b(ptr %out) {
  store ptr @taken, ptr %out
  ret void
}

; ENTRY-NOT: @taken
; B: define void @taken()
; AB: define void @taken()
define void @taken() {
  ret void
}

; ENTRY: define void @pointed_to()
; B: define void @pointed_to()
; AB: define void @pointed_to()
define void @pointed_to() {
  ret void
}
