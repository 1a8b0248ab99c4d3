// The state that copies of a buffer share: the runtime's buffer, and the destination of its
// contents when the last copy is destroyed (SYCL 2020 §4.7.2.4).
#pragma once

#include <sycl/detail/native_object.hpp>
#include <sycl/detail/status.hpp>
#include <sycl/property_list.hpp>

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace sycl::inline _V1::detail {

// Access to a part of a buffer from host code, during its lifetime.
class host_access : public counted {
public:
  explicit host_access(const scythe_access &access) {
    check(scythe_host_access_acquire(&access, &handle_, &address_));
  }
  host_access(const host_access &) = delete;
  host_access &operator=(const host_access &) = delete;
  ~host_access() { scythe_host_access_release(handle_); }

  void *address() const noexcept { return address_; }

private:
  scythe_host_access *handle_ = nullptr;
  void *address_ = nullptr;
};

// Memory that the application and a buffer own together.
struct kept_memory : counted {
  explicit kept_memory(std::shared_ptr<const void> memory) : memory(std::move(memory)) {}

  template <typename ValueT>
  static shared<kept_memory> made_of(const std::shared_ptr<ValueT> &memory) {
    return memory ? make_counted<kept_memory>(memory) : shared<kept_memory>();
  }

  std::shared_ptr<const void> memory;
};

class buffer_impl : public counted {
public:
  // The memory a buffer is constructed from. `kept` shares its ownership.
  struct host_memory {
    void *data = nullptr;
    std::uint32_t flags = 0; // SCYTHE_BUFFER_*
    shared<kept_memory> kept;
  };

  buffer_impl(std::size_t bytes, std::size_t align, host_memory host,
              const property_list &propList, std::mutex *mutex)
      : bytes_(bytes), host_(std::move(host)), properties_(propList), mutex_(mutex) {
    const bool copied = host_.flags & SCYTHE_BUFFER_COPY_IN;
    const bool read_only = host_.flags & SCYTHE_BUFFER_HOST_READ_ONLY;
    attached_ = host_.data && !copied;
    results_ = attached_ && !read_only ? results::to_host_memory : results::nowhere;
    scythe_buffer_desc desc{};
    desc.struct_size = sizeof desc;
    desc.flags = host_.flags;
    desc.bytes = bytes;
    desc.align = align;
    desc.host = host_.data;
    check(scythe_buffer_create(&desc, &handle_));
  }
  buffer_impl(const buffer_impl &) = delete;
  buffer_impl &operator=(const buffer_impl &) = delete;

  ~buffer_impl() {
    // A destructor cannot throw, so the error is printed.
    try {
      finish();
    } catch (const std::exception &error) {
      std::fprintf(stderr, "scythe: destroying a buffer: %s\n", error.what());
    }
    scythe_buffer_release(handle_);
  }

  scythe_buffer *handle() const noexcept { return handle_; }
  const property_list &properties() const noexcept { return properties_; }
  // Const host data that the buffer uses in place until the first write.
  bool reads_const_host_memory() const noexcept {
    return attached_ && (host_.flags & SCYTHE_BUFFER_HOST_READ_ONLY);
  }

  // `copy` gets the address of the whole buffer's contents. Null: the contents are not written
  // back.
  void set_final_data(std::function<void(const void *)> copy) {
    results_ = copy ? results::to_final_data : results::nowhere;
    final_data_ = std::move(copy);
    leave_host_memory();
  }

  void set_final_data_to_host(const void *destination) noexcept {
    if (attached_ && destination == host_.data)
      results_ = results::to_host_memory;
  }
  bool is_host_memory(const void *destination) const noexcept {
    return attached_ && destination == host_.data &&
           !(host_.flags & SCYTHE_BUFFER_HOST_READ_ONLY);
  }

  void set_write_back(bool flag) {
    write_back_ = flag;
    if (!flag)
      leave_host_memory();
  }

  // The backend's memory object from which the program made the buffer. Contents are written to it
  // when the buffer is destroyed, or when the object is requested.
  void set_native(shared<native_object> native) {
    native_ = std::move(native);
    set_final_data([this](const void *contents) { write_native(contents); });
  }
  const shared<native_object> &native() const noexcept { return native_; }
  void update_native() {
    if (!native_ || bytes_ == 0)
      return;
    const host_access contents(whole(SCYTHE_ACCESS_READ));
    write_native(contents.address());
  }

  scythe_access whole(std::uint32_t mode) const noexcept {
    scythe_access access{};
    access.buffer = handle_;
    access.mode = mode;
    access.dims = 1;
    access.element_size = 1;
    access.buffer_range[0] = access.range[0] = bytes_;
    access.buffer_range[1] = access.buffer_range[2] = access.range[1] = access.range[2] = 1;
    return access;
  }

private:
  enum class results { nowhere, to_host_memory, to_final_data };

  void write_native(const void *contents) {
    check(scythe_native_memory_copy(native_->device, native_->handle,
                                    const_cast<void *>(contents), bytes_, true));
  }

  // Kernels use the user's memory by default. If the results must not appear there, they must use
  // other memory.
  void leave_host_memory() {
    if (attached_)
      check(scythe_buffer_detach(handle_));
  }

  void finish() {
    const bool wanted =
        write_back_ && results_ != results::nowhere && scythe_buffer_written(handle_);
    if (attached_ || wanted)
      check(scythe_buffer_wait(handle_));
    if (!wanted || bytes_ == 0)
      return;
    if (!mutex_)
      return write_back();
    const std::lock_guard<std::mutex> lock(*mutex_);
    write_back();
  }

  void write_back() {
    if (results_ == results::to_final_data) {
      const host_access contents(whole(SCYTHE_ACCESS_READ));
      final_data_(contents.address());
    } else if (!scythe_buffer_in_host_memory(handle_) &&
               (!host_.kept || host_.kept->memory.use_count() > 1)) {
      // Contents on a device may be written back to the original memory.
      const host_access contents(whole(SCYTHE_ACCESS_READ));
      if (contents.address() != host_.data)
        __builtin_memcpy(host_.data, contents.address(), bytes_);
    }
  }

  scythe_buffer *handle_ = nullptr;
  std::size_t bytes_;
  host_memory host_;
  property_list properties_;
  std::mutex *mutex_;
  std::function<void(const void *)> final_data_;
  shared<native_object> native_;
  results results_;
  bool attached_;
  bool write_back_ = true;
};

} // namespace sycl::detail
