package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// workScene is a program in which workers do all work. The blocks that a block holds are found
// when it is scanned.
type workScene struct {
	workers, blocks, roots int
	holds                  map[uint64][]uint64
}

// The trees of blocks, by the number of their schedules.
var (
	smallTrees = []workScene{
		{2, 0, 0, nil},
		{2, 1, 1, nil},
		{2, 2, 2, nil},
		{2, 2, 1, map[uint64][]uint64{1: {2}}},
		{2, 3, 2, map[uint64][]uint64{1: {3}}},
		{3, 0, 0, nil},
		{3, 1, 1, nil},
	}
	trees = []workScene{
		{2, 3, 1, map[uint64][]uint64{1: {2, 3}}},
		{2, 3, 1, map[uint64][]uint64{1: {2}, 2: {3}}},
		{3, 2, 1, map[uint64][]uint64{1: {2}}},
		{3, 3, 1, map[uint64][]uint64{1: {2, 3}}},
	}
)

func (s workScene) String() string {
	text := fmt.Sprintf("%d workers. %s", s.workers, holds(s.roots))
	for _, b := range slices.Sorted(maps.Keys(s.holds)) {
		text += fmt.Sprintf(" The worker that scans block %d finds %s.", b, strings.Trim(fmt.Sprint(s.holds[b]), "[]"))
	}
	return text
}

// Run is the program.
func (s workScene) Run(w *interleave.World) func() {
	list := newList(w, s.blocks)
	for b := 1; b <= s.roots; b++ {
		list.Put(uint64(b))
	}
	scanned := make([]bool, s.blocks+1)
	for i := range s.workers {
		w.Go("worker", func() {
			list.Work(func(b uint64) []uint64 {
				if b < 1 || b > uint64(s.blocks) {
					w.Failf("Take returns block %d: there are the blocks 1 to %d", b, s.blocks)
				}
				if scanned[b] {
					w.Failf("block %d is scanned twice", b)
				}
				scanned[b] = true
				return s.holds[b]
			})
			if b := slices.Index(scanned[1:], false) + 1; b > 0 {
				w.Failf("worker %c ends, but block %d has not been scanned", 'a'+i, b)
			}
		})
	}
	return nil
}
