//! Operators on the bits of one lane.

use crate::half;
use crate::operators::{Binary, Combine, Compare, Unary};
use crate::types::Scalar;

/// A mask of a type's bits.
pub fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits())
}

/// The signed integer with these bits.
pub fn signed(scalar: Scalar, bits: u64) -> i64 {
    let unused = 64 - scalar.bits();
    ((bits << unused) as i64) >> unused
}

fn float(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => half::from_bits(bits as u16),
        Scalar::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Applies an operation in the type's own precision.
fn in_precision(
    scalar: Scalar,
    a: u64,
    b: u64,
    single: impl Fn(f32, f32) -> f32,
    double: impl Fn(f64, f64) -> f64,
) -> u64 {
    match scalar {
        Scalar::F32 => {
            u64::from(single(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits())
        }
        // Double precision is precise enough for halves.
        Scalar::F16 => u64::from(half::to_bits(double(float(scalar, a), float(scalar, b)))),
        _ => double(f64::from_bits(a), f64::from_bits(b)).to_bits(),
    }
}

/// An operator on one operand.
pub fn unary(operator: Unary, scalar: Scalar, a: u64) -> u64 {
    if scalar.is_float() {
        return match operator {
            Unary::Negate => in_precision(scalar, a, a, |a, _| -a, |a, _| -a),
            Unary::Absolute => in_precision(scalar, a, a, |a, _| a.abs(), |a, _| a.abs()),
            Unary::SquareRoot => in_precision(scalar, a, a, |a, _| a.sqrt(), |a, _| a.sqrt()),
            // The generator does not apply the others to floating point.
            Unary::Not | Unary::CountOnes | Unary::LeadingZeros => a,
        };
    }
    let result = match operator {
        Unary::Negate => a.wrapping_neg(),
        Unary::Not => !a,
        Unary::CountOnes => u64::from(a.count_ones()),
        Unary::LeadingZeros => u64::from(a.leading_zeros() - (64 - scalar.bits())),
        Unary::Absolute => signed(scalar, a).wrapping_abs() as u64,
        Unary::SquareRoot => a,
    };
    result & mask(scalar)
}

/// An operator on two operands.
pub fn binary(operator: Binary, scalar: Scalar, a: u64, b: u64) -> u64 {
    if scalar.is_float() {
        return match operator {
            Binary::Add => in_precision(scalar, a, b, |a, b| a + b, |a, b| a + b),
            Binary::Subtract => in_precision(scalar, a, b, |a, b| a - b, |a, b| a - b),
            Binary::Multiply => in_precision(scalar, a, b, |a, b| a * b, |a, b| a * b),
            Binary::Divide => in_precision(scalar, a, b, |a, b| a / b, |a, b| a / b),
            // The generator does not apply the others to floating point.
            _ => a,
        };
    }
    let bits = scalar.bits();
    let amount = (b % u64::from(bits)) as u32;
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    let odd = b | 1;
    // Without its sign bit, and odd: neither zero nor minus one.
    let positive = ((b & (mask(scalar) >> 1)) | 1) as i64;
    let least = signed(scalar, 1 << (bits - 1));
    let result = match operator {
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Multiply => a.wrapping_mul(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::ShiftLeft => a << amount,
        Binary::ShiftRight => a >> amount,
        Binary::ShiftRightSigned => (sa >> amount) as u64,
        Binary::Rotate if amount == 0 => a,
        Binary::Rotate => (a << amount) | (a >> (bits - amount)),
        Binary::DivideUnsigned => a / odd,
        Binary::RemainderUnsigned => a % odd,
        Binary::DivideSigned => (sa / positive) as u64,
        Binary::RemainderSigned => (sa % positive) as u64,
        Binary::MinSigned => sa.min(sb) as u64,
        Binary::MaxSigned => sa.max(sb) as u64,
        Binary::MinUnsigned => a.min(b),
        Binary::MaxUnsigned => a.max(b),
        Binary::AddSaturating => sa.saturating_add(sb).clamp(least, !least) as u64,
        Binary::SubtractSaturating => a.saturating_sub(b),
        Binary::Divide => a,
    };
    result & mask(scalar)
}

/// A comparison.
pub fn compare(operator: Compare, scalar: Scalar, a: u64, b: u64) -> bool {
    if scalar.is_float() {
        let (a, b) = (float(scalar, a), float(scalar, b));
        return match operator {
            Compare::Equal => a == b,
            Compare::NotEqual => a != b,
            Compare::Less => a < b,
            Compare::LessOrEqual => a <= b,
            Compare::LessUnsigned => a < b || a.is_nan() || b.is_nan(),
            Compare::LessOrEqualUnsigned => a <= b || a.is_nan() || b.is_nan(),
        };
    }
    let (sa, sb) = (signed(scalar, a), signed(scalar, b));
    match operator {
        Compare::Equal => a == b,
        Compare::NotEqual => a != b,
        Compare::Less => sa < sb,
        Compare::LessOrEqual => sa <= sb,
        Compare::LessUnsigned => a < b,
        Compare::LessOrEqualUnsigned => a <= b,
    }
}

/// A conversion; conversions from floating point stop at the ends of the integer's range.
pub fn convert(from: Scalar, to: Scalar, has_sign: bool, bits: u64) -> u64 {
    match (from.is_float(), to) {
        (false, Scalar::F32) if has_sign => u64::from((signed(from, bits) as f32).to_bits()),
        (false, Scalar::F32) => u64::from((bits as f32).to_bits()),
        // Integers too large for double precision are too large for half precision, too.
        (false, Scalar::F16) if has_sign => u64::from(half::to_bits(signed(from, bits) as f64)),
        (false, Scalar::F16) => u64::from(half::to_bits(bits as f64)),
        (false, Scalar::F64) if has_sign => (signed(from, bits) as f64).to_bits(),
        (false, Scalar::F64) => (bits as f64).to_bits(),
        (false, _) if has_sign => signed(from, bits) as u64 & mask(to),
        (false, _) => bits & mask(to),
        (true, _) if from == to => bits,
        (true, Scalar::F16) => u64::from(half::to_bits(float(from, bits))),
        (true, Scalar::F32) => u64::from((float(from, bits) as f32).to_bits()),
        (true, Scalar::F64) => float(from, bits).to_bits(),
        (true, _) if has_sign => {
            let least = signed(to, 1 << (to.bits() - 1));
            // `as` saturates to i64; the clamp saturates to narrower types.
            (float(from, bits) as i64).clamp(least, !least) as u64 & mask(to)
        }
        (true, _) => (float(from, bits) as u64).min(mask(to)),
    }
}

/// Combines two values of a reduction.
pub fn combine(how: Combine, scalar: Scalar, a: u64, b: u64) -> u64 {
    if scalar.is_float() {
        return match how {
            Combine::Add => binary(Binary::Add, scalar, a, b),
            Combine::Multiply => binary(Binary::Multiply, scalar, a, b),
            Combine::Max | Combine::MaxUnsigned => {
                in_precision(scalar, a, b, |a, b| if a < b { b } else { a }, f64::max)
            }
            _ => in_precision(scalar, a, b, |a, b| if b < a { b } else { a }, f64::min),
        };
    }
    let operator = match how {
        Combine::Add => Binary::Add,
        Combine::Multiply => Binary::Multiply,
        Combine::Min => Binary::MinSigned,
        Combine::Max => Binary::MaxSigned,
        Combine::MinUnsigned => Binary::MinUnsigned,
        Combine::MaxUnsigned => Binary::MaxUnsigned,
        Combine::And => Binary::And,
        Combine::Or => Binary::Or,
        Combine::Xor => Binary::Xor,
    };
    binary(operator, scalar, a, b)
}

/// The identity of an exclusive scan: `known_identity` of SYCL 2020 §4.17.2.
pub fn identity(how: Combine, scalar: Scalar) -> u64 {
    if scalar.is_float() {
        let value = match how {
            Combine::Multiply => 1.0,
            Combine::Min => f64::INFINITY,
            Combine::Max => f64::NEG_INFINITY,
            _ => 0.0,
        };
        return convert(Scalar::F64, scalar, true, f64::to_bits(value));
    }
    let sign = 1u64 << (scalar.bits() - 1);
    match how {
        Combine::Multiply => 1,
        Combine::Min => sign - 1,
        Combine::Max => sign,
        Combine::MinUnsigned | Combine::And => mask(scalar),
        Combine::Add | Combine::MaxUnsigned | Combine::Or | Combine::Xor => 0,
    }
}

/// A number made from an integer for which every order of a reduction gives the same result: sums and
/// products are exact.
pub fn exact(how: Combine, scalar: Scalar, bits: u64) -> u64 {
    let small = match how {
        Combine::Multiply => {
            let magnitude = (bits & 1) as i64 + 1;
            if bits & 2 == 0 { magnitude } else { -magnitude }
        }
        // Sums of larger numbers would not be exact in half precision.
        _ if scalar == Scalar::F16 => (bits & 3) as i64 - 1,
        _ => (bits & 15) as i64 - 7,
    };
    convert(Scalar::I64, scalar, true, small as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_width() {
        assert_eq!(binary(Binary::Add, Scalar::I8, 200, 100), 44);
        assert_eq!(binary(Binary::Multiply, Scalar::I16, 0x8001, 2), 2);
        assert_eq!(unary(Unary::Absolute, Scalar::I8, 0x80), 0x80);
        assert_eq!(unary(Unary::Not, Scalar::I1, 0), 1);
        assert_eq!(unary(Unary::LeadingZeros, Scalar::I16, 0), 16);
    }

    #[test]
    fn shifts_and_divisions_are_defined_for_all_operands() {
        assert_eq!(binary(Binary::ShiftLeft, Scalar::I32, 1, 33), 2);
        assert_eq!(binary(Binary::ShiftRightSigned, Scalar::I8, 0x80, 7), 0xff);
        assert_eq!(binary(Binary::Rotate, Scalar::I8, 0x81, 8), 0x81);
        assert_eq!(binary(Binary::Rotate, Scalar::I8, 0x81, 9), 0x03);
        assert_eq!(binary(Binary::DivideUnsigned, Scalar::I32, 7, 0), 7);
        assert_eq!(binary(Binary::DivideSigned, Scalar::I8, 0x80, 0xff), 0xff);
        assert_eq!(binary(Binary::RemainderSigned, Scalar::I8, (-7i8) as u8 as u64, 3), 0xff);
        assert_eq!(binary(Binary::AddSaturating, Scalar::I8, 100, 100), 127);
        assert_eq!(binary(Binary::AddSaturating, Scalar::I64, 1 << 63, u64::MAX), 1 << 63);
    }

    #[test]
    fn conversions_saturate_and_extend() {
        let minus_one_point_five = f64::to_bits(-1.5);
        assert_eq!(convert(Scalar::F64, Scalar::I8, true, minus_one_point_five), 0xff);
        assert_eq!(convert(Scalar::F64, Scalar::I8, false, minus_one_point_five), 0);
        assert_eq!(convert(Scalar::F64, Scalar::I16, true, f64::to_bits(1e9)), 0x7fff);
        assert_eq!(convert(Scalar::F32, Scalar::I64, true, u64::from(f32::NAN.to_bits())), 0);
        assert_eq!(convert(Scalar::I1, Scalar::I32, true, 1), 0xffff_ffff);
        assert_eq!(convert(Scalar::I8, Scalar::F32, true, 0xff), u64::from((-1f32).to_bits()));
    }

    #[test]
    fn comparisons_handle_signs_and_nans() {
        assert!(compare(Compare::Less, Scalar::I8, 0xff, 1));
        assert!(!compare(Compare::LessUnsigned, Scalar::I8, 0xff, 1));
        let nan = f64::NAN.to_bits();
        assert!(compare(Compare::NotEqual, Scalar::F64, nan, nan));
        assert!(compare(Compare::LessUnsigned, Scalar::F64, nan, 0));
        assert!(!compare(Compare::Less, Scalar::F64, nan, 0));
    }

    #[test]
    fn identities_change_nothing() {
        for scalar in Scalar::ALL {
            let operators = Combine::of(scalar);
            for &how in operators {
                for bits in [0, 1, 2, 3, 13, u64::MAX] {
                    let value = if scalar.is_float() {
                        exact(how, scalar, bits)
                    } else {
                        bits & mask(scalar)
                    };
                    let same = combine(how, scalar, identity(how, scalar), value);
                    assert_eq!(same, value, "{how:?} {scalar:?} {bits}");
                }
            }
        }
    }
}
