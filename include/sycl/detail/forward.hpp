// Forward declarations of the SYCL classes that name each other, with the
// default template arguments of the specification (they may appear only once).
#pragma once

#include <sycl/access.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi {

template <typename... Properties> class property_list;
template <typename SYCLObjT> class weak_object;

namespace experimental {

enum class architecture : std::uint64_t;
enum class arch_category;
template <int Dimensions> class root_group;
enum class graph_state { modifiable, executable };
enum class queue_state { executing, recording };
template <graph_state State = graph_state::modifiable> class command_graph;
template <typename ValueT> class dynamic_parameter;

} // namespace experimental
} // namespace ext::oneapi

namespace detail {

template <typename SYCLObjT> struct weak_traits;

} // namespace detail

template <int Dimensions = 1> class id;
template <int Dimensions = 1> class range;
template <int Dimensions = 1> class nd_range;
template <int Dimensions = 1, bool WithOffset = true> class item;
template <int Dimensions = 1> class nd_item;
template <int Dimensions = 1> class group;
template <int Dimensions> class h_item;
class sub_group;

class context;
class device;
class device_selector;
class event;
class exception;
class handler;
class kernel_id;
class platform;
class property_list;
class queue;
class stream;

template <typename ValueT> using buffer_allocator = std::allocator<ValueT>;

template <typename ValueT, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<ValueT>>>
class buffer;

namespace detail {

template <typename DataT>
inline constexpr access_mode default_mode =
    std::is_const_v<DataT> ? access_mode::read : access_mode::read_write;

} // namespace detail

template <typename DataT, int Dimensions = 1, access_mode AccessMode = detail::default_mode<DataT>,
          target AccessTarget = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t,
          typename PropertyListT = ext::oneapi::property_list<>>
class accessor;

template <typename DataT, int Dimensions = 1,
          access_mode AccessMode = (std::is_const_v<DataT> ? access_mode::read
                                                           : access_mode::read_write)>
class host_accessor;

template <typename DataT, int Dimensions = 1> class local_accessor;

template <typename ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr;

template <typename DataT, int NumElements> class vec;

} // namespace sycl
