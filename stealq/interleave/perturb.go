package interleave

// Perturb makes the types of this package call the function before ahead of each
// operation, while no exploration runs. The call happens in the goroutine that is about
// to make the operation. If before yields or sleeps now and then, goroutines of a stress
// test meet between any two operations of an algorithm. On few processors they otherwise
// hardly do so.
//
// Call Perturb before the goroutines begin, for example in TestMain. Several goroutines
// call before at once. With nil, as at first, nothing is called.
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
