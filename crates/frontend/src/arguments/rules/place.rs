//! Subobjects of a kernel's arguments: their paths and source locations.

use crate::notes::{Capture, Kernel, Location, Type};

/// A subobject that is being checked.
#[derive(Clone)]
pub struct Place<'n> {
    /// An expression for it: `kernel.a.sta[0]`.
    pub path: String,
    /// The closest declaration in the user's source.
    pub location: Option<&'n Location>,
    /// The member of the function object that contains it.
    first: Option<First<'n>>,
    /// Inside a class of a system header, whose member names users do not know.
    sealed: bool,
}

#[derive(Clone)]
struct First<'n> {
    path: String,
    location: &'n Location,
    how: &'static str,
}

impl<'n> Place<'n> {
    /// A parameter of the kernel: its function object.
    pub fn of_parameter(kernel: &'n Kernel, parameter: &Type) -> Self {
        let path = match parameter.name.as_deref() {
            None | Some("") => "kernel".to_owned(),
            Some(name) => name.to_owned(),
        };
        Self { path, location: kernel.location.as_ref(), first: None, sealed: false }
    }

    /// A part of `outer`, which is at this place.
    pub fn inner(&self, outer: &Type, part: &'n Type, name: &str) -> Self {
        let mut inner = self.clone();
        inner.sealed |= outer.system;
        if outer.system {
            return inner;
        }
        if !inner.sealed {
            inner.path.push_str(name);
        }
        inner.location = part.location.as_ref().or(self.location);
        if self.first.is_none() {
            inner.first = part.location.as_ref().map(|location| First {
                path: inner.path.clone(),
                location,
                how: match part.capture {
                    Some(_) => "captured",
                    None => "declared",
                },
            });
        }
        inner
    }

    /// An element of what `sycl_deconstruct` returns for the object at this place.
    pub fn element(&self, index: usize) -> Self {
        let path = format!("get<{index}>({}.sycl_deconstruct())", self.path);
        Self { path, sealed: false, ..self.clone() }
    }

    /// "`path` has type …", with the part of the path that the user knows.
    pub fn has_type(&self, ty: &Type) -> String {
        match ty.capture {
            Some(Capture::This) => format!("`{}` is the pointer `this`", self.path),
            _ if self.sealed => {
                format!("`{}` contains a subobject of type `{}`", self.path, ty.spelling)
            }
            _ => format!("`{}` has type `{}`", self.path, ty.spelling),
        }
    }

    /// The member of the function object that contains the place, unless it is the place itself: its path,
    /// its location, and whether it is a capture or a member.
    pub fn way_in(&self) -> Option<(&str, &'n Location, &'static str)> {
        let first = self.first.as_ref()?;
        let elsewhere = self.location.is_none_or(|here| here != first.location);
        elsewhere.then_some((first.path.as_str(), first.location, first.how))
    }
}
