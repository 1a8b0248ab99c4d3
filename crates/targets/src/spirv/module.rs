//! Corrects the declarations of extensions and capabilities in modules from LLVM's back end, binary or as
//! text.

use std::ops::Range;

use super::Extensions;

/// An extension that is allowed and then removed. To decide whether formats of `printf` need it, the back end
/// looks up their types in the function that it compiled last; `place-formats` makes sure that none does.
const IMAGINED_EXTENSION: &str = "SPV_EXT_relaxed_printf_string_address_space";

/// The flags with which clang makes SPIR-V from lowered IR, without files and the encoding.
#[must_use]
pub fn clang_flags(triple: &str, extensions: &Extensions) -> Vec<String> {
    let mut allowed = extensions.for_llvm();
    allowed.push(format!("+{IMAGINED_EXTENSION}"));
    let allowed = format!("-spirv-ext={}", allowed.join(","));
    let flags = ["-cc1", "-triple", triple, "-Wno-override-module", "-O2", "-disable-llvm-passes"];
    flags.into_iter().chain(["-mllvm", &allowed]).map(str::to_owned).collect()
}

/// Corrects a binary module from clang.
#[must_use]
pub fn finish(code: &[u8]) -> Vec<u8> {
    declare(&without_extension(code, IMAGINED_EXTENSION))
}

/// Corrects the text of a module from clang.
#[must_use]
pub fn finish_text(text: &str) -> String {
    declare_in_text(&text_without_extension(text, IMAGINED_EXTENSION))
}

/// A decoration that LLVM's back end writes without declaring what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Undeclared {
    decoration: u32,
    name: &'static str,
    capability: Option<(u32, &'static str)>,
    /// The extension that defines it.
    pub extension: &'static str,
    /// Whether LLVM's option has the extension's name, and its printer the decoration's.
    pub known_to_llvm: bool,
}

/// All of them, with the numbers of the SPIR-V registry.
pub const UNDECLARED: &[Undeclared] = &[
    Undeclared {
        decoration: 5921,
        name: "BufferLocationINTEL",
        capability: Some((5920, "FPGABufferLocationINTEL")),
        extension: "SPV_INTEL_fpga_buffer_location",
        known_to_llvm: false,
    },
    Undeclared {
        decoration: 5635,
        name: "UserSemantic",
        capability: None,
        extension: "SPV_GOOGLE_hlsl_functionality1",
        known_to_llvm: true,
    },
];

const HEADER_WORDS: usize = 5;
const OP_EXTENSION: u32 = 10;
const OP_CAPABILITY: u32 = 17;
const OP_FUNCTION: u32 = 54;
const OP_DECORATE: u32 = 71;

/// How the printer of LLVM's back end prints unknown decorations.
const NAMELESS: &str = "UNKNOWN";

/// Removes the declaration of an extension from a module.
fn without_extension(code: &[u8], extension: &str) -> Vec<u8> {
    let declares = |(opcode, bytes): &(u32, Range<usize>)| {
        *opcode == OP_EXTENSION
            && literal(&code[bytes.start + 4..bytes.end]) == extension.as_bytes()
    };
    match instructions(code).find(declares) {
        Some((_, bytes)) => [&code[..bytes.start], &code[bytes.end..]].concat(),
        None => code.to_vec(),
    }
}

/// Removes the declaration of an extension from a module's text.
fn text_without_extension(text: &str, extension: &str) -> String {
    let declares = |line: &&str| line.trim() == format!("OpExtension \"{extension}\"");
    text.split_inclusive('\n').filter(|line| !declares(line)).collect()
}

/// Declares what the decorations of a module need.
fn declare(code: &[u8]) -> Vec<u8> {
    let (mut capabilities, mut extensions) = (Vec::new(), Vec::new());
    for row in UNDECLARED {
        // Decorations come before functions; their first operand is the decorated id.
        let decorates = |(opcode, bytes): (u32, Range<usize>)| {
            opcode == OP_DECORATE && word(code, bytes.start / 4 + 2) == Some(row.decoration)
        };
        let declares = |(opcode, bytes): (u32, Range<usize>)| {
            opcode == OP_EXTENSION
                && literal(&code[bytes.start + 4..bytes.end]) == row.extension.as_bytes()
        };
        let front = || instructions(code).take_while(|(opcode, _)| *opcode != OP_FUNCTION);
        if front().any(decorates) && !front().any(declares) {
            if let Some((capability, _)) = row.capability {
                capabilities.extend(instruction(OP_CAPABILITY, &capability.to_le_bytes()));
            }
            let mut name = row.extension.as_bytes().to_vec();
            name.resize((name.len() / 4 + 1) * 4, 0);
            extensions.extend(instruction(OP_EXTENSION, &name));
        }
    }
    // Capabilities come first, then extensions.
    let end_of = |opcodes: &[u32]| {
        let leading = instructions(code).take_while(|(opcode, _)| opcodes.contains(opcode));
        leading.last().map_or(4 * HEADER_WORDS, |(_, bytes)| bytes.end).min(code.len())
    };
    let middle = end_of(&[OP_CAPABILITY]);
    let end = end_of(&[OP_CAPABILITY, OP_EXTENSION]);
    [&code[..middle], &capabilities, &code[middle..end], &extensions, &code[end..]].concat()
}

