//! Makes the program find MLIR.

fn main() {
    scythe_llvm_config::find_libraries_at_run_time();
}
