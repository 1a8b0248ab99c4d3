// SYCL 2020 §4.16: text output from kernels.
#pragma once

#include <sycl/detail/stream_text.hpp>
#include <sycl/half.hpp>
#include <sycl/handler.hpp>
#include <sycl/item.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/vec.hpp>

namespace sycl::inline _V1 {

enum class stream_manipulator {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};

inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {

struct precision_manipulator {
  int precision;
};
struct width_manipulator {
  int width;
};

class stream_statement;
class stream_writer;

// The decomposition protocol of streams.
struct stream_parts {
  stream_memory *memory;
  std::size_t total;
  std::size_t per_work_item;
  std::size_t number;
};

} // namespace detail

constexpr detail::precision_manipulator setprecision(int precision) noexcept {
  return {precision};
}
constexpr detail::width_manipulator setw(int width) noexcept { return {width}; }

// The command owns the memory of the stream.
class SCYTHE_SPECIAL_CLASS stream {
public:
  stream(std::size_t totalBufferSize, std::size_t workItemBufferSize, handler &cgh,
         const property_list &propList = {})
      : total_(totalBufferSize), per_work_item_(workItemBufferSize), number_(next_number()) {
    static_cast<void>(propList); // there are no properties of streams
    auto *const output = new detail::stream_output(detail::queue_of(cgh), totalBufferSize,
                                                   workItemBufferSize);
    detail::add_command_end(cgh, output, true);
    memory_ = output->memory();
  }

  // The decomposition protocol.
  detail::stream_parts sycl_deconstruct() const noexcept {
    return {memory_, total_, per_work_item_, number_};
  }
  SCYTHE_ALWAYS_INLINE static stream sycl_reconstruct(detail::stream_memory *memory,
                                                      std::size_t total,
                                                      std::size_t per_work_item,
                                                      std::size_t number) noexcept {
    stream rebuilt;
    rebuilt.memory_ = memory;
    rebuilt.total_ = total;
    rebuilt.per_work_item_ = per_work_item;
    rebuilt.number_ = number;
    return rebuilt;
  }

  std::size_t size() const noexcept { return total_; }
  std::size_t get_work_item_buffer_size() const noexcept { return per_work_item_; }
  // Deprecated in SYCL 2020.
  std::size_t get_size() const noexcept { return total_; }
  std::size_t get_max_statement_size() const noexcept { return per_work_item_; }

  template <typename Property> bool has_property() const noexcept { return false; }
  template <typename Property> Property get_property() const {
    detail::throw_error(errc::invalid, "the stream was constructed without this property");
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<stream> &other) const noexcept;
  bool ext_oneapi_owner_before(const stream &other) const noexcept;

  friend bool operator==(const stream &lhs, const stream &rhs) noexcept {
    return lhs.number_ == rhs.number_;
  }
  friend bool operator!=(const stream &lhs, const stream &rhs) noexcept { return !(lhs == rhs); }

private:
  friend class detail::stream_statement;
  friend class detail::stream_writer;
  friend struct std::hash<stream>;
  template <typename> friend struct detail::weak_traits;

  stream() noexcept = default;

  static std::size_t next_number() noexcept {
    static std::size_t last = 0;
    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
  }

