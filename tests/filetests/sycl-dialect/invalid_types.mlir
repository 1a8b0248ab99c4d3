//! args = "--split-input-file --verify-diagnostics"

// Errors in a type are reported where it is written.

// expected-error@+1 {{'!sycl.id' must have 1, 2 or 3 dimensions, but has 0}}
func.func private @f(!sycl.id<[0]>)

// -----

// expected-error@+1 {{'!sycl.range' must have 1, 2 or 3 dimensions, but has 4}}
func.func private @f(!sycl.range<[4]>)

// -----

// expected-error@+1 {{'!sycl.nd_item' must have 1, 2 or 3 dimensions, but has -1}}
func.func private @f(!sycl.nd_item<[-1]>)

// -----

// expected-error@+1 {{integer value too large}}
func.func private @f(!sycl.nd_item<[99999999999999999999]>)

// -----

// expected-error@+1 {{'!sycl.accessor' must have 0 to 3 dimensions, but has 4}}
func.func private @f(!sycl.accessor<[4, f32, read, device]>)

// -----

// expected-error@+1 {{unknown access mode 'append', expected one of: read, write, read_write, discard_write, discard_read_write, atomic}}
func.func private @f(!sycl.accessor<[1, f32, append, device]>)

// -----

// expected-error@+1 {{unknown access target 'nowhere', expected one of: device, global_buffer, constant_buffer, local, image, host_buffer, host_image, image_array, host_task}}
func.func private @f(!sycl.accessor<[1, f32, read, nowhere]>)

// -----

// expected-error@+1 {{expected ','}}
func.func private @f(!sycl.accessor<[1, f32, read]>)

// -----

// expected-error@+1 {{unknown address space 'shared', expected one of: private, global, constant, local, generic}}
func.func private @f(!sycl.multi_ptr<[f32, shared, no]>)

// -----

// expected-error@+1 {{unknown decoration 'perhaps', expected one of: no, yes, legacy}}
func.func private @f(!sycl.multi_ptr<[f32, global, perhaps]>)

// -----

// expected-error@+1 {{'!sycl.vec' must have 1, 2, 3, 4, 8 or 16 elements, but has 5}}
func.func private @f(!sycl.vec<[f32, 5]>)

// -----

// expected-error@+1 {{'!sycl.vec' cannot have elements of type i7}}
func.func private @f(!sycl.vec<[i7, 4]>)

// -----

// expected-error@+1 {{'!sycl.vec' cannot have elements of type memref<1xi32>}}
func.func private @f(!sycl.vec<[memref<1xi32>, 4]>)

// -----

// expected-error@+1 {{expected 'true' or 'false'}}
func.func private @f(!sycl.item<[1, maybe]>)

// -----

// expected-error@+1 {{expected 'true' or 'false'}}
func.func private @f(!sycl.buffer<[1, f32, sub]>)

// -----

// expected-error@+1 {{expected '<'}}
func.func private @f(!sycl.id)

// -----

// expected-error@+1 {{expected '['}}
func.func private @f(!sycl.id<1>)

// -----

// expected-error@+1 {{unbalanced '[' character in pretty dialect name}}
func.func private @f(!sycl.id<[1>)

// -----

// expected-error@+1 {{expected ']'}}
func.func private @f(!sycl.id<[1, 2]>)

// -----

// expected-error@+1 {{expected '('}}
func.func private @f(!sycl.id<[1], i64>)

// -----

// expected-error@+1 {{expected non-function type}}
func.func private @f(!sycl.id<[1], ()>)

// -----

// expected-error@+1 {{expected integer value}}
func.func private @f(!sycl.id<[x]>)

// -----

// expected-error@+1 {{expected '('}}
func.func private @f(!sycl.half<[1]>)

// -----

// expected-error@+1 {{unknown type 'position' in dialect 'sycl'}}
func.func private @f(!sycl.position<[1]>)

// -----

// expected-error@+1 {{unknown type 'id' in dialect 'polygeist'}}
func.func private @f(!polygeist.id<[1]>)
