package judge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// TestWordsOfALab: what stealqtest finds is said in calls that a student can write.
func TestWordsOfALab(t *testing.T) {
	greedy := func(room int) Mover {
		return &slow{room: room, share: func(n int) int { return n }, none: stealq.Empty}
	}
	for _, c := range []struct {
		kind   *stealq.Kind
		called string
	}{
		{moverKind("mine", true, stealq.Half, greedy), "d1.Steal(d0) = 3, Took"},
		{moverKind("mine", false, stealq.Half, greedy), "d1.Steal(d0) = 3\n"},
		{singleKind("mine", false, making(func(d *toy) { d.newest = true })), "d1.Push(d0.Steal()) = Took"},
	} {
		found := faultOf(stealqtest.Conformance(c.kind, stealqtest.Alone))
		require.NotNil(t, found)
		assert.Contains(t, found.Story+"\n", c.called)
		for _, foreign := range []string{"half", "one)", "took", "New(2,"} {
			assert.NotContains(t, found.Says+found.Story, foreign)
		}
	}
	assert.Equal(t, "Steal moved 3 of 3 items", plain("Steal with half moved 3 of 3 items"))
}

// TestStoriesOfALab: the programs of an exploration are told in such calls, too.
func TestStoriesOfALab(t *testing.T) {
	stories := func(k *stealq.Kind) (all []string) {
		for _, s := range stealqtest.Programs(k) {
			all = append(all, s.Story())
		}
		return all
	}
	mover := moverKind("mine", true, stealq.Half, func(room int) Mover { return &slow{room: room, share: half} })
	single := singleKind("mine", true, making(func(*toy) {}))
	for story, of := range map[string]*stealq.Kind{
		"A holds items 1 and 2. owner of A: A.Push(3), A.Pop(). owner of B: B.Steal(A).":                                   mover,
		"A holds items 1 and 2. owner of A: A.Pop(). thief 1: A.Steal().":                                                  single,
		"A holds item 1. B holds no item. owner of A: A.Push(B.Steal()), A.Pop(). owner of B: B.Push(A.Steal()), B.Pop().": single,
	} {
		assert.True(t, slices.Contains(stories(of), "Each deque has a capacity of 2. "+story), story)
	}
}
