package claims

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// scene is a small program: deque 0 with items in it, its owner, and thieves with
// deques of their own. In operations + pushes, - pops and s steals, thread 0 from
// deque 1 and all others from deque 0.
type scene struct {
	capacity int
	start    int      // the index of the first item of deque 0
	fill     []int    // items in each deque at first
	ops      []string // by thread; each has a deque
	ranges   bool     // hold ranges at rest to one eighth and a half
}

// String calls the threads, each with its deque, by the letters of schedules.
func (s scene) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "deques of %d slots", s.capacity)
	if s.start > 0 {
		fmt.Fprintf(&b, ", a's from index %d", s.start)
	}
	for i, ops := range s.ops {
		letter := string(rune('a' + i))
		fill := 0
		if i < len(s.fill) {
			fill = s.fill[i]
		}
		does := []string{}
		for _, op := range ops {
			does = append(does, map[rune]string{'+': "push", '-': "pop", 's': "steal"}[op])
		}
		if len(does) == 0 {
			does = []string{"nothing"}
		}
		fmt.Fprintf(&b, "; %s has %d and does: %s", letter, fill, strings.Join(does, ", "))
	}
	return b.String()
}

// program builds the scene. It fails if something is wrong at the end and there
// were at most limit steps, so that all schedules without a difference, which have
// as many, fail alike.
func (s scene) program(f form, steps *int, limit int) interleave.Program {
	return func(w *interleave.World) func() {
		deques, atRest := f(steps, max(2, len(s.ops)), s.capacity)
		for range s.start {
			deques[0].Push(0)
			deques[1].stealFrom(deques[0])
			deques[1].Pop()
		}
		a := account{pushed: make([]uint64, len(deques)), took: make([][]uint64, len(deques))}
		for i, n := range s.fill {
			for range n {
				a.push(i, deques[i])
			}
		}
		*steps = 0
		for i, ops := range s.ops {
			victim := deques[0]
			if i == 0 {
				victim = deques[1]
			}
			w.Go(fmt.Sprintf("owner of %c", 'A'+i), func() { a.run(ops, i, deques[i], victim) })
		}
		return func() {
			length := *steps
			err := a.close(deques, s.ranges, atRest)
			if *steps = length; err != nil && length <= limit {
				w.Failf("%v", err)
			}
		}
	}
}

// account is what each thread pushed and took. Items are numbered by deque, so that
// numbers do not depend on the schedule.
type account struct {
	pushed []uint64
	took   [][]uint64
}

func (a *account) run(ops string, i int, d, victim exploredDeque) {
	for _, op := range ops {
		switch op {
		case '+':
			a.push(i, d)
		case '-':
			if item, ok := d.Pop(); ok {
				a.took[i] = append(a.took[i], item)
			}
		case 's':
			d.stealFrom(victim)
		}
	}
}

func (a *account) push(i int, d exploredDeque) {
	if d.Push(number(i, a.pushed[i])) {
		a.pushed[i]++
	}
}

// close pops what is left, the thieves' first, and says what is wrong. It stops at
// the first item that is: a broken deque may have no end of them.
func (a *account) close(deques []exploredDeque, ranges bool, atRest func() error) error {
	if ranges {
		if err := atRest(); err != nil {
			return err
		}
	}
	seen := map[uint64]bool{}
	for _, items := range a.took {
		for _, item := range items {
			if err := a.mark(seen, item); err != nil {
				return err
			}
		}
	}
	for _, d := range slices.Backward(deques) {
		for item, ok := d.Pop(); ok; item, ok = d.Pop() {
			if err := a.mark(seen, item); err != nil {
				return err
			}
		}
	}
	for i, n := range a.pushed {
		for k := range n {
			if !seen[number(i, k)] {
				return fmt.Errorf("item %d is lost", number(i, k))
			}
		}
	}
	return nil
}

func (a *account) mark(seen map[uint64]bool, item uint64) error {
	deque, k := int(item/100), item%100
	switch {
	case deque >= len(a.pushed) || k == 0 || k > a.pushed[deque]:
		return errors.New("an item is taken that was never pushed")
	case seen[item]:
		return fmt.Errorf("item %d is taken twice", item)
	}
	seen[item] = true
	return nil
}

// number is the name of an item by its deque and place; no item is 0.
func number(deque int, k uint64) uint64 { return uint64(100*deque) + k + 1 }