  detail::stream_memory *memory_ = nullptr;
  std::size_t total_ = 0;
  std::size_t per_work_item_ = 0;
  std::size_t number_ = 0; // the same for all copies
  // Returned by the first operator of a statement; see stream_statement.
  mutable detail::stream_format format_;
};

namespace detail {

template <typename ValueT>
inline constexpr bool is_stream_character_v =
    std::is_same_v<ValueT, char> || std::is_same_v<ValueT, signed char> ||
    std::is_same_v<ValueT, unsigned char>;

template <typename ValueT> inline constexpr bool is_stream_float_v =
    std::is_same_v<ValueT, half> || std::is_same_v<ValueT, _Float16> || is_bfloat16_v<ValueT> ||
    std::is_same_v<ValueT, float> || std::is_same_v<ValueT, double>;

template <typename ValueT> inline constexpr bool is_stream_index_v = false;
template <int Rank> inline constexpr bool is_stream_index_v<id<Rank>> = true;
template <int Rank> inline constexpr bool is_stream_index_v<range<Rank>> = true;

template <typename ValueT> inline constexpr bool is_stream_vector_v = false;
template <typename ValueT, int Length>
inline constexpr bool is_stream_vector_v<vec<ValueT, Length>> = true;
template <typename ValueT, int Count, int... Indexes>
inline constexpr bool is_stream_vector_v<swizzled<ValueT, Count, Indexes...>> = true;

template <typename ValueT>
inline constexpr bool is_stream_object_v = is_stream_index_v<ValueT> || is_stream_vector_v<ValueT>;
template <int Rank> inline constexpr bool is_stream_object_v<nd_range<Rank>> = true;
template <int Rank, bool Offset>
inline constexpr bool is_stream_object_v<item<Rank, Offset>> = true;
template <int Rank> inline constexpr bool is_stream_object_v<nd_item<Rank>> = true;
template <int Rank> inline constexpr bool is_stream_object_v<group<Rank>> = true;
template <int Rank> inline constexpr bool is_stream_object_v<h_item<Rank>> = true;
template <typename ValueT, access::address_space Space, access::decorated Decorated>
inline constexpr bool is_stream_object_v<multi_ptr<ValueT, Space, Decorated>> = true;

template <typename ValueT>
inline constexpr bool is_manipulator_v = std::is_same_v<ValueT, stream_manipulator> ||
                                         std::is_same_v<ValueT, precision_manipulator> ||
                                         std::is_same_v<ValueT, width_manipulator>;

// Other types may have operators of the program.
template <typename ValueT>
inline constexpr bool is_stream_value_v = std::is_integral_v<ValueT> || is_stream_float_v<ValueT> ||
                                          std::is_pointer_v<std::decay_t<ValueT>> ||
                                          is_stream_object_v<ValueT>;
template <typename ValueT> using if_stream_value = std::enable_if_t<is_stream_value_v<ValueT>, int>;
template <typename ValueT> using if_manipulator = std::enable_if_t<is_manipulator_v<ValueT>, int>;
template <typename ValueT>
using if_stream_operand =
    std::enable_if_t<is_stream_value_v<ValueT> || is_manipulator_v<ValueT>, int>;

// Writes one value.
class stream_writer {
public:
  stream_writer(const stream &stream, const stream_format &format) noexcept
      : text_(stream.memory_), format_(format) {}
  stream_writer(const stream_writer &) = delete;
  stream_writer &operator=(const stream_writer &) = delete;
  ~stream_writer() { text_.commit(false); }

  static const stream_format &format_of(const stream &stream) noexcept { return stream.format_; }

  template <typename ValueT> void write(const ValueT &value) {
    if constexpr (std::is_same_v<ValueT, bool>) {
      write_integer(text_, format_, value, false, value);
    } else if constexpr (is_stream_character_v<ValueT>) {
      write_character(text_, format_, static_cast<char>(value));
    } else if constexpr (std::is_integral_v<ValueT>) {
      const auto bits = static_cast<std::make_unsigned_t<ValueT>>(value);
      const std::uint64_t wide = static_cast<std::uint64_t>(value);
      write_integer(text_, format_, bits, value < 0, value < 0 ? std::uint64_t{0} - wide : wide);
    } else if constexpr (is_stream_float_v<ValueT>) {
      write_float(text_, format_, static_cast<double>(value));
    } else if constexpr (std::is_pointer_v<std::decay_t<ValueT>>) {
      write_pointer(value);
    } else {
      write_object(value);
    }
  }

  void new_line() noexcept { text_.put('\n'); }
  void flush() noexcept { text_.commit(true); }

private:
  void write_pointer(const char *string) { text_.put(string); }
  void write_pointer(const volatile void *address) {
    write_address(text_, format_, reinterpret_cast<std::uintptr_t>(address));
  }

  template <typename Index>
  std::enable_if_t<is_stream_index_v<Index>> write_object(const Index &index) {
    write_list(index, Index::dimensions);
  }
  template <typename Vector>
  std::enable_if_t<is_stream_vector_v<Vector>> write_object(const Vector &vector) {
    write_list(vector, Vector::size());
  }
  template <typename List> void write_list(const List &list, int count) {
    text_.put('{');
    for (int idx = 0; idx < count; ++idx) {
      if (idx != 0)
        text_.put(", ");
      write(list[idx]);
    }
    text_.put('}');
  }
  template <int Rank> void write_object(const nd_range<Rank> &space) {
    write_parts("nd_range(global_range: ", space.get_global_range(),
                ", local_range: ", space.get_local_range(), ", offset: ", space.get_offset());
  }
  template <int Rank, bool Offset> void write_object(const item<Rank, Offset> &item) {
    if constexpr (Offset)
      write_parts("item(range: ", item.get_range(), ", id: ", item.get_id(),
                  ", offset: ", item.get_offset());
    else
      write_parts("item(range: ", item.get_range(), ", id: ", item.get_id());
  }
  template <int Rank> void write_object(const nd_item<Rank> &item) {
    write_parts("nd_item(global_id: ", item.get_global_id(), ", local_id: ", item.get_local_id(),
                ", group: ", item.get_group().get_group_id());
  }
  template <int Rank> void write_object(const group<Rank> &group) {
    write_parts("group(id: ", group.get_group_id(), ", group_range: ", group.get_group_range(),
                ", local_range: ", group.get_local_range());
  }
  template <int Rank> void write_object(const h_item<Rank> &item) {
    write_parts("h_item(global_id: ", item.get_global_id(), ", local_id: ", item.get_local_id(),
                ", logical_local_id: ", item.get_logical_local_id());
  }
  template <typename ValueT, access::address_space Space, access::decorated Decorated>
  void write_object(const multi_ptr<ValueT, Space, Decorated> &pointer) {
    write_pointer(static_cast<const volatile void *>(pointer.get()));
  }
  template <typename... Parts> void write_parts(const Parts &...parts) {
    (write(parts), ...);
    text_.put(')');
  }

