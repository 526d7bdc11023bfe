package tune

import (
	"fmt"
	"strings"
)

// policies are all policies that have names, in the order of their values.
func policies[P ~uint8](names []string) []P {
	all := make([]P, len(names))
	for i := range all {
		all[i] = P(i)
	}
	return all
}

// nameOf is the name of a policy.
func nameOf[P ~uint8](names []string, p P) string {
	if int(p) < len(names) {
		return names[p]
	}
	return fmt.Sprintf("unknown(%d)", p)
}

// parse returns the policy with that name.
func parse[P ~uint8](what string, names []string, name string) (P, error) {
	for i, n := range names {
		if n == name {
			return P(i), nil
		}
	}
	return 0, fmt.Errorf("mark: no %s %q: it must be %s", what, name, alternatives(names))
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
