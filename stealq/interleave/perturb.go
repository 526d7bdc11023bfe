package interleave

// Perturb makes the types of this package call the function before ahead of each
// operation, while no exploration runs. The call happens in the goroutine that is about
// to make the operation. If before yields or sleeps now and then, goroutines meet
// between any two operations of an algorithm. On few processors they otherwise hardly
// do so. A deque whose owner reads before it publishes once passed an ordinary stress
// test for this reason.
//
// Call Perturb before the goroutines begin, for example in TestMain. Several goroutines
// call before at once. If before is nil, as at first, nothing is called.
func Perturb(before func()) { perturbation = before }

var perturbation func()

func giveWay() {
	if perturbation != nil {
		perturbation()
	}
}

// idle says whether no exploration runs. Each operation that can wait calls it first.
func idle() bool {
	if current != nil {
		return false
	}
	giveWay()
	return true
}
