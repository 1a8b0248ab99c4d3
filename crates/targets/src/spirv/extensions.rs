//! The extensions of SPIR-V that a module may use: those that the drivers of its devices accept.

use std::collections::BTreeSet;
use std::fmt;

use super::module::UNDECLARED;

/// Extensions for LLVM where a kernel cannot be written without them; all known drivers that accept our
/// modules accept these.
const USUAL: &[&str] = &["SPV_KHR_uniform_group_instructions"];

/// A set of extensions. A module only declares those that it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extensions {
    /// Whether the set contains all but the named extensions, or only those.
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
    /// The set after valid flags.
    #[must_use]
    pub fn of_flags(flags: &[String]) -> Self {
        let mut set = Self::default();
        for list in flags.iter().filter_map(|flag| flag.strip_prefix(FLAG)) {
            // Errors were reported when the command line was read.
            let _ = set.change(list);
        }
        set
    }

    /// Changes the set by a list: `+SPV_…` and `-SPV_…` add and remove one, `all` and `none` everything.
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

    /// The set in the syntax of LLVM's option `--spirv-ext`.
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

/// An invalid element of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtensionError(String);

impl fmt::Display for ExtensionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not +SPV_<name>, -SPV_<name>, all or none", self.0)
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
    fn llvm_only_gets_known_extensions() {
        let set = after(&["none,+SPV_INTEL_fpga_buffer_location"]);
        assert!(set.allows("SPV_INTEL_fpga_buffer_location"));
        assert_eq!(set.for_llvm(), Vec::<String>::new());
    }

    #[test]
    fn errors_name_the_element() {
        for wrong in ["", "SPV_A", "+", "-SPV_", "+SPV_A,,all", "+SPV_A B", "al", "+spv_a", "é"] {
            assert!(Extensions::default().change(wrong).is_err(), "{wrong}");
        }
    }
}