  stream_text text_;
  const stream_format &format_;
};

// The rest of a statement after a manipulator, whose effect ends with the statement, when this
// temporary object is destroyed. Each work-item has its own, while many work-items share the
// stream.
class stream_statement {
public:
  stream_statement(const stream &stream, const stream_format &format) noexcept
      : stream_(&stream), format_(format) {}
  stream_statement(const stream_statement &other) noexcept
      : stream_statement(*other.stream_, other.format_) {}
  stream_statement &operator=(const stream_statement &) = delete;
  ~stream_statement() {
    if (lent_)
      stream_->format_ = saved_;
  }

  // For operators and functions of the program that take a stream: until the statement ends, the
  // stream has its format.
  operator const stream &() const noexcept {
    if (!lent_)
      saved_ = stream_->format_;
    lent_ = true;
    stream_->format_ = format_;
    return *stream_;
  }

  template <typename ValueT, if_stream_operand<ValueT> = 0>
  friend stream_statement operator<<(const stream_statement &statement, const ValueT &rhs) {
    stream_statement rest(statement);
    if constexpr (is_manipulator_v<ValueT>)
      rest.apply(rhs);
    else
      stream_writer(*rest.stream_, rest.format_).write(rhs);
    return rest;
  }

  void apply(stream_manipulator manipulator) noexcept;
  void apply(precision_manipulator manipulator) noexcept {
    format_.precision = manipulator.precision;
  }
  void apply(width_manipulator manipulator) noexcept { format_.width = manipulator.width; }

private:
  const stream *stream_;
  stream_format format_;
  mutable stream_format saved_;
  mutable bool lent_ = false;
};

inline void stream_statement::apply(stream_manipulator manipulator) noexcept {
  switch (manipulator) {
  case stream_manipulator::flush:
    return stream_writer(*stream_, format_).flush();
  case stream_manipulator::endl: {
    stream_writer writer(*stream_, format_);
    writer.new_line();
    return writer.flush();
  }
  case stream_manipulator::dec:
    format_.base = 10;
    return;
  case stream_manipulator::hex:
    format_.base = 16;
    return;
  case stream_manipulator::oct:
    format_.base = 8;
    return;
  case stream_manipulator::noshowbase:
    format_.show_base = false;
    return;
  case stream_manipulator::showbase:
    format_.show_base = true;
    return;
  case stream_manipulator::noshowpos:
    format_.show_positive = false;
    return;
  case stream_manipulator::showpos:
    format_.show_positive = true;
    return;
  case stream_manipulator::fixed:
    format_.notation = float_notation::fixed;
    return;
  case stream_manipulator::scientific:
    format_.notation = float_notation::scientific;
    return;
  case stream_manipulator::hexfloat:
    format_.notation = float_notation::hexadecimal;
    return;
  case stream_manipulator::defaultfloat:
    format_.notation = float_notation::general;
    return;
  }
}

} // namespace detail

template <typename ValueT, detail::if_stream_value<ValueT> = 0>
const stream &operator<<(const stream &output, const ValueT &rhs) {
  detail::stream_writer(output, detail::stream_writer::format_of(output)).write(rhs);
  return output;
}

// The rest of the statement converts to `const stream &`.
template <typename ValueT, detail::if_manipulator<ValueT> = 0>
detail::stream_statement operator<<(const stream &output, const ValueT &rhs) {
  detail::stream_statement rest(output, detail::stream_writer::format_of(output));
  rest.apply(rhs);
  return rest;
}

} // namespace sycl

template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &stream) const noexcept {
    return std::hash<std::size_t>()(stream.number_);
  }
};
