package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// listScene is a small program of Put and Take. In a worker's script t takes a block, p puts back
// the block that the worker took first, and q the block that it took last. A worker whose
// script begins with p has a block at first.
type listScene struct {
	filled  int // blocks in the list at first
	scripts []string
}

// listScenes are the scenes of every two scripts, the short ones first, and some of three.
func listScenes() (all []listScene) {
	add := func(filled int, scripts ...string) { all = append(all, listScene{filled, scripts}) }
	for steps := 2; steps <= 4; steps++ {
		for filled := range 4 {
			for n := 1; n <= steps/2; n++ {
				for _, a := range scene.Words("tp", n) {
					for _, b := range scene.Words("tp", steps-n) {
						add(filled, a, b)
					}
				}
			}
		}
	}
	add(2, "t", "ttptq")
	for filled := range 3 {
		add(filled, "p", "p", "t")
		add(filled, "p", "t", "t")
		add(filled, "t", "t", "t")
	}
	return all
}

// sleepScenes let a worker put a block back so often that a short tag comes round.
func sleepScenes() (all []listScene) {
	for puts := 2; puts <= 256; puts *= 2 {
		all = append(all, listScene{2, []string{"t", "ttp" + strings.Repeat("tq", puts-1)}})
	}
	return all
}

func (s listScene) String() string {
	text := holds(s.filled)
	for i, script := range s.scripts {
		script, more := script[:min(len(script), 9)], script[min(len(script), 9):]
		does := strings.NewReplacer("t", ", Take", "p", ", Put", "q", ", Put it back").Replace(script)[2:]
		if more != "" {
			does += fmt.Sprintf(", and %d times more Take, Put it back", len(more)/2)
		}
		text += fmt.Sprintf(" Worker %c: %s.", 'a'+i, does)
	}
	return text
}

// holds says which blocks the list has at first.
func holds(filled int) string {
	switch filled {
	case 0:
		return "The list is empty."
	case 1:
		return "The list has block 1."
	}
	return fmt.Sprintf("The list has the blocks 1 to %d, and block %d is on top.", filled, filled)
}

// show is how tables show the head.
func show(name string, v uint64) string {
	if name != "head" {
		return ""
	}
	return fmt.Sprintf("block %d tag %d", v&math.MaxUint32, v>>32)
}

// Run is the program.
func (s listScene) Run(w *interleave.World) func() {
	blocks := s.filled
	own := make([][]uint64, len(s.scripts))
	for i, script := range s.scripts {
		if script[0] == 'p' {
			blocks++
			own[i] = []uint64{uint64(blocks)}
		}
	}
	l := newLedger(w, blocks)
	for b := 1; b <= s.filled; b++ {
		l.list.Put(uint64(b))
	}
	for i, script := range s.scripts {
		for _, b := range own[i] {
			l.at[b] = place{worker: i}
		}
		w.Go("worker", func() { l.work(i, script, own[i]) })
	}
	return l.close
}

// newList makes the student's list, with names for tables.
func newList(w *interleave.World, blocks int) *answer.List {
	list := answer.New(blocks)
	w.Name("", list, show)
	return list
}
