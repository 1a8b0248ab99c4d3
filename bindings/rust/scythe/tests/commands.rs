//! Devices, memory and commands, on whatever device there is.

use scythe::{Device, Place, Queue, devices};

fn queue() -> Queue {
    Queue::new(Device::preferred().expect("a device")).expect("a queue")
}

#[test]
fn devices_describe_themselves() {
    let all = devices();
    assert!(!all.is_empty());
    for device in all {
        assert!(!device.name().is_empty() && !device.vendor().is_empty());
        assert!(device.compute_units() > 0 && device.memory() > 0, "{}", device.name());
    }
}

#[test]
fn memory_starts_as_zeros_and_takes_values() {
    let queue = queue();
    for count in [0, 1, 1000] {
        let values = queue.shared::<u32>(count).expect("memory");
        assert_eq!((values.len(), values.place()), (count, Place::Shared));
        assert!(values.read().expect("readable").iter().all(|value| *value == 0));
        for (index, value) in values.write().expect("writable").iter_mut().enumerate() {
            *value = index as u32;
        }
        let copy = queue.host::<u32>(count).expect("memory");
        queue.copy(&values, &copy).expect("submitted");
        let read = copy.read().expect("readable");
        assert!(read.iter().enumerate().all(|(index, value)| *value == index as u32));
        drop(read);
        queue.fill(&copy, 7).expect("submitted").wait().expect("filled");
        assert!(copy.read().expect("readable").iter().all(|value| *value == 7));
    }
}

#[test]
fn memory_on_the_device_is_copied() {
    let queue = queue();
    let far = queue.on_device::<[f32; 2]>(3).expect("memory");
    assert!(far.read().is_err() && far.write().is_err());
    let values = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    queue.write(&values, &far).expect("written");
    let mut back = [[0.0; 2]; 3];
    queue.read(&far, &mut back).expect("read");
    assert_eq!(back, values);
    assert!(queue.read(&far, &mut back[..2]).is_err(), "another size");
}

#[test]
fn guards_keep_commands_out() {
    let queue = queue();
    let values = queue.shared::<u8>(10).expect("memory");
    let reads = [values.read().expect("readable"), values.read().expect("several may read")];
    assert!(values.write().is_err() && queue.fill(&values, 1).is_err());
    drop(reads);
    let write = values.write().expect("writable");
    assert!(values.read().is_err() && values.write().is_err() && queue.fill(&values, 1).is_err());
    drop(write);
    queue.fill(&values, 1).expect("not borrowed");
    let others = Queue::new(queue.device()).expect("a queue");
    let error = others.fill(&values, 2).expect_err("another queue");
    assert!(error.message().contains("another queue"), "{error}");
    assert_eq!(error.code(), 8);
}

#[test]
fn what_is_too_large_is_an_error() {
    let queue = queue();
    assert!(queue.shared::<u64>(usize::MAX).is_err());
    assert!(queue.shared::<u64>(1 << 58).is_err());
}

#[test]
fn memory_outlives_its_handle_and_threads_share_a_queue() {
    let queue = queue();
    std::thread::scope(|scope| {
        for thread in 0..4_u32 {
            let queue = queue.clone();
            scope.spawn(move || {
                for round in 0..50 {
                    let values = queue.shared::<u32>(1000).expect("memory");
                    let event = queue.fill(&values, thread * 100 + round).expect("submitted");
                    if round % 2 == 0 {
                        // The fill may still be on its way.
                        drop(values);
                        continue;
                    }
                    event.wait().expect("filled");
                    assert!(event.is_complete());
                    assert_eq!(values.read().expect("readable")[999], thread * 100 + round);
                }
            });
        }
    });
    queue.wait().expect("no errors");
}
