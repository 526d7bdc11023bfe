package godump

import (
	"cmp"
	"fmt"
	"iter"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Root is a word outside the heap that leads into an object, and so keeps it alive. A field that
// the dump lacks is zero.
type Root struct {
	// Kind is the kind of the record that holds the word.
	Kind Kind
	// Address is where the word is in the program, for words of segments and for those that
	// a stack frame lists. For a finalizer it is the address of the object that has it.
	Address uint64
	// Name is the function of a stack frame, or the runtime's description of another root.
	// It has 1,024 bytes at most. Control characters are replaced by '?'.
	Name string
	// Goroutine is the number of the goroutine whose stack, defers or panics hold the word.
	// Numbers begin at 1.
	Goroutine uint64
	// Waiting is what the goroutine was waiting for, in the runtime's words.
	Waiting string
	// System says that the goroutine belongs to the runtime.
	System bool
	// Guessed says that the word is in a stack frame that was read conservatively. It may be
	// a variable whose address was taken, or an old value that the program no longer uses.
	Guessed bool
}

// Segment is where a data or bss segment lies in the program: the global variables.
type Segment struct {
	Kind           Kind // Data or BSS
	Address, Bytes uint64
}

// String returns in one line where the root is.
func (r Root) String() string {
	where := r.Kind.String()
	switch r.Kind {
	case Data, BSS:
		return fmt.Sprintf("global variable at %#x (%s)", r.Address, where)
	case OtherRoot:
		return cmp.Or(r.Name, where)
	case Finalizer:
		return fmt.Sprintf("finalizer of the object at %#x", r.Address)
	case StackFrame:
		where = "frame of " + cmp.Or(r.Name, "a function without a name")
	case Goroutine:
		where = "its closure or records"
	case Defer:
		where = "deferred call"
	}
	if r.Goroutine != 0 {
		where = r.goroutine() + ", " + where
	}
	if r.Guessed {
		where += ", read conservatively"
	}
	return where
}

// goroutine names the goroutine.
func (r Root) goroutine() string {
	name := fmt.Sprintf("goroutine %d", r.Goroutine)
	if r.System {
		name = "system " + name
	}
	if r.Waiting != "" {
		name += " (" + r.Waiting + ")"
	}
	return name
}

// RootsOf iterates over the words outside the heap that lead into the object at ref. It
// yields nothing if the object is no root. The words that explain most come first: those of
// global variables, then those of stack frames, then the rest, and at the end guesses.
func (d *Dump) RootsOf(ref heap.Ref) iter.Seq[Root] {
	return func(yield func(Root) bool) {
		object, ok := d.table.Number(ref)
		if !ok {
			return
		}
		first := sort.Search(len(d.roots), func(i int) bool { return d.roots[i].value >= uint64(object) })
		for _, w := range d.roots[first:] {
			if w.value != uint64(object) || !yield(d.root(w)) {
				return
			}
		}
	}
}

func (d *Dump) root(w rootWord) Root {
	o := d.origins.all[w.origin]
	r := Root{Kind: o.kind, Address: w.at, Name: d.origins.text(o.name), Guessed: w.guessed}
	if o.goroutine != 0 {
		g := d.origins.goroutines[o.goroutine-1]
		r.Goroutine, r.Waiting, r.System = g.number, d.origins.text(g.waiting), g.system
	}
	return r
}

// ranks is how much the kinds of roots explain, the most first.
var ranks = [NumKinds]int{Data: 0, BSS: 0, StackFrame: 1, Goroutine: 2, Defer: 2, Panic: 2, QueuedFinalizer: 3, Finalizer: 3, OtherRoot: 4}

// compare orders roots of one object for RootsOf.
func (o *origins) compare(a, b rootWord) int {
	rank := func(w rootWord) int {
		if w.guessed {
			return NumKinds
		}
		return ranks[o.all[w.origin].kind]
	}
	return cmp.Or(rank(a)-rank(b), cmp.Compare(a.origin, b.origin), cmp.Compare(a.at, b.at))
}
