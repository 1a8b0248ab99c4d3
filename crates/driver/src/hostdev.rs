//! `-fscythe-hostdev`: which optimisations across host and device are on.

use scythe_pipeline::hostdev::{HostdevOptions, HostdevPass};

use crate::error::DriverError;

/// Handles a flag if it is about these optimisations; later flags override earlier ones.
pub fn take(options: &mut HostdevOptions, word: &str) -> Result<bool, DriverError> {
    let (rest, on) =
        match (word.strip_prefix("-fscythe-hostdev"), word.strip_prefix("-fno-scythe-hostdev")) {
            (Some(rest), _) => (rest, true),
            (_, Some(rest)) => (rest, false),
            _ => return Ok(false),
        };
    match (rest, on) {
        ("", true) | ("=all", true) => *options = HostdevOptions::all(),
        ("", false) | ("=all", false) | ("=none", true) => *options = HostdevOptions::none(),
        _ => {
            let Some(list) = rest.strip_prefix('=') else { return Ok(false) };
            let passes = parse(word, list)?;
            if on {
                *options = HostdevOptions::none();
            }
            for pass in passes {
                options.set(pass, on);
            }
        }
    }
    Ok(true)
}

fn parse(word: &str, list: &str) -> Result<Vec<HostdevPass>, DriverError> {
    list.split(',')
        .map(|name| {
            HostdevPass::named(name).ok_or_else(|| {
                let all: Vec<&str> = HostdevPass::ALL.iter().map(|pass| pass.name()).collect();
                DriverError::usage(format!(
                    "unknown optimisation '{name}' in '{word}' (there are {}, all and none)",
                    all.join(", ")
                ))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(words: &[&str]) -> HostdevOptions {
        let mut options = HostdevOptions::all();
        for word in words {
            assert!(take(&mut options, word).expect("a known name"), "{word}");
        }
        options
    }

    #[test]
    fn later_flags_override() {
        assert_eq!(after(&["-fno-scythe-hostdev"]), HostdevOptions::none());
        assert_eq!(after(&["-fno-scythe-hostdev", "-fscythe-hostdev"]), HostdevOptions::all());
        assert_eq!(after(&["-fscythe-hostdev=none"]), HostdevOptions::none());
        let two = after(&["-fscythe-hostdev=disjoint,tiles"]);
        for pass in HostdevPass::ALL {
            assert_eq!(two.has(pass), [HostdevPass::Disjoint, HostdevPass::Tiles].contains(&pass));
        }
        let rest = after(&["-fno-scythe-hostdev=disjoint,tiles"]);
        for pass in HostdevPass::ALL {
            assert_ne!(two.has(pass), rest.has(pass), "{}", pass.name());
        }
    }

    #[test]
    fn others_are_not_touched_and_unknown_names_are_errors() {
        let mut options = HostdevOptions::all();
        assert!(!take(&mut options, "-fscythe-mlir").expect("not ours"));
        assert!(!take(&mut options, "-fscythe-hostdevice").expect("not ours"));
        let error = take(&mut options, "-fscythe-hostdev=speed").expect_err("no such thing");
        let text = format!("{error:?}");
        assert!(text.contains("unknown optimisation 'speed'"), "{text}");
    }
}
