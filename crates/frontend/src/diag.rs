//! Diagnostics about the user's program, in clang's style.

use std::fmt::Write as _;

use crate::notes::Location;

macro_rules! codes {
    ($($variant:ident = $code:literal, $doc:literal;)*) => {
        /// The rule that a program violates. Codes are stable; the texts may improve.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $(#[doc = $doc] $variant,)* }

        impl Code {
            /// The code as users see it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }
        }
    };
}

codes! {
    KernelOnHostOnly = "SC0101", "A kernel that host code launches and device code lacks.";
    LayoutMismatch = "SC0102", "A kernel argument that is laid out differently on host and device.";
    DeviceGlobalOnHostOnly = "SC0103", "A `device_global` that host code defines and device code lacks.";
    DeviceGlobalMismatch = "SC0104", "A `device_global` that is laid out differently on host and device.";
    DeviceGlobalInitializer = "SC0105", "A `device_global` whose initial value is not constant.";
    DuplicateName = "SC0106", "Two kernels with one name.";
    ReferenceArgument = "SC0201", "A kernel argument that is or contains a reference.";
    ProhibitedArgument = "SC0202", "A kernel argument with a type that device code may not use.";
    MemberPointerArgument = "SC0203", "A kernel argument with a pointer to a data member.";
    NotDeviceCopyable = "SC0204", "A kernel argument that cannot be copied as bytes.";
    DeviceCopyableClaim = "SC0205", "A type that is declared device copyable but does not meet the requirements.";
    UnionMember = "SC0206", "A union in a kernel argument with a member that cannot be copied as bytes.";
    HiddenDecomposition = "SC0207", "A class that is not an aggregate with a member that requires decomposition.";
    BadDeconstruct = "SC0208", "A `sycl_deconstruct` that does not follow the decomposition protocol.";
    BadReconstruct = "SC0209", "A `sycl_reconstruct` that does not follow the decomposition protocol.";
    EndlessDecomposition = "SC0210", "A type that decomposes into itself.";
    CopiedByConstructor = "SC0211", "A kernel argument that is accepted only by a deprecated rule.";
    UnsupportedByTarget = "SC0301", "A kernel uses something that the target does not support.";
    Exceptions = "SC0401", "Device code throws or handles exceptions.";
    TypeInformation = "SC0402", "Device code uses run-time type information.";
    VirtualCall = "SC0403", "Device code calls a virtual function.";
    PointerCall = "SC0404", "Device code calls a function through a pointer or a reference.";
    Recursion = "SC0405", "Device code is recursive.";
    Allocation = "SC0406", "Device code allocates or frees memory.";
    ThreadLocal = "SC0407", "Device code uses a thread-local variable.";
    StaticVariable = "SC0408", "Device code uses a static variable that is not constant.";
    Variadic = "SC0409", "Device code calls a variadic function.";
    Undefined = "SC0410", "Device code uses something that its translation unit does not define.";
    Assembly = "SC0411", "Device code contains inline assembly, which the target does not support.";
    LongDouble = "SC0412", "Device code uses a type that devices do not support.";
    Coroutine = "SC0413", "Device code is a coroutine.";
    UndefinedDeviceFunction = "SC0501", "A `SYCL_EXTERNAL` function that kernels call and no unit defines.";
    RepeatedDeviceFunction = "SC0502", "A `SYCL_EXTERNAL` function that two translation units define.";
    DeviceCodeMismatch = "SC0503", "Device code of several translation units that does not fit together.";
    RecursionAcrossUnits = "SC0504", "A `SYCL_EXTERNAL` function that calls itself through others.";
}

impl Code {
    /// Whether the program is compiled nevertheless.
    #[must_use]
    pub fn is_warning(self) -> bool {
        self == Self::CopiedByConstructor
    }

    /// Whether it is about how a class is copied, which may differ between host and device.
    #[must_use]
    pub fn is_about_copying(self) -> bool {
        matches!(self, Self::NotDeviceCopyable | Self::CopiedByConstructor)
    }
}

/// A diagnostic.
#[derive(Clone, Debug)]
pub struct Diag {
    /// The rule.
    pub code: Code,
    /// The location, if there is one.
    pub location: Option<Location>,
    /// The message, one sentence without a full stop.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// Further locations.
    pub notes: Vec<Note>,
}

/// A sentence about another location.
#[derive(Clone, Debug)]
pub struct Note {
    /// Where.
    pub location: Option<Location>,
    /// The sentence.
    pub message: String,
}

impl Diag {
    /// An error.
    pub fn error(code: Code, location: Option<Location>, message: impl Into<String>) -> Self {
        Self { code, location, message: message.into(), help: None, notes: Vec::new() }
    }

    /// Adds advice on how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, location: Option<Location>, message: impl Into<String>) -> Self {
        self.notes.push(Note { location, message: message.into() });
        self
    }

    /// The text for a terminal. `source` returns the lines of a file that can be read.
    #[must_use]
    pub fn render(&self, color: bool, source: impl Fn(&str) -> Option<String>) -> String {
        let paint = |code: &str, text: &str| {
            if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
        };
        let mut out = String::new();
        let place = self.location.as_ref().map_or("scythe++".to_owned(), ToString::to_string);
        let _ = writeln!(
            out,
            "{} {} {}",
            paint("1", &format!("{place}:")),
            paint("0;1;31", "error:"),
            paint("1", &format!("{} [{}]", self.message, self.code.as_str())),
        );
        if let Some(location) = &self.location
            && let Some(text) = source(&location.file)
            && let Some(line) = text.lines().nth(location.line.saturating_sub(1) as usize)
        {
            let margin = format!("{:5}", location.line);
            // Tabs are kept, so that the caret is below its column.
            let indent: String = line
                .chars()
                .take(location.column.saturating_sub(1) as usize)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let _ = writeln!(out, "{margin} | {line}");
            let _ = writeln!(out, "      | {indent}{}", paint("0;1;32", "^"));
        }
        if let Some(help) = &self.help {
            let _ = writeln!(
                out,
                "{} {} {help}",
                paint("1", &format!("{place}:")),
                paint("0;1;36", "note:")
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_place_line_caret_and_help() {
        let place = Location { file: "a.cpp".into(), line: 2, column: 5, id: 0 };
        let text = Diag::error(Code::LayoutMismatch, Some(place), "it differs")
            .help("make it the same")
            .render(false, |_| Some("first\n\tfoo bar\n".into()));
        assert_eq!(
            text,
            "a.cpp:2:5: error: it differs [SC0102]\n    2 | \tfoo bar\n      | \t   ^\n\
             a.cpp:2:5: note: make it the same\n"
        );
    }

    #[test]
    fn the_location_is_printed_without_the_source() {
        let place = Location { file: "gone.cpp".into(), line: 7, column: 1, id: 0 };
        let text = Diag::error(Code::KernelOnHostOnly, Some(place), "m").render(false, |_| None);
        assert_eq!(text, "gone.cpp:7:1: error: m [SC0101]\n");
    }
}
