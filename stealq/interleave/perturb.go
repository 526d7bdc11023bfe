package interleave

// Perturb lets before run before each operation of this package's types for which no
// exploration decides, in the goroutine that is about to make the operation. A before
// that yields or sleeps now and then lets goroutines meet between any two operations
// of an algorithm. On few processors they otherwise hardly do: a deque whose owner
// reads before it publishes passed an ordinary stress test.
//
// Call Perturb before the goroutines begin, as in TestMain. before must be safe for
// concurrent use. Nil, as at first, is nothing.
func Perturb(before func()) { perturbation = before }

var perturbation func()

func giveWay() {
	if perturbation != nil {
		perturbation()
	}
}

// idle says that no exploration runs. It comes before each operation of what can wait.
func idle() bool {
	if current != nil {
		return false
	}
	giveWay()
	return true
}
