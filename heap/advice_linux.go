package heap

import "syscall"

// adviseLargePages asks for transparent huge pages. It is advice: a kernel that
// cannot follow it, or memory that does not begin on a page, is no error.
func adviseLargePages(memory []byte) { _ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE) }

// adviseWillNeed asks for the pages of memory, which begins on a page.
func adviseWillNeed(memory []byte) { _ = syscall.Madvise(memory, syscall.MADV_WILLNEED) }

// advisePattern says how memory is going to be read. It begins on a page.
func advisePattern(memory []byte, p pattern) {
	advice := syscall.MADV_RANDOM
	if p == sequential {
		advice = syscall.MADV_SEQUENTIAL
	}
	_ = syscall.Madvise(memory, advice)
}
