//! emit = "device-ll"
//! flags = "-O1"

// In device code, methods of SYCL's index-space classes and accessors are annotated, with the type of the object.
#include <sycl/sycl.hpp>

using namespace sycl;

struct pixel {
  char bytes[12];
};

template <int Dimensions> SYCL_EXTERNAL size_t of_nd_item(nd_item<Dimensions> it) {
  return it.get_global_id().get(0) + it.get_global_id(0) + it.get_global_linear_id() +
         it.get_local_id().get(0) + it.get_local_id(0) + it.get_local_linear_id() + it.get_group(0) +
         it.get_group_linear_id() + it.get_group_range().get(0) + it.get_group_range(0) +
         it.get_global_range().get(0) + it.get_global_range(0) + it.get_local_range().get(0) +
         it.get_local_range(0) + it.get_offset().get(0) + it.get_group().leader() +
         it.get_sub_group().leader();
}
template size_t of_nd_item(nd_item<2>);

SYCL_EXTERNAL size_t of_nd_range(nd_item<3> it) {
  const nd_range<3> all = it.get_nd_range();
  return all.get_global_range().size() + all.get_local_range().size() +
         all.get_group_range().size() + all.get_offset().get(0);
}

template <typename Item> SYCL_EXTERNAL size_t of_item(Item it) {
  size_t sum = it.get_id().get(0) + it.get_id(0) + it[0] + it.get_range().get(0) + it.get_range(0) +
               it.get_linear_id();
  if constexpr (Item::dimensions == 1)
    sum += it;
  else
    sum += it.get_offset().get(0);
  return sum;
}
template size_t of_item(item<1, false>);
template size_t of_item(item<2>);

template <typename Group> SYCL_EXTERNAL size_t of_group(Group g) {
  return g.get_group_id().get(0) + g.get_local_id().get(0) + g.get_local_range().get(0) +
         g.get_group_range().get(0) + g.get_max_local_range().get(0) + g.get_group_linear_id() +
         g.get_local_linear_id() + g.get_group_linear_range() + g.get_local_linear_range() +
         g.leader();
}
template size_t of_group(sub_group);
template size_t of_group(group<3>);

SYCL_EXTERNAL size_t of_indices(const group<3> &g, const id<1> &i, const range<2> &r) {
  return g[0] + g.get_group_id(1) + g.get_local_id(1) + g.get_local_range(1) +
         g.get_group_range(1) + i + i[0] + r[0] + r.size();
}

template <typename Accessor, typename Index>
SYCL_EXTERNAL auto of_accessor(const Accessor &a, const Index &i) {
  return a.size() + a.get_range().get(0) + reinterpret_cast<size_t>(&a[i]) +
         reinterpret_cast<size_t>(a.get_pointer().get());
}
SYCL_EXTERNAL size_t of_accessor_offset(const accessor<float, 2> &a) { return a.get_offset().get(0); }
template auto of_accessor(const accessor<float, 2> &, const id<2> &);
template auto of_accessor(const accessor<const pixel, 1> &, const size_t &);
template auto of_accessor(const accessor<bool *, 3, access_mode::write> &, const id<3> &);
template auto of_accessor(const local_accessor<unsigned char, 1> &, const int &);
template auto of_accessor(const local_accessor<double, 3> &, const id<3> &);

