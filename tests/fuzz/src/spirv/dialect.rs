//! The IR of a kernel as clang writes it for SPIR-V: pointers are generic, variables are private, functions
//! have SPIR-V's calling convention.

use std::fmt::Write as _;

/// The type of generic pointers.
const GENERIC: &str = "ptr addrspace(4)";
const LOCAL: &str = "ptr addrspace(3)";
/// The parameters of a kernel, which are in private memory: their types and names.
const ARGUMENTS: [(&str, &str); 2] = [("args", "self"), ("parameters", "numbers")];

/// Translates a module.
#[must_use]
pub fn translate(text: &str) -> String {
    let mut out = String::new();
    let mut private: Vec<&str> = Vec::new();
    let mut is_kernel = false;
    for line in text.lines() {
        let named = line.trim_start().split_once(" = ");
        if line.starts_with("define ") {
            let mut line = line.replace("define internal ", "define internal spir_func ");
            is_kernel = line.contains("spir_kernel");
            private.clear();
            for (ty, name) in ARGUMENTS {
                let argument = format!("ptr byval(%{ty}) align 8 %{name}");
                if line.contains(&argument) {
                    line = line.replace(&argument, &format!("{argument}.private"));
                    private.push(name);
                }
            }
            let line = if private.is_empty() { generic(&line) } else { line };
            let _ = writeln!(out, "{line}");
        } else if line == "entry:" {
            let _ = writeln!(out, "{line}");
            if is_kernel {
                // Intel's runtime turns early returns whose conditions are about ids into bounds of its loops over
                // work-items, and miscompiles those about some bits of ids. The store has an effect before them.
                let _ = writeln!(out, "  %begun = alloca i32");
                let _ = writeln!(out, "  store volatile i32 0, ptr %begun");
            }
            for name in &private {
                let _ = writeln!(out, "  %{name} = addrspacecast ptr %{name}.private to {GENERIC}");
            }
        } else if let Some((name, rest)) = named.filter(|(_, rest)| rest.starts_with("alloca ")) {
            let _ = writeln!(out, "  {name}.private = {}", generic(rest));
            let _ = writeln!(out, "  {name} = addrspacecast ptr {name}.private to {GENERIC}");
        } else if let Some((name, _)) =
            named.filter(|(_, rest)| rest.contains("@__mux_local_memory("))
        {
            let call = line.replace("call ptr", &format!("call spir_func {LOCAL}"));
            let _ =
                writeln!(out, "{}", call.replace(&format!("{name} ="), &format!("{name}.local =")));
            let _ = writeln!(out, "  {name} = addrspacecast {LOCAL} {name}.local to {GENERIC}");
        } else if line.contains("@__mux_local_memory(") {
            let _ = writeln!(
                out,
                "{}",
                line.replace("declare ptr", &format!("declare spir_func {LOCAL}"))
            );
        } else if let Some(lines) = guarded_saturation(line) {
            out.push_str(&lines);
        } else {
            let line = if line.contains("@llvm.") {
                line.to_owned()
            } else {
                line.replace(" call ", " call spir_func ").replace("declare ", "declare spir_func ")
            };
            let line = line.replace(" monotonic", " syncscope(\"device\") monotonic");
            let _ = writeln!(out, "{}", generic(&line));
        }
    }
    out
}

/// Conversions that saturate give 0 for a NaN, but the largest number on Intel's runtime.
fn guarded_saturation(line: &str) -> Option<String> {
    let (name, call) = line.trim_start().split_once(" = ")?;
    let (callee, argument) = call.strip_prefix("call ")?.split_once('(')?;
    let (result, callee) = callee.split_once(" @")?;
    if !callee.starts_with("llvm.fpto") {
        return None;
    }
    let argument = argument.strip_suffix(')')?;
    // The value may be a constant of several words: `splat (double 1.0)`.
    let type_end = argument.find('>').map_or_else(|| argument.find(' '), |at| Some(at + 1))?;
    let (ty, value) = (&argument[..type_end], argument[type_end..].trim_start());
    let condition = match ty.strip_prefix('<').and_then(|ty| ty.split_once(" x ")) {
        Some((lanes, _)) => format!("<{lanes} x i1>"),
        None => "i1".to_owned(),
    };
    Some(format!(
        "  {name}.saturated = {call}\n  {name}.none = fcmp uno {ty} {value}, {value}\n  \
         {name} = select {condition} {name}.none, {result} zeroinitializer, {result} {name}.saturated\n"
    ))
}

