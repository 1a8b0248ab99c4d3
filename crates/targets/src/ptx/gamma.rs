//! The gamma function for use with libclc, whose own has errors of more than a hundred units in the last
//! place where SYCL allows 16.
//!
//! For negative arguments by reflection, `Γ(x) = π / (sin(πx) Γ(1 - x))`; otherwise the argument is raised to 12 and
//! more, `Γ(z) = Γ(z + n) / (z (z + 1) … (z + n - 1))`, where Stirling's series converges:
//! `Γ(v) = sqrt(2π) v^(v - 1/2) e^-v (1 + s)`. What sums and products round away is kept and corrects `s`. The power is
//! taken in two halves: it overflows before its result does. In single precision, the same in double precision.

/// The functions, in terms of libclc's: `double @scythe.tgamma.f64(double)` and `float @scythe.tgamma.f32(float)`.
pub const TGAMMA: &str = r#"
declare double @_Z3powdd(double, double)
declare double @_Z3expd(double)
declare double @_Z3logd(double)
declare double @_Z3sind(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.copysign.f64(double, double)

define float @scythe.tgamma.f32(float %x) {
  %wide = fpext float %x to double
  %result = call double @scythe.tgamma.f64(double %wide)
  %narrow = fptrunc double %result to float
  ret float %narrow
}

define double @scythe.tgamma.f64(double %x) {
entry:
  %negative = fcmp olt double %x, 0.0
  %mirrored = fsub double 1.0, %x
  %z = select i1 %negative, double %mirrored, double %x
  %back = fsub double 1.0, %z
  %lost.in.mirror = fsub double %back, %x
  %lost = select i1 %negative, double %lost.in.mirror, double 0.0
  br label %raise

raise:
  %v = phi double [ %z, %entry ], [ %v.next, %step ]
  %n = phi double [ 0.0, %entry ], [ %n.next, %step ]
  %product = phi double [ 1.0, %entry ], [ %product.next, %step ]
  %product.low = phi double [ 0.0, %entry ], [ %low.next, %step ]
  %v.low = phi double [ %lost, %entry ], [ %v.low.next, %step ]
  %small = fcmp olt double %v, 12.0
  br i1 %small, label %step, label %series

step:
  %product.next = fmul double %product, %v
  %minus = fneg double %product.next
  %rounded = call double @llvm.fma.f64(double %product, double %v, double %minus)
  %low.grown = fmul double %product.low, %v
  %low.sum = fadd double %low.grown, %rounded
  %low.shift = fmul double %product, %v.low
  %low.next = fadd double %low.sum, %low.shift
  %n.next = fadd double %n, 1.0
  %v.next = fadd double %z, %n.next
  %v.back = fsub double %v.next, %n.next
  %v.rounded = fsub double %z, %v.back
  %v.low.next = fadd double %lost, %v.rounded
  br label %raise

series:
  ; s = exp(1/12v - 1/360v^3 + 1/1260v^5 - …) - 1
  %w = fdiv double 1.0, %v
  %w2 = fmul double %w, %w
  %b5 = fmul double %w2, 0x3F5F6AB0D9993C7D
  %c4 = fsub double 0x3F4B951E2B18FF23, %b5
  %b4 = fmul double %w2, %c4
  %c3 = fsub double 0x3F43813813813814, %b4
  %b3 = fmul double %w2, %c3
  %c2 = fsub double 0x3F4A01A01A01A01A, %b3
  %b2 = fmul double %w2, %c2
  %c1 = fsub double 0x3F66C16C16C16C17, %b2
  %b1 = fmul double %w2, %c1
  %c0 = fsub double 0x3FB5555555555555, %b1
  %c = fmul double %w, %c0
  %e5 = fmul double %c, 0x3FC999999999999A
  %f5 = fadd double 1.0, %e5
  %e4 = fmul double %c, 0x3FD0000000000000
  %g4 = fmul double %e4, %f5
  %f4 = fadd double 1.0, %g4
  %e3 = fmul double %c, 0x3FD5555555555555
  %g3 = fmul double %e3, %f4
  %f3 = fadd double 1.0, %g3
  %e2 = fmul double %c, 0x3FE0000000000000
  %g2 = fmul double %e2, %f3
  %f2 = fadd double 1.0, %g2
  %s.plain = fmul double %c, %f2
  ; What was rounded away changes the result by its product with the logarithm's derivative.
  %log = call double @_Z3logd(double %v)
  %half.w = fmul double 0x3FE0000000000000, %w
  %slope = fsub double %log, %half.w
  %s.argument = fmul double %v.low, %slope
  %s.product = fdiv double %product.low, %product
  %s.corrected = fadd double %s.plain, %s.argument
  %s = fsub double %s.corrected, %s.product

  %half.v = fmul double 0x3FE0000000000000, %v
  %exponent = fsub double %half.v, 0x3FD0000000000000
  %half = call double @_Z3powdd(double %v, double %exponent)
  %minus.v = fneg double %v
  %decay = call double @_Z3expd(double %minus.v)
  %scaled = fmul double %half, %decay
  %rooted = fmul double %scaled, 0x40040D931FF62706
  %more = fmul double %rooted, %s
  %most = fadd double %rooted, %more
  %g = fdiv double %most, %product
  br i1 %negative, label %reflect, label %forward

forward:
  %result = fmul double %g, %half
  ; So it does for infinity, for which the product is not a number.
  %overflows = fcmp ogt double %x, 1.72e+02
  %positive = select i1 %overflows, double 0x7FF0000000000000, double %result
  %infinity = call double @llvm.copysign.f64(double 0x7FF0000000000000, double %x)
  %at.zero = fcmp oeq double %x, 0.0
  %anywhere = select i1 %at.zero, double %infinity, double %positive
  ret double %anywhere

reflect:
  ; sin(πx) for the distance to the nearest integer, which is even or odd
  %nearest = call double @llvm.rint.f64(double %x)
  %distance = fsub double %x, %nearest
  %angle = fmul double %distance, 0x400921FB54442D18
  %sine.there = call double @_Z3sind(double %angle)
  %halved = fmul double %nearest, 0x3FE0000000000000
  %whole = call double @llvm.trunc.f64(double %halved)
  %even = fcmp oeq double %halved, %whole
  %opposite = fneg double %sine.there
  %sine = select i1 %even, double %sine.there, double %opposite
  %denominator = fmul double %sine, %g
  %part = fdiv double 0x400921FB54442D18, %denominator
  %reflected = fdiv double %part, %half
  %vanishes = fcmp olt double %x, -1.86e+02
  %zero = call double @llvm.copysign.f64(double 0.0, double %sine)
  %small.result = select i1 %vanishes, double %zero, double %reflected
  %pole = fcmp oeq double %distance, 0.0
  %size = call double @llvm.fabs.f64(double %x)
  %infinite = fcmp oeq double %size, 0x7FF0000000000000
  %undefined = or i1 %pole, %infinite
  %value = select i1 %undefined, double 0x7FF8000000000000, double %small.result
  ret double %value
}
"#;
