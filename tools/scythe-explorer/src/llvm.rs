//! LLVM IR: debug information becomes source locations, and the remaining metadata gets stable numbers.

use std::collections::HashMap;

use crate::sources::Sources;
use crate::text::{Place, Text, symbol, symbols};

/// A metadata node that describes a location.
#[derive(Clone, Debug, Default)]
struct Node<'t> {
    line: u32,
    scope: Option<&'t str>,
    inlined_at: Option<&'t str>,
    file: Option<&'t str>,
    name: &'t str,
    directory: &'t str,
}

/// The debug information of a module, by the numbers of nodes.
struct Debug<'t> {
    nodes: HashMap<&'t str, Node<'t>>,
}

/// Parses a module.
#[must_use]
pub fn read(code: &str, sources: &Sources) -> Text {
    let debug = Debug::of(code);
    let mut places: HashMap<&str, Place> = HashMap::new();
    let mut numbers = Numbers::default();
    let mut text = Text::default();
    for line in code.lines() {
        if is_debug(line) {
            continue;
        }
        let (shown, node) = without_debug(line);
        let place = node
            .map_or(0, |node| *places.entry(node).or_insert_with(|| debug.place(node, sources)));
        let shown = numbers.renumber(&shown);
        let is_definition = shown.starts_with("define ");
        if is_definition {
            let name = shown.find('@').map_or("", |at| symbol(&shown[at + 1..]));
            text.begin(name);
        }
        let is_body = is_definition || shown.starts_with(' ');
        if is_body && !text.functions.is_empty() {
            text.uses(symbols(&shown, '@'));
        }
        let ends = shown == "}";
        text.push(shown, place);
        if ends {
            text.end();
        }
    }
    text
}

/// Whether a line is debug information only.
fn is_debug(line: &str) -> bool {
    let rest = line.trim_start();
    rest.starts_with("#dbg_")
        || rest.starts_with("call void @llvm.dbg.")
        || line.starts_with("!llvm.dbg.")
        || definition(line).is_some_and(|(_, body)| body.starts_with("!DI"))
}

/// The number and the body of a metadata node that is defined in a line.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, body) = line.split_once(" = ")?;
    let number = name.strip_prefix('!')?;
    number.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
    Some((number, body.strip_prefix("distinct ").unwrap_or(body)))
}

/// A line without its `!dbg`, and the number of that node.
fn without_debug(line: &str) -> (String, Option<&str>) {
    for mark in [", !dbg !", " !dbg !"] {
        if let Some(at) = line.find(mark) {
            let rest = &line[at + mark.len()..];
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            return (format!("{}{}", &line[..at], &rest[end..]), Some(&rest[..end]));
        }
    }
    (line.to_owned(), None)
}

impl<'t> Debug<'t> {
    fn of(code: &'t str) -> Self {
        let mut nodes = HashMap::new();
        for line in code.lines().filter(|line| line.starts_with('!')) {
            if let Some((number, body)) = definition(line)
                && body.starts_with("!DI")
            {
                nodes.insert(number, node(body));
            }
        }
        Self { nodes }
    }

    /// The innermost location that is in the program.
    fn place(&self, number: &'t str, sources: &Sources) -> Place {
        let mut chain: Vec<(String, u32)> = Vec::new();
        let mut at = Some(number);
        while let Some(node) = at.and_then(|number| self.nodes.get(number)) {
            // A subprogram has a file itself, instead of a scope with one.
            let file = node.file.or_else(|| self.file(node.scope?));
            if let Some(file) = file.and_then(|file| self.nodes.get(file)) {
                chain.push((joined(file.directory, file.name), node.line));
            }
            at = node.inlined_at;
            if chain.len() > 100 {
                break;
            }
        }
        sources.first(chain.iter().map(|(path, line)| (path.as_str(), *line)))
    }

