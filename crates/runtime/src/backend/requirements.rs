//! What a kernel requires of devices and launches (SYCL 2020 §5.8.1).

use scythe_image::Kernel;

use super::info::{Aspect, DeviceInfo};
use super::{BackendKind, Device, IndexSpace, Named};
use crate::core::error::{Errc, RtError};

/// Checks that a device has the aspects and sizes that a kernel requires.
///
/// # Errors
/// When it lacks one of them: no launch can run there.
pub fn check_device(kernel: &Kernel, info: &DeviceInfo) -> Result<(), RtError> {
    let name = Named(kernel);
    let lacks = |(number, &aspect): (usize, &Aspect)| {
        kernel.required_aspects >> number & 1 != 0 && !info.has(aspect)
    };
    // Most kernels require none.
    if kernel.required_aspects != 0
        && let Some((_, missing)) = Aspect::ALL.iter().enumerate().find(|&each| lacks(each))
    {
        return Err(RtError::new(
            Errc::KernelNotSupported,
            format!("kernel {name} requires aspect {}, which the device lacks", missing.name()),
        ));
    }
    let sub_group = u64::from(kernel.required_sub_group_size);
    if sub_group != 0 && !info.sub_group_sizes.contains(&sub_group) {
        return Err(RtError::new(
            Errc::KernelNotSupported,
            format!(
                "kernel {name} requires sub-groups of {sub_group} work-items; the device has sub-groups of \
                 {:?}",
                info.sub_group_sizes
            ),
        ));
    }
    let Some(required) = required_work_group(kernel) else { return Ok(()) };
    let items = required.iter().try_fold(1u64, |all, &size| all.checked_mul(size));
    if !items.is_some_and(|items| (1..=info.max_work_group_size).contains(&items)) {
        return Err(RtError::new(
            Errc::KernelNotSupported,
            format!(
                "kernel {name} requires work-groups of {required:?} work-items; the device allows {}",
                info.max_work_group_size
            ),
        ));
    }
    Ok(())
}

/// The size of work-groups that a kernel requires, in SYCL's order of dimensions.
fn required_work_group(kernel: &Kernel) -> Option<&[u64]> {
    let dims = kernel.required_work_group_dims as usize;
    (dims != 0).then(|| kernel.required_work_group_size.get(..dims).unwrap_or(&[]))
}

/// The work-group size of a launch, if it is fixed: by the program with an nd-range, or by the kernel with
/// `reqd_work_group_size`.
///
/// # Errors
/// When the device lacks a size that the kernel requires, or the launch has another one.
pub fn work_group_size(
    kernel: &Kernel,
    info: &DeviceInfo,
    space: &IndexSpace,
) -> Result<Option<[usize; 3]>, RtError> {
    check_device(kernel, info)?;
    if space.hierarchical {
        return Ok(space.local);
    }
    let Some(required) = required_work_group(kernel) else { return Ok(space.local) };
    let dims = space.dims as usize;
    let required: Vec<usize> = required.iter().map(|&size| size as usize).collect();
    let fails = |launched: &str, sizes: &[usize]| {
        let name = Named(kernel);
        let message = format!(
            "kernel {name} requires work-groups of {required:?} work-items; it was launched with \
             {launched} {sizes:?}"
        );
        Err(RtError::new(Errc::NdRange, message))
    };
    match space.local {
        Some(local) if local[..dims] != required[..] => fails("work-groups of", &local[..dims]),
        Some(local) => Ok(Some(local)),
        // A range says nothing about work-groups, so the kernel's attribute decides; it has to divide the
        // range.
        None => {
            let global = &space.global[..dims];
            if required.len() != dims
                || global.iter().zip(&required).any(|(size, part)| size % part != 0)
            {
                return fails("a range of", global);
            }
            let mut local = [1; 3];
            local[..dims].copy_from_slice(&required);
            Ok(Some(local))
        }
    }
}

/// The index space that a hierarchical kernel runs over. For the program, and for the kernel's requirements,
/// its work-groups have the size of the launch; its code has one work-item per work-group, which does the
/// work of all. Code for CUDA devices runs the work-groups as they are.
///
/// # Errors
/// When the device lacks a size that the kernel requires, or cannot run the launch.
pub fn hierarchical_groups(
    kernel: &Kernel,
    info: &DeviceInfo,
    space: IndexSpace,
) -> Result<IndexSpace, RtError> {
    // Where the program requires nothing, the record describes the code.
    let is_codes =
        required_work_group(kernel).is_some_and(|sizes| sizes.iter().all(|&one| one == 1));
    let asked = IndexSpace { hierarchical: is_codes, ..space };
    let local = work_group_size(kernel, info, &asked)?.unwrap_or([1; 3]);
    check_work_group(info, space.dims as usize, space.global, local)?;
    if info.backend == BackendKind::Cuda {
        return Ok(IndexSpace { local: Some(local), hierarchical: true, ..space });
    }
    let global = std::array::from_fn(|d| space.global[d] / local[d].max(1));
    Ok(IndexSpace { global, local: Some([1; 3]), hierarchical: true, ..space })
}

