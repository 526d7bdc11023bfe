package answer

// Put puts a block on the list. The caller has the block. Afterwards the list has it. Any
// number of workers call Put and Take at once.
func (l *List) Put(block uint64) {
	// yours to write
}

// Take takes a block from the list. Then the caller has it. It returns false only if the list
// was empty at some moment during the call.
func (l *List) Take() (block uint64, ok bool) {
	return 0, false // yours to write
}

// Finish says that the caller has scanned a block that it took, and has put on the list all
// that it found there.
func (l *List) Finish() {
	// yours to write
}

// Done says whether all work is done: the list is empty, and no worker will put a block on it
// any more.
func (l *List) Done() bool {
	return true // yours to write
}
