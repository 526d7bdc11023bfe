package small

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// MaxSteps is the most steps of an execution. A right deque needs some 50.
const MaxSteps = 1_000

// Unfit says why programs over the deques of a kind cannot be explored. The schedule and its table
// are empty if no execution has failed.
type Unfit struct{ Part, Says, Story, Schedule, Table string }

// unseen is what to do about a deque that the explorer cannot see.
const unseen = "Build with -tags interleave. Name each type through which goroutines share memory in atomics.go, " +
	"and give it the explorer's type of the same name in atomics_interleave.go. Use these names alone."

// RequireFit demands that programs over the deques of a kind can be explored.
func RequireFit(k *stealq.Kind, f scene.Form, began Began) *Unfit {
	if unfit := requireStart(k, began); unfit != nil {
		return unfit
	}
	return requireSteps(f)
}

// requireStart demands that deques can be brought to where programs begin. A failure of
// the set-up would otherwise look like one of the first program.
func requireStart(k *stealq.Kind, began Began) *Unfit {
	const part = "calls of one goroutine"
	for _, capacity := range []int{2, 4} {
		var f *family
		rep := interleave.Explore(func(*interleave.World) func() {
			f = newFamily(k, began, 2, capacity, wraps(capacity))
			return nil
		}, interleave.Options{Steps: MaxSteps})
		switch {
		case rep.Failure != nil:
			return &Unfit{Part: part, Says: Sentence(rep.Failure)}
		case f.wrong != nil:
			return &Unfit{Part: part, Says: f.wrong.Error(), Story: "Run tells more about such faults."}
		}
	}
	return nil
}

// requireSteps demands that calls which other goroutines can notice make a step that the
// explorer sees: it would otherwise run them as a whole, and find nothing.
func requireSteps(f scene.Form) *Unfit {
	var blind string
	rep := interleave.Explore(func(w *interleave.World) func() {
		deques := f.Make(2, 2, 0)
		for i, d := range deques {
			w.Name(string(rune('A'+i)), d.(scene.Named).Root(), d.(scene.Named).Show)
		}
		w.Go("owner of A", func() { blind = blindCall(w, f, deques[0], deques[1]) })
		return nil
	}, interleave.Options{Steps: MaxSteps})
	const part = "whether the explorer sees the deque"
	switch {
	case rep.Failure != nil:
		return &Unfit{Part: part, Says: Sentence(rep.Failure), Schedule: rep.Failure.Schedule, Table: rep.Failure.Table}
	case rep.Steps == 0:
		return &Unfit{Part: part, Says: "no call of the deque makes a step that the explorer sees: nothing can be judged", Story: unseen}
	case blind != "":
		return &Unfit{Part: part, Says: fmt.Sprintf("%s makes no step that the explorer sees, though it moves an item: nothing can be judged", blind), Story: unseen}
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
		if e, ok := d.(scene.Exposer); ok && f.OnRequest && !took { // that was the request
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

// Sentence is what is wrong, in one line.
func Sentence(f *interleave.Failure) string {
	says := strings.ReplaceAll(f.Err.Error(), "\n", "; ")
	for _, thread := range []string{"owner of ", "set-up "} {
		if strings.HasPrefix(says, thread) {
			return "the " + says
		}
	}
	return says
}