/// Checks that all work-groups of a launch can be resident at the same time.
///
/// # Errors
/// When there are too many, or the program chose no size for them.
pub fn check_together(
    kernel: &'static Kernel,
    device: &dyn Device,
    space: &IndexSpace,
) -> Result<(), RtError> {
    let Some(local) = space.local else {
        return Err(RtError::new(
            Errc::NdRange,
            "barriers of a root-group are available in kernels over an nd_range only",
        ));
    };
    let dims = space.dims as usize;
    check_work_group(device.info(), dims, space.global, local)?;
    let items = local[..dims].iter().map(|&size| size as u64).product();
    let groups: u64 = (0..dims).map(|d| (space.global[d] / local[d]) as u64).product();
    let most = device.groups_together(kernel, items, space.local_memory)?;
    if groups <= most {
        return Ok(());
    }
    Err(RtError::new(
        Errc::NdRange,
        format!(
            "kernel {} has the property use_root_sync and is launched with {groups} work-groups; at most {most} of \
             this size run at the same time (ask for max_num_work_group_sync)",
            Named(kernel)
        ),
    ))
}

/// Checks a size of work-groups that the program chose.
///
/// # Errors
/// When it does not divide the index space, or is more than the device allows.
pub fn check_work_group(
    info: &DeviceInfo,
    dims: usize,
    global: [usize; 3],
    local: [usize; 3],
) -> Result<(), RtError> {
    let fail = |what: String| Err(RtError::new(Errc::NdRange, what));
    let (global, local) = (&global[..dims], &local[..dims]);
    if local.contains(&0) {
        return fail(format!("the work-group size {local:?} contains a zero"));
    }
    if let Some(d) = (0..dims).find(|&d| global[d] % local[d] != 0) {
        return fail(format!(
            "the work-group size {local:?} does not divide the global size {global:?}: {} is not a \
             multiple of {}",
            global[d], local[d]
        ));
    }
    let items = local.iter().try_fold(1u64, |all, &size| all.checked_mul(size as u64));
    match items {
        Some(items) if items <= info.max_work_group_size => Ok(()),
        _ => fail(format!(
            "the work-group size {local:?} exceeds the {} work-items that the device allows",
            info.max_work_group_size
        )),
    }
}

/// How many work-items an index space has.
///
/// # Errors
/// When they cannot be counted.
pub fn work_items(dims: usize, global: [usize; 3]) -> Result<u64, RtError> {
    let global = &global[..dims];
    let total = global.iter().try_fold(1u64, |all, &size| all.checked_mul(size as u64));
    total.filter(|&total| total <= i64::MAX as u64).ok_or_else(|| {
        let message =
            format!("the global size {global:?} has more work-items than a std::size_t can count");
        RtError::new(Errc::NdRange, message)
    })
}

/// Checks that the device has the local memory a launch needs.
///
/// # Errors
/// When the device has less.
pub fn check_local_memory(info: &DeviceInfo, bytes: usize) -> Result<(), RtError> {
    if bytes as u64 <= info.local_mem_size {
        return Ok(());
    }
    Err(RtError::new(
        Errc::MemoryAllocation,
        format!(
            "the kernel's local accessors take {bytes} bytes, the device has {} bytes of local memory",
            info.local_mem_size
        ),
    ))
}

#[cfg(test)]
pub(super) mod tests {

    use super::*;

    pub fn kernel(sub_group: u32, work_group: &[u64]) -> Kernel {
        let size = |d: usize| work_group.get(d).copied().unwrap_or(1);
        Kernel {
            required_sub_group_size: sub_group,
            required_work_group_dims: work_group.len() as u32,
            required_work_group_size: [size(0), size(1), size(2)],
            ..Kernel::of_variants(c"k", &[])
        }
    }

    fn info() -> DeviceInfo {
        DeviceInfo { max_work_group_size: 64, sub_group_sizes: vec![4, 8], ..DeviceInfo::default() }
    }

    fn ask(
        kernel: &Kernel,
        dims: u32,
        global: [usize; 3],
        local: Option<[usize; 3]>,
    ) -> Result<Option<[usize; 3]>, Errc> {
        let space = IndexSpace {
            dims,
            global,
            local,
            offset: [0; 3],
            local_memory: 0,
            hierarchical: false,
            together: false,
        };
        work_group_size(kernel, &info(), &space).map_err(|error| error.code)
    }

    #[test]
    fn kernels_without_requirements_take_anything() {
        let k = kernel(0, &[]);
        assert_eq!(ask(&k, 1, [7, 1, 1], None), Ok(None));
        assert_eq!(ask(&k, 1, [64, 1, 1], Some([16, 1, 1])), Ok(Some([16, 1, 1])));
    }

