//! Queries clang about processors.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::string_attribute;
use scythe_pipeline::PipelineError;
use scythe_pipeline::family::Target;
use scythe_pipeline::tools::{Tool, ToolCall, ToolOutput, Tools};

use super::Cpu;

/// LLVM's name and features of a target's processor: from clang's attributes if device code is for that
/// processor only; otherwise clang is queried.
pub fn of_target(
    target: &Target,
    is_only: bool,
    device: &Module<'_>,
    tools: &dyn Tools,
) -> Result<Cpu, PipelineError> {
    let march = &target.architecture;
    if is_only {
        let attributes = device.get_functions().find_map(|f| {
            Some((string_attribute(f, "target-cpu")?, string_attribute(f, "target-features")?))
        });
        let (cpu, features) = attributes.unwrap_or_else(|| (march.clone(), String::new()));
        return Ok(Cpu::new(march, &cpu, &features));
    }
    ask_clang_about(tools, march)
}

/// Queries clang about a processor: it writes name and features into the attributes of any function.
pub fn ask_clang_about(tools: &dyn Tools, march: &str) -> Result<Cpu, PipelineError> {
    let march_flag = format!("-march={march}");
    let flags = [march_flag.as_str(), "-x", "c++", "-S", "-emit-llvm", "-o", "-"];
    let call = ToolCall {
        tool: Tool::Clang,
        flags: flags.map(str::to_owned).to_vec(),
        input: b"void scythe_probe() {}",
        extension: "cpp",
        output: ToolOutput::Standard,
    };
    let code = tools.run(&call).map_err(|_| unknown_processor(march))?;
    let text = String::from_utf8_lossy(&code);
    let attribute = |key: &str| {
        let start = text.find(&format!("\"{key}\"=\""))? + key.len() + 4;
        let rest = &text[start..];
        Some(rest[..rest.find('"')?].to_owned())
    };
    let cpu = attribute("target-cpu").ok_or_else(|| unknown_processor(march))?;
    Ok(Cpu::new(march, &cpu, &attribute("target-features").unwrap_or_default()))
}

fn unknown_processor(march: &str) -> PipelineError {
    PipelineError::Request(format!(
        "unknown processor '{march}' in -march or --targets (`clang++-22 --print-supported-cpus` \
         lists them)"
    ))
}
