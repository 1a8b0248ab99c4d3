//! The flags for warnings about kernels: those of clang for all warnings, and those that name a warning,
//! of which the last counts.

use scythe_pipeline::warnings::Warning;

use super::{Invocation, Item};

/// The effect of a flag on a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Whether it is shown: `-W…`, `-Wno-…`.
    Shown(bool),
    /// Whether it is an error: `-Werror=…`, which shows it too, and `-Wno-error=…`.
    Error(bool),
}

/// Whether compilation continues after a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It does.
    Warning,
    /// It fails.
    Error,
}

/// Flags for warnings about kernels, each with the number of other items of the command line before it.
#[derive(Clone, Debug, Default)]
pub struct OwnWarnings(Vec<(usize, Warning, Choice)>);

impl OwnWarnings {
    /// Takes a flag that names one of these warnings, with the number of items before it.
    pub fn take(&mut self, flag: &str, place: usize) -> bool {
        let Some(value) = flag.strip_prefix("-W") else { return false };
        let forms = [
            ("no-error=", Choice::Error(false)),
            ("error=", Choice::Error(true)),
            ("no-", Choice::Shown(false)),
            ("", Choice::Shown(true)),
        ];
        let found = forms.into_iter().find_map(|(prefix, choice)| {
            Some((place, Warning::named(value.strip_prefix(prefix)?)?, choice))
        });
        self.0.extend(found);
        found.is_some()
    }
}

impl Invocation {
    /// The severity of a warning about kernels, or `None` if it is disabled.
    pub fn severity_of(&self, warning: Warning) -> Option<Severity> {
        if self.has("-w") {
            return None;
        }
        let (mut shown, mut all_are_errors, mut is_error) = (true, false, None);
        let mut own = self.own_warnings.0.iter().filter(|(_, of, _)| *of == warning).peekable();
        for place in 0..=self.items.len() {
            while let Some((_, _, choice)) = own.next_if(|(before, ..)| *before <= place) {
                match choice {
                    Choice::Shown(wanted) => shown = *wanted,
                    Choice::Error(wanted) => {
                        shown |= wanted;
                        is_error = Some(*wanted);
                    }
                }
            }
            let Some(Item::Flag(flag)) = self.items.get(place) else { continue };
            match flag.words[0].as_str() {
                "-Wno-everything" => shown = false,
                "-Weverything" => shown = true,
                "-Werror" => all_are_errors = true,
                "-Wno-error" => all_are_errors = false,
                _ => {}
            }
        }
        let severity =
            if is_error.unwrap_or(all_are_errors) { Severity::Error } else { Severity::Warning };
        shown.then_some(severity)
    }
}