    #[test]
    fn sub_group_sizes_are_those_of_the_device() {
        assert_eq!(ask(&kernel(8, &[]), 1, [8, 1, 1], None), Ok(None));
        let wrong = ask(&kernel(64, &[]), 1, [8, 1, 1], None);
        assert_eq!(wrong, Err(Errc::KernelNotSupported));
    }

    #[test]
    fn cuda_devices_run_hierarchical_groups_as_they_are() {
        let info = DeviceInfo { backend: BackendKind::Cuda, ..info() };
        let (offset, local) = ([0; 3], Some([4, 1, 1]));
        let global = [12, 1, 1];
        let space = IndexSpace {
            dims: 1,
            global,
            local,
            offset,
            local_memory: 0,
            hierarchical: false,
            together: false,
        };
        // The record describes code that one work-item runs.
        let k = kernel(0, &[1]);
        let runs = hierarchical_groups(&k, &info, space).expect("it fits");
        assert_eq!((runs.global, runs.local), (global, local));
        assert_eq!(work_group_size(&k, &info, &runs).map_err(|e| e.code), Ok(local));
        let refused = hierarchical_groups(&kernel(0, &[8]), &info, space);
        assert_eq!(refused.err().map(|e| e.code), Some(Errc::NdRange));
    }

    #[test]
    fn hierarchical_kernels_require_what_the_program_sees() {
        let launch = |k: &Kernel, global, local| {
            let (offset, local) = ([0; 3], Some(local));
            let space = IndexSpace {
                dims: 1,
                global,
                local,
                offset,
                local_memory: 0,
                hierarchical: false,
                together: false,
            };
            let space = hierarchical_groups(k, &info(), space).map_err(|error| error.code)?;
            let runs = work_group_size(k, &info(), &space).map_err(|error| error.code)?;
            Ok((space.global, runs))
        };
        let k = kernel(0, &[4]);
        assert_eq!(launch(&k, [12, 1, 1], [4, 1, 1]), Ok(([3, 1, 1], Some([1; 3]))));
        assert_eq!(launch(&k, [12, 1, 1], [2, 1, 1]), Err(Errc::NdRange));
        let any = kernel(0, &[1]);
        assert_eq!(launch(&any, [12, 1, 1], [4, 1, 1]), Ok(([3, 1, 1], Some([1; 3]))));
        assert_eq!(launch(&any, [128, 1, 1], [128, 1, 1]), Err(Errc::NdRange));
        assert_eq!(launch(&any, [0, 1, 1], [0, 1, 1]), Err(Errc::NdRange));
        let huge = launch(&kernel(0, &[1 << 32]), [1 << 32, 1, 1], [1 << 32, 1, 1]);
        assert_eq!(huge, Err(Errc::KernelNotSupported));
    }

    #[test]
    fn aspects_are_those_of_the_device() {
        let mut k = kernel(0, &[]);
        k.required_aspects = 1 << Aspect::Gpu as u32;
        assert_eq!(ask(&k, 1, [8, 1, 1], None), Err(Errc::KernelNotSupported));
        let gpu = DeviceInfo { aspects: vec![Aspect::Cpu, Aspect::Gpu], ..info() };
        assert!(check_device(&k, &gpu).is_ok());
    }

    #[test]
    fn what_no_launch_could_satisfy_is_not_supported() {
        for sizes in [&[65][..], &[8, 9], &[u64::MAX, 2], &[1 << 32]] {
            let local = Some([4, 4, 1]);
            assert_eq!(
                ask(&kernel(0, sizes), 2, [16, 16, 1], local),
                Err(Errc::KernelNotSupported),
                "{sizes:?}"
            );
        }
    }

    #[test]
    fn an_nd_range_has_the_required_size() {
        let k = kernel(0, &[4, 8]);
        assert_eq!(ask(&k, 2, [8, 8, 1], Some([4, 8, 1])), Ok(Some([4, 8, 1])));
        assert_eq!(ask(&k, 2, [8, 8, 1], Some([8, 4, 1])), Err(Errc::NdRange));
        assert_eq!(ask(&k, 1, [32, 1, 1], Some([32, 1, 1])), Err(Errc::NdRange));
        assert_eq!(ask(&k, 3, [8, 8, 8], Some([4, 8, 1])), Err(Errc::NdRange));
    }

    #[test]
    fn a_range_is_cut_into_groups_of_the_required_size() {
        let k = kernel(0, &[16]);
        assert_eq!(ask(&k, 1, [64, 1, 1], None), Ok(Some([16, 1, 1])));
        assert_eq!(ask(&k, 1, [65, 1, 1], None), Err(Errc::NdRange));
        assert_eq!(ask(&k, 2, [16, 16, 1], None), Err(Errc::NdRange));
    }
}
