//! Which extensions of SPIR-V a module may use: those that the drivers of its devices take.

use std::collections::BTreeSet;
use std::fmt;

use super::module::UNDECLARED;

/// What LLVM may use where a kernel cannot be written without it; all drivers that are known to take our
/// modules take these.
const USUAL: &[&str] = &["SPV_KHR_uniform_group_instructions"];

/// A set of extensions. A module names only those that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extensions {
    /// Whether all are in the set but those that are named, or none but those.
    all: bool,
    named: BTreeSet<String>,
}

impl Default for Extensions {
    fn default() -> Self {
        Self { all: false, named: USUAL.iter().map(|name| (*name).to_owned()).collect() }
    }
}

/// The flag that changes the set.
pub const FLAG: &str = "-fscythe-spirv-ext=";

impl Extensions {
    /// The set after flags, all of which are understood.
    #[must_use]
    pub fn of_flags(flags: &[String]) -> Self {
        let mut set = Self::default();
        for list in flags.iter().filter_map(|flag| flag.strip_prefix(FLAG)) {
            // What is wrong was found when the command line was read.
            let _ = set.change(list);
        }
        set
    }

    /// Changes the set as a list says: `+SPV_…` and `-SPV_…` add and remove one, `all` and `none` everything.
    ///
    /// # Errors
    /// When an element of the list is none of these.
    pub fn change(&mut self, list: &str) -> Result<(), ExtensionError> {
        for element in list.split(',') {
            match (element, element.split_at_checked(1)) {
                ("all" | "none", _) => {
                    *self = Self { all: element == "all", named: BTreeSet::new() };
                }
                (_, Some((sign @ ("+" | "-"), name))) if is_name(name) => {
                    if self.all == (sign == "+") {
                        self.named.remove(name);
                    } else {
                        self.named.insert(name.to_owned());
                    }
                }
                _ => return Err(ExtensionError(element.to_owned())),
            }
        }
        Ok(())
    }

    /// Whether an extension is in the set.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        self.all != self.named.contains(name)
    }

    /// The set as LLVM's option `--spirv-ext` takes it.
    #[must_use]
    pub fn for_llvm(&self) -> Vec<String> {
        let known = |name: &&String| {
            !UNDECLARED.iter().any(|row| row.extension == **name && !row.known_to_llvm)
        };
        let sign = if self.all { '-' } else { '+' };
        let named = self.named.iter().filter(known).map(|name| format!("{sign}{name}"));
        self.all.then(|| "all".to_owned()).into_iter().chain(named).collect()
    }
}

fn is_name(name: &str) -> bool {
    name.strip_prefix("SPV_").is_some_and(|rest| {
        !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// An element of a list that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtensionError(String);

impl fmt::Display for ExtensionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is none of +SPV_<name>, -SPV_<name>, all and none", self.0)
    }
}

impl std::error::Error for ExtensionError {}

#[cfg(test)]
mod tests {
    use super::Extensions;

    fn after(lists: &[&str]) -> Extensions {
        let mut set = Extensions::default();
        for list in lists {
            set.change(list).expect("a list");
        }
        set
    }

    #[test]
    fn lists_add_and_remove() {
        let usual = "+SPV_KHR_uniform_group_instructions";
        assert_eq!(after(&[]).for_llvm(), [usual]);
        assert_eq!(
            after(&["+SPV_B,+SPV_A", "-SPV_B"]).for_llvm(),
            ["+SPV_A".to_owned(), usual.into()]
        );
        assert_eq!(after(&["all,-SPV_A,-SPV_B,+SPV_A"]).for_llvm(), ["all", "-SPV_B"]);
        assert!(after(&["all,-SPV_B"]).allows("SPV_A") && !after(&["all,-SPV_B"]).allows("SPV_B"));
        assert_eq!(after(&["all", "none"]).for_llvm(), Vec::<String>::new());
    }

    #[test]
    fn llvm_is_not_told_what_it_does_not_know() {
        let set = after(&["none,+SPV_INTEL_fpga_buffer_location"]);
        assert!(set.allows("SPV_INTEL_fpga_buffer_location"));
        assert_eq!(set.for_llvm(), Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for wrong in ["", "SPV_A", "+", "-SPV_", "+SPV_A,,all", "+SPV_A B", "al", "+spv_a", "é"] {
            assert!(Extensions::default().change(wrong).is_err(), "{wrong}");
        }
    }
}
