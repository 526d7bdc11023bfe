package scene

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStory: the words name what differs between scenes, and threads as tables do.
func TestStory(t *testing.T) {
	for _, c := range []struct {
		scene Scene
		want  string
	}{
		{Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"+-", "o"}}, "Each deque has a capacity of 2. A holds 1 item. owner of A: push, pop. owner of B: steal one of A."},
		{Scene{Capacity: 2, Fill: []int{0}, Ops: []string{"", "h", "a"}, Bare: true}, "Each deque has a capacity of 2. A holds no item. owner of A: nothing. thief 1: steal half of A. thief 2: steal all of A."},
		{Scene{Capacity: 2, Others: 1, Fill: []int{2, 1}, Ops: []string{"o", "bB"}, Bare: true}, "The capacity of A is 2, and that of the others 1. A holds 2 items. B holds 1 item. owner of A: steal one of B. owner of B: steal from A with balance, balance with A."},
		{Scene{Form: Form{Shared: true}, Capacity: 4, Ops: []string{"-"}}, "All deques are handles on one queue with a capacity of 4. owner of A: pop."},
		{Scene{Capacity: 2, Fill: []int{2}, Division: &Division{Shown: 1, Asked: true}, Ops: []string{"e", "r"}}, "Each deque has a capacity of 2. A holds 2 items. Thieves can see 1 item of A. A thief has asked for more. owner of A: show an item to thieves that have asked. owner of B: ask as a thief does."},
	} {
		assert.Equal(t, c.want, c.scene.Story())
	}
}
