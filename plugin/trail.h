// From a kernel back to the program: clang's template instantiations that led to it, as far as they
// are in the user's code.
#pragma once

#include "clang/Sema/Sema.h"

namespace scythe {

/// Where the program launches the kernel that is being instantiated: the innermost point of
/// instantiation outside of system headers. Invalid where there is none.
clang::SourceLocation launchSite(clang::Sema &S);

/// Has clang say what led to that place, in its own words.
void reportTrail(clang::Sema &S, const clang::FunctionDecl *Entry);

} // namespace scythe
