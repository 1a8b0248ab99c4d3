// The extension sycl_ext_oneapi_device_architecture: the processor of a device.
#pragma once

#include <sycl/device.hpp>

#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

// The upper half of a number is the family: 1 are processors, 2 Intel's GPUs, 3 NVIDIA's
// and 4 AMD's. The lower half is in the order of the family: of Intel's GPUs it is what
// their drivers report (release, revision and so on in 10, 8 and 14 bits), of NVIDIA's
// the compute capability, of AMD's the number in their names. The runtime answers with
// these numbers.
enum class architecture : std::uint64_t {
  unknown = 0,
  x86_64 = 0x1'0000'0000 + 0,
  intel_cpu_spr = 0x1'0000'0000 + 1,
  intel_cpu_gnr = 0x1'0000'0000 + 2,
  intel_cpu_dmr = 0x1'0000'0000 + 3,

  intel_gpu_bdw = 0x2'0000'0000 + 0x2000000,
  intel_gpu_8_0_0 = intel_gpu_bdw,
  intel_gpu_skl = 0x2'0000'0000 + 0x2400009,
  intel_gpu_9_0_9 = intel_gpu_skl,
  intel_gpu_kbl = 0x2'0000'0000 + 0x2404009,
  intel_gpu_9_1_9 = intel_gpu_kbl,
  intel_gpu_cfl = 0x2'0000'0000 + 0x2408009,
  intel_gpu_9_2_9 = intel_gpu_cfl,
  intel_gpu_apl = 0x2'0000'0000 + 0x240c000,
  intel_gpu_bxt = intel_gpu_apl,
  intel_gpu_9_3_0 = intel_gpu_apl,
  intel_gpu_glk = 0x2'0000'0000 + 0x2410000,
  intel_gpu_9_4_0 = intel_gpu_glk,
  intel_gpu_whl = 0x2'0000'0000 + 0x2414000,
  intel_gpu_9_5_0 = intel_gpu_whl,
  intel_gpu_aml = 0x2'0000'0000 + 0x2418000,
  intel_gpu_9_6_0 = intel_gpu_aml,
  intel_gpu_cml = 0x2'0000'0000 + 0x241c000,
  intel_gpu_9_7_0 = intel_gpu_cml,
  intel_gpu_icllp = 0x2'0000'0000 + 0x2c00000,
  intel_gpu_11_0_0 = intel_gpu_icllp,
  intel_gpu_ehl = 0x2'0000'0000 + 0x2c08000,
  intel_gpu_jsl = intel_gpu_ehl,
  intel_gpu_11_2_0 = intel_gpu_ehl,
  intel_gpu_tgllp = 0x2'0000'0000 + 0x3000000,
  intel_gpu_12_0_0 = intel_gpu_tgllp,
  intel_gpu_rkl = 0x2'0000'0000 + 0x3004000,
  intel_gpu_12_1_0 = intel_gpu_rkl,
  intel_gpu_adl_s = 0x2'0000'0000 + 0x3008000,
  intel_gpu_rpl_s = intel_gpu_adl_s,
  intel_gpu_12_2_0 = intel_gpu_adl_s,
  intel_gpu_adl_p = 0x2'0000'0000 + 0x300c000,
  intel_gpu_12_3_0 = intel_gpu_adl_p,
  intel_gpu_adl_n = 0x2'0000'0000 + 0x3010000,
  intel_gpu_12_4_0 = intel_gpu_adl_n,
  intel_gpu_dg1 = 0x2'0000'0000 + 0x3028000,
  intel_gpu_12_10_0 = intel_gpu_dg1,
  intel_gpu_acm_g10 = 0x2'0000'0000 + 0x30dc008,
  intel_gpu_dg2_g10 = intel_gpu_acm_g10,
  intel_gpu_12_55_8 = intel_gpu_acm_g10,
  intel_gpu_acm_g11 = 0x2'0000'0000 + 0x30e0005,
  intel_gpu_dg2_g11 = intel_gpu_acm_g11,
  intel_gpu_12_56_5 = intel_gpu_acm_g11,
  intel_gpu_acm_g12 = 0x2'0000'0000 + 0x30e4000,
  intel_gpu_dg2_g12 = intel_gpu_acm_g12,
  intel_gpu_12_57_0 = intel_gpu_acm_g12,
  intel_gpu_pvc = 0x2'0000'0000 + 0x30f0007,
  intel_gpu_12_60_7 = intel_gpu_pvc,
  intel_gpu_pvc_vg = 0x2'0000'0000 + 0x30f4007,
  intel_gpu_12_61_7 = intel_gpu_pvc_vg,
  intel_gpu_mtl_u = 0x2'0000'0000 + 0x3118004,
  intel_gpu_mtl_s = intel_gpu_mtl_u,
  intel_gpu_arl_u = intel_gpu_mtl_u,
  intel_gpu_arl_s = intel_gpu_mtl_u,
  intel_gpu_12_70_4 = intel_gpu_mtl_u,
  intel_gpu_mtl_h = 0x2'0000'0000 + 0x311c004,
  intel_gpu_12_71_4 = intel_gpu_mtl_h,
  intel_gpu_arl_h = 0x2'0000'0000 + 0x3128004,
  intel_gpu_12_74_4 = intel_gpu_arl_h,
  intel_gpu_bmg_g21 = 0x2'0000'0000 + 0x5004004,
  intel_gpu_20_1_4 = intel_gpu_bmg_g21,
  intel_gpu_bmg_g31 = 0x2'0000'0000 + 0x5008000,
  intel_gpu_20_2_0 = intel_gpu_bmg_g31,
  intel_gpu_lnl_m = 0x2'0000'0000 + 0x5010004,
  intel_gpu_20_4_4 = intel_gpu_lnl_m,
  intel_gpu_ptl_h = 0x2'0000'0000 + 0x7800004,
  intel_gpu_30_0_4 = intel_gpu_ptl_h,
  intel_gpu_ptl_u = 0x2'0000'0000 + 0x7804001,
  intel_gpu_30_1_1 = intel_gpu_ptl_u,
  intel_gpu_wcl = 0x2'0000'0000 + 0x780c000,
  intel_gpu_30_3_0 = intel_gpu_wcl,

