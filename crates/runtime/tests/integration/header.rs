//! `include/scythe/runtime.h` matches the code.

use std::path::Path;

#[test]
fn the_committed_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).expect("a configuration");
    // The other files are its modules; naming them too would declare everything twice.
    let builder =
        cbindgen::Builder::new().with_config(config).with_src(here.join("src/abi/mod.rs"));
    let mut text = Vec::new();
    builder.generate().expect("the ABI is C").write(&mut text);
    let text = String::from_utf8(text).expect("headers are text");
    let path = here.join("../../include/scythe/runtime.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("the header is there");
    assert!(committed == text, "include/scythe/runtime.h is out of date: run `cargo xtask bless`");
}

#[test]
fn aspects_have_the_values_of_the_headers() {
    let names: Vec<&str> = scythe::backend::info::Aspect::ALL.iter().map(|a| a.name()).collect();
    assert_eq!(names, scythe_image::facts::ASPECTS);
}
