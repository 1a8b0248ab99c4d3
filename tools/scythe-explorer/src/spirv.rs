//! SPIR-V as text: `OpLine` becomes source locations, and functions get the names in `OpName` and
//! `OpEntryPoint`.

use std::collections::HashMap;

use crate::sources::Sources;
use crate::text::Text;

/// Parses a module.
#[must_use]
pub fn read(code: &str, sources: &Sources) -> Text {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut strings: HashMap<&str, &str> = HashMap::new();
    for line in code.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let quoted = line.split('"').nth(1).unwrap_or_default();
        match words[..] {
            ["OpName", id, ..] => drop(names.insert(id, quoted)),
            ["OpEntryPoint", _, id, ..] => drop(names.insert(id, quoted)),
            [id, "=", "OpString", ..] => drop(strings.insert(id, quoted)),
            _ => {}
        }
    }
    let mut text = Text::default();
    let (mut place, mut open) = (0, false);
    for line in code.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["OpLine", file, line, ..] => {
                let file = strings.get(file).copied().unwrap_or_default();
                place = sources.place(file, line.parse().unwrap_or(0));
                continue;
            }
            ["OpNoLine"] => {
                place = 0;
                continue;
            }
            [id, "=", "OpFunction", ..] => {
                text.begin(names.get(id).copied().unwrap_or(id));
                (open, place) = (true, 0);
            }
            [_, "=", "OpFunctionCall", _, callee, ..] => {
                let name = names.get(callee).copied().unwrap_or(callee);
                text.uses(std::iter::once(name.to_owned()));
            }
            _ => {}
        }
        let ends = words == ["OpFunctionEnd"];
        let shown = line.trim_end().replace('\t', "  ");
        text.push(shown, if open && !ends { place } else { 0 });
        if ends {
            text.end();
            (open, place) = (false, 0);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::place;

    #[test]
    fn functions_have_names_and_lines() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.cpp");
        std::fs::write(&path, "x\n".repeat(40)).unwrap();
        let path = path.to_str().unwrap();
        let code = format!(
            "\tOpEntryPoint Kernel %3 \"k\" %9\n\tOpName %4 \"helper\"\n\t%1 = OpString \"{path}\"\n\
             \t%3 = OpFunction %2 None %5\n\tOpLine %1 7 3\n\t%6 = OpFunctionCall %2 %4\n\tOpFunctionEnd\n\
             \t%4 = OpFunction %2 None %5\n\tOpFunctionEnd\n"
        );
        let text = read(&code, &Sources::new(path));
        let names: Vec<&str> = text.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["k", "helper"]);
        assert_eq!(text.functions[0].uses, ["helper"]);
        assert_eq!(text.places[4], place(0, 7), "{:?}", text.lines);
        assert_eq!((text.functions[0].first, text.functions[0].end), (3, 6));
    }
}
