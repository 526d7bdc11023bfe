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
			stolen := 0
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
			})
			if stolen == 0 {
				t.Fatal("nothing was ever stolen")
			}
		})
	}
}

type model struct {
	k      stealq.Kind
	deques []stealq.Deque
	slices [][]uint64 // the oldest item first
	next   uint64
	stolen int
}

func newModel(t *rapid.T, k stealq.Kind) *model {
	capacity := 1 << rapid.IntRange(1, 6).Draw(t, "log2 capacity")
	return &model{k: k, deques: k.New(3, capacity), slices: make([][]uint64, 3)}
}

func (m *model) push(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "deque")
	for range rapid.IntRange(1, 20).Draw(t, "times") {
		m.next++
		if ok := m.deques[i].Push(m.next); ok != (len(m.slices[i]) < m.deques[i].Cap()) {
			t.Fatalf("push with %d of %d items: %v", len(m.slices[i]), m.deques[i].Cap(), ok)
		} else if ok {
			m.slices[i] = append(m.slices[i], m.next)
		}
	}
}

func (m *model) pop(t *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(t, "deque")
	for range rapid.IntRange(1, 20).Draw(t, "times") {
		item, ok := m.deques[i].Pop()
		n := len(m.slices[i])
		if ok != (n > 0) || ok && item != m.slices[i][n-1] {
			t.Fatalf("pop gave %d, %v, want the last of %v", item, ok, m.slices[i])
		}
		m.slices[i] = m.slices[i][:max(0, n-1)]
	}
}

func (m *model) steal(t *rapid.T) {
	thief := rapid.IntRange(0, 2).Draw(t, "thief")
	victim := (thief + rapid.IntRange(1, 2).Draw(t, "victim")) % 3
	amount := rapid.SampledFrom(m.k.Amounts).Draw(t, "amount")
	n, o := m.deques[thief].Steal(m.deques[victim], amount)
	had, own := len(m.slices[victim]), len(m.slices[thief])
	room := m.deques[thief].Cap() - own

	most := max(1, had/2)
	if amount == stealq.All {
		most = had
	}
	switch {
	case o == stealq.Lost, (o == stealq.Took) != (n > 0):
		t.Fatalf("outcome %v with %d items and nobody else about", o, n)
	case n > min(most, room):
		t.Fatalf("%v took %d of %d with room for %d", amount, n, had, room)
	case n == 0 && had > 0 && room > 0 && amount != stealq.Balance:
		t.Fatalf("%v took nothing of %d with room for %d", amount, had, room)
	case n == 0 && had >= 8 && own == 0:
		t.Fatalf("%v took nothing of %d for an empty deque", amount, had)
	case amount == stealq.One && n > 1:
		t.Fatalf("one took %d", n)
	}
	m.slices[thief] = append(m.slices[thief], m.slices[victim][:n]...)
	m.slices[victim] = m.slices[victim][n:]
	m.stolen += n
}

func (m *model) reset(t *rapid.T) {
	if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
		return
	}
	for i, d := range m.deques { // all, as their counters belong together
		d.Reset()
		m.slices[i] = nil
	}
}

func (m *model) check(t *rapid.T) {
	for i, d := range m.deques {
		if d.Len() != len(m.slices[i]) {
			t.Fatalf("deque %d has %d items, want %d", i, d.Len(), len(m.slices[i]))
		}
	}
	if err := stealq.Check(m.deques); err != nil {
		t.Fatal(err)
	}
}
