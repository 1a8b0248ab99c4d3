//! The contents of memory before and after a launch.

use fastrand::Rng;

use crate::half;
use crate::kernel::{Kernel, Memory};
use crate::types::{Scalar, Ty};

/// The bytes of every array, in the order of [`Memory`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Arrays that are only read.
    pub inputs: Vec<Vec<u8>>,
    /// Rows of work-items.
    pub outputs: Vec<Vec<u8>>,
    /// Counters.
    pub counters: Vec<Vec<u8>>,
    /// Shared arrays; those in local memory are empty here.
    pub shared: Vec<Vec<u8>>,
}

impl Contents {
    /// The initial contents.
    #[must_use]
    pub fn initial(kernel: &Kernel) -> Self {
        let mut rng = Rng::with_seed(kernel.data_seed);
        let memory = &kernel.memory;
        let items = kernel.launch.items();
        let zeros = |elements: u64, bytes: usize| vec![0u8; elements as usize * bytes];
        let cells = kernel.launch.group_count() * kernel.launch.group_items();
        Self {
            inputs: memory.inputs.iter().map(|&ty| input(&mut rng, ty)).collect(),
            outputs: memory
                .outputs
                .iter()
                .map(|ty| zeros(items * Memory::ROW, ty.bytes()))
                .collect(),
            counters: memory
                .counters
                .iter()
                .map(|scalar| zeros(Memory::COUNTERS, scalar.bytes()))
                .collect(),
            shared: memory
                .shared
                .iter()
                .map(|array| zeros(if array.local { 0 } else { cells }, array.ty.bytes()))
                .collect(),
        }
    }

    /// The first difference between the contents and the expected ones. NaNs with different bits are equal:
    /// LLVM does not specify them.
    #[must_use]
    pub fn difference(&self, expected: &Self, memory: &Memory) -> Option<Difference> {
        let output_types = memory.outputs.iter().copied();
        let counter_types = memory.counters.iter().map(|&scalar| Ty::of(scalar));
        let shared_types = memory.shared.iter().map(|array| array.ty);
        let found = |kind,
                     types: &mut dyn Iterator<Item = Ty>,
                     got: &[Vec<u8>],
                     want: &[Vec<u8>]| {
            types.zip(got.iter().zip(want)).enumerate().find_map(|(array, (ty, (got, want)))| {
                let bytes = ty.scalar.bytes();
                got.chunks(bytes).zip(want.chunks(bytes)).enumerate().find_map(
                    |(element, (got, want))| {
                        let (got, want) = (bits_of(got), bits_of(want));
                        (got != want && !(is_nan(ty.scalar, got) && is_nan(ty.scalar, want))).then(
                            || Difference {
                                place: format!("{kind} {array}, {} {element}", ty.scalar.ir()),
                                got,
                                want,
                            },
                        )
                    },
                )
            })
        };
        found("output", &mut output_types.clone(), &self.outputs, &expected.outputs)
            .or_else(|| {
                found("counters", &mut counter_types.clone(), &self.counters, &expected.counters)
            })
            .or_else(|| found("shared", &mut shared_types.clone(), &self.shared, &expected.shared))
    }
}

/// Two values that should be equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The array and the element, counted in scalars.
    pub place: String,
    /// The bits that compiled code wrote.
    pub got: u64,
    /// The bits that the interpreter wrote.
    pub want: u64,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: compiled {:#x}, interpreted {:#x}", self.place, self.got, self.want)
    }
}

/// Little-endian bytes as bits.
#[must_use]
pub fn bits_of(bytes: &[u8]) -> u64 {
    let mut all = [0u8; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// Whether bits are one of a type's NaNs.
#[must_use]
pub fn is_nan(scalar: Scalar, bits: u64) -> bool {
    match scalar {
        Scalar::F16 => half::from_bits(bits as u16).is_nan(),
        Scalar::F32 => f32::from_bits(bits as u32).is_nan(),
        Scalar::F64 => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

fn input(rng: &mut Rng, ty: Ty) -> Vec<u8> {
    let lanes = Memory::INPUT_LENGTH * u64::from(ty.lanes);
    let lane = |rng: &mut Rng| interesting(rng, ty.scalar).to_le_bytes();
    (0..lanes).flat_map(|_| lane(rng)[..ty.scalar.bytes()].to_vec()).collect()
}

/// A value that is likely to make a difference: small, extreme, or random.
#[must_use]
pub fn interesting(rng: &mut Rng, scalar: Scalar) -> u64 {
    let mask = u64::MAX >> (64 - scalar.bits());
    match scalar {
        Scalar::F16 => u64::from(half::to_bits(interesting_float(rng))),
        Scalar::F32 => u64::from((interesting_float(rng) as f32).to_bits()),
        Scalar::F64 => interesting_float(rng).to_bits(),
        _ => {
            let any = match rng.u8(0..8) {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << (scalar.bits() - 1),
                3 => (1u64 << (scalar.bits() - 1)).wrapping_sub(1),
                4 | 5 => rng.u64(0..16),
                6 => rng.u64(0..256),
                _ => rng.u64(..),
            };
            any & mask
        }
    }
}

fn interesting_float(rng: &mut Rng) -> f64 {
    match rng.u8(0..12) {
        0 => 0.0,
        1 => -0.0,
        2 => f64::INFINITY,
        3 => f64::NAN,
        4 => 1e-40,
        5 => rng.f64() * 1e30,
        6 => rng.f64() - 0.5,
        _ => f64::from(rng.i32(-64..64)) / 4.0,
    }
}
