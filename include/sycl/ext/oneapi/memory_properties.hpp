// Properties of memory that kernels access, for accessors and annotated pointers.
#pragma once

#include <sycl/ext/oneapi/properties.hpp>

#include <cstddef>

namespace sycl::inline _V1::ext::oneapi {

// Nothing else that the kernel uses refers to the memory, as far as it is written.
struct no_alias {
  static constexpr const char *meta_name = "sycl-no-alias";
  using value_t = experimental::property_value<no_alias>;
};
inline constexpr no_alias::value_t no_alias_v;

// The pointer is a multiple of this many bytes.
struct alignment {
  static constexpr const char *meta_name = "sycl-alignment";
  template <std::size_t Bytes> struct checked {
    static_assert(Bytes > 0 && (Bytes & (Bytes - 1)) == 0,
                  "alignment: must be a power of two");
    using type =
        experimental::property_value<alignment, std::integral_constant<std::size_t, Bytes>>;
  };
  template <std::size_t Bytes> using value_t = typename checked<Bytes>::type;
};
template <std::size_t Bytes> inline constexpr alignment::value_t<Bytes> alignment_v;

// The number of one of several memories of a device.
struct buffer_location {
  static constexpr const char *meta_name = "sycl-buffer-location";
  template <int Number>
  using value_t =
      experimental::property_value<buffer_location, std::integral_constant<int, Number>>;
};
template <int Number> inline constexpr buffer_location::value_t<Number> buffer_location_v;

namespace experimental {

using no_alias_key = oneapi::no_alias;
using alignment_key = oneapi::alignment;
using buffer_location_key = oneapi::buffer_location;
// The name for annotated pointers.
using unaliased_key = oneapi::no_alias;

inline constexpr no_alias_key::value_t no_alias;
inline constexpr no_alias_key::value_t unaliased;
template <int Bytes> inline constexpr alignment_key::value_t<Bytes> alignment;
template <int Number> inline constexpr buffer_location_key::value_t<Number> buffer_location;

} // namespace experimental
} // namespace sycl::ext::oneapi
