package timing

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// The judge's verdicts on given times. No clock is read.
func TestWrong(t *testing.T) {
	five := func(x float64) []float64 { return []float64{x, x, x, x, x} }
	ten := func(x float64) []float64 { return append(five(x), five(x)...) }
	for _, c := range []struct {
		name                   string
		mine, skeleton, answer []float64
		sure                   bool
		says                   string
	}{
		{"as fast as the answer", five(3), five(9), five(3), true, ""},
		{"half way", five(5), five(9), five(3), true, ""},
		{"not half way", ten(6), ten(9), ten(3), true, "it takes 6.0 times the floor, and it must be below 5.2 (the skeleton takes 9.0, the lab's answer 3.0)"},
		{"slower than the skeleton", ten(30), ten(9), ten(3), true, "it takes 30.0 times the floor"},
		{"the machine gains nothing", five(3), five(3.5), five(3), false, ""},
		{"the machine gains nothing, and mine is slow", five(9), five(3.5), five(3), false, ""},
		{"one round disturbed", []float64{3, 3, 30, 3, 3}, five(9), five(3), true, ""},
		{"all disturbed in the same rounds", []float64{3, 30, 30, 3, 3}, []float64{9, 90, 90, 9, 9}, []float64{3, 30, 30, 3, 3}, true, ""},
		{"two rounds disturbed", []float64{3, 30, 30, 3, 3}, five(9), five(3), false, ""},
		{"slow in one block", five(9), five(9), five(3), false, ""},
		{"slow but for two rounds", append([]float64{3, 3, 9, 9, 9}, five(9)...), ten(9), ten(3), true, "it takes 9.0 times the floor"},
		{"slow but for three rounds", append([]float64{3, 3, 3, 9, 9}, five(9)...), ten(9), ten(3), false, ""},
	} {
		r := &race{}
		r.times[mine], r.times[skeleton], r.times[answer] = c.mine, c.skeleton, c.answer
		says, sure := r.wrong()
		assert.Equal(t, c.sure, sure, c.name)
		assert.Contains(t, says, c.says, c.name)
		assert.Equal(t, c.says == "", says == "", c.name)
	}
}

// A marker that is faster than the floor is not judged. Where the floor is lower when it is
// measured again, the machine was disturbed, and the marker is judged.
func TestTooFast(t *testing.T) {
	for _, c := range []struct {
		mine  float64 // in multiples of the floor
		again time.Duration
		want  bool
	}{{1.5, 0, false}, {0.8, 10, true}, {0.8, 7, false}, {0.5, 7, true}} {
		r := &race{floor: 10, least: func() time.Duration { return c.again }}
		r.times[mine] = []float64{c.mine, c.mine, c.mine}
		assert.Equal(t, c.want, r.tooFast(), "%+v", c)
	}
}

// A marker that knows the marks, and does nothing, has no verdict.
func TestMarksThatWereKnown(t *testing.T) {
	const objects = 100_000
	c := &Contest{Mine: knowing(objects), Skeleton: knowing(objects), Answer: knowing(objects)}
	defer func() { assert.Contains(t, fmt.Sprint(recover()), "x floor: no code marks this heap faster") }()
	Faster(objects, c).Run()
}

// knowing is a marker that knows what is live, and need not mark.
func knowing(objects uint64) func(*Heap) Marker {
	live := newRace(objects, &Contest{}).live
	return func(*Heap) Marker {
		return Marker{Mark: func() {}, Has: func(object uint32) bool { return live.Has(heap.Ref(object)) }}
	}
}

// idle is a marker that marks nothing.
func idle(*Heap) Marker {
	return Marker{Mark: func() {}, Has: func(uint32) bool { return false }}
}

// A marker whose marks are wrong is wrong, however fast it is.
func TestWrongMarks(t *testing.T) {
	all := func(*Heap) Marker { return Marker{Mark: func() {}, Has: func(uint32) bool { return true }} }
	_, fault := Faster(1000, &Contest{Mine: idle, Skeleton: all, Answer: all}).Run()
	require.NotNil(t, fault)
	assert.Regexp(t, `^object \d+ of a random heap of 1000 objects: marked is false, want true$`, fault.Says)
	_, fault = Faster(1000, &Contest{Mine: all, Skeleton: idle, Answer: idle}).Run()
	require.NotNil(t, fault)
	assert.Regexp(t, `^object \d+ of a random heap of 1000 objects: marked is true, want false$`, fault.Says)
}

// Data that a marker keeps from one round to the next does not help: each round makes a new
// one. And the heap is not a place to keep something.
func TestNothingIsKept(t *testing.T) {
	made := 0
	c := &Contest{Mine: func(h *Heap) Marker {
		made++
		return idle(h)
	}, Skeleton: idle, Answer: idle}
	r := newRace(1000, c)
	for n := range 3 {
		require.NotNil(t, r.round())
		assert.Equal(t, n+1, made)
	}
	c.Mine = func(h *Heap) Marker {
		return Marker{Mark: func() { clear(h.Roots[:cap(h.Roots)]) }, Has: func(uint32) bool { return true }}
	}
	r = newRace(1000, c)
	before := slices.Clone(r.shared.Roots)
	r.round()
	assert.Equal(t, before, r.shared.Roots)
	c.Mine = func(h *Heap) Marker {
		return Marker{Mark: func() { h.Granules[7]++ }, Has: func(uint32) bool { return true }}
	}
	assert.Equal(t, "granule 7 of the heap is not as it was: Mark may read the heap, and not write it", newRace(1000, c).round().Says)
}
