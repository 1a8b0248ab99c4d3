//! The kernels of the driver.

use std::ffi::c_void;

/// A launch.
pub struct Launch {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared: u32,
}

impl Launch {
    /// The ids of all threads, in CUDA's order of dimensions.
    fn threads(&self) -> impl Iterator<Item = [u64; 3]> {
        let size: [u64; 3] =
            std::array::from_fn(|d| u64::from(self.grid[d]) * u64::from(self.block[d]));
        (0..size[2])
            .flat_map(move |z| (0..size[1]).flat_map(move |y| (0..size[0]).map(move |x| [x, y, z])))
    }
}

unsafe fn read<T: Copy>(parameters: *mut *mut c_void, number: usize) -> T {
    // SAFETY: the record of the kernel gives the types of its parameters.
    unsafe { (*parameters.add(number)).cast::<T>().read_unaligned() }
}

/// The function of a kernel, with the values of its parameters.
pub unsafe fn body(
    name: &str,
    launch: Launch,
    parameters: *mut *mut c_void,
) -> Option<Box<dyn Fn() -> i32 + Send + Sync>> {
    // SAFETY: as for `read`.
    unsafe {
        match name {
            // data[i] = data[i] * a + b, over the whole index space; in `scale4`, each thread is for four neighbours
            // in y.
            "scale" | "scale4" => {
                let (data, a, b): (u64, i32, i32) =
                    (read(parameters, 0), read(parameters, 1), read(parameters, 2));
                let space: [u64; 6] = read(parameters, 3);
                let rows = if name == "scale" { 1 } else { 4 };
                Some(Box::new(move || {
                    for [x, first, z] in launch.threads() {
                        for y in first * rows..(first + 1) * rows {
                            if x >= space[0] || y >= space[1] || z >= space[2] {
                                continue;
                            }
                            let at = (z * space[1] + y) * space[0] + x;
                            let element = (data as *mut i32).add(at as usize);
                            *element = *element * a + b;
                        }
                    }
                    0
                }))
            }
            // out[0..4] = the first bytes of the constant, out[4] = whether it is set; then sizes and
            // offsets.
            "constant" => {
                let (out, value): (u64, [u8; 5]) = (read(parameters, 0), read(parameters, 1));
                let space: [u64; 6] = read(parameters, 2);
                Some(Box::new(move || {
                    std::ptr::copy_nonoverlapping(value.as_ptr(), out as *mut u8, 5);
                    *(out as *mut [u64; 6]).add(1) = space;
                    *(out as *mut u32).add(2) = launch.shared;
                    0
                }))
            }
            // Adds one to a variable.
            "count" => {
                let variable: u64 = read(parameters, 0);
                Some(Box::new(move || {
                    *(variable as *mut i32) += 1;
                    0
                }))
            }
            // out[index of the block] = its index in y and z, and the sizes of the grid.
            "groups" => {
                let (out, groups): (u64, [u32; 6]) = (read(parameters, 0), read(parameters, 1));
                Some(Box::new(move || {
                    for [x, y, z] in launch.threads() {
                        let [x, y, z] = [x as u32, y as u32 + groups[1], z as u32 + groups[2]];
                        let at = (z * groups[4] + y) * groups[3] + x;
                        (out as *mut [u32; 4]).add(at as usize).write([y, z, groups[4], groups[5]]);
                    }
                    0
                }))
            }
            // **list = value.
            "through" => {
                let (list, value): (u64, i32) = (read(parameters, 0), read(parameters, 1));
                Some(Box::new(move || {
                    **(list as *const *mut i32) = value;
                    0
                }))
            }
            "nothing" => Some(Box::new(|| 0)),
            "illegal_address" => Some(Box::new(|| 700)),
            "assertion" => Some(Box::new(|| 710)),
            _ => None,
        }
    }
}