  nvidia_gpu_sm_50 = 0x3'0000'0000 + 0x500,
  nvidia_gpu_sm_52 = 0x3'0000'0000 + 0x520,
  nvidia_gpu_sm_53 = 0x3'0000'0000 + 0x530,
  nvidia_gpu_sm_60 = 0x3'0000'0000 + 0x600,
  nvidia_gpu_sm_61 = 0x3'0000'0000 + 0x610,
  nvidia_gpu_sm_62 = 0x3'0000'0000 + 0x620,
  nvidia_gpu_sm_70 = 0x3'0000'0000 + 0x700,
  nvidia_gpu_sm_72 = 0x3'0000'0000 + 0x720,
  nvidia_gpu_sm_75 = 0x3'0000'0000 + 0x750,
  nvidia_gpu_sm_80 = 0x3'0000'0000 + 0x800,
  nvidia_gpu_sm_86 = 0x3'0000'0000 + 0x860,
  nvidia_gpu_sm_87 = 0x3'0000'0000 + 0x870,
  nvidia_gpu_sm_89 = 0x3'0000'0000 + 0x890,
  nvidia_gpu_sm_90 = 0x3'0000'0000 + 0x900,
  nvidia_gpu_sm_90a = 0x3'0000'0000 + 0x90a,
  nvidia_gpu_sm_100 = 0x3'0000'0000 + 0x1000,
  nvidia_gpu_sm_100a = 0x3'0000'0000 + 0x100a,
  nvidia_gpu_sm_101 = 0x3'0000'0000 + 0x1010,
  nvidia_gpu_sm_101a = 0x3'0000'0000 + 0x101a,
  nvidia_gpu_sm_103 = 0x3'0000'0000 + 0x1030,
  nvidia_gpu_sm_103a = 0x3'0000'0000 + 0x103a,
  nvidia_gpu_sm_110 = 0x3'0000'0000 + 0x1100,
  nvidia_gpu_sm_110a = 0x3'0000'0000 + 0x110a,
  nvidia_gpu_sm_120 = 0x3'0000'0000 + 0x1200,
  nvidia_gpu_sm_120a = 0x3'0000'0000 + 0x120a,
  nvidia_gpu_sm_121 = 0x3'0000'0000 + 0x1210,
  nvidia_gpu_sm_121a = 0x3'0000'0000 + 0x121a,

