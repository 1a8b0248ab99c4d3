//! Aliases, by which types are printed.

use scythe_mlir::{Attribute, Type};

use super::Parameter::{Flag, OptionalFlag, Word};
use super::{Alias, parts, plain};

/// The alias of a type.
#[must_use]
pub fn alias(ty: Type<'_>) -> Option<String> {
    let parts = parts(ty)?;
    let definition = parts.definition;
    let mut text = format!("sycl_{}", definition.name);
    if definition.alias == Alias::None {
        return None;
    }
    if matches!(definition.alias, Alias::Parameters | Alias::Closed) {
        for (parameter, value) in definition.parameters.iter().zip(&parts.parameters) {
            match parameter {
                OptionalFlag if value.as_boolean() != Some(true) => {}
                OptionalFlag => text.push_str("_sub"),
                // An item's flag is usually true, so only `false` is in the alias.
                Flag if value.as_boolean() == Some(true) => {}
                Flag => text.push_str("_no_offset"),
                Word(words) => {
                    let tag = words.words.iter().find(|(word, _)| value.as_string() == Some(*word));
                    text.push('_');
                    text.push_str(tag.map_or("unknown", |(_, tag)| *tag));
                }
                _ => {
                    text.push('_');
                    text.push_str(&spelled(*value));
                }
            }
        }
    }
    if definition.alias == Alias::Closed {
        text.push('_');
    }
    Some(text)
}

/// A parameter in letters, digits and underscores; other characters as their code.
fn spelled(value: Attribute<'_>) -> String {
    let text = value.as_type().map_or_else(
        || plain(value),
        |ty| alias(ty).map_or_else(|| ty.to_string(), |name| name.replacen("sycl_", "", 1)),
    );
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c);
        } else {
            out.push_str(&format!("{:02X}", u32::from(c)));
        }
    }
    out
}
