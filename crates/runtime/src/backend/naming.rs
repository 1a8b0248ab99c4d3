//! How messages name kernels.

use std::fmt;

use scythe_image::{Kernel, VERSION};

use super::record_text;
use crate::core::error::RtError;

/// Where a kernel is written: the file as the compiler was given it, the line and the column. None where the record
/// does not say.
#[must_use]
pub fn source(kernel: &Kernel) -> Option<(&'static str, u32, u32)> {
    // Records of another version end elsewhere.
    let known = kernel.version == VERSION && !kernel.file.is_null();
    known.then(|| (record_text(kernel.file), kernel.line, kernel.column))
}

/// A kernel as messages name it: `blur (src/blur.cpp:31)`.
#[derive(Clone, Copy)]
pub struct Named<'a>(pub &'a Kernel);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = record_text(self.0.name);
        f.write_str(name)?;
        match source(self.0) {
            // The names of unnamed kernels contain the place of their lambda.
            Some((file, line, _)) if !name.contains(&format!("{file}:{line}:")) => {
                write!(f, " ({file}:{line})")
            }
            _ => Ok(()),
        }
    }
}

/// The error of a launch, with the kernel unless the message names it already.
#[cold]
pub fn with_kernel(kernel: &Kernel, error: RtError) -> RtError {
    if error.message.contains(record_text(kernel.name)) {
        return error;
    }
    let message = format!("kernel {}: {}", Named(kernel), error.message);
    error.with_message(message)
}

impl fmt::Debug for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Named, with_kernel};
    use crate::backend::requirements::tests::kernel;
    use crate::core::error::RtError;

    #[test]
    fn kernels_are_named_with_their_place_once() {
        let mut blur = kernel(0, &[]);
        blur.name = c"blur".as_ptr();
        assert_eq!(Named(&blur).to_string(), "blur", "its place is unknown");
        (blur.file, blur.line, blur.column) = (c"src/blur.cpp".as_ptr(), 31, 7);
        assert_eq!(Named(&blur).to_string(), "blur (src/blur.cpp:31)");
        let error = with_kernel(&blur, RtError::invalid("no memory"));
        assert_eq!(error.message, "kernel blur (src/blur.cpp:31): no memory");
        assert_eq!(with_kernel(&blur, error.clone()).message, error.message);
        blur.name = c"(lambda at src/blur.cpp:31:7)".as_ptr();
        assert_eq!(Named(&blur).to_string(), "(lambda at src/blur.cpp:31:7)");
        blur.version -= 1;
        assert_eq!(super::source(&blur), None, "another layout");
    }
}