  amd_gpu_gfx700 = 0x4'0000'0000 + 0x700,
  amd_gpu_gfx701 = 0x4'0000'0000 + 0x701,
  amd_gpu_gfx702 = 0x4'0000'0000 + 0x702,
  amd_gpu_gfx801 = 0x4'0000'0000 + 0x801,
  amd_gpu_gfx802 = 0x4'0000'0000 + 0x802,
  amd_gpu_gfx803 = 0x4'0000'0000 + 0x803,
  amd_gpu_gfx805 = 0x4'0000'0000 + 0x805,
  amd_gpu_gfx810 = 0x4'0000'0000 + 0x810,
  amd_gpu_gfx900 = 0x4'0000'0000 + 0x900,
  amd_gpu_gfx902 = 0x4'0000'0000 + 0x902,
  amd_gpu_gfx904 = 0x4'0000'0000 + 0x904,
  amd_gpu_gfx906 = 0x4'0000'0000 + 0x906,
  amd_gpu_gfx908 = 0x4'0000'0000 + 0x908,
  amd_gpu_gfx909 = 0x4'0000'0000 + 0x909,
  amd_gpu_gfx90a = 0x4'0000'0000 + 0x90a,
  amd_gpu_gfx90c = 0x4'0000'0000 + 0x90c,
  amd_gpu_gfx940 = 0x4'0000'0000 + 0x940,
  amd_gpu_gfx941 = 0x4'0000'0000 + 0x941,
  amd_gpu_gfx942 = 0x4'0000'0000 + 0x942,
  amd_gpu_gfx1010 = 0x4'0000'0000 + 0x1010,
  amd_gpu_gfx1011 = 0x4'0000'0000 + 0x1011,
  amd_gpu_gfx1012 = 0x4'0000'0000 + 0x1012,
  amd_gpu_gfx1013 = 0x4'0000'0000 + 0x1013,
  amd_gpu_gfx1030 = 0x4'0000'0000 + 0x1030,
  amd_gpu_gfx1031 = 0x4'0000'0000 + 0x1031,
  amd_gpu_gfx1032 = 0x4'0000'0000 + 0x1032,
  amd_gpu_gfx1033 = 0x4'0000'0000 + 0x1033,
  amd_gpu_gfx1034 = 0x4'0000'0000 + 0x1034,
  amd_gpu_gfx1035 = 0x4'0000'0000 + 0x1035,
  amd_gpu_gfx1036 = 0x4'0000'0000 + 0x1036,
  amd_gpu_gfx1100 = 0x4'0000'0000 + 0x1100,
  amd_gpu_gfx1101 = 0x4'0000'0000 + 0x1101,
  amd_gpu_gfx1102 = 0x4'0000'0000 + 0x1102,
  amd_gpu_gfx1103 = 0x4'0000'0000 + 0x1103,
  amd_gpu_gfx1150 = 0x4'0000'0000 + 0x1150,
  amd_gpu_gfx1151 = 0x4'0000'0000 + 0x1151,
  amd_gpu_gfx1200 = 0x4'0000'0000 + 0x1200,
  amd_gpu_gfx1201 = 0x4'0000'0000 + 0x1201
};

enum class arch_category { intel_gpu = 2, nvidia_gpu = 3, amd_gpu = 4 };

} // namespace ext::oneapi::experimental

