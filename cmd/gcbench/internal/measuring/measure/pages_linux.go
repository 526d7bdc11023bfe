package measure

import "syscall"

// adviseLargePages asks for transparent huge pages; the kernel may not follow.
func adviseLargePages(memory []byte) { _ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) }
