//! The virtual machine of SPIR-V.

use scythe_llvm::MachineError;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::{TargetMachine, TargetTriple};

/// The target's name, on the command line and in kernel records.
pub const NAME: &str = "spirv64";

/// The versions of SPIR-V for modules: the older one, which more drivers accept, unless a module needs the
/// newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvVersion {
    /// For OpenCL 2.2.
    V1_2,
    /// With operations of sub-groups in the core.
    V1_3,
}

impl SpirvVersion {
    /// The oldest version that supports a module.
    #[must_use]
    pub fn needed(module: &Module<'_>) -> Self {
        // Mangled: `_Z27__spirv_GroupNonUniformIAddjjj`.
        let is_new = |name: &str| name.contains("__spirv_GroupNonUniform");
        let newer = module.get_functions().any(|f| is_new(&f.get_name().to_string_lossy()));
        if newer { Self::V1_3 } else { Self::V1_2 }
    }

    /// LLVM's triple for it.
    #[must_use]
    pub fn triple(self) -> &'static str {
        match self {
            Self::V1_2 => "spirv64v1.2-unknown-unknown",
            Self::V1_3 => "spirv64v1.3-unknown-unknown",
        }
    }

    /// Sets the version of a module.
    pub fn retarget(self, module: &Module<'_>) {
        module.set_triple(&TargetTriple::create(self.triple()));
    }
}

/// LLVM's machine.
///
/// # Errors
/// When LLVM was built without it.
pub fn machine() -> Result<TargetMachine, MachineError> {
    scythe_llvm::machine(SpirvVersion::V1_3.triple(), "", "", false)
}