namespace detail {

using device_architecture = ext::oneapi::experimental::architecture;

constexpr std::uint64_t family_of(device_architecture arch) noexcept {
  return static_cast<std::uint64_t>(arch) >> 32;
}
constexpr bool is_in(device_architecture arch,
                     ext::oneapi::experimental::arch_category category) noexcept {
  return family_of(arch) == static_cast<std::uint64_t>(category);
}

// The architecture that device code is compiled for. SPIR-V and PTX run on any device that accepts
// them.
#if defined(__x86_64__) && !defined(__SPIRV__) && !defined(__NVPTX__)
inline constexpr device_architecture compiled_for = device_architecture::x86_64;
#else
inline constexpr device_architecture compiled_for = device_architecture::unknown;
#endif

constexpr bool compiled_for_relative(device_architecture arch, bool less, bool equal,
                                     bool greater) noexcept {
  return family_of(compiled_for) == family_of(arch) &&
         ((less && compiled_for < arch) || (equal && compiled_for == arch) ||
          (greater && compiled_for > arch));
}

// Runs one function of a chain at most. `Open`: none has been chosen yet.
template <bool Open> class architecture_chain {
public:
  template <typename Function> constexpr void otherwise(Function function) const {
    if constexpr (Open)
      function();
  }

#define SCYTHE_ELSE_IF(name, parameters, condition)                                                \
  template <parameters, typename Function> constexpr auto name(Function function) const {          \
    if constexpr (Open && (condition))                                                             \
      function();                                                                                  \
    return architecture_chain<Open && !(condition)>();                                             \
  }
  SCYTHE_ELSE_IF(else_if_architecture_is, device_architecture... Archs,
                 ((compiled_for == Archs) || ...))
  SCYTHE_ELSE_IF(else_if_architecture_is,
                 ext::oneapi::experimental::arch_category... Categories,
                 (is_in(compiled_for, Categories) || ...))
  SCYTHE_ELSE_IF(else_if_architecture_is_lt, device_architecture Arch,
                 compiled_for_relative(Arch, true, false, false))
  SCYTHE_ELSE_IF(else_if_architecture_is_le, device_architecture Arch,
                 compiled_for_relative(Arch, true, true, false))
  SCYTHE_ELSE_IF(else_if_architecture_is_gt, device_architecture Arch,
                 compiled_for_relative(Arch, false, false, true))
  SCYTHE_ELSE_IF(else_if_architecture_is_ge, device_architecture Arch,
                 compiled_for_relative(Arch, false, true, true))
#undef SCYTHE_ELSE_IF
  template <device_architecture First, device_architecture Last, typename Function>
  constexpr auto else_if_architecture_is_between(Function function) const {
    static_assert(family_of(First) == family_of(Last),
                  "both architectures must be of the same family");
    constexpr bool condition = compiled_for_relative(First, false, true, true) &&
                               compiled_for_relative(Last, true, true, false);
    if constexpr (Open && condition)
      function();
    return architecture_chain<Open && !condition>();
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

// In device code: runs the function if the condition is true of the processor that the code is
// compiled for. The processors that will run SPIR-V are unknown.
template <architecture... Archs, typename Function>
constexpr auto if_architecture_is(Function function) {
  return detail::architecture_chain<true>().template else_if_architecture_is<Archs...>(function);
}
template <arch_category... Categories, typename Function>
constexpr auto if_architecture_is(Function function) {
  return detail::architecture_chain<true>().template else_if_architecture_is<Categories...>(
      function);
}
#define SCYTHE_IF(relation)                                                                        \
  template <architecture Arch, typename Function>                                                  \
  constexpr auto if_architecture_is_##relation(Function function) {                                \
    return detail::architecture_chain<true>().template else_if_architecture_is_##relation<Arch>(   \
        function);                                                                                 \
  }
SCYTHE_IF(lt)
SCYTHE_IF(le)
SCYTHE_IF(gt)
SCYTHE_IF(ge)
#undef SCYTHE_IF
template <architecture First, architecture Last, typename Function>
constexpr auto if_architecture_is_between(Function function) {
  return detail::architecture_chain<true>().template else_if_architecture_is_between<First, Last>(
      function);
}

namespace info::device {

struct architecture
    : detail::device_scalar<experimental::architecture, SCYTHE_DEVICE_ARCHITECTURE, std::uint64_t> {
};

} // namespace info::device
} // namespace ext::oneapi::experimental

inline bool device::ext_oneapi_architecture_is(ext::oneapi::experimental::architecture arch) const {
  return get_info<ext::oneapi::experimental::info::device::architecture>() == arch;
}
inline bool
device::ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category category) const {
  return detail::is_in(get_info<ext::oneapi::experimental::info::device::architecture>(),
                       category);
}

} // namespace sycl
