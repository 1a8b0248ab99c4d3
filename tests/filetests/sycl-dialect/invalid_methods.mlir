//! args = "--split-input-file --verify-diagnostics"

// Errors in a method op are reported at the operation.

func.func @f() {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op needs a value of type '!sycl.nd_item'}}
  %0 = "sycl.nd_item.get_global_id"() : () -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op operand #0 must be of type '!sycl.nd_item', but is of type 'i32'}}
  %0 = sycl.nd_item.get_global_id(%x) : (i32) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.item<[2, true]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op operand #0 must be of type '!sycl.nd_item', but is of type '!sycl.item<[2, true]>'}}
  %0 = sycl.nd_item.get_global_id(%x) : (!sycl.item<[2, true]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: memref<?x!sycl.nd_item<[2]>>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op operand #0 must be of type '!sycl.nd_item', but is of type 'memref<?x!sycl.nd_item<[2]>>'}}
  %0 = sycl.nd_item.get_global_id(%x) : (memref<?x!sycl.nd_item<[2]>>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must have one result, but has 0}}
  sycl.nd_item.get_global_id(%x) : (!sycl.nd_item<[2]>) -> ()
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must have one result, but has 2}}
  %0:2 = sycl.nd_item.get_global_id(%x) : (!sycl.nd_item<[2]>) -> (!sycl.id<[2]>, i64)
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op attribute 'FunctionName' must be a symbol}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionName = "get_global_id"} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op attribute 'TypeName' must be a symbol}}
  %0 = sycl.nd_item.get_global_id(%x) {TypeName = 1} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op cannot represent a function called 'get_local_id'; it represents: get_global_id}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionName = @get_local_id} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

// The message lists all functions.
func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.id.get' op cannot represent a function called 'size'; it represents: get, operator[], operator size_t}}
  %0 = sycl.id.get(%x) {FunctionName = @size} : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op attribute 'FunctionArgTypes' must be a list of types}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionArgTypes = [1]} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op has 1 operands, but 'FunctionArgTypes' has 2 types}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionArgTypes = {!llvm.ptr, i32}} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op has 1 operands, but 'FunctionArgTypes' has 0 types}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionArgTypes = {}} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

// A method takes its object by reference.
func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op the first of 'FunctionArgTypes' must be a pointer to '!sycl.nd_item<[2]>' or to a base class of it, but is '!sycl.nd_item<[2]>'}}
  %0 = sycl.nd_item.get_global_id(%x) {FunctionArgTypes = {!sycl.nd_item<[2]>}} : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

// The base class of a one-dimensional object is not two-dimensional.
func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.id.get' op the first of 'FunctionArgTypes' must be a pointer to '!sycl.id<[1]>' or to a base class of it, but is 'memref<?x!sycl.array<[2]>>'}}
  %0 = sycl.id.get(%x) {FunctionArgTypes = {memref<?x!sycl.array<[2]>>}} : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.id.get' op the first of 'FunctionArgTypes' must be a pointer to '!sycl.id<[1]>' or to a base class of it, but is 'memref<?xi64>'}}
  %0 = sycl.id.get(%x) {FunctionArgTypes = {memref<?xi64>}} : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op operand #1 is of type 'i32', but the function takes 'i64'}}
  %0 = sycl.nd_item.get_global_id(%x, %i) {FunctionArgTypes = {!llvm.ptr, i64}} : (!sycl.nd_item<[2]>, i32) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op takes fewer operands than 3}}
  %0 = sycl.nd_item.get_global_id(%x, %i, %i) : (!sycl.nd_item<[2]>, i32, i32) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_global_linear_id' op takes fewer operands than 2}}
  %0 = sycl.nd_item.get_global_linear_id(%x, %i) : (!sycl.nd_item<[2]>, i32) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i64) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op the dimension must be of type 'i32' or 'index', but is of type 'i64'}}
  %0 = sycl.nd_item.get_global_id(%x, %i) : (!sycl.nd_item<[2]>, i64) -> i64
  return
}

// -----

// SYCLGetID: a number for a dimension, an id without.
func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must return 'i64' or 'index' for a dimension, but returns '!sycl.id<[2]>'}}
  %0 = sycl.nd_item.get_global_id(%x, %i) : (!sycl.nd_item<[2]>, i32) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must return '!sycl.id' of 2 dimensions, but returns 'i64'}}
  %0 = sycl.nd_item.get_global_id(%x) : (!sycl.nd_item<[2]>) -> i64
  return
}

