//! args = "--split-input-file --verify-diagnostics"

// Errors in the other operations are reported at the operation.

func.func @f() {
  // expected-error@+1 {{'sycl.call' op needs the attribute 'FunctionName'}}
  sycl.call() {MangledFunctionName = @g} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.call' op needs the attribute 'MangledFunctionName'}}
  sycl.call() {FunctionName = @g} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.call' op attribute 'FunctionName' must be a symbol}}
  sycl.call() {FunctionName = "g", MangledFunctionName = @g} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.call' op attribute 'TypeName' must be a symbol}}
  sycl.call() {FunctionName = @g, MangledFunctionName = @g, TypeName = 1} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.call' op must have at most one result, but has 2}}
  %0:2 = sycl.call() {FunctionName = @g, MangledFunctionName = @g} : () -> (i32, i32)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.call' op '@g' is not a function of this module}}
  sycl.call() {FunctionName = @g, MangledFunctionName = @g} : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.call' op calls '@g', which is of type '(i32) -> ()'}}
  sycl.call(%i) {FunctionName = @g, MangledFunctionName = @g} : (i64) -> ()
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{'sycl.call' op calls '@g', which is of type '() -> ()'}}
  %0 = sycl.call() {FunctionName = @g, MangledFunctionName = @g} : () -> i64
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  // expected-error@+1 {{'sycl.cast' op must have one operand and one result}}
  %0 = "sycl.cast"(%m, %m) : (memref<?x!sycl.id<[1]>>, memref<?x!sycl.id<[1]>>) -> memref<?x!sycl.array<[1]>>
  return
}

// -----

func.func @f(%i: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.cast' op needs a memref of an object, but got '!sycl.id<[1]>'}}
  %0 = sycl.cast(%i) : (!sycl.id<[1]>) -> memref<?x!sycl.array<[1]>>
  return
}

// -----

func.func @f(%m: memref<?xi64>) {
  // expected-error@+1 {{'sycl.cast' op 'i64' has no base classes}}
  %0 = sycl.cast(%m) : (memref<?xi64>) -> !llvm.ptr
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>, 4>) {
  // expected-error@+1 {{'sycl.cast' op cannot lead to another memory space}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>, 4>) -> !llvm.ptr
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>, 4>) {
  // expected-error@+1 {{'sycl.cast' op cannot lead to another memory space}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>, 4>) -> memref<?x!sycl.array<[1]>>
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  // expected-error@+1 {{'sycl.cast' op must return a pointer, but returns 'i64'}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>>) -> i64
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  // expected-error@+1 {{'sycl.cast' op cannot change the shape of a memref}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>>) -> memref<1x!sycl.array<[1]>>
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  // expected-error@+1 {{'sycl.cast' op '!sycl.range<[1]>' is not a base class of '!sycl.id<[1]>'}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>>) -> memref<?x!sycl.range<[1]>>
  return
}

// -----

func.func @f(%m: memref<?x!sycl.id<[1]>>) {
  // expected-error@+1 {{'sycl.cast' op '!sycl.array<[2]>' is not a base class of '!sycl.id<[1]>'}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.id<[1]>>) -> memref<?x!sycl.array<[2]>>
  return
}

// -----

func.func @f(%m: memref<?x!sycl.local_accessor<[1, f32]>>) {
  // expected-error@+1 {{'sycl.cast' op '!sycl.local_accessor_base<[1, f64, read]>' is not a base class of '!sycl.local_accessor<[1, f32]>'}}
  %0 = sycl.cast(%m) : (memref<?x!sycl.local_accessor<[1, f32]>>) -> memref<?x!sycl.local_accessor_base<[1, f64, read]>>
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{expected the name of a type as a symbol}}
  sycl.constructor 7(%p) {MangledFunctionName = @g} : (!llvm.ptr) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{'sycl.constructor' op needs the attribute 'TypeName'}}
  "sycl.constructor"(%p) {MangledFunctionName = @g} : (!llvm.ptr) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{'sycl.constructor' op needs the attribute 'MangledFunctionName'}}
  sycl.constructor @id(%p) : (!llvm.ptr) -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{'sycl.constructor' op has no results: the object is at its first operand}}
  %0 = sycl.constructor @id(%p) {MangledFunctionName = @g} : (!llvm.ptr) -> i64
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.constructor' op needs a pointer to the object, but got 'i64'}}
  sycl.constructor @id(%i) {MangledFunctionName = @g} : (i64) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.constructor' op needs a pointer to the object}}
  sycl.constructor @id() {MangledFunctionName = @g} : () -> ()
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error@+1 {{'sycl.constructor' op '@g' is not a function of this module}}
  sycl.constructor @id(%p) {MangledFunctionName = @g} : (!llvm.ptr) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.id.constructor' op must have one result, but has 0}}
  sycl.id.constructor() : () -> ()
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.id.constructor' op must return '!sycl.id', but returns '!sycl.range<[1]>'}}
  %0 = sycl.id.constructor(%i) : (i64) -> !sycl.range<[1]>
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.id.constructor' op no constructor of '!sycl.id' of 2 dimensions takes ('i64')}}
  %0 = sycl.id.constructor(%i) : (i64) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%i: i32) {
  // expected-error@+1 {{'sycl.id.constructor' op no constructor of '!sycl.id' of 1 dimensions takes ('i32')}}
  %0 = sycl.id.constructor(%i) : (i32) -> !sycl.id<[1]>
  return
}

