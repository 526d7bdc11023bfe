package heap

import "time"

// Is a mapped arena in memory, or on the disk? It depends on what the system has kept of the file. There is no need to
// ask the system for each page. It counts how often this process has waited for one, and a look at that count says enough:
//
//	before a mark     InMemory reads one byte on each of some pages, and looks whether that has waited
//	during a mark     Ahead.Waited looks whether there were more waits than a few
//
// Waits of other goroutines, for other files, count too. Then a heap is read in order that need not be. This is slower, and
// as right.

const (
	// sampledPages is on how many pages InMemory looks. If a twentieth of the file is on the disk, it finds that out in 96 of
	// 100 cases.
	sampledPages = 64
	// fewWaits is how many waits are none: 32 take 3 ms on a disk without moving parts.
	fewWaits = 32
	// looksApart is how much time is between two looks at the count at least, and waitedCalls how many calls are between two
	// looks at the clock. To look at the count takes a microsecond.
	looksApart  = time.Millisecond
	waitedCalls = 4
)

// InMemory reports whether all of the arena seems to be in memory, so that no access waits
// for a disk. For a mapped file it reads a sample of 64 pages. Because these are in memory
// afterwards, the answer about a small file holds only once. It is false if the file was cut.
func (h *Heap) InMemory() bool {
	if h.file == nil || !MapsFiles || len(h.arena) == 0 {
		return true
	}
	before := waits()
	var sum byte
	err := CatchFaults(func() error {
		for i := range uint64(sampledPages) {
			if sum += h.arena[i*uint64(len(h.arena))/sampledPages]; i%8 == 0 && waits() != before { // a look takes longer than most reads
				break
			}
		}
		return nil
	})
	return err == nil && waits() == before
}

// Waited reports whether this process has waited for more than a few pages since the Ahead
// was made. It is cheap enough to be called after each few dozen objects.
func (a *Ahead) Waited() bool {
	if a.calls++; a.calls%waitedCalls != 0 {
		return false
	}
	if now := time.Now(); now.Sub(a.looked) > looksApart {
		a.looked = now
		return waits()-a.before > fewWaits
	}
	return false
}
