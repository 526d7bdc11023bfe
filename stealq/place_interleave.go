//go:build interleave && !fullsize

package stealq

import (
	"fmt"
	"strings"
)

// startAt lets the first item of an empty deque lie at an index. Indices of a kind
// that takes them modulo something wrap there; those that are 64 bits long do not.
func startAt(d Deque, index uint64) {
	switch d := d.(type) {
	case *stealHalf:
		r := stealRange((index & d.wrap) << topShift)
		d.packed.Store(uint64(r))
		d.bottom.Store(r.top())
		d.own.bottom, d.own.prev = r.top(), r
	case *abp:
		d.age.Store(index & d.wrap)
		d.bottom.Store(index & d.wrap)
		d.own.bottom = index & d.wrap
	case *chaseLev:
		d.top.Store(index)
		d.bottom.Store(index)
		d.own.bottom = index
	case *split:
		d.top.Store(index)
		d.official.Store(index)
		d.own.bottom, d.own.official = index, index
	case *rudolph:
		d.state.Store(uint64(rudolphState(0).with(d.at(int(index)), 0)))
	case *locked:
		d.top = d.at(int(index))
	}
}

// showWord shows the packed words of schedules in their parts.
func showWord(d Deque) func(name string, v uint64) string {
	return func(name string, v uint64) string {
		switch d.(type) {
		case *stealHalf:
			if r := stealRange(v); strings.HasSuffix(name, "packed") {
				return fmt.Sprintf("top %d length %d tag %d", r.top(), r.length(), v>>tagShift)
			}
		case *abp:
			if strings.HasSuffix(name, "age") {
				return fmt.Sprintf("top %d tag %d", age(v).top(), v>>topBits)
			}
		case *rudolph:
			if s := rudolphState(v); strings.HasSuffix(name, "state") {
				return fmt.Sprintf("top %d length %d busy %v open %v", s.top(), s.length(), s&busy != 0, s&open != 0)
			}
		}
		return ""
	}
}
