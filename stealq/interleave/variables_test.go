package interleave

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every type of variable shows its value, under the name and in the form that tables have.
func TestVariables(t *testing.T) {
	var shared struct {
		word  Uint64
		small Int32
		flag  Bool
		next  Pointer[int]
		gate  Mutex
		left  WaitGroup
		box   *Chan[int]
		plain uint64
		slots []Uint32
	}
	seen, err := Watch(func(w *World) func() {
		shared.box, shared.slots = MakeChan[int](2), make([]Uint32, 2)
		w.Name("s", &shared, func(name string, v uint64) string {
			if name == "s.word" {
				return fmt.Sprintf("<%d>", v)
			}
			return ""
		})
		w.Name("again", &shared.flag, nil)
		w.Depict(func() any { return w.Variables() })
		w.Go("worker", func() {
			shared.word.Store(7)
			shared.small.Add(3)
			shared.flag.Store(true)
			shared.next.Store(new(int))
			shared.next.Store(new(int))
			shared.gate.Lock()
			shared.left.Add(4)
			shared.box.Send(5)
			shared.slots[1].Store(9)
			shared.gate.Unlock()
		})
		return nil
	}, "a9")
	require.NoError(t, err)
	require.Equal(t, []any{[]Variable{{"s.word", "<7>"}, {"s.small", "3"}, {"s.flag", "1"}, {"s.next", "2"}, {"s.gate", "1"},
		{"s.left", "4"}, {"s.box", "1"}, {"s.slots[0]", "0"}, {"s.slots[1]", "9"}, {"again", "1"}}}, seen.Pictures)
	require.Equal(t, []Variable{{"", "9"}}, Variables("", &shared.slots[1], nil))
}
