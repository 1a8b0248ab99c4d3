;! passes = "attach-properties"

; Annotations of functions and variables from the plugin become attributes; one with an empty value becomes an
; attribute without a value. Other annotations stay.
@.mark = private unnamed_addr constant [18 x i8] c"scythe.properties\00", section "llvm.metadata"
@.other = private unnamed_addr constant [6 x i8] c"other\00", section "llvm.metadata"
@.file = private unnamed_addr constant [2 x i8] c"f\00", section "llvm.metadata"
@.name = private unnamed_addr constant [9 x i8] c"invented\00"
@.value = private unnamed_addr constant [4 x i8] c"a,b\00"
@.flag = private unnamed_addr constant [5 x i8] c"flag\00"
@.empty = private unnamed_addr constant [1 x i8] zeroinitializer
@.args = private unnamed_addr constant { ptr, ptr, ptr, ptr } { ptr @.name, ptr @.value, ptr @.flag, ptr @.empty }, section "llvm.metadata"
@v = global i32 0
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.mark, ptr @.file, i32 1, ptr @.args }, { ptr, ptr, ptr, i32, ptr } { ptr @v, ptr @.mark, ptr @.file, i32 2, ptr @.args }, { ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.other, ptr @.file, i32 3, ptr null }], section "llvm.metadata"

define void @f() {
  ret void
}

; CHECK-NOT:  scythe.properties
; CHECK-DAG:  @v = global i32 0 #[[A:[0-9]+]]
; CHECK-DAG:  @llvm.global.annotations = appending global [1 x
; CHECK:      define void @f() #[[A]]
; CHECK:      attributes #[[A]] = { "flag" "invented"="a,b" }
