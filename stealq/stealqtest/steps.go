package stealqtest

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// unseen is what to do about a deque that the explorer cannot see.
const unseen = "Build with -tags interleave. Name each type through which goroutines share memory in atomics.go, " +
	"and give it the explorer's type of the same name in atomics_interleave.go. Use these names alone."

// requireStart demands that deques can be brought to where programs begin. A failure of
// the set-up would otherwise look like one of the first program.
func requireStart(k *stealq.Kind, p *pulse) *Fault {
	const part = "calls of one goroutine"
	for _, capacity := range []int{2, 4} {
		var f *family
		rep := interleave.Explore(func(*interleave.World) func() {
			f = newFamily(k, p, 2, capacity, wraps(capacity))
			return nil
		}, interleave.Options{Steps: maxSteps})
		switch {
		case rep.Failure != nil:
			return &Fault{Part: part, Says: sentence(rep.Failure)}
		case f.wrong != nil:
			return &Fault{Part: part, Says: f.wrong.Error(), Story: "Run tells more about such faults."}
		}
	}
	return nil
}

// requireSteps demands that calls which other goroutines can notice make a step that the
// explorer sees: it would otherwise run them as a whole, and find nothing.
func requireSteps(f scene.Form) *Fault {
	var blind string
	rep := interleave.Explore(func(w *interleave.World) func() {
		deques := f.Make(2, 2, 0)
		for i, d := range deques {
			w.Name(string(rune('A'+i)), d.(scene.Named).Root(), d.(scene.Named).Show)
		}
		w.Go("owner of A", func() { blind = blindCall(w, f, deques[0], deques[1]) })
		return nil
	}, interleave.Options{Steps: maxSteps})
	const part = "whether the explorer sees the deque"
	switch {
	case rep.Failure != nil:
		return &Fault{Part: part, Says: sentence(rep.Failure), Schedule: rep.Failure.Schedule, Table: rep.Failure.Table}
	case rep.Steps == 0:
		return &Fault{Part: part, Says: "no call of the deque makes a step that the explorer sees: nothing can be judged", Story: unseen}
	case blind != "":
		return &Fault{Part: part, Says: fmt.Sprintf("%s makes no step that the explorer sees, though it moves an item: nothing can be judged", blind), Story: unseen}
	}
	return nil
}

// blindCall calls Push, Steal and Pop of d, and returns the first of them that moves an item
// without a step. It returns "" if there is none.
func blindCall(w *interleave.World, f scene.Form, d, thief scene.Deque) (blind string) {
	seen := func(name string, moves func() bool) {
		before := w.Steps()
		if moves() && w.Steps() == before && blind == "" {
			blind = name
		}
	}
	took := false
	steal := func() bool {
		n, _ := thief.Steal(d, rune(f.Amounts[0]))
		took = n > 0
		return took
	}
	seen("Push", func() bool { return d.Push(1) })
	if !f.Shared {
		seen("Steal", steal)
		if e, ok := d.(scene.Exposer); ok && !took { // that was the request
			e.Expose()
			seen("Steal", steal)
		}
		d.Push(2)
	}
	seen("Pop", func() bool {
		_, ok := d.Pop()
		return ok
	})
	return blind
}
