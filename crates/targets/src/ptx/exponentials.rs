//! Functions of `float` that an instruction computes within SYCL's bounds, for use with libclc, which
//! computes them in many steps.
//!
//! `ex2.approx` and `rsqrt.approx` have errors of at most 2 units in the last place (SYCL allows 3 and 2).
//! The other powers are `2^(x c)`, where `c` is the logarithm of the base: the integer part of `x c` and the
//! rest are raised separately, and the rest is computed with `c` in two parts, so that it has full precision.
//! Arguments whose power is infinite or zero are clamped, as an infinity has no fraction.

/// The functions: `float @scythe.NAME.f32(float)` for `rsqrt`, `exp2`, `exp` and `exp10`.
pub const EXPONENTIALS: &str = r#"
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.trunc.f32(float)

define float @scythe.rsqrt.f32(float %x) {
  %result = call float @llvm.nvvm.rsqrt.approx.f(float %x)
  ret float %result
}

define float @scythe.exp2.f32(float %x) {
  %result = call float @llvm.nvvm.ex2.approx.f(float %x)
  ret float %result
}

define float @scythe.exp.f32(float %x) {
  %result = call float @scythe.power(float %x, float 0x3FF7154760000000, float 0x3E54AE0C00000000, float 1.06e+02)
  ret float %result
}

define float @scythe.exp10.f32(float %x) {
  %result = call float @scythe.power(float %x, float 0x400A934F00000000, float 0x3E72F346E0000000, float 4.6e+01)
  ret float %result
}

define internal float @scythe.power(float %x, float %c, float %c.low, float %most) alwaysinline {
  %least = fneg float %most
  %large = fcmp ogt float %x, %most
  %cut = select i1 %large, float %most, float %x
  %small = fcmp olt float %cut, %least
  %a = select i1 %small, float %least, float %cut
  %product = fmul float %a, %c
  %whole = call float @llvm.trunc.f32(float %product)
  %minus = fneg float %whole
  %rest.high = call float @llvm.fma.f32(float %a, float %c, float %minus)
  %rest = call float @llvm.fma.f32(float %a, float %c.low, float %rest.high)
  %fraction = call float @llvm.nvvm.ex2.approx.f(float %rest)
  %scale = call float @llvm.nvvm.ex2.approx.f(float %whole)
  %result = fmul float %fraction, %scale
  ret float %result
}
"#;
