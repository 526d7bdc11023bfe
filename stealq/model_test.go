package stealq_test

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"pgregory.net/rapid"
)

// TestAgainstSlices runs random commands on three deques of each kind beside
// three slices that say what must happen. It finds wrong arithmetic in long
// histories (wrap-around, lengths that jump, thieves that are robbed); being
// sequential it finds no race.
func TestAgainstSlices(t *testing.T) {
	for _, k := range stealq.Kinds() {
		t.Run("deque="+k.Name, func(t *testing.T) {
			stolen, popped := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				m := newModel(t, k)
				t.Repeat(map[string]func(*rapid.T){
					"push":  m.push,
					"pop":   m.pop,
					"steal": m.steal,
					"reset": m.reset,
					"":      m.check,
				})
				stolen += m.stolen
				popped += m.popped
			})
			if popped == 0 || (stolen == 0) != k.Shared {
				t.Fatalf("%d items stolen and %d popped", stolen, popped)
			}
		})
	}
}

type model struct {
	k      *stealq.Kind
	deques []stealq.Deque
	slices [][]uint64 // the oldest item first; of a shared queue, only the first is in use
	next   uint64

	oldest bool // a pop takes the oldest item, which only a shared queue may
	asked  [3]bool
	shown  [3]bool // a request was answered, and the item is still there

	stolen, popped int
}

func newModel(t *rapid.T, k *stealq.Kind) *model {
	capacity := 1 << rapid.IntRange(1, 6).Draw(t, "log2 capacity")
	return &model{k: k, deques: k.New(3, capacity), slices: make([][]uint64, 3), oldest: k.Shared && popsOldest(k)}
}

// of is the slice that stands for deque i.
func (m *model) of(i int) *[]uint64 {
	if m.k.Shared {
		i = 0
	}
	return &m.slices[i]
}

// answered notes a push or a pop: it shows an item if one was asked for and there
// is one left, and the last item gone is gone for thieves too.
func (m *model) answered(i int) {
	left := len(*m.of(i)) > 0
	m.shown[i] = left && (m.shown[i] || m.asked[i])
	m.asked[i] = m.asked[i] && !left
}

func (m *model) push(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "deque")
	items := m.of(i)
	for range rapid.IntRange(1, 20).Draw(t, "times") {
		m.next++
		if ok := m.deques[i].Push(m.next); ok != (len(*items) < m.deques[i].Cap()) {
			t.Fatalf("push with %d of %d items: %v", len(*items), m.deques[i].Cap(), ok)
		} else if ok {
			*items = append(*items, m.next)
			m.answered(i)
		}
	}
}

func (m *model) pop(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "deque")
	items := m.of(i)
	for range rapid.IntRange(1, 20).Draw(t, "times") {
		item, ok := m.deques[i].Pop()
		n := len(*items)
		if n == 0 {
			if ok {
				t.Fatalf("popped %d from an empty deque", item)
			}
			continue
		}
		want, rest := (*items)[n-1], (*items)[:n-1]
		if m.oldest {
			want, rest = (*items)[0], (*items)[1:]
		}
		if !ok || item != want {
			t.Fatalf("pop gave %d, %v, want %d of %v", item, ok, want, *items)
		}
		*items = rest
		m.answered(i)
		m.popped++
	}
}

func (m *model) steal(t *rapid.T) {
	thief := rapid.IntRange(0, 2).Draw(t, "thief")
	victim := (thief + rapid.IntRange(1, 2).Draw(t, "victim")) % 3
	amount := rapid.SampledFrom(m.k.Amounts).Draw(t, "amount")
	n, o := m.deques[thief].Steal(m.deques[victim], amount)
	from, to := m.of(victim), m.of(thief)
	had, own := len(*from), len(*to)
	room := m.deques[thief].Cap() - own

	most := max(1, had/2)
	switch {
	case amount == stealq.All:
		most = had
	case m.k.Shared:
		most = 0
	}
	mayDecline := m.k.Shared || m.k.OnRequest && !m.shown[victim]
	switch {
	case o == stealq.Lost, (o == stealq.Took) != (n > 0):
		t.Fatalf("outcome %v with %d items and nobody else about", o, n)
	case n > min(most, room):
		t.Fatalf("%v took %d of %d with room for %d", amount, n, had, room)
	case n == 0 && had > 0 && room > 0 && amount != stealq.Balance && !mayDecline:
		t.Fatalf("%v took nothing of %d with room for %d", amount, had, room)
	case n == 0 && had >= 8 && own == 0 && !mayDecline:
		t.Fatalf("%v took nothing of %d for an empty deque", amount, had)
	case amount == stealq.One && n > 1:
		t.Fatalf("one took %d", n)
	}
	*to = append(*to, (*from)[:n]...)
	*from = (*from)[n:]
	m.stolen += n
	if n > 0 {
		m.shown[victim] = false
	} else if room > 0 {
		m.asked[victim] = true
	}
}

func (m *model) reset(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
		return
	}
	for i, d := range m.deques { // all, as their counters belong together
		d.Reset()
		m.slices[i] = nil
	}
	m.asked, m.shown = [3]bool{}, [3]bool{}
}

func (m *model) check(t *rapid.T) {
	for i, d := range m.deques {
		if want := len(*m.of(i)); stealq.Held(d) != want {
			t.Fatalf("deque %d has %d items, want %d", i, stealq.Held(d), want)
		}
	}
	if err := stealq.Check(m.deques); err != nil {
		t.Fatal(err)
	}
}
