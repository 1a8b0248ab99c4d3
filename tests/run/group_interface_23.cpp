// Work-groups, sub-groups and members by the names of sycl_khr_group_interface, against
// those of SYCL 2020; and pointers of sycl_ext_intel_usm_address_spaces.
#include "check.hpp"

#if SYCL_KHR_GROUP_INTERFACE != 1 || SYCL_EXT_INTEL_USM_ADDRESS_SPACES < 1
#error "the macros of the extensions are missing"
#endif

namespace khr = sycl::khr;

template <int D> bool same(const sycl::nd_item<D> &it) {
  const sycl::group<D> group = it.get_group();
  const khr::work_group<D> work_group = group;
  const sycl::sub_group part = it.get_sub_group();
  const khr::sub_group sub_group = part;
  const khr::member_item in_group = khr::get_member_item(work_group);
  const khr::member_item in_part = khr::get_member_item(sub_group);
  bool ok = work_group.id() == group.get_group_id() &&
            work_group.linear_id() == group.get_group_linear_id() &&
            work_group.range() == group.get_group_range() &&
            work_group.size() == group.get_local_linear_range() &&
            sycl::group<D>(work_group) == group && work_group == khr::work_group<D>(group);
  ok = ok && sub_group.id() == part.get_group_id() &&
       sub_group.linear_id() == part.get_group_linear_id() &&
       sub_group.range() == part.get_group_range() &&
       sub_group.size() == part.get_local_linear_range() &&
       sub_group.max_size() == part.get_max_local_range()[0];
  ok = ok && in_group.id() == it.get_local_id() &&
       in_group.linear_id() == it.get_local_linear_id() &&
       in_group.range() == it.get_local_range() && in_group.size() == 1 &&
       in_part.linear_id() == part.get_local_linear_id();
  ok = ok && khr::leader_of(work_group) == group.leader() &&
       khr::leader_of(sub_group) == part.leader() && khr::leader_of(in_group);
#ifdef __cpp_lib_mdspan
  static_assert(khr::work_group<D>::rank() == D && khr::work_group<D>::rank_dynamic() == D);
  static_assert(decltype(in_group)::rank_dynamic() == 0 &&
                decltype(in_group)::static_extent(D - 1) == 1);
  for (int d = 0; d < D; ++d)
    ok = ok && work_group.extent(d) == it.get_local_range(d);
  ok = ok && sub_group.extents().extent(0) == sub_group.size();
#endif
  return ok;
}

template <int D> void groups(sycl::queue q, sycl::nd_range<D> space) {
  const std::size_t count = space.get_global_range().size();
  bool *const ok = sycl::malloc_shared<bool>(count, q);
  q.parallel_for(space, [=](sycl::nd_item<D> it) {
     ok[it.get_global_linear_id()] = same(it);
   }).wait();
  CHECK_ALL(ok, count, [](std::size_t) { return true; });
  sycl::free(ok, q);
}

void pointers(sycl::queue q) {
  namespace intel = sycl::ext::intel;
  using space = sycl::access::address_space;
  int *const device = sycl::malloc_device<int>(4, q);
  int *const host = sycl::malloc_host<int>(4, q);
  for (int i = 0; i < 4; ++i)
    host[i] = i + 1;
  sycl::buffer<int> sums(1);
  q.submit([&](sycl::handler &group) {
    sycl::accessor out(sums, group, sycl::write_only);
    group.single_task([=] {
      intel::host_ptr<int> from(host);
      intel::device_ptr<int> to(device);
      for (int i = 0; i < 4; ++i)
        to[i] = from[i] * 2;
      static_assert(decltype(to)::address_space == space::ext_intel_global_device_space);
      const sycl::global_ptr<int> global(to);
      const intel::raw_device_ptr<int> raw =
          sycl::address_space_cast<space::ext_intel_global_device_space,
                                   sycl::access::decorated::no>(device);
      const sycl::raw_global_ptr<int> wide(raw);
      const sycl::raw_generic_ptr<int> widest = raw;
      const intel::raw_device_ptr<int> again(wide);
      static_assert(!std::is_convertible_v<intel::raw_device_ptr<int>, sycl::raw_global_ptr<int>>);
      const intel::raw_device_ptr<int> result(out);
      *result = global[0] + raw[1] + wide[2] + widest[3] + (again == raw);
      sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device,
                       space::ext_intel_global_device_space>(*result)
          .fetch_add(100);
    });
  });
  CHECK_EQ(sycl::host_accessor(sums)[0], 121);
  sycl::free(host, q);
  sycl::free(device, q);
}

int main() {
  sycl::queue q;
  groups(q, sycl::nd_range<1>(35, 5));
  groups(q, sycl::nd_range<2>({6, 10}, {2, 5}));
  groups(q, sycl::nd_range<3>({2, 9, 4}, {1, 3, 4}));
  pointers(q);
  return check::result();
}
