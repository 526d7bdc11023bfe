package cli

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// kinds are the deques that --queue can name: those of package stealq, and those that
// Main was given. They do not change once the command line is read.
var kinds = stealq.Kinds()

// offer adds deques to kinds. The error says which one cannot be used, and why.
func offer(deques []*stealq.Kind) error {
	for _, k := range deques {
		if err := k.Validate(); err != nil {
			return err
		}
		if slices.Contains(queueNames(), k.Name) {
			return fmt.Errorf("there are two kinds of deques named %s: give yours another name", k.Name)
		}
		if k.Name == every {
			return fmt.Errorf("a kind of deques is named %s, which stands for all of them: give it another name", k.Name)
		}
		kinds = append(kinds, k)
	}
	return nil
}

// kindsNamed returns the kinds that --queue names. The flag has been checked.
func kindsNamed(names []string) []*stealq.Kind {
	return named(names, func(name string) *stealq.Kind {
		return kinds[slices.Index(queueNames(), name)]
	})
}
