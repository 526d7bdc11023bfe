package interleave

// Perturb calls before ahead of each operation of this package's types, where no
// exploration runs, in the goroutine that is about to make the operation. If before
// yields or sleeps now and then, goroutines meet between any two operations of an
// algorithm. On few processors they otherwise hardly do: a deque whose owner reads
// before it publishes passed an ordinary stress test.
//
// Call Perturb before the goroutines begin, as in TestMain. The function before must be
// safe for concurrent use. Nil, which is the initial value, does nothing.
func Perturb(before func()) { perturbation = before }

var perturbation func()

func giveWay() {
	if perturbation != nil {
		perturbation()
	}
}

// idle reports whether no exploration runs. Each operation that can wait calls it first.
func idle() bool {
	if current != nil {
		return false
	}
	giveWay()
	return true
}
