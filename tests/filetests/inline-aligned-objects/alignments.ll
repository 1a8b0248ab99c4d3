;! tool = "muxc"
;! device = "NVIDIA GPU"
;! passes = "inline-aligned-objects"

; PTX aligns arguments of functions to 128 bytes at most, those of kernels to anything.
define void @much(ptr byval([256 x i8]) align 256 %object) noinline { ; CHECK: define void @much({{.*}}) #[[INLINE:[0-9]+]]
  ret void
}
define void @little(ptr byval([256 x i8]) align 128 %object) noinline { ; CHECK: define void @little({{.*}}) #[[PLAIN:[0-9]+]]
  ret void
}
define void @pointer(ptr align 256 %object) noinline { ; CHECK: define void @pointer({{.*}}) #[[PLAIN]]
  ret void
}
define ptx_kernel void @kernel(ptr byval([256 x i8]) align 256 %object) "mux-kernel"="entry-point" { ; CHECK-NOT: @kernel({{.*}}) #[[INLINE]]
  call void @much(ptr byval([256 x i8]) align 256 %object)
  ret void
}

; CHECK-DAG: attributes #[[INLINE]] = { alwaysinline }
; CHECK-DAG: attributes #[[PLAIN]] = { noinline }
