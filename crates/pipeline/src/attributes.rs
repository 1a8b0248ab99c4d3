//! Turns attributes of kernels into metadata for the work-item back end.

use scythe_frontend::notes::{Kernel, Notes, Sizes};
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::set_numbers;
use scythe_mux::{META_REQD_SIZE, META_REQD_SUB_GROUP_SIZE, MuxTarget};
use scythe_properties::table::{self, META_SIZE_HINT, Native, On};

/// The property that is equivalent to `[[sycl::device_has]]`. No target has a counterpart.
const DEVICE_HAS: &str = "sycl-device-has";

/// Turns properties of kernels that are equivalent to attributes (SYCL 2020 §5.8.1) into these, unless the
/// kernel has the attribute too.
pub fn adopt_properties(notes: &mut Notes) {
    for kernel in &mut notes.kernels {
        for property in &kernel.properties {
            let Some(row) = table::find(On::Kernel, &property.name) else { continue };
            let attributes = &mut kernel.attributes;
            let attribute = match row.cpu {
                _ if property.name == DEVICE_HAS => &mut attributes.device_has,
                Native::Metadata(META_REQD_SIZE) => &mut attributes.reqd_work_group_size,
                Native::Metadata(META_SIZE_HINT) => &mut attributes.work_group_size_hint,
                Native::SubGroupSize(_) => &mut attributes.reqd_sub_group_size,
                _ => continue,
            };
            let are_numbers = property.name == DEVICE_HAS || row.numbers(&property.value).is_some();
            if attribute.is_none() && are_numbers {
                let sizes = numbers(&property.value);
                *attribute = Some(Sizes { sizes, location: None });
            }
        }
    }
}

/// Gives the kernel's function the metadata for its attributes.
///
/// Sizes that the target does not support are omitted: such a kernel must compile (SYCL 2020 §5.7), and the
/// runtime, which reads them in the kernel's record, refuses to launch it.
pub fn transfer(module: &Module<'_>, kernel: &Kernel, target: &dyn MuxTarget) {
    let Some(function) = module.get_function(&kernel.symbol) else {
        return;
    };
    let attributes = &kernel.attributes;
    if let Some(asked) = &attributes.reqd_sub_group_size
        && let [size] = asked.sizes[..]
        && target.sub_group_sizes().contains(&size)
        && let Ok(size) = i32::try_from(size)
    {
        set_numbers(function, META_REQD_SUB_GROUP_SIZE, &[size]);
    }
    let hint = sizes(&attributes.work_group_size_hint);
    for (name, asked) in [(META_REQD_SIZE, work_group_size(kernel)), (META_SIZE_HINT, hint)] {
        if let Some(sizes) = asked.and_then(|asked| contiguous_first(&asked)) {
            set_numbers(function, name, &sizes);
        }
    }
}

/// The size of the work-groups of a kernel's code, if it is known. A hierarchical kernel may have two: the
/// program's attribute is the size for launches, and the headers' property that of the code, whose
/// work-groups have one work-item.
pub fn work_group_size(kernel: &Kernel) -> Option<Vec<u64>> {
    properties_size(kernel).or_else(|| sizes(&kernel.attributes.reqd_work_group_size))
}

fn sizes(asked: &Option<Sizes>) -> Option<Vec<u64>> {
    asked.as_ref().map(|asked| asked.sizes.clone())
}

/// The size of work-groups according to a property of the kernel.
fn properties_size(kernel: &Kernel) -> Option<Vec<u64>> {
    kernel.properties.iter().find_map(|property| {
        let row = table::find(On::Kernel, &property.name)?;
        let required = row.cpu == Native::Metadata(META_REQD_SIZE);
        (required && row.numbers(&property.value).is_some()).then(|| numbers(&property.value))
    })
}

fn numbers(value: &str) -> Vec<u64> {
    value.split(',').filter_map(|number| number.trim().parse().ok()).collect()
}

/// Removes properties from the kernel's function that are equivalent to its metadata, where having both would
/// be wrong.
pub fn drop_transferred(module: &Module<'_>, kernel: &Kernel) {
    let Some(function) = module.get_function(&kernel.symbol) else {
        return;
    };
    for property in &kernel.properties {
        let row = table::find(On::Kernel, &property.name);
        if row.is_some_and(|row| matches!(row.cpu, Native::Metadata(_) | Native::SubGroupSize(_))) {
            function.remove_string_attribute(AttributeLoc::Function, &property.name);
        }
    }
}

/// The sizes with the contiguous dimension first, which is SYCL's last; none if no work-group can be that
/// large.
fn contiguous_first(sizes: &[u64]) -> Option<[i32; 3]> {
    let mut all = [1; 3];
    for (to, &size) in all.iter_mut().zip(sizes.iter().rev()) {
        *to = i32::try_from(size).ok()?;
    }
    all.iter().try_fold(1i32, |items, &size| items.checked_mul(size))?;
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::contiguous_first;

    #[test]
    fn the_last_dimension_comes_first() {
        assert_eq!(contiguous_first(&[16]), Some([16, 1, 1]));
        assert_eq!(contiguous_first(&[2, 3]), Some([3, 2, 1]));
        assert_eq!(contiguous_first(&[2, 3, 4]), Some([4, 3, 2]));
    }

    #[test]
    fn groups_that_are_too_large_have_no_sizes() {
        assert_eq!(contiguous_first(&[1 << 32]), None);
        assert_eq!(contiguous_first(&[1 << 16, 1 << 16]), None);
    }
}
