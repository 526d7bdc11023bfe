package mark

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// isForeign reports whether a kind is not one of package stealq.
func isForeign(kind *stealq.Kind) bool { return !slices.Contains(stealq.Kinds(), kind) }

// makeDeques makes the deques of a Marker. The error is an *OptionError or, if a kind's
// New panics, a *DequeError.
func makeDeques(o Options) (deques []stealq.Deque, err error) {
	if isForeign(o.Deque) {
		defer func() {
			if value := recover(); value != nil {
				err = blame{}.Panicked(o.Deque, value)
			}
		}()
	}
	deques = o.Deque.New(o.Workers, o.Capacity)
	if len(deques) != o.Workers || slices.Contains(deques, nil) {
		made := len(slices.DeleteFunc(slices.Clone(deques), func(d stealq.Deque) bool { return d == nil }))
		return nil, &OptionError{"Deque", fmt.Sprintf("New of kind %s made %d deques of %d that were asked for", o.Deque.Name, made, o.Workers)}
	}
	return deques, nil
}
