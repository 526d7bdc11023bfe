package judge

import (
	"sync"
	"sync/atomic"
)

// Crowd lets real threads scan the things 1 to n. Each worker calls work. Thing 1 is there at
// first, and each thing holds so many more: 2 to fan+1 in thing 1, the next ones in thing 2, and so
// on. Crowd returns the first thing that was not scanned once, 0 if there is none, and how often it
// was scanned.
func Crowd(workers, n, fan int, work func(scan func(thing uint64) (found []uint64))) (thing, scans int) {
	scanned := make([]atomic.Int32, n+1)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			work(func(thing uint64) (found []uint64) {
				scanned[min(thing, uint64(n))].Add(1)
				first := (int(thing)-1)*fan + 2
				for more := first; more < first+fan && more <= n; more++ {
					found = append(found, uint64(more))
				}
				return found
			})
		})
	}
	all.Wait()
	for thing = 1; thing <= n; thing++ {
		if scans = int(scanned[thing].Load()); scans != 1 {
			return thing, scans
		}
	}
	return 0, 0
}