/// Text in which all pointers are generic.
fn generic(text: &str) -> String {
    let is_word =
        |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || "_%@.".contains(c));
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("ptr") {
        let (before, behind) = (rest[..at].chars().next_back(), rest[at + 3..].chars().next());
        out.push_str(&rest[..at]);
        out.push_str(if is_word(before) || is_word(behind) { "ptr" } else { GENERIC });
        rest = &rest[at + 3..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::translate;

    #[test]
    fn saturated_conversions_are_guarded() {
        for value in ["%x", "splat (float 0x402F000000000000)", "<float 1.0, float 2.0>"] {
            let text =
                format!("  %t1 = call <2 x i8> @llvm.fptosi.sat.v2i8.v2f32(<2 x float> {value})\n");
            let expected = format!(
                "  %t1.saturated = call <2 x i8> @llvm.fptosi.sat.v2i8.v2f32(<2 x float> {value})\n  \
                 %t1.none = fcmp uno <2 x float> {value}, {value}\n  \
                 %t1 = select <2 x i1> %t1.none, <2 x i8> zeroinitializer, <2 x i8> %t1.saturated\n"
            );
            assert_eq!(translate(&text), expected);
        }
        let scalar = "  %t1 = call i8 @llvm.fptosi.sat.i8.f32(float 1.0)\n";
        assert!(translate(scalar).contains("%t1.none = fcmp uno float 1.0, 1.0\n"));
    }

    #[test]
    fn pointers_lead_anywhere_and_variables_are_private() {
        let text = "%args = type { ptr, i64 }\n\
                    define internal i64 @helper0(ptr %self, ptr %p0) #1 {\nentry:\n  ret i64 0\n}\n\
                    define spir_kernel void @k(ptr byval(%args) align 8 %self) #0 {\nentry:\n  \
                    %v0 = alloca ptr\n  %t1 = call ptr @__mux_local_memory(i64 64)\n  \
                    %t2 = call i32 @llvm.abs.i32(i32 1, i1 false)\n  store ptr %t1, ptr %v0\n}\n\
                    declare ptr @__mux_local_memory(i64) #3\n";
        let expected = "%args = type { ptr addrspace(4), i64 }\n\
            define internal spir_func i64 @helper0(ptr addrspace(4) %self, ptr addrspace(4) %p0) #1 {\n\
            entry:\n  ret i64 0\n}\n\
            define spir_kernel void @k(ptr byval(%args) align 8 %self.private) #0 {\nentry:\n  \
            %begun = alloca i32\n  store volatile i32 0, ptr %begun\n  \
            %self = addrspacecast ptr %self.private to ptr addrspace(4)\n  \
            %v0.private = alloca ptr addrspace(4)\n  \
            %v0 = addrspacecast ptr %v0.private to ptr addrspace(4)\n  \
            %t1.local = call spir_func ptr addrspace(3) @__mux_local_memory(i64 64)\n  \
            %t1 = addrspacecast ptr addrspace(3) %t1.local to ptr addrspace(4)\n  \
            %t2 = call i32 @llvm.abs.i32(i32 1, i1 false)\n  \
            store ptr addrspace(4) %t1, ptr addrspace(4) %v0\n}\n\
            declare spir_func ptr addrspace(3) @__mux_local_memory(i64) #3\n";
        assert_eq!(translate(text), expected);
    }
}
