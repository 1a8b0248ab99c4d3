; What the tests of OpenCL devices run. `llc-22 -filetype=obj scale.ll -o scale.spv` makes the module.
target triple = "spirv64-unknown-unknown"

%pair = type { i32, i32 }

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)

; data[i] = data[i] * pair.a + pair.b, by way of local memory; i counts along OpenCL's first dimension.
define spir_kernel void @scale(ptr addrspace(1) %data, ptr byval(%pair) align 4 %pair, ptr addrspace(3) %local) {
  %global = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = call spir_func i64 @_Z12get_local_idj(i32 0)
  %slot = getelementptr i32, ptr addrspace(3) %local, i64 %place
  %element = getelementptr i32, ptr addrspace(1) %data, i64 %global
  %old = load i32, ptr addrspace(1) %element, align 4
  %a = load i32, ptr %pair, align 4
  %second = getelementptr i8, ptr %pair, i64 4
  %b = load i32, ptr %second, align 4
  %product = mul i32 %old, %a
  store i32 %product, ptr addrspace(3) %slot, align 4
  %again = load i32, ptr addrspace(3) %slot, align 4
  %sum = add i32 %again, %b
  store i32 %sum, ptr addrspace(1) %element, align 4
  ret void
}

; data[y * width + x] = 100 * y + x: which dimension is which.
define spir_kernel void @places(ptr addrspace(1) %data, i64 %width) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %row = mul i64 %y, %width
  %index = add i64 %row, %x
  %element = getelementptr i32, ptr addrspace(1) %data, i64 %index
  %hundreds = mul i64 %y, 100
  %value = add i64 %hundreds, %x
  %short = trunc i64 %value to i32
  store i32 %short, ptr addrspace(1) %element, align 4
  ret void
}
