//! Half precision, computed in double precision.
//!
//! One operation on halves is exact enough in double precision that rounding its result to a half is the same as
//! rounding the exact result: 53 bits are more than twice 11 and two.

/// The number with the bits of a half.
#[must_use]
pub fn from_bits(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * (-24f64).exp2(),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024.0) * f64::from(exponent - 25).exp2(),
    }
}

/// The bits of the nearest half to a number, ties to even.
#[must_use]
pub fn to_bits(number: f64) -> u16 {
    let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = number.abs();
    // Halfway between the largest half and the next number.
    const OVERFLOW: f64 = 65520.0;
    let bits = if number.is_nan() {
        0x7e00
    } else if magnitude >= OVERFLOW {
        0x7c00
    } else {
        // Below the least normal number, all halves are as far apart as above it.
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
        let steps = (magnitude * f64::from(10 - exponent).exp2()).round_ties_even() as u16;
        // A fraction that is rounded up to the next power of two carries into the exponent.
        ((exponent + 14) as u16) * 1024 + steps
    };
    sign | bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_is_itself() {
        for bits in 0..=u16::MAX {
            let number = from_bits(bits);
            if number.is_nan() {
                assert!(from_bits(to_bits(number)).is_nan());
            } else {
                assert_eq!(to_bits(number), bits, "{number}");
            }
        }
    }

    #[test]
    fn numbers_between_two_halves_go_to_the_nearest() {
        assert_eq!(from_bits(0x3c00), 1.0);
        assert_eq!(from_bits(0x0001), 2f64.powi(-24));
        let step = 2f64.powi(-10);
        assert_eq!(to_bits(1.0 + step / 2.0), 0x3c00, "a tie goes to the even one");
        assert_eq!(to_bits(1.0 + step * 1.5), 0x3c02);
        assert_eq!(to_bits(1.0 + step * 0.51), 0x3c01);
        assert_eq!(to_bits(2f64.powi(-25)), 0);
        assert_eq!(to_bits(2f64.powi(-25) * 1.01), 1);
        assert_eq!(to_bits(-65519.9), 0xfbff);
        assert_eq!(to_bits(65520.0), 0x7c00);
        assert_eq!(
            to_bits(2f64.powi(-14) - 2f64.powi(-26)),
            0x0400,
            "rounded up to a normal number"
        );
    }
}
