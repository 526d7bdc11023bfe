package tune

import (
	"fmt"
	"slices"
	"strings"
)

// names are the names of the values of one choice, in the order of the values.
type names[P ~uint8] struct {
	what string // what errors call the choice
	all  []string
}

// values returns every value that has a name.
func (n names[P]) values() []P {
	values := make([]P, len(n.all))
	for i := range values {
		values[i] = P(i)
	}
	return values
}

// of returns the name of a value.
func (n names[P]) of(p P) string {
	if int(p) < len(n.all) {
		return n.all[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}

// parse returns the value with that name.
func (n names[P]) parse(name string) (P, error) {
	if i := slices.Index(n.all, name); i >= 0 {
		return P(i), nil
	}
	return 0, fmt.Errorf("mark: no %s %q: it must be %s", n.what, name, alternatives(n.all))
}

// alternatives lists what is allowed, at least one value: "one, half or all".
func alternatives[T any](allowed []T) string {
	words := make([]string, len(allowed))
	for i, a := range allowed {
		words[i] = fmt.Sprint(a)
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
