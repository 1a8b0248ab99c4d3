//! Whether a source file includes the SYCL header before anything that could change its meaning.
//!
//! Such a file means the same if the header comes first of all, so the header can be precompiled. Standard headers
//! may precede it, and so may files beside the source that only include such headers. Files in which something else
//! comes first (a macro, a condition, another library's header) are left to clang.

use std::path::Path;

/// Names of the header that includes all of SYCL.
const SYCL: &[&str] = &["sycl/sycl.hpp", "CL/sycl.hpp"];

/// Headers that mean the same before and after SYCL's, separated by spaces. `<complex.h>` and `<tgmath.h>`
/// are not among them: their macros have common names.
const STANDARD: &str = "\
    algorithm any array assert.h atomic barrier bit bitset cassert cctype cerrno cfenv cfloat \
    charconv chrono cinttypes climits clocale cmath codecvt compare complex concepts \
    condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring \
    ctime ctype.h cuchar cwchar cwctype deque errno.h exception execution expected fenv.h \
    filesystem float.h format forward_list fstream functional future initializer_list inttypes.h \
    iomanip ios iosfwd iostream istream iterator latch limits limits.h list locale locale.h map \
    math.h memory memory_resource mutex new numbers numeric optional ostream queue random ranges \
    ratio regex scoped_allocator semaphore set setjmp.h shared_mutex signal.h source_location span \
    sstream stack stdarg.h stdbool.h stddef.h stdexcept stdint.h stdio.h stdlib.h stop_token \
    streambuf string string.h string_view sys/time.h system_error thread time.h tuple type_traits \
    typeindex typeinfo unistd.h unordered_map unordered_set utility valarray variant vector version \
    wchar.h wctype.h";

/// The nesting depth of includes up to which files are searched.
const DEPTH: usize = 8;

/// Whether the SYCL header comes before everything else that matters in the file.
pub fn begins_with_sycl(source: &Path) -> bool {
    scan(source, DEPTH) == Found::Sycl
}

/// The first thing in a file that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// The SYCL header.
    Sycl,
    /// The file contains standard headers only.
    Nothing,
    /// Something else.
    Other,
}

fn scan(path: &Path, depth: usize) -> Found {
    if depth == 0 {
        return Found::Other;
    }
    let Ok(bytes) = std::fs::read(path) else { return Found::Other };
    let text = without_comments(&String::from_utf8_lossy(&bytes));
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    let guard = lines.peek().and_then(|line| directive(line, "ifndef"));
    if let Some(guard) = guard
        && !(is_guard(guard) && lines.nth(1).and_then(|l| directive(l, "define")) == Some(guard))
    {
        return Found::Other;
    }
    while let Some(line) = lines.next() {
        let found = if directive(line, "pragma") == Some("once") {
            Found::Nothing
        } else if let Some(name) = directive(line, "include") {
            included(name, path, depth)
        } else if guard.is_some() && directive(line, "endif").is_some() && lines.peek().is_none() {
            Found::Nothing
        } else {
            Found::Other
        };
        if found != Found::Nothing {
            return found;
        }
    }
    Found::Nothing
}

/// Whether a macro has the name of an include guard, which no other header tests.
fn is_guard(name: &str) -> bool {
    let name = name.trim_end_matches('_').to_ascii_uppercase();
    ["_H", "_HH", "_HPP", "_HXX", "_INC", "_INCLUDED"].iter().any(|end| name.ends_with(end))
}

/// What including `<name>` or `"name"` in the file at `path` brings.
fn included(name: &str, path: &Path, depth: usize) -> Found {
    let within = |open: char, close: char| name.strip_prefix(open)?.strip_suffix(close);
    if let Some(name) = within('"', '"') {
        let beside = path.with_file_name(name);
        return match (beside.is_file(), SYCL.contains(&name)) {
            (true, _) => scan(&beside, depth - 1),
            (false, true) => Found::Sycl,
            (false, false) => Found::Other,
        };
    }
    match within('<', '>') {
        Some(name) if SYCL.contains(&name) => Found::Sycl,
        Some(name) if STANDARD.split(' ').any(|header| header == name) => Found::Nothing,
        _ => Found::Other,
    }
}

