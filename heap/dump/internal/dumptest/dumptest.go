// Package dumptest is what the tests of the readers of dumps share: marks that are compared with
// the oracle, files that differ a little from a good one, and how much a reader allocates.
package dumptest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Marks checks h, and marks it with 1, 2 and 5 workers. It does the same with a copy that went
// through a snapshot. Each mark must have the digest of what the oracle reaches, which Marks
// returns.
func Marks(t testing.TB, h *heap.Heap) *heap.Reached {
	t.Helper()
	need := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	need(h.Check())
	reached, err := heap.Reachable(h)
	need(err)
	want, err := heap.Digest(h, reached)
	need(err)
	var file bytes.Buffer
	need(heap.WriteSnapshot(&file, h))
	again, err := heap.ReadSnapshotStream(&file)
	need(err)
	for _, workers := range []int{1, 2, 5} {
		for _, h := range []*heap.Heap{h, again} {
			result, err := mark.Heap(t.Context(), h, mark.Options{Workers: workers})
			need(err)
			got, err := heap.Digest(h, result.Marks)
			need(err)
			if got != want {
				t.Fatalf("%d workers have marked objects with the digest %x, and the oracle's is %x", workers, got, want)
			}
		}
	}
	return reached
}

// A reader has a buffer of 64 KiB, and the tests read thousands of small files. As often as a
// program collects otherwise, half of their time would be the collector's.
func init() { debug.SetGCPercent(1000) }

// Some returns how many random files a test reads: a few if it must be short, and many where slow tests run.
func Some() int {
	switch {
	case testing.Short():
		return 250
	case os.Getenv("HALFMARK_SLOW") != "":
		return 5000
	}
	return 1000
}

// Every returns in which steps a test goes through the bytes of a file, if it does so with several files: 1 where
// slow tests run. With another start for each file, the steps of all files together come to each place.
func Every(step int) int {
	switch {
	case testing.Short():
		return 4 * step
	case os.Getenv("HALFMARK_SLOW") != "":
		return 1
	}
	return step
}

// Mutate returns a copy of a file with one to three changes: a byte that is random, one of
// alphabet (or one bit, if alphabet is empty), two bytes in turn, or a part that is left out or is
// there twice; or the file is cut.
func Mutate(rng *rand.Rand, file []byte, alphabet string) []byte {
	file = bytes.Clone(file)
	for range 1 + rng.IntN(3) {
		a, b := rng.IntN(len(file)), rng.IntN(len(file))
		a, b = min(a, b), max(a, b)
		switch rng.IntN(6) {
		case 0:
			file[a] = byte(rng.Uint32())
		case 1:
			if alphabet == "" {
				file[a] ^= 1 << rng.IntN(8)
			} else {
				file[a] = alphabet[rng.IntN(len(alphabet))]
			}
		case 2:
			file[a], file[b] = file[b], file[a]
		case 3:
			file = slices.Delete(file, a, min(b, a+8))
		case 4:
			file = slices.Insert(file, a, file[b:min(len(file), b+1+rng.IntN(60))]...)
		default:
			file = file[:max(1, b)]
		}
	}
	return file
}

// Allocated returns how many bytes do allocates. No other goroutine may allocate meanwhile.
func Allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
