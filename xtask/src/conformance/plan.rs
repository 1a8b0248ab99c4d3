//! The plan of a configuration, as a file: in a pack, it replaces the suite's build.
//!
//! One line for each item, with fields separated by tabs:
//!
//! ```text
//! configuration   cpu-light-O0
//! heading         SYCL-CTS …
//! device          cpu
//! commit          0123abc
//! program         range   range   : && scythe++ … -o bin/test_range …
//! object          tests/range/CMakeFiles/test_range_objects.dir/a.cpp.o   scythe++ … -c …/a.cpp
//! ```
//!
//! Objects belong to the program before them. In a pack, paths that differ between machines are replaced by
//! placeholders ([`Place`]).

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::program::{Object, Program};
use crate::device::Device;

/// The programs to build and run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Identifies the configuration of its results.
    pub configuration: String,
    /// The heading of the table.
    pub heading: String,
    /// The device of programs.
    pub device: Device,
    /// The commit that is tested.
    pub commit: String,
    /// The programs, in the order in which they are built.
    pub programs: Vec<Program>,
}

/// A folder whose path differs between machines, and its placeholder in a packed plan.
pub struct Place<'a> {
    /// Its path here.
    pub path: String,
    /// Its placeholder.
    pub name: &'a str,
}

impl Plan {
    /// Replaces paths by placeholders.
    pub fn generalize(&mut self, places: &[Place<'_>]) {
        self.replace(|text| {
            places.iter().fold(text.to_owned(), |text, place| text.replace(&place.path, place.name))
        });
    }

    /// Replaces placeholders by paths.
    pub fn settle(&mut self, places: &[Place<'_>]) {
        self.replace(|text| {
            places.iter().fold(text.to_owned(), |text, place| text.replace(place.name, &place.path))
        });
    }

    fn replace(&mut self, change: impl Fn(&str) -> String) {
        for program in &mut self.programs {
            program.link = change(&program.link);
            for object in &mut program.objects {
                object.command = change(&object.command);
            }
        }
    }

    /// The plan as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "configuration\t{}", self.configuration);
        let _ = writeln!(text, "heading\t{}", self.heading);
        let _ = writeln!(text, "device\t{}", self.device.name());
        let _ = writeln!(text, "commit\t{}", self.commit);
        for program in &self.programs {
            let Program { name, category, link, objects, .. } = program;
            let _ = writeln!(text, "program\t{name}\t{category}\t{link}");
            for Object { file, command } in objects {
                let _ = writeln!(text, "object\t{file}\t{command}");
            }
        }
        text
    }

    /// Reads a file.
    pub fn parse(text: &str) -> Result<Self> {
        let mut plan = Self::default();
        for line in text.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["configuration", name] => plan.configuration = name.to_owned(),
                ["heading", heading] => plan.heading = heading.to_owned(),
                ["device", name] => {
                    plan.device =
                        Device::named(name).with_context(|| format!("no device is {name}"))?;
                }
                ["commit", commit] => plan.commit = commit.to_owned(),
                ["program", name, category, link] => plan.programs.push(Program {
                    name: name.to_owned(),
                    category: category.to_owned(),
                    link: link.to_owned(),
                    ..Program::default()
                }),
                ["object", file, command] => {
                    let program = plan.programs.last_mut().context("an object of no program")?;
                    let (file, command) = (file.to_owned(), command.to_owned());
                    program.objects.push(Object { file, command });
                }
                _ => bail!("not a line of a plan: {line}"),
            }
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_travel() {
        let object =
            Object { file: "a.o".into(), command: "/home/me/bin/x -c /suite/a.cpp".into() };
        let program = Program {
            name: "range".into(),
            category: "range".into(),
            objects: vec![object],
            link: ": && /home/me/bin/x a.o".into(),
            part: None,
        };
        let plan = Plan {
            configuration: "cuda-light-O0".into(),
            heading: "about".into(),
            device: Device::Cuda,
            commit: "abc".into(),
            programs: vec![program],
        };
        let place = |path: &str, name: &'static str| Place { path: path.into(), name };
        let mut packed = plan.clone();
        packed.generalize(&[place("/home/me/bin", "@BIN@"), place("/suite", "@SUITE@")]);
        assert_eq!(packed.programs[0].objects[0].command, "@BIN@/x -c @SUITE@/a.cpp");
        let mut read = Plan::parse(&packed.text()).unwrap();
        assert_eq!(read, packed);
        read.settle(&[place("/home/me/bin", "@BIN@"), place("/suite", "@SUITE@")]);
        assert_eq!(read, plan);
        assert!(Plan::parse("object\ta\tb\n").is_err() && Plan::parse("x\n").is_err());
    }
}
