package heap

import "syscall"

// adviseLargePages asks for transparent huge pages. It is advice: a kernel that
// cannot follow it, or memory that does not begin on a page, is no error.
func adviseLargePages(memory []byte) { _ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) }
