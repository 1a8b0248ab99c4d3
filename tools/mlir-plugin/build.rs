//! Makes the library find MLIR if the program that loads it has not loaded it already.

fn main() {
    scythe_llvm_config::find_libraries_at_run_time();
}