// The class, the method and the template arguments.
// CHECK-DAG: [[MARK:@[.a-z0-9]+]] = {{.*}} c"scythe.method\00"
// CHECK-DAG: [[ND_ITEM:@[.a-z0-9]+]] = {{.*}} c"nd_item\00"
// CHECK-DAG: [[GET_GLOBAL_ID:@[.a-z0-9]+]] = {{.*}} c"get_global_id\00"
// CHECK-DAG: [[ITEM:@[.a-z0-9]+]] = {{.*}} c"item\00"
// CHECK-DAG: [[OPERATOR_SIZE_T:@[.a-z0-9]+]] = {{.*}} c"operator size_t\00"
// CHECK-DAG: [[SUB_GROUP:@[.a-z0-9]+]] = {{.*}} c"sub_group\00"
// CHECK-DAG: [[LEADER:@[.a-z0-9]+]] = {{.*}} c"leader\00"
// CHECK-DAG: [[ACCESSOR:@[.a-z0-9]+]] = {{.*}} c"accessor\00"
// CHECK-DAG: [[LOCAL_ACCESSOR:@[.a-z0-9]+]] = {{.*}} c"local_accessor\00"
// CHECK-DAG: [[SUBSCRIPT:@[.a-z0-9]+]] = {{.*}} c"operator[]\00"
// CHECK-DAG: [[F32:@[.a-z0-9]+]] = {{.*}} c"f32\00"
// CHECK-DAG: [[I8:@[.a-z0-9]+]] = {{.*}} c"i8\00"
// CHECK-DAG: [[PTR:@[.a-z0-9]+]] = {{.*}} c"!llvm.ptr\00"
// CHECK-DAG: [[READ:@[.a-z0-9]+]] = {{.*}} c"read\00"
// CHECK-DAG: [[WRITE:@[.a-z0-9]+]] = {{.*}} c"write\00"
// CHECK-DAG: [[READ_WRITE:@[.a-z0-9]+]] = {{.*}} c"read_write\00"
// CHECK-DAG: [[DEVICE:@[.a-z0-9]+]] = {{.*}} c"device\00"
// CHECK-DAG: [[OF_ND_ITEM:@[.a-z0-9]+]] = {{.*}} { ptr [[ND_ITEM]], ptr [[GET_GLOBAL_ID]], i32 2 }
// CHECK-DAG: [[OF_ITEM:@[.a-z0-9]+]] = {{.*}} { ptr [[ITEM]], ptr [[OPERATOR_SIZE_T]], i32 1, i1 false }
// CHECK-DAG: [[OF_SUB_GROUP:@[.a-z0-9]+]] = {{.*}} { ptr [[SUB_GROUP]], ptr [[LEADER]] }
// CHECK-DAG: [[OF_FLOAT:@[.a-z0-9]+]] = {{.*}} { ptr [[ACCESSOR]], ptr [[SUBSCRIPT]], i32 2, ptr [[F32]], ptr [[READ_WRITE]], ptr [[DEVICE]] }
// CHECK-DAG: [[OF_PIXEL:@[.a-z0-9]+]] = {{.*}} { ptr [[ACCESSOR]], ptr [[SUBSCRIPT]], i32 1, i64 12, ptr [[READ]], ptr [[DEVICE]] }
// CHECK-DAG: [[OF_POINTER:@[.a-z0-9]+]] = {{.*}} { ptr [[ACCESSOR]], ptr [[SUBSCRIPT]], i32 3, ptr [[PTR]], ptr [[WRITE]], ptr [[DEVICE]] }
// CHECK-DAG: [[OF_LOCAL:@[.a-z0-9]+]] = {{.*}} { ptr [[LOCAL_ACCESSOR]], ptr [[SUBSCRIPT]], i32 1, ptr [[I8]] }
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE13get_global_idEv, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_ND_ITEM]] }
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EEcvmEv, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_ITEM]] }
// CHECK-DAG: ptr @{{[^,]*}}9sub_group6leaderEv, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_SUB_GROUP]] }
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIfLi2E{{[^,]*}}EEixERKNS0_2idILi2EEE, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_FLOAT]] }
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIK5pixelLi1E{{[^,]*}}, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_PIXEL]] }
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIPbLi3E{{[^,]*}}, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_POINTER]] }
// CHECK-DAG: ptr @{{[^,]*}}14local_accessorIhLi1EEix{{[^,]*}}, ptr [[MARK]], ptr {{[^,]*}}, i32 {{[0-9]+}}, ptr [[OF_LOCAL]] }

// Every method.
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE13get_global_idEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE12get_local_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE12get_local_idEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE15get_group_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE15get_group_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE16get_global_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE16get_global_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE15get_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE15get_local_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE9get_groupEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE9get_groupEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE20get_global_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE19get_local_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE19get_group_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE10get_offsetEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi2EE13get_sub_groupEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}7nd_itemILi3EE12get_nd_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}8nd_rangeILi3EE16get_global_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}8nd_rangeILi3EE15get_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}8nd_rangeILi3EE15get_group_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}8nd_rangeILi3EE10get_offsetEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EE6get_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EE6get_idEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EE9get_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EE9get_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EEixEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi1ELb0EE13get_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}4itemILi2ELb1EE10get_offset{{[^,]*}}, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group12get_group_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group12get_local_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group15get_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group15get_group_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group19get_max_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group19get_group_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group19get_local_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group22get_group_linear_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}9sub_group22get_local_linear_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE12get_group_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE12get_local_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE15get_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE15get_group_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE19get_max_local_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE19get_group_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE19get_local_linear_idEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE22get_group_linear_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE22get_local_linear_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE6leaderEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EEixEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE12get_group_idEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE12get_local_idEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE15get_local_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5groupILi3EE15get_group_rangeEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}10index_baseINS0_2idILi2EEELi2EE3getEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}10index_baseINS0_2idILi1EEELi1EEixEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}2idILi1EEcvmEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}10index_baseINS0_5rangeILi2EEELi2EE3getEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}10index_baseINS0_5rangeILi2EEELi2EEixEi, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}5rangeILi2EE4sizeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIfLi2E{{[^,]*}}EE4sizeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIfLi2E{{[^,]*}}EE9get_rangeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIfLi2E{{[^,]*}}EE10get_offsetEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14element_accessIfLi2E{{[^,]*}}EE12buffer_startEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14local_accessorIdLi3EE4sizeEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14local_accessorIdLi3EE9get_range{{[^,]*}}, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14local_accessorIdLi3EE5firstEv, ptr [[MARK]],
// CHECK-DAG: ptr @{{[^,]*}}14local_accessorIdLi3EEix{{[^,]*}}, ptr [[MARK]],
