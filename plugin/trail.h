// From a kernel back to the program: the template instantiations in the user's code that led to it.
#pragma once

#include "clang/Sema/Sema.h"

namespace scythe {

/// The location of the launch of the kernel that is being instantiated: the innermost point of
/// instantiation outside of system headers. Invalid if there is none.
clang::SourceLocation launchSite(clang::Sema &S);

/// Makes clang report the instantiations that led there, in its own words.
void reportTrail(clang::Sema &S, const clang::FunctionDecl *Entry);

} // namespace scythe
