//! Parses formats of OpenCL C's `printf`.

/// One conversion: the number of values of the argument that it prints, and their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The number of values; one if the argument is not a vector.
    pub lanes: u32,
    /// Their kind.
    pub kind: Kind,
}

/// The kind of values of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer, a character or a pointer.
    Bits,
    /// A floating-point number.
    Float,
    /// A string.
    Text,
}

/// The conversions of a format, in order.
///
/// # Errors
/// On syntax that OpenCL C does not have.
pub fn conversions(format: &[u8]) -> Result<Vec<Conversion>, String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(percent) = rest.iter().position(|&c| c == b'%') {
        rest = &rest[percent + 1..];
        if let Some(literal) = rest.strip_prefix(b"%") {
            rest = literal;
            continue;
        }
        let (conversion, behind) = conversion(rest)?;
        found.push(conversion);
        rest = behind;
    }
    Ok(found)
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|c| c.is_ascii_digit()).count())
}

/// A width or a precision.
fn number(text: &[u8]) -> Result<&[u8], String> {
    if text.first() == Some(&b'*') {
        return Err("the '*' width sub-specifier is not supported".to_owned());
    }
    Ok(digits(text).1)
}

/// The conversion after a percent sign, and the rest of the text.
fn conversion(text: &[u8]) -> Result<(Conversion, &[u8]), String> {
    let flags = text.iter().take_while(|c| b"-+ #0".contains(c)).count();
    let mut rest = number(&text[flags..])?;
    if let Some(precision) = rest.strip_prefix(b".") {
        rest = number(precision)?;
    }
    let mut lanes = None;
    if let Some(vector) = rest.strip_prefix(b"v") {
        let (count, behind) = digits(vector);
        let count = String::from_utf8_lossy(count);
        if !["2", "3", "4", "8", "16"].contains(&count.as_ref()) {
            return Err(format!("invalid vector length modifier '{count}'"));
        }
        lanes = count.parse().ok();
        rest = behind;
    }
    let length = ["hh", "hl", "h", "l"].into_iter().find(|l| rest.starts_with(l.as_bytes()));
    rest = &rest[length.map_or(0, str::len)..];
    match (lanes, length) {
        (None, Some("hl")) => {
            let what = "the 'hl' length modifier may only be used with the vector specifier";
            return Err(what.to_owned());
        }
        (Some(_), None) => {
            return Err("vector specifiers must be supplied length modifiers".to_owned());
        }
        _ => {}
    }
    let Some((&letter, behind)) = rest.split_first() else {
        return Err("unexpected end of format string".to_owned());
    };
    let kind = match letter {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'c' | b'p' => Kind::Bits,
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => Kind::Float,
        b's' => Kind::Text,
        b'n' => {
            let what = "the 'n' conversion specifier is not supported by OpenCL C but is reserved";
            return Err(what.to_owned());
        }
        b'L' | b'j' | b't' | b'z' => {
            return Err(format!("invalid length modifier '{}'", char::from(letter)));
        }
        0 => return Err("unexpected end of format string".to_owned()),
        other => {
            return Err(format!("invalid conversion specifier '{}'", char::from(other)));
        }
    };
    if length == Some("l") && lanes.is_none() && matches!(letter, b'c' | b's') {
        return Err("the 'l' length modifier followed by a 'c' conversion specifier or 's' \
                    conversion specifier is not supported by OpenCL C"
            .to_owned());
    }
    Ok((Conversion { lanes: lanes.unwrap_or(1), kind }, behind))
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Kind, conversions};

    #[test]
    fn formats_of_opencl_c_are_parsed() {
        let one = |kind| Conversion { lanes: 1, kind };
        assert_eq!(conversions(b"100%% of nothing"), Ok(vec![]));
        assert_eq!(
            conversions(b"%d %-8.3f%s"),
            Ok(vec![one(Kind::Bits), one(Kind::Float), one(Kind::Text)])
        );
        let vectors = vec![
            Conversion { lanes: 4, kind: Kind::Float },
            Conversion { lanes: 16, kind: Kind::Bits },
        ];
        assert_eq!(conversions(b"%v4hlf|%#v16hhx"), Ok(vectors));
    }

    #[test]
    fn errors_name_what_opencl_c_does_not_have() {
        for (format, says) in [
            (&b"%zu"[..], "invalid length modifier 'z'"),
            (b"%", "unexpected end"),
            (b"%v2i", "must be supplied length modifiers"),
            (b"%v5hld", "invalid vector length modifier '5'"),
            (b"%hld", "only be used with the vector"),
            (b"%n", "'n' conversion"),
            (b"%ls", "the 'l' length modifier"),
            (b"%*d", "'*' width"),
            (b"%.*d", "'*' width"),
            (b"%y", "invalid conversion specifier 'y'"),
        ] {
            let error = conversions(format).expect_err("this is not a format");
            assert!(error.contains(says), "{error}");
        }
    }
}