// -----

// Only objects that convert to a number may do without a dimension.
func.func @f(%x: !sycl.nd_item<[1]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must return '!sycl.id' of 1 dimensions, but returns 'i64'}}
  %0 = sycl.nd_item.get_global_id(%x) : (!sycl.nd_item<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_id' op must return '!sycl.id' of 2 dimensions, but returns '!sycl.id<[1]>'}}
  %0 = sycl.nd_item.get_global_id(%x) : (!sycl.nd_item<[2]>) -> !sycl.id<[1]>
  return
}

// -----

func.func @f(%x: !sycl.item<[2, true]>) {
  // expected-error@+1 {{'sycl.item.get_id' op must return '!sycl.id' of 2 dimensions, but returns 'i64'}}
  %0 = sycl.item.get_id(%x) {FunctionName = @"operator size_t"} : (!sycl.item<[2, true]>) -> i64
  return
}

// -----

// A sub-group is one-dimensional.
func.func @f(%x: !sycl.sub_group) {
  // expected-error@+1 {{'sycl.sub_group.get_local_id' op must return '!sycl.id' of 1 dimensions, but returns '!sycl.id<[2]>'}}
  %0 = sycl.sub_group.get_local_id(%x) : (!sycl.sub_group) -> !sycl.id<[2]>
  return
}

// -----

// SYCLGetRange: a number for a dimension, a range without.
func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_local_range' op must return '!sycl.range' of 2 dimensions, but returns '!sycl.id<[2]>'}}
  %0 = sycl.nd_item.get_local_range(%x) : (!sycl.nd_item<[2]>) -> !sycl.id<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_local_range' op must return 'i64' or 'index' for a dimension, but returns '!sycl.range<[2]>'}}
  %0 = sycl.nd_item.get_local_range(%x, %i) : (!sycl.nd_item<[2]>, i32) -> !sycl.range<[2]>
  return
}

// -----

// SYCLGetGroup: a number for a dimension, a group without.
func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_group' op must return '!sycl.group' of 2 dimensions, but returns '!sycl.group<[3]>'}}
  %0 = sycl.nd_item.get_group(%x) : (!sycl.nd_item<[2]>) -> !sycl.group<[3]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.nd_item.get_group' op must return 'i64' or 'index' for a dimension, but returns 'i32'}}
  %0 = sycl.nd_item.get_group(%x, %i) : (!sycl.nd_item<[2]>, i32) -> i32
  return
}

// -----

