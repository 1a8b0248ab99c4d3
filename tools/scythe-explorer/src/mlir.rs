//! MLIR with locations, which become source locations and are not shown.

use std::collections::HashMap;

use crate::sources::Sources;
use crate::text::{Text, symbol, symbols};

/// Parses a module.
#[must_use]
pub fn read(code: &str, sources: &Sources) -> Text {
    let aliases: HashMap<&str, &str> = code
        .lines()
        .filter(|line| line.starts_with("#loc"))
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let mut text = Text::default();
    let mut depth = None;
    for line in code.lines() {
        if line.starts_with("#loc") || line.starts_with("#di_") {
            continue;
        }
        let (shown, location) = without_location(line);
        let mut chain = Vec::new();
        if let Some(location) = location {
            positions(location, &aliases, 0, &mut chain);
        }
        let place = sources.first(chain.iter().map(|(file, line)| (*file, *line)));
        let indent = shown.len() - shown.trim_start().len();
        if shown.contains("func") && shown.contains('@') && shown.trim_end().ends_with('{') {
            let name = shown.find('@').map_or("", |at| symbol(&shown[at + 1..])).to_owned();
            text.begin(&name);
            depth = Some(indent);
        }
        if depth.is_some() {
            text.uses(symbols(&shown, '@'));
        }
        let ends = depth == Some(indent) && shown.trim_start().starts_with('}');
        text.push(shown, place);
        if ends {
            text.end();
            depth = None;
        }
    }
    text
}

/// A line without locations, and the location at its end.
fn without_location(line: &str) -> (String, Option<&str>) {
    let mut shown = String::with_capacity(line.len());
    let (mut rest, mut last) = (line, None);
    while let Some(at) = rest.find(" loc(") {
        shown.push_str(&rest[..at]);
        let inner = &rest[at + " loc(".len()..];
        let end = closing(inner);
        last = Some(&inner[..end]);
        rest = inner.get(end + 1..).unwrap_or_default();
    }
    shown.push_str(rest);
    (shown, last)
}

/// The position of the closing parenthesis.
fn closing(text: &str) -> usize {
    let (mut depth, mut quoted) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth == 0 => return at,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The files and lines in a location, the innermost first: MLIR writes callees before callers.
fn positions<'t>(
    location: &'t str,
    aliases: &HashMap<&'t str, &'t str>,
    depth: u32,
    found: &mut Vec<(&'t str, u32)>,
) {
    if depth > 64 || found.len() > 64 {
        return;
    }
    let mut rest = location;
    while let Some(at) = rest.find(['"', '#']) {
        let tail = &rest[at + 1..];
        if rest.as_bytes()[at] == b'#' {
            let length =
                tail.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(tail.len());
            if let Some(alias) = aliases.get(&rest[at..at + 1 + length]) {
                positions(alias, aliases, depth + 1, found);
            }
            rest = &tail[length..];
        } else {
            let Some(end) = tail.find('"') else { return };
            let (name, after) = (&tail[..end], &tail[end + 1..]);
            if let Some(numbers) = after.strip_prefix(':') {
                let length = numbers.find(|c: char| !c.is_ascii_digit()).unwrap_or(numbers.len());
                found.extend(numbers[..length].parse().ok().map(|line| (name, line)));
            }
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::place;

    #[test]
    fn locations_are_resolved_and_not_shown() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.cpp");
        std::fs::write(&path, "x\n".repeat(40)).unwrap();
        let path = path.to_str().unwrap();
        let code = format!(
            "#loc = loc(\"{path}\":3:1)\n\
             module {{\n\
             \x20 llvm.func @k(%arg0: !llvm.ptr loc(\"{path}\":4:2)) {{\n\
             \x20   %0 = \"sycl.id.get\"(%arg0) : (!llvm.ptr) -> i64 loc(#loc2)\n\
             \x20   llvm.return loc(fused<#di_x>[#loc])\n\
             \x20 }} loc(#loc)\n\
             }} loc(#loc)\n\
             #loc1 = loc(\"/opt/include/sycl/id.hpp\":7:1)\n\
             #loc2 = loc(callsite(#loc1 at callsite(#loc1 at \"{path}\":9:5)))\n"
        );
        let text = read(&code, &Sources::new(path));
        let all = text.lines.join("\n");
        assert!(!all.contains("loc("), "{all}");
        assert_eq!(text.lines.len(), 6);
        assert_eq!(text.lines[2], "    %0 = \"sycl.id.get\"(%arg0) : (!llvm.ptr) -> i64");
        assert_eq!((text.places[2], text.places[3]), (place(0, 9), place(0, 3)));
        assert_eq!((text.functions[0].name.as_str(), text.functions[0].end), ("k", 5));
    }
}
