package cli

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// offer adds deques to those that --deque can name. They do not change once the command line is read.
// The error says which one cannot be used, and why.
func offer(deques []*stealq.Kind) error {
	for _, k := range deques {
		if err := k.Validate(); err != nil {
			return err
		}
		if slices.Contains(dequeNames(), k.Name) {
			return fmt.Errorf("there are two kinds of deques named %s: give yours another name", k.Name)
		}
		if k.Name == every {
			return fmt.Errorf("a kind of deques is named %s, which stands for all of them: give it another name", k.Name)
		}
		setting.Kinds = append(setting.Kinds, k)
	}
	return nil
}

// kindsNamed returns the kinds that --deque names. The flag has been checked.
func kindsNamed(names []string) []*stealq.Kind {
	return named(names, func(name string) *stealq.Kind {
		return setting.Kinds[slices.Index(dequeNames(), name)]
	})
}