// SYCLGetComponent: a number for a dimension, a range without; the only component of a one-dimensional object needs
// none.
func.func @f(%x: !sycl.id<[2]>) {
  // expected-error@+1 {{'sycl.id.get' op must return '!sycl.range' of 2 dimensions, but returns 'i64'}}
  %0 = sycl.id.get(%x) : (!sycl.id<[2]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.range<[2]>, %i: i32) {
  // expected-error@+1 {{'sycl.range.get' op must return 'i64' or 'index' for a dimension, but returns 'f32'}}
  %0 = sycl.range.get(%x, %i) : (!sycl.range<[2]>, i32) -> f32
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_global_linear_id' op must return 'i64' or 'index', but returns 'i32'}}
  %0 = sycl.nd_item.get_global_linear_id(%x) : (!sycl.nd_item<[2]>) -> i32
  return
}

// -----

func.func @f(%x: !sycl.sub_group) {
  // expected-error@+1 {{'sycl.sub_group.get_local_linear_id' op must return 'i32', but returns 'i64'}}
  %0 = sycl.sub_group.get_local_linear_id(%x) : (!sycl.sub_group) -> i64
  return
}

// -----

func.func @f(%x: !sycl.group<[1]>) {
  // expected-error@+1 {{'sycl.group.leader' op must return 'i1', but returns 'i8'}}
  %0 = sycl.group.leader(%x) : (!sycl.group<[1]>) -> i8
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_sub_group' op must return '!sycl.sub_group' of the same dimensions, but returns '!sycl.nd_item<[2]>'}}
  %0 = sycl.nd_item.get_sub_group(%x) : (!sycl.nd_item<[2]>) -> !sycl.nd_item<[2]>
  return
}

// -----

func.func @f(%x: !sycl.nd_item<[2]>) {
  // expected-error@+1 {{'sycl.nd_item.get_nd_range' op must return '!sycl.nd_range' of the same dimensions, but returns '!sycl.nd_range<[1]>'}}
  %0 = sycl.nd_item.get_nd_range(%x) : (!sycl.nd_item<[2]>) -> !sycl.nd_range<[1]>
  return
}

// -----

func.func @f(%x: !sycl.accessor<[1, f32, read, device]>) {
  // expected-error@+1 {{'sycl.accessor.subscript' op needs an index}}
  %0 = sycl.accessor.subscript(%x) : (!sycl.accessor<[1, f32, read, device]>) -> !llvm.ptr
  return
}

// -----

func.func @f(%x: !sycl.accessor<[0, f32, read, device]>, %i: i64) {
  // expected-error@+1 {{'sycl.accessor.subscript' op cannot have an index in zero dimensions}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[0, f32, read, device]>, i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%x: !sycl.accessor<[1, f32, read, device]>, %i: i64) {
  // expected-error@+1 {{'sycl.accessor.subscript' op must return an 'accessor_subscript' with one dimension less than 1, but returns '!sycl.accessor_subscript<[1]>'}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[1, f32, read, device]>, i64) -> !sycl.accessor_subscript<[1]>
  return
}

// -----

func.func @f(%x: !sycl.accessor<[3, f32, read, device]>, %i: i64) {
  // expected-error@+1 {{'sycl.accessor.subscript' op must return an 'accessor_subscript' with one dimension less than 3, but returns '!sycl.accessor_subscript<[1]>'}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[3, f32, read, device]>, i64) -> !sycl.accessor_subscript<[1]>
  return
}

// -----

func.func @f(%x: !sycl.accessor<[2, f32, read, device]>, %i: i64) {
  // expected-error@+1 {{'sycl.accessor.subscript' op needs an id in more than one dimension}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[2, f32, read, device]>, i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%x: !sycl.accessor<[2, f32, read, device]>, %i: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.accessor.subscript' op the index must be a number or an id of 2 dimensions, but is of type '!sycl.id<[1]>'}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[2, f32, read, device]>, !sycl.id<[1]>) -> !llvm.ptr
  return
}

// -----

func.func @f(%x: !sycl.accessor<[1, f32, read, device]>, %i: i64) {
  // expected-error@+1 {{'sycl.accessor.subscript' op refers to elements of type 'i32', but the accessor has 'f32'}}
  %0 = sycl.accessor.subscript(%x, %i) : (!sycl.accessor<[1, f32, read, device]>, i64) -> memref<?xi32>
  return
}

// -----

func.func @f(%x: !sycl.accessor<[1, f32, read, device]>) {
  // expected-error@+1 {{'sycl.accessor.get_pointer' op refers to elements of type 'f64', but the accessor has 'f32'}}
  %0 = sycl.accessor.get_pointer(%x) : (!sycl.accessor<[1, f32, read, device]>) -> !sycl.multi_ptr<[f64, global, no]>
  return
}

// -----

func.func @f(%x: !sycl.local_accessor<[1, f32]>) {
  // expected-error@+1 {{'sycl.local_accessor.get_pointer' op must return a pointer to an element, but returns 'f32'}}
  %0 = sycl.local_accessor.get_pointer(%x) : (!sycl.local_accessor<[1, f32]>) -> f32
  return
}

// -----

// The form itself.
func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{attribute 'a' is repeated}}
  %0 = sycl.id.get(%x) {a, b = 1, a = 2} : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{expected '('}}
  %0 = sycl.id.get %x : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{custom op 'sycl.id.get' number of operands and types do not match: got 1 operands and 2 types}}
  %0 = sycl.id.get(%x) : (!sycl.id<[1]>, i32) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{custom op 'sycl.id.get' invalid kind of type specified}}
  %0 = sycl.id.get(%x) : !sycl.id<[1]> -> i64
  return
}

// -----

// The generic form has no properties, regions or successors.
func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{this operation has no properties}}
  %0 = "sycl.id.get"(%x) <{a = 1}> : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{'sycl.id.get' op requires zero regions}}
  %0 = "sycl.id.get"(%x) ({}) : (!sycl.id<[1]>) -> i64
  return
}

// -----

func.func @f(%x: !sycl.id<[1]>) {
  // expected-error@+1 {{custom op 'sycl.id.at' is unknown}}
  %0 = sycl.id.at(%x) : (!sycl.id<[1]>) -> i64
  return
}