// -----

func.func @f(%i: !sycl.id<[2]>) {
  // expected-error@+1 {{'sycl.id.constructor' op no constructor of '!sycl.id' of 1 dimensions takes ('!sycl.id<[2]>')}}
  %0 = sycl.id.constructor(%i) : (!sycl.id<[2]>) -> !sycl.id<[1]>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'sycl.range.constructor' op no constructor of '!sycl.range' of 1 dimensions takes ()}}
  %0 = sycl.range.constructor() : () -> !sycl.range<[1]>
  return
}

// -----

func.func @f(%i: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.range.constructor' op no constructor of '!sycl.range' of 1 dimensions takes ('!sycl.id<[1]>')}}
  %0 = sycl.range.constructor(%i) : (!sycl.id<[1]>) -> !sycl.range<[1]>
  return
}

// -----

func.func @f(%r: !sycl.range<[1]>, %s: !sycl.range<[2]>) {
  // expected-error@+1 {{'sycl.nd_range.constructor' op no constructor of '!sycl.nd_range' of 1 dimensions takes ('!sycl.range<[1]>', '!sycl.range<[2]>')}}
  %0 = sycl.nd_range.constructor(%r, %s) : (!sycl.range<[1]>, !sycl.range<[2]>) -> !sycl.nd_range<[1]>
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.mlir.wrap' op must have one operand and one result}}
  %0 = "sycl.mlir.wrap"(%i, %i) : (i64, i64) -> !sycl.id<[1]>
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'sycl.mlir.wrap' op needs a type of the dialect, but got 'i64'}}
  %0 = sycl.mlir.wrap %i : i64 to i64
  return
}

// -----

func.func @f(%i: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.mlir.unwrap' op needs a type of LLVM's, but got 'memref<1xi64>'}}
  %0 = sycl.mlir.unwrap %i : !sycl.id<[1]> to memref<1xi64>
  return
}

// -----

func.func @f(%i: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.mlir.unwrap' op needs a type of LLVM's, but got '!sycl.range<[1]>'}}
  %0 = sycl.mlir.unwrap %i : !sycl.id<[1]> to !sycl.range<[1]>
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{expected 'to'}}
  %0 = sycl.mlir.wrap %i : i64 as !sycl.id<[1]>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'polygeist.memref2pointer' op must have one operand and one result}}
  "polygeist.memref2pointer"() : () -> ()
  return
}

// -----

func.func @f(%i: i64) {
  // expected-error@+1 {{'polygeist.memref2pointer' op needs a memref, but got 'i64'}}
  %0 = polygeist.memref2pointer(%i) : (i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%m: memref<1xi64>) {
  // expected-error@+1 {{'polygeist.memref2pointer' op needs a pointer of LLVM's, but got 'i64'}}
  %0 = polygeist.memref2pointer(%m) : (memref<1xi64>) -> i64
  return
}

// -----

func.func @f(%m: memref<1xi64>) {
  // expected-error@+1 {{'polygeist.memref2pointer' op cannot lead to another memory space}}
  %0 = polygeist.memref2pointer(%m) : (memref<1xi64>) -> !llvm.ptr<1>
  return
}

// -----

func.func @f(%p: !llvm.ptr<3>) {
  // expected-error@+1 {{'polygeist.pointer2memref' op cannot lead to another memory space}}
  %0 = polygeist.pointer2memref(%p) : (!llvm.ptr<3>) -> memref<1xi64>
  return
}
