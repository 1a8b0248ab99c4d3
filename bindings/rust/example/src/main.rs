//! Launches the kernels of `kernels.cpp`: `SCYTHE_CXX=<prefix>/bin/scythe++ cargo run`.

use scythe::{Device, Memory, Queue};

scythe::kernels! {
    // SAFETY: kernels.cpp has these signatures, and the kernels use elements of their memory only.
    unsafe extern "C++" {
        /// `y += a * x`; both have one size.
        pub fn saxpy(a: f32, x: &Memory<f32>, y: &Memory<f32>);
        /// Sums of as many parts of the values as the result has elements.
        pub fn sums(values: &Memory<f32>, result: &Memory<f32>);
    }
}

fn main() -> scythe::Result<()> {
    let queue = Queue::new(Device::preferred()?)?;
    println!("on {}", queue.device().name());
    let (x, y) = (queue.shared::<f32>(1000)?, queue.shared::<f32>(1000)?);
    for (index, value) in x.write()?.iter_mut().enumerate() {
        *value = index as f32;
    }
    queue.fill(&y, 1.0)?;
    saxpy(&queue, 2.0, &x, &y)?;
    let parts = queue.host::<f32>(4)?;
    sums(&queue, &y, &parts)?;
    // Looking at the result waits for all of it.
    let parts = parts.read()?;
    println!("{:?}", &*parts);
    assert_eq!(parts.iter().sum::<f32>(), 1_000_000.0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> Queue {
        Queue::new(Device::preferred().expect("a device")).expect("a queue")
    }

    #[test]
    fn kernels_see_memory_and_numbers() {
        let queue = queue();
        for count in [1, 7, 1000] {
            let x = queue.shared::<f32>(count).expect("memory");
            let y = queue.on_device::<f32>(count).expect("memory");
            queue.fill(&x, 3.0).expect("submitted");
            for _ in 0..10 {
                saxpy(&queue, 0.5, &x, &y).expect("launched");
            }
            let mut result = vec![0.0; count];
            queue.read(&y, &mut result).expect("read");
            assert!(result.iter().all(|value| *value == 15.0), "{result:?}");
        }
    }

    #[test]
    fn errors_of_c_plus_plus_are_results() {
        let queue = queue();
        let (values, result) =
            (queue.shared(10).expect("memory"), queue.shared(3).expect("memory"));
        let error = sums(&queue, &values, &result).expect_err("10 is no multiple of 3");
        assert_eq!((error.code(), error.message()), (4, "sums: groups of different sizes"));
        let guard = values.write().expect("writable");
        assert!(sums(&queue, &values, &result).is_err(), "the host has it");
        drop(guard);
        let result = queue.shared(2).expect("memory");
        let event = sums(&queue, &values, &result).expect("launched");
        event.wait().expect("complete");
        assert!(event.is_complete());
    }
}
