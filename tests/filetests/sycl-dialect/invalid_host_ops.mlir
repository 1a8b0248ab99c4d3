//! args = "--split-input-file --verify-diagnostics"

// Errors in host operations are reported at the operation.

llvm.func @f() {
  // expected-error@+1 {{'sycl.host.constructor' op needs a pointer to the object}}
  sycl.host.constructor() {type = !sycl.range<[1]>} : () -> ()
  llvm.return
}

// -----

llvm.func @f(%x: i32) {
  // expected-error@+1 {{'sycl.host.constructor' op needs a pointer to the object, but got 'i32'}}
  sycl.host.constructor(%x) {type = !sycl.range<[1]>} : (i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op has no results: the object is at its first operand}}
  %0 = sycl.host.constructor(%h) {type = !sycl.range<[1]>} : (!llvm.ptr) -> (i32)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op needs the attribute 'type'}}
  sycl.host.constructor(%h) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op attribute 'type' must be a SYCL type, but is 'i32'}}
  sycl.host.constructor(%h) {type = i32} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op attribute 'type' must be a SYCL type, but is '"range"'}}
  sycl.host.constructor(%h) {type = "range"} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op makes an accessor with '!llvm.void', a range, or a range and an id of its dimensions, but not with ()}}
  sycl.host.constructor(%h) {type = !sycl.accessor<[1, !llvm.void, read, device]>} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op makes an accessor with '!llvm.void', a range, or a range and an id of its dimensions, but not with ('!sycl.range<[2]>')}}
  sycl.host.constructor(%h) {type = !sycl.accessor<[1, !llvm.void, read, device], (!sycl.range<[2]>)>} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.constructor' op makes an accessor with '!llvm.void', a range, or a range and an id of its dimensions, but not with ('!sycl.id<[1]>', '!sycl.range<[1]>')}}
  sycl.host.constructor(%h) {type = !sycl.accessor<[1, !llvm.void, read, device], (!sycl.id<[1]>, !sycl.range<[1]>)>} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op must return a pointer, but returns 'i32'}}
  %0 = sycl.host.get_kernel @kernels::@k0 : i32
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op must have no operands and one result}}
  "sycl.host.get_kernel"() {kernel_name = @kernels::@k0} : () -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.get_kernel' op must have no operands and one result}}
  %0 = "sycl.host.get_kernel"(%h) {kernel_name = @kernels::@k0} : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op needs the attribute 'kernel_name'}}
  %0 = "sycl.host.get_kernel"() : () -> !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op attribute 'kernel_name' must be a symbol}}
  %0 = "sycl.host.get_kernel"() {kernel_name = "k0"} : () -> !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{expected a kernel as a symbol}}
  %0 = sycl.host.get_kernel unit : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op '@kernels::@k1' is not a symbol of this module}}
  %0 = sycl.host.get_kernel @kernels::@k1 : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op '@k0' is not a symbol of this module}}
  %0 = sycl.host.get_kernel @k0 : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op '@f' is not a 'gpu.func' but a 'llvm.func'}}
  %0 = sycl.host.get_kernel @f : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op '@kernels' is not a 'gpu.func' but a 'gpu.module'}}
  %0 = sycl.host.get_kernel @kernels : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() {
    gpu.return
  }
}
llvm.func @f() {
  // expected-error@+1 {{'sycl.host.get_kernel' op '@kernels::@k0' is not a kernel}}
  %0 = sycl.host.get_kernel @kernels::@k0 : !llvm.ptr
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%x: i32) {
  // expected-error@+1 {{'sycl.host.handler.set_kernel' op needs a pointer to a handler, but got 'i32'}}
  sycl.host.handler.set_kernel %x -> @kernels::@k0 : i32
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.handler.set_kernel' op must have one operand and no results}}
  "sycl.host.handler.set_kernel"(%h, %h) {kernel_name = @kernels::@k0} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.handler.set_kernel' op needs the attribute 'kernel_name'}}
  "sycl.host.handler.set_kernel"(%h) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.handler.set_kernel' op '@kernels::@k1' is not a symbol of this module}}
  sycl.host.handler.set_kernel %h -> @kernels::@k1 : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op the number of a member cannot be negative}}
  sycl.host.set_captured %h[-1] = %x : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op needs the attribute 'index'}}
  "sycl.host.set_captured"(%h, %x) : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op the number of a member cannot be negative}}
  "sycl.host.set_captured"(%h, %x) {index = "one"} : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op must have two operands and no results}}
  "sycl.host.set_captured"(%h) {index = 0} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op needs a pointer to a function object, but got 'i32'}}
  sycl.host.set_captured %x[0] = %h : i32, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op attribute 'sycl_type' must be a SYCL type, but is 'i32'}}
  sycl.host.set_captured %h[0] = %h : !llvm.ptr, !llvm.ptr (i32)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.set_captured' op captures '!sycl.range<[1]>' through a pointer, but got 'i32'}}
  sycl.host.set_captured %h[0] = %x : !llvm.ptr, i32 (!sycl.range<[1]>)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.handler.set_nd_range' op cannot have an offset beside an nd_range, which has its own}}
  sycl.host.handler.set_nd_range %h -> nd_range %r, offset %r : (!llvm.ptr, !llvm.ptr, !llvm.ptr)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.handler.set_nd_range' op needs a pointer to a handler, but got 'i32'}}
  sycl.host.handler.set_nd_range %x -> range %h : (i32, !llvm.ptr)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.handler.set_nd_range' op needs a pointer to the index space, but got 'i32'}}
  sycl.host.handler.set_nd_range %h -> range %x : (!llvm.ptr, i32)
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.handler.set_nd_range' op must have a handler, a range or an nd_range, an optional offset, and no results}}
  "sycl.host.handler.set_nd_range"(%h) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{expected 'range'}}
  sycl.host.handler.set_nd_range %h -> %x : (!llvm.ptr, i32)
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op needs a pointer to a handler, but got 'i32'}}
  sycl.host.schedule_kernel %x -> @kernels::@k0 : (i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op cannot have an offset beside an nd_range, which has its own}}
  sycl.host.schedule_kernel %h -> @kernels::@k0[nd_range %r, offset %r] : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op cannot have an offset without a range}}
  "sycl.host.schedule_kernel"(%h, %r) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 0, 1, 0>} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op needs an nd_range}}
  "sycl.host.schedule_kernel"(%h) {kernel_name = @kernels::@k0, nd_range, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op needs a pointer to the index space, but got 'i32'}}
  sycl.host.schedule_kernel %h -> @kernels::@k0[range %x] : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op has no results}}
  %0 = sycl.host.schedule_kernel %h -> @kernels::@k0 : (!llvm.ptr) -> i32
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op needs the attribute 'operandSegmentSizes'}}
  "sycl.host.schedule_kernel"(%h) {kernel_name = @kernels::@k0} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op attribute 'operandSegmentSizes' must be a handler, at most one range, at most one offset and the arguments, 2 operands in all}}
  "sycl.host.schedule_kernel"(%h, %r) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op attribute 'operandSegmentSizes' must be a handler, at most one range, at most one offset and the arguments, 2 operands in all}}
  "sycl.host.schedule_kernel"(%h, %r) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 1, 1, -1>} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op attribute 'operandSegmentSizes' must be a handler, at most one range, at most one offset and the arguments, 2 operands in all}}
  "sycl.host.schedule_kernel"(%h, %r) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 0, 1, 0, 1>} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %r: !llvm.ptr) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op attribute 'operandSegmentSizes' must be a handler, at most one range, at most one offset and the arguments, 2 operands in all}}
  "sycl.host.schedule_kernel"(%h, %r) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 1, 0>} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op has 1 arguments, but 0 types of them}}
  "sycl.host.schedule_kernel"(%h, %x) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 0, 0, 1>} : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op attribute 'sycl_types' must be a list}}
  "sycl.host.schedule_kernel"(%h, %x) {kernel_name = @kernels::@k0, operandSegmentSizes = array<i32: 1, 0, 0, 1>, sycl_types = none} : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op argument 0 has 'i32' for a type, which is neither a SYCL type nor 'none'}}
  sycl.host.schedule_kernel %h -> @kernels::@k0(%h: i32) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op argument 1 is '!sycl.range<[1]>' at a pointer, but got 'i32'}}
  sycl.host.schedule_kernel %h -> @kernels::@k0(%h, %x: !sycl.range<[1]>) : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op needs the attribute 'kernel_name'}}
  "sycl.host.schedule_kernel"(%h) {operandSegmentSizes = array<i32: 1, 0, 0, 0>} : (!llvm.ptr) -> ()
  llvm.return
}

// -----

gpu.module @kernels {
  gpu.func @k0() kernel {
    gpu.return
  }
}
llvm.func @f(%h: !llvm.ptr, %x: i32) {
  // expected-error@+1 {{'sycl.host.schedule_kernel' op '@kernels::@k1' is not a symbol of this module}}
  sycl.host.schedule_kernel %h -> @kernels::@k1 : (!llvm.ptr) -> ()
  llvm.return
}
