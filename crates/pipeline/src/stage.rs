//! Points on the road that `scythe++ --emit=<stage>` shows.

macro_rules! stages {
    ($($variant:ident = $name:literal, $doc:literal;)*) => {
        /// A point on the road of a program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Stage { $(#[doc = $doc] $variant,)* }

        impl Stage {
            /// All stages, in the order of the road.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the command line.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line for the help text.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $doc,)* }
            }
        }
    };
}

stages! {
    Notes = "notes", "kernel notes of the device pass, as JSON";
    DeviceLl = "device-ll", "device code as clang made it, as LLVM IR";
    SyclMlir = "sycl-mlir", "device code in the sycl dialect, as MLIR";
    HostMlir = "host-mlir", "host code with its kernel launches in the sycl dialect, as MLIR";
    LoweredLl = "lowered-ll", "device code as the work-item back end gets it, as LLVM IR";
    MuxLl = "mux-ll", "device code after work-item lowering and optimisation, as LLVM IR";
    Asm = "asm", "device code as assembly";
    Spirv = "spirv", "device code as SPIR-V: text on standard output and with -S, otherwise binary";
}

impl Stage {
    /// The stage of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|stage| stage.name() == name)
    }

    /// Names of stages that the design knows and that this version does not have yet.
    pub const LATER: &'static [&'static str] = &["ptx"];
}
