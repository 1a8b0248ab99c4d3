//! `include/scythe/facts.h` is up to date.

use std::path::Path;

#[test]
fn the_committed_header_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include/scythe/facts.h");
    let text = scythe_image::facts::header();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("the header is there");
    assert!(committed == text, "include/scythe/facts.h is out of date: run `cargo xtask bless`");
}