/// The text after a directive of this name.
fn directive<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix(name)?;
    let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    is_whole.then(|| rest.trim())
}

/// The text without comments, and with spliced lines joined.
fn without_comments(text: &str) -> String {
    let text = text.replace("\\\r\n", "").replace("\\\n", "");
    let mut kept = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['/', '"']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            kept.push(' ');
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            // Outside comments, a slash, or a string up to its end.
            let text = rest.strip_prefix('"').and_then(|text| text.find(['"', '\n']));
            let length = text.map_or(1, |end| end + 2);
            kept.push_str(&rest[..length]);
            length
        };
        rest = &rest[length..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result for a file with this text, with files of these names and texts beside it.
    fn found(text: &str, beside: &[(&str, &str)]) -> Found {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in beside.iter().chain([&("main.cpp", text)]) {
            std::fs::write(directory.path().join(name), text).unwrap();
        }
        scan(&directory.path().join("main.cpp"), DEPTH)
    }

    #[test]
    fn standard_headers_and_comments_may_come_first() {
        let text = "// a /* b\n/* #define X\n */ #include <vector> // c\n\n# include\t<sycl/sycl.hpp>\nint x;";
        assert_eq!(found(text, &[]), Found::Sycl);
        assert_eq!(found("#include <CL/sycl.hpp>\r\n", &[]), Found::Sycl);
        assert_eq!(found("#include \"sycl/sycl.hpp\"", &[]), Found::Sycl);
        assert_eq!(found("#inc\\\nlude <sycl/sycl.hpp>", &[]), Found::Sycl);
        assert_eq!(found("", &[]), Found::Nothing);
    }

    #[test]
    fn nothing_else_may() {
        for first in [
            "#define NDEBUG",
            "#undef assert",
            "int x;",
            "#include <complex.h>",
            "#include <boost/any.hpp>",
            "#include \"missing.hpp\"",
            "#include MACRO",
            "#if 1",
            "#ifdef X",
            "#pragma pack(1)",
            "#ifndef X\n#define Y",
            "#error",
            "#includes <x>",
        ] {
            let text = format!("#include <map>\n{first}\n#include <sycl/sycl.hpp>\n");
            assert_eq!(found(&text, &[]), Found::Other, "{first}");
        }
    }

    #[test]
    fn files_beside_it_are_read() {
        let guarded = "#ifndef H_HPP\n#define H_HPP\n#include <string>\n#include <sycl/sycl.hpp>\nint y;\n#endif";
        assert_eq!(found("#include \"h.hpp\"\n", &[("h.hpp", guarded)]), Found::Sycl);
        let plain = "#pragma once\n#include <string>\n";
        let text = "#include \"h.hpp\"\n#include <sycl/sycl.hpp>";
        assert_eq!(found(text, &[("h.hpp", plain)]), Found::Sycl);
        assert_eq!(found(text, &[("h.hpp", "#pragma once\n#define X\n")]), Found::Other);
        assert_eq!(found(text, &[("h.hpp", "#include \"h.hpp\"\n")]), Found::Other);
        for guarded in
            ["#ifndef NDEBUG\n#define NDEBUG\n#endif", "#ifndef A_H\n#define A_H\n#endif\nint x;"]
        {
            assert_eq!(found(text, &[("h.hpp", guarded)]), Found::Other, "{guarded}");
        }
    }

    #[test]
    fn comments_end_with_the_text() {
        assert_eq!(without_comments("a /* b"), "a  ");
        assert_eq!(without_comments("a // b"), "a ");
        assert_eq!(without_comments("a \"//\" / b"), "a \"//\" / b");
    }
}
