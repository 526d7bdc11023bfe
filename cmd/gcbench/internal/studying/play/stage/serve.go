package stage

import "strings"

// This file lets a program have scenes of its own.

// Company is what takes the place of this package's scenes.
type Company struct {
	Scenes []Scene // those in the list, in this order; one at least
	// Describe makes the scene of a name that is not in the list. The error says what is wrong
	// with the name.
	Describe func(name string) (*Scene, error)
	// Source begins the names of the files whose lines are shown, with a slash at the end. The
	// page knows them without it. Code of other packages is not shown.
	Source string
}

// company is nil unless a program has scenes of its own.
var company *Company

// Play lets others play. Call it before the first request.
func Play(c Company) { company, all = &c, c.Scenes }

// shown says whether the page shows the code of a package, and where the page has a file there.
// The file is as the compiler knows it.
func shown(pkg, file string) (name string, ok bool) {
	if company == nil {
		return shownIn(pkg, file), !isBackstage(pkg)
	}
	return strings.CutPrefix(shownIn(pkg, file), company.Source)
}
