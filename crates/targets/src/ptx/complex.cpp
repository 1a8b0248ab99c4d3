// Functions of complex numbers, which C's library has and libraries for GPUs lack, in terms of
// functions of real numbers. The build compiles this to bitcode (build.rs), from which the
// functions that kernels call are linked (libraries.rs). Infinities and NaN are treated as in C's
// Annex G where it specifies a result.
//
// `tests/run/complex_functions.cpp` includes this file, with other names for the functions.

#ifndef SCYTHE_COMPLEX_FUNCTION
#define SCYTHE_COMPLEX_FUNCTION(name) name
#endif

namespace scythe_complex {

// Functions of real numbers under one name for both types, and properties of the types.
template <typename T> struct Real;
#define SCYTHE_REAL(type, suffix, most, half_range, saturates, squares_overflow)                                       \
  template <> struct Real<type> {                                                                                      \
    static type exp(type x) { return __builtin_exp##suffix(x); }                                                       \
    static type log(type x) { return __builtin_log##suffix(x); }                                                       \
    static type log1p(type x) { return __builtin_log1p##suffix(x); }                                                   \
    static type sin(type x) { return __builtin_sin##suffix(x); }                                                       \
    static type cos(type x) { return __builtin_cos##suffix(x); }                                                       \
    static type tan(type x) { return __builtin_tan##suffix(x); }                                                       \
    static type sinh(type x) { return __builtin_sinh##suffix(x); }                                                     \
    static type cosh(type x) { return __builtin_cosh##suffix(x); }                                                     \
    static type asinh(type x) { return __builtin_asinh##suffix(x); }                                                   \
    static type atan2(type y, type x) { return __builtin_atan2##suffix(y, x); }                                        \
    static type hypot(type x, type y) { return __builtin_hypot##suffix(x, y); }                                        \
    static type sqrt(type x) { return __builtin_sqrt##suffix(x); }                                                     \
    static type abs(type x) { return __builtin_fabs##suffix(x); }                                                      \
    static type sign(type size, type of) { return __builtin_copysign##suffix(size, of); }                              \
    static constexpr type infinity = __builtin_huge_val##suffix();                                                     \
    static constexpr type nan = __builtin_nan##suffix("");                                                             \
    /* Where exp, cosh and sinh are near the end of their range. */                                                    \
    static constexpr type large_exponent = half_range;                                                                 \
    /* Where tanh differs from one by less than half a unit. */                                                        \
    static constexpr type saturated = saturates;                                                                       \
    /* Above, squares are near infinity; below one over that, near zero. */                                            \
    static constexpr type large = squares_overflow;                                                                    \
    static constexpr type half_pi = type(1.57079632679489661923);                                                      \
    static constexpr type log_2 = type(0.693147180559945309417);                                                       \
  };
SCYTHE_REAL(float, f, __FLT_MAX__, 80.f, 12.f, 0x1p60f)
SCYTHE_REAL(double, , __DBL_MAX__, 700., 24., 0x1p500)
#undef SCYTHE_REAL

template <typename T> struct Complex {
  T re, im;
};

template <typename T> bool is_nan(T x) { return x != x; }
template <typename T> bool is_infinite(T x) { return Real<T>::abs(x) == Real<T>::infinity; }
template <typename T> bool is_finite(T x) { return Real<T>::abs(x) < Real<T>::infinity; }

// i z
template <typename T> Complex<T> turned(Complex<T> z) { return {-z.im, z.re}; }
// z / i
template <typename T> Complex<T> turned_back(Complex<T> z) { return {z.im, -z.re}; }

// size (cos y, sin y) e^x, where e^x or the product alone may be out of range.
template <typename T> Complex<T> spiral(T x, T y, T size) {
  using R = Real<T>;
  if (R::abs(x) < R::large_exponent) {
    const T e = R::exp(x) * size;
    return {e * R::cos(y), e * R::sin(y)};
  }
  const T half = R::exp(x / 2);
  return {half * R::cos(y) * size * half, half * R::sin(y) * size * half};
}

template <typename T> Complex<T> exp(Complex<T> z) {
  using R = Real<T>;
  if (z.im == 0)
    return {R::exp(z.re), z.im};
  if (is_infinite(z.re) && !is_finite(z.im))
    return z.re < 0 ? Complex<T>{0, 0} : Complex<T>{z.re, R::nan};
  return spiral(z.re, z.im, T(1));
}

template <typename T> Complex<T> log(Complex<T> z) {
  using R = Real<T>;
  const T angle = R::atan2(z.im, z.re);
  T a = R::abs(z.re), b = R::abs(z.im);
  if (a < b) {
    const T other = a;
    a = b;
    b = other;
  }
  if (is_infinite(z.re) || is_infinite(z.im))
    return {R::infinity, angle};
  // Near the unit circle, the difference to it matters.
  if (a > T(0.5) && a < T(1.5) && b < T(1.5))
    return {R::log1p((a - 1) * (a + 1) + b * b) / 2, angle};
  if (a > R::large)
    return {R::log(R::hypot(a / R::large, b / R::large)) + R::log(R::large), angle};
  if (a < 1 / R::large)
    return {R::log(R::hypot(a * R::large, b * R::large)) - R::log(R::large), angle};
  return {R::log(R::hypot(a, b)), angle};
}

template <typename T> Complex<T> sqrt(Complex<T> z) {
  using R = Real<T>;
  const T x = z.re, y = z.im;
  if (is_infinite(y))
    return {R::infinity, y};
  if (is_nan(x))
    return {R::nan, R::nan};
  if (is_infinite(x)) {
    const T other = is_nan(y) ? y : T(0);
    return x > 0 ? Complex<T>{x, is_nan(y) ? y : R::sign(T(0), y)} : Complex<T>{other, R::sign(R::infinity, y)};
  }
  if (x == 0 && y == 0)
    return {0, y};
  const T largest = R::abs(x) > R::abs(y) ? R::abs(x) : R::abs(y);
  // Powers of two whose roots are powers of two.
  T scale = 1, root = 1;
  if (largest > R::large) {
    scale = T(1) / 16;
    root = 4;
  } else if (largest < 1 / R::large) {
    scale = T(1ull << 60);
    root = T(1) / T(1ull << 30);
  }
  const T u = x * scale, v = y * scale;
  const T t = R::sqrt((R::hypot(u, v) + R::abs(u)) / 2);
  const T other = R::abs(v) / (2 * t);
  return x >= 0 ? Complex<T>{t * root, R::sign(other * root, y)} : Complex<T>{other * root, R::sign(t * root, y)};
}

template <typename T> Complex<T> pow(Complex<T> z, Complex<T> w) {
  if (w.re == 0 && w.im == 0)
    return {1, 0};
  if (z.re == 0 && z.im == 0)
    return w.re > 0 ? Complex<T>{0, 0} : Complex<T>{Real<T>::nan, Real<T>::nan};
  const Complex<T> l = log(z);
  return exp(Complex<T>{w.re * l.re - w.im * l.im, w.re * l.im + w.im * l.re});
}

template <typename T> Complex<T> sinh(Complex<T> z) {
  using R = Real<T>;
  const T x = z.re, y = z.im;
  if (y == 0)
    return {R::sinh(x), y};
  if (!is_finite(y))
    return {x == 0 || is_infinite(x) ? x : R::nan, R::nan};
  if (R::abs(x) < R::large_exponent)
    return {R::sinh(x) * R::cos(y), R::cosh(x) * R::sin(y)};
  const Complex<T> half = spiral(R::abs(x), y, T(0.5));
  return {x < 0 ? -half.re : half.re, half.im};
}

template <typename T> Complex<T> cosh(Complex<T> z) {
  using R = Real<T>;
  const T x = z.re, y = z.im;
  if (y == 0)
    return {R::cosh(x), is_nan(x) ? y : R::sign(T(1), x) * y};
  if (!is_finite(y))
    return {is_infinite(x) ? R::infinity : R::nan, x == 0 ? x : R::nan};
  if (R::abs(x) < R::large_exponent)
    return {R::cosh(x) * R::cos(y), R::sinh(x) * R::sin(y)};
  const Complex<T> half = spiral(R::abs(x), y, T(0.5));
  return {half.re, x < 0 ? -half.im : half.im};
}

template <typename T> Complex<T> tanh(Complex<T> z) {
  using R = Real<T>;
  const T x = z.re, y = z.im;
  if (!is_finite(y))
    return is_infinite(x) ? Complex<T>{R::sign(T(1), x), 0} : Complex<T>{x == 0 ? x : R::nan, R::nan};
  if (R::abs(x) > R::saturated) {
    const T e = R::exp(-R::abs(x));
    return {R::sign(T(1), x), 4 * R::sin(y) * R::cos(y) * e * e};
  }
  const T t = R::tan(y), s = R::sinh(x), beta = 1 + t * t, rho = R::sqrt(1 + s * s);
  if (is_infinite(t))
    return {rho / s, 1 / t};
  const T below = 1 + beta * s * s;
  return {beta * rho * s / below, t / below};
}

// Through roots of one minus and one plus the number, which are exact at the branch cuts.
template <typename T> Complex<T> asin(Complex<T> z) {
  using R = Real<T>;
  const Complex<T> a = sqrt(Complex<T>{1 - z.re, -z.im}), b = sqrt(Complex<T>{1 + z.re, z.im});
  return {R::atan2(z.re, a.re * b.re - a.im * b.im), R::asinh(a.re * b.im - a.im * b.re)};
}

template <typename T> Complex<T> acos(Complex<T> z) {
  using R = Real<T>;
  const Complex<T> a = sqrt(Complex<T>{1 - z.re, -z.im}), b = sqrt(Complex<T>{1 + z.re, z.im});
  return {2 * R::atan2(a.re, b.re), R::asinh(b.re * a.im - b.im * a.re)};
}

template <typename T> Complex<T> acosh(Complex<T> z) {
  using R = Real<T>;
  const Complex<T> a = sqrt(Complex<T>{z.re - 1, z.im}), b = sqrt(Complex<T>{z.re + 1, z.im});
  return {R::asinh(a.re * b.re + a.im * b.im), 2 * R::atan2(a.im, b.re)};
}

template <typename T> Complex<T> atanh(Complex<T> z) {
  using R = Real<T>;
  const T x = R::abs(z.re), y = z.im;
  if (x > R::large || R::abs(y) > R::large) {
    const T size = R::hypot(x / 2, y / 2), real = is_infinite(size) ? T(0) : x / size / 4 / size;
    return {R::sign(real, z.re), is_nan(y) ? y : R::sign(R::half_pi, y)};
  }
  const T beside = (1 - x) * (1 - x) + y * y;
  // Near the pole, the square of the distance would be zero.
  const bool is_near = x == 1 && R::abs(y) < 1 / R::large;
  const T real = is_near ? (R::log_2 - R::log(R::abs(y))) / 2 : R::log1p(4 * x / beside) / 4;
  return {R::sign(real, z.re), R::atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2};
}

template <typename T> Complex<T> projected(Complex<T> z) {
  using R = Real<T>;
  return is_infinite(z.re) || is_infinite(z.im) ? Complex<T>{R::infinity, R::sign(T(0), z.im)} : z;
}

template <typename T> Complex<T> sin(Complex<T> z) { return turned_back(sinh(turned(z))); }
template <typename T> Complex<T> cos(Complex<T> z) { return cosh(turned(z)); }
template <typename T> Complex<T> tan(Complex<T> z) { return turned_back(tanh(turned(z))); }
template <typename T> Complex<T> asinh(Complex<T> z) { return turned_back(asin(turned(z))); }
template <typename T> Complex<T> atan(Complex<T> z) { return turned_back(atanh(turned(z))); }

// The calling convention of compilers.
inline Complex<float> parts(float _Complex z) { return {__real__ z, __imag__ z}; }
inline Complex<double> parts(double _Complex z) { return {__real__ z, __imag__ z}; }
inline float _Complex whole(Complex<float> z) { return __builtin_complex(z.re, z.im); }
inline double _Complex whole(Complex<double> z) { return __builtin_complex(z.re, z.im); }

} // namespace scythe_complex

#define SCYTHE_COMPLEX(name, function)                                                                                 \
  extern "C" float _Complex SCYTHE_COMPLEX_FUNCTION(name##f)(float _Complex z) {                                       \
    return scythe_complex::whole(scythe_complex::function(scythe_complex::parts(z)));                                  \
  }                                                                                                                    \
  extern "C" double _Complex SCYTHE_COMPLEX_FUNCTION(name)(double _Complex z) {                                        \
    return scythe_complex::whole(scythe_complex::function(scythe_complex::parts(z)));                                  \
  }
SCYTHE_COMPLEX(cexp, exp)
SCYTHE_COMPLEX(clog, log)
SCYTHE_COMPLEX(csqrt, sqrt)
SCYTHE_COMPLEX(csin, sin)
SCYTHE_COMPLEX(ccos, cos)
SCYTHE_COMPLEX(ctan, tan)
SCYTHE_COMPLEX(csinh, sinh)
SCYTHE_COMPLEX(ccosh, cosh)
SCYTHE_COMPLEX(ctanh, tanh)
SCYTHE_COMPLEX(casin, asin)
SCYTHE_COMPLEX(cacos, acos)
SCYTHE_COMPLEX(catan, atan)
SCYTHE_COMPLEX(casinh, asinh)
SCYTHE_COMPLEX(cacosh, acosh)
SCYTHE_COMPLEX(catanh, atanh)
SCYTHE_COMPLEX(cproj, projected)

extern "C" float _Complex SCYTHE_COMPLEX_FUNCTION(cpowf)(float _Complex z, float _Complex w) {
  return scythe_complex::whole(scythe_complex::pow(scythe_complex::parts(z), scythe_complex::parts(w)));
}
extern "C" double _Complex SCYTHE_COMPLEX_FUNCTION(cpow)(double _Complex z, double _Complex w) {
  return scythe_complex::whole(scythe_complex::pow(scythe_complex::parts(z), scythe_complex::parts(w)));
}
extern "C" float SCYTHE_COMPLEX_FUNCTION(cabsf)(float _Complex z) {
  return scythe_complex::Real<float>::hypot(__real__ z, __imag__ z);
}
extern "C" double SCYTHE_COMPLEX_FUNCTION(cabs)(double _Complex z) {
  return scythe_complex::Real<double>::hypot(__real__ z, __imag__ z);
}
extern "C" float SCYTHE_COMPLEX_FUNCTION(cargf)(float _Complex z) {
  return scythe_complex::Real<float>::atan2(__imag__ z, __real__ z);
}
extern "C" double SCYTHE_COMPLEX_FUNCTION(carg)(double _Complex z) {
  return scythe_complex::Real<double>::atan2(__imag__ z, __real__ z);
}
