//! Names of other SYCL compilers. A link with such a name to `scythe++` takes that compiler's place in build
//! systems that insist on it: it has the defaults and macros by which programs and CMake recognise the other
//! compiler, and is the same otherwise. `book/src/front-doors.md` documents each.

use std::ffi::OsStr;
use std::path::Path;

/// The effect of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontDoor {
    /// The name of the program.
    name: &'static str,
    /// Words that are put before those of the command line, which can override them.
    words: &'static [&'static str],
    /// Words that are added unless the command line has one with the given prefix.
    defaults: &'static [(&'static str, &'static [&'static str])],
    /// Environment variables that name targets where the command line does not, and the flag for them.
    targets: &'static [&'static str],
}

/// The release of oneAPI with these interfaces, from which CMake makes a version.
const INTEL: &str = "-D__INTEL_LLVM_COMPILER=20250000";
/// Programs use it to choose between older and newer names of extensions.
const DPCPP: &str = "-D__SYCL_COMPILER_VERSION=20250000";

const ICPX: FrontDoor = FrontDoor {
    name: "icpx",
    words: &[INTEL, DPCPP],
    defaults: &[
        ("-O2", &["-O", "-g"]),
        ("-ffp-model=fast", &["-fp-model", "-ffp-model=", "-ffast-math", "-fno-fast-math"]),
    ],
    targets: &[],
};
const ACPP: FrontDoor = FrontDoor {
    name: "acpp",
    words: &[],
    defaults: &[],
    targets: &["ACPP_TARGETS", "OPENSYCL_TARGETS", "HIPSYCL_TARGETS"],
};

const FRONT_DOORS: &[FrontDoor] = &[
    ICPX,
    FrontDoor { name: "dpcpp", ..ICPX },
    FrontDoor { name: "clang++", words: &[DPCPP], defaults: &[], targets: &[] },
    ACPP,
    FrontDoor { name: "syclcc", ..ACPP },
];

/// The flags that say which targets AdaptiveCpp compiles for.
const TARGET_FLAGS: &[&str] =
    &["--acpp-targets", "--opensycl-targets", "--hipsycl-targets", "--targets"];

impl FrontDoor {
    /// The front door under whose name this program was started, if any.
    pub fn of(program: Option<&OsStr>) -> Option<Self> {
        let name = Path::new(program?).file_name()?;
        FRONT_DOORS.iter().find(|door| door.name == name).copied()
    }

    /// The equivalent command line for `scythe++`.
    pub fn translate(
        self,
        words: Vec<String>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Vec<String> {
        let mut all: Vec<String> = self.words.iter().map(|word| (*word).to_owned()).collect();
        for (default, beginnings) in self.defaults {
            let says_otherwise =
                |word: &String| beginnings.iter().any(|beginning| word.starts_with(beginning));
            if !words.iter().any(says_otherwise) {
                all.push((*default).to_owned());
            }
        }
        let names_targets = |word: &String| TARGET_FLAGS.iter().any(|flag| word.starts_with(flag));
        if !words.iter().any(names_targets)
            && let Some(list) = self.targets.iter().find_map(|name| environment(name))
            && !list.is_empty()
        {
            all.push(format!("--acpp-targets={list}"));
        }
        all.extend(words);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(program: &str, line: &str, targets: Option<&str>) -> String {
        let door = FrontDoor::of(Some(OsStr::new(program))).expect("a front door");
        let words = line.split_whitespace().map(str::to_owned).collect();
        let environment =
            |name: &str| targets.filter(|_| name == "ACPP_TARGETS").map(str::to_owned);
        door.translate(words, environment).join(" ")
    }

    #[test]
    fn only_names_of_others_are_front_doors() {
        for own in ["scythe++", "/usr/bin/scythe++", "scythe-driver", "clang++-22", "my-icpx", ""] {
            assert_eq!(FrontDoor::of(Some(OsStr::new(own))), None, "{own}");
        }
        assert_eq!(FrontDoor::of(None), None);
        assert_eq!(FrontDoor::of(Some(OsStr::new("/opt/x/bin/icpx"))), Some(ICPX));
    }

    #[test]
    fn defaults_come_first_and_only_where_nothing_is_said() {
        let own = format!("{INTEL} {DPCPP}");
        let fast = "-ffp-model=fast";
        assert_eq!(translated("icpx", "a.cpp", None), format!("{own} -O2 {fast} a.cpp"));
        assert_eq!(translated("icpx", "-g a.cpp", None), format!("{own} {fast} -g a.cpp"));
        assert_eq!(translated("dpcpp", "a.cpp -O0", None), format!("{own} {fast} a.cpp -O0"));
        let precise = "-fp-model=precise a.cpp";
        assert_eq!(translated("icpx", precise, None), format!("{own} -O2 {precise}"));
        assert_eq!(translated("clang++", "-c a.cpp", None), format!("{DPCPP} -c a.cpp"));
    }

    #[test]
    fn targets_come_from_the_environment_last() {
        assert_eq!(
            translated("acpp", "a.cpp", Some("omp;cuda:sm_80")),
            "--acpp-targets=omp;cuda:sm_80 a.cpp"
        );
        assert_eq!(
            translated("acpp", "--acpp-targets=omp a.cpp", Some("x")),
            "--acpp-targets=omp a.cpp"
        );
        assert_eq!(translated("syclcc", "a.cpp", Some("")), "a.cpp");
        assert_eq!(
            translated("icpx", "-O1 -ffast-math", Some("omp")),
            format!("{INTEL} {DPCPP} -O1 -ffast-math")
        );
    }
}