    /// The file of a scope.
    fn file(&self, mut scope: &'t str) -> Option<&'t str> {
        for _ in 0..100 {
            let node = self.nodes.get(scope)?;
            if node.file.is_some() {
                return node.file;
            }
            scope = node.scope?;
        }
        None
    }
}

fn joined(directory: &str, name: &str) -> String {
    let path = std::path::Path::new(directory).join(name);
    path.to_string_lossy().into_owned()
}

/// The relevant fields of a node.
fn node(body: &str) -> Node<'_> {
    let number = |key: &str| {
        let rest = field(body, key)?.strip_prefix('!')?;
        Some(&rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())])
    };
    let quoted =
        |key: &str| field(body, key).and_then(|rest| rest.strip_prefix('"')?.split('"').next());
    let line = field(body, "line: ").map_or(0, |rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().unwrap_or(0)
    });
    Node {
        line,
        scope: number("scope: "),
        inlined_at: number("inlinedAt: "),
        file: number("file: "),
        name: quoted("filename: ").unwrap_or_default(),
        directory: quoted("directory: ").unwrap_or_default(),
    }
}

/// The value of a key in a node.
fn field<'t>(body: &'t str, key: &str) -> Option<&'t str> {
    let at = body.match_indices(key).map(|(at, _)| at).find(|&at| {
        // The key must not be the suffix of another one: `scopeLine: ` contains `line: `.
        matches!(body.as_bytes()[at.saturating_sub(1)], b'(' | b' ')
    })?;
    Some(&body[at + key.len()..])
}

/// Numbers of metadata and attributes in order of first occurrence: debug information uses numbers too, and
/// every pass renumbers.
#[derive(Default)]
struct Numbers {
    given: HashMap<(char, String), usize>,
    counts: HashMap<char, usize>,
}

impl Numbers {
    fn renumber(&mut self, line: &str) -> String {
        if !line.contains(['!', '#']) {
            return line.to_owned();
        }
        let mut shown = String::with_capacity(line.len());
        let mut rest = line;
        let mut quoted = false;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            shown.push(c);
            quoted ^= c == '"';
            if quoted || (c != '!' && c != '#') {
                continue;
            }
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if end > 0 {
                let next = self.counts.entry(c).or_default();
                let number = *self.given.entry((c, rest[..end].to_owned())).or_insert_with(|| {
                    *next += 1;
                    *next - 1
                });
                shown.push_str(&number.to_string());
                rest = &rest[end..];
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::place;

    const CODE: &str = r#"
define void @k(ptr %p) #4 !dbg !7 {
  #dbg_value(i32 0, !20, !DIExpression(), !9)
  %1 = load i32, ptr %p, align 4, !dbg !9, !tbaa !15
  call void @helper(), !dbg !10
  ret void
}

declare void @helper() #9

attributes #4 = { "x"="!3 #4" }

!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1)
!1 = !DIFile(filename: "a.cpp", directory: "DIR")
!2 = !DIFile(filename: "/opt/include/sycl/id.hpp", directory: "DIR")
!7 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, scopeLine: 4)
!8 = distinct !DISubprogram(name: "get", scope: !2, file: !2, line: 30)
!9 = !DILocation(line: 31, column: 3, scope: !12, inlinedAt: !11)
!10 = !DILocation(line: 6, column: 3, scope: !7)
!11 = distinct !DILocation(line: 5, column: 3, scope: !7)
!12 = distinct !DILexicalBlock(scope: !8, line: 30)
!15 = !{!16, !16, i64 0}
"#;

    #[test]
    fn locations_survive_inlining_and_debug_information_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.cpp");
        std::fs::write(&path, "x\n".repeat(40)).unwrap();
        let code = CODE.replace("DIR", dir.path().to_str().unwrap());
        let text = read(&code, &Sources::new(path.to_str().unwrap()));
        let at = |part: &str| {
            let line = text.lines.iter().position(|line| line.contains(part)).expect(part);
            text.places[line]
        };
        assert_eq!(at("define"), place(0, 3));
        assert_eq!(at("load"), place(0, 5));
        assert_eq!(at("call"), place(0, 6));
        assert_eq!(at("ret"), 0);
        let all = text.lines.join("\n");
        assert!(!all.contains("dbg") && !all.contains("!DI"), "{all}");
        assert!(all.contains("align 4, !tbaa !0\n"), "{all}");
        assert!(
            all.contains("@k(ptr %p) #0 {") && all.contains("attributes #0 = { \"x\"=\"!3 #4\"")
        );
        assert_eq!(text.functions.len(), 1);
        let function = &text.functions[0];
        assert_eq!((function.name.as_str(), function.end - function.first), ("k", 5));
        assert!(function.uses.contains(&"helper".to_owned()));
    }
}