/// Declares what the decorations of a module need in its text, and prints their names.
fn declare_in_text(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for row in UNDECLARED {
        let declaration = format!("\tOpExtension \"{}\"", row.extension);
        let written = if row.known_to_llvm { row.name } else { NAMELESS };
        let mut found = false;
        for line in lines.iter_mut().filter(|line| line.trim_start().starts_with("OpDecorate ")) {
            let mut words: Vec<&str> = line.split(' ').collect();
            if words.get(2) == Some(&written) {
                words[2] = row.name;
                *line = words.join(" ");
                found = true;
            }
        }
        if !found || lines.contains(&declaration) {
            continue;
        }
        let after = |marks: &[&str]| {
            let is_one = |line: &String| marks.iter().any(|m| line.trim_start().starts_with(m));
            lines.iter().rposition(is_one).map_or(0, |at| at + 1)
        };
        let (middle, end) = (after(&["OpCapability "]), after(&["OpCapability ", "OpExtension "]));
        lines.insert(end, declaration);
        if let Some((_, capability)) = row.capability {
            lines.insert(middle, format!("\tOpCapability {capability}"));
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The instructions of a module: opcodes and byte ranges. The list ends at bytes that are not an instruction.
fn instructions(code: &[u8]) -> impl Iterator<Item = (u32, Range<usize>)> + '_ {
    let mut at = HEADER_WORDS;
    std::iter::from_fn(move || {
        let first = word(code, at)?;
        let (words, opcode) = ((first >> 16) as usize, first & 0xffff);
        let bytes = 4 * at..4 * (at + words);
        at += words;
        (words > 0 && bytes.end <= code.len()).then_some((opcode, bytes))
    })
}

fn word(code: &[u8], at: usize) -> Option<u32> {
    let bytes = code.get(4 * at..4 * at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// The characters of a literal string, which ends with NUL.
fn literal(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

fn instruction(opcode: u32, operands: &[u8]) -> Vec<u8> {
    // Only names of extensions exceed a word, and all are short.
    let words = u32::try_from(operands.len() / 4 + 1).unwrap_or(u32::MAX);
    [&(words << 16 | opcode).to_le_bytes(), operands].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extension(name: &str) -> Vec<u8> {
        let mut text = name.as_bytes().to_vec();
        text.resize((name.len() / 4 + 1) * 4, 0);
        instruction(OP_EXTENSION, &text)
    }

    fn words(opcode: u32, operands: &[u32]) -> Vec<u8> {
        let bytes: Vec<u8> = operands.iter().flat_map(|word| word.to_le_bytes()).collect();
        instruction(opcode, &bytes)
    }

    #[test]
    fn one_extension_is_taken_out() {
        let (header, other) = (vec![7; 20], extension("SPV_INTEL_optnone"));
        let before = [header.clone(), extension("SPV_EXT_a"), other.clone()].concat();
        let after = [header, other].concat();
        assert_eq!(without_extension(&before, "SPV_EXT_a"), after);
        assert_eq!(without_extension(&after, "SPV_EXT_a"), after);
        assert_eq!(without_extension(&[0; 24], "SPV_EXT_a"), [0; 24]);
        let text = "\tOpExtension \"SPV_EXT_a\"\n\tOpExtension \"SPV_EXT_ab\"\n";
        assert_eq!(text_without_extension(text, "SPV_EXT_a"), "\tOpExtension \"SPV_EXT_ab\"\n");
    }

    #[test]
    fn what_decorations_need_is_declared_once() {
        let (header, capability) = (vec![7; 20], words(OP_CAPABILITY, &[6]));
        let decoration = words(OP_DECORATE, &[16, 5921, 2]);
        let before = [header.clone(), capability.clone(), decoration.clone()].concat();
        let more = [words(OP_CAPABILITY, &[5920]), extension("SPV_INTEL_fpga_buffer_location")];
        let after = [header.clone(), capability, more.concat(), decoration].concat();
        assert_eq!(declare(&before), after);
        assert_eq!(declare(&after), after);
        for short in [&[][..], &[0; 3], &header] {
            assert_eq!(declare(short), short);
        }
    }

    #[test]
    fn text_has_the_names() {
        let before = "\tOpCapability Kernel\n\t%1 = OpExtInstImport \"OpenCL.std\"\n\
                      \tOpDecorate %16 UNKNOWN 2\n";
        let after = "\tOpCapability Kernel\n\tOpCapability FPGABufferLocationINTEL\n\
                     \tOpExtension \"SPV_INTEL_fpga_buffer_location\"\n\
                     \t%1 = OpExtInstImport \"OpenCL.std\"\n\
                     \tOpDecorate %16 BufferLocationINTEL 2\n";
        assert_eq!(declare_in_text(before), after);
        assert_eq!(declare_in_text(after), after);
    }
}
