package stealq

import (
	"math/rand/v2"
	"testing"
)

// The schedules of the deques from which a thief takes one item: abp and chaselev.

// singleControls are their wrong forms, each with a scene that exposes it and the
// form that passes there.
var singleControls = []struct {
	name  string
	scene scene
	wrong form
	right form
}{
	{"abp: no tag", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-+", "o"}}, abpForm(abpNoTag), abpForm(0)},
	{"abp: d: thieves leave the tag", scene{capacity: 2, fill: []uint64{2}, ops: []string{"++", "oooo", "o"}}, abpForm(abpThiefNoTag), abpForm(0)},
	{"abp: f: tag of one bit", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-+-+", "o"}}, abpForm(abpShortTag), abpForm(0)},
	{"abp: age before bottom in pop", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "o", "o"}}, abpForm(abpAgeFirst), abpForm(0)},
	{"abp: bottom before age in a thief", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "o", "o"}}, abpForm(abpBottomFirst), abpForm(0)},
	{"abp: slot read after the swap", scene{capacity: 2, fill: []uint64{2}, ops: []string{"+", "o"}}, abpForm(abpLateRead), abpForm(0)},
	{"abp: c: indices modulo N", scene{capacity: 2, fill: []uint64{1}, ops: []string{"+", "o"}}, abpForm(abpNarrowIndex), abpForm(0)},
	{"abp: b: back to index 0", scene{capacity: 2, start: 1, fill: []uint64{1}, ops: []string{"-", "oo"}}, abpForm(abpToZero), abpForm(0)},
	{"abp: e: a hasty Empty", scene{capacity: 2, fill: []uint64{2}, ops: []string{"+", "o", "o"}}, abpForm(abpHasty | abpMustFind), abpForm(abpMustFind)},
	{"abp: bottom left below top", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-+", "o"}}, abpForm(abpBottomStays), abpForm(0)},

	{"chaselev: top before bottom in pop", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "o", "o"}}, chaseLevForm(clTopFirst), chaseLevForm(0)},
	{"chaselev: bottom before top in a thief", scene{capacity: 2, fill: []uint64{2}, ops: []string{"-", "o", "o"}}, chaseLevForm(clBottomFirst), chaseLevForm(0)},
	{"chaselev: slot read after the swap", scene{capacity: 2, fill: []uint64{2}, ops: []string{"+", "o"}}, chaseLevForm(clLateRead), chaseLevForm(0)},
	{"chaselev: ring read before top", scene{capacity: 4, fill: []uint64{2}, ops: []string{"+", "oo", "o"}}, chaseLevForm(clRingFirst), chaseLevForm(0)},
	{"chaselev: push into the old ring", scene{capacity: 4, fill: []uint64{2}, ops: []string{"+"}}, chaseLevForm(clKeepsRing), chaseLevForm(0)},
	{"chaselev: the old ring is used again", scene{capacity: 4, fill: []uint64{2}, ops: []string{"+", "o"}}, chaseLevForm(clReusesRing), chaseLevForm(0)},
	{"chaselev: the new ring shown too early", scene{capacity: 4, fill: []uint64{2}, ops: []string{"+", "o"}}, chaseLevForm(clEarlyRing), chaseLevForm(0)},
	{"chaselev: last item from below", scene{capacity: 2, fill: []uint64{1}, ops: []string{"-+", "o"}}, chaseLevForm(clFromBelow), chaseLevForm(0)},
}

func TestWrongSinglesAreCaught(t *testing.T) {
	for _, c := range singleControls {
		t.Run(c.name, func(t *testing.T) {
			wrong, right := c.scene, c.scene
			wrong.form, right.form = c.wrong, c.right
			requireOnlyWrongFails(t, wrong, right)
		})
	}
}

// TestEveryScheduleOfASingle: no schedule of an owner and up to three thieves loses,
// doubles or makes up an item. Start 2*capacity-1 is where abp's indices wrap. From a
// capacity of 4 on, chaselev grows on the way.
func TestEveryScheduleOfASingle(t *testing.T) {
	for _, k := range []struct {
		name string
		form form
	}{{"abp", abpForm(0)}, {"chaselev", chaseLevForm(0)}} {
		t.Run("deque="+k.name, func(t *testing.T) {
			f := k.form
			everySchedule(t, []scenes{
				{"one thief", false, batch{2, 3, 5, []string{"o"}, f}.scenes()},
				{"one thief twice/slots wrap", false, batch{2, 1, 4, []string{"oo"}, f}.scenes()},
				{"one thief twice/capacity 4", false, batch{4, 7, 3, []string{"oo"}, f}.scenes()},
				{"one thief/capacity 4, longer", true, batch{4, 7, 6, []string{"o"}, f}.scenes()},
				{"one thief twice/capacity 8", true, batch{8, 15, 3, []string{"oo"}, f}.scenes()},
				{"two thieves", false, batch{2, 3, 2, []string{"o", "o"}, f}.scenes()},
				{"two thieves/longer", true, batch{2, 3, 3, []string{"o", "o"}, f}.scenes()},
				{"two thieves/capacity 4", true, batch{4, 3, 3, []string{"o", "o"}, f}.scenes()},
				{"three thieves", true, batch{2, 3, 1, []string{"o", "o", "o"}, f}.scenes()},
			})
		})
	}
}

// TestSingleTranscriptsAgree drives each production deque and its transcript through
// the same long random history and compares their state after each operation. The
// explorer's results are about the transcripts; this ties them to the source.
func TestSingleTranscriptsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	stolen := 0
	for _, capacity := range []int{2, 4, 8, 32} {
		w := &world{}
		a, at := newABP(capacity), newABPTranscript(w, uint64(capacity), 0, 0)
		c, ct := newChaseLev(capacity), newChaseLevTranscript(w, uint64(capacity), 0, 0)
		for step := range 5000 {
			w.free = 0
			stolen += sameStep(t, step, rng.IntN(5), a, at) + sameStep(t, step, rng.IntN(5), c, ct)

			if a.loadAge().top() != topOfAge(at.age.Load()) || uint64(a.loadAge())>>topBits != at.age.Load()>>8 ||
				a.bottom.Load() != at.bottom.Load() {
				t.Fatalf("abp, capacity %d, step %d: age %x, want %x", capacity, step, a.loadAge(), at.age.Load())
			}
			if c.top.Load() != ct.top.Load() || c.bottom.Load() != ct.bottom.Load() ||
				len(c.ring.Load().slots) != len(ct.rings[ct.ring.Load()]) {
				t.Fatalf("chaselev, capacity %d, step %d: top %d, want %d", capacity, step, c.top.Load(), ct.top.Load())
			}
		}
	}
	if stolen == 0 {
		t.Fatal("nothing was stolen")
	}
}

// popTopper is what the production deques offer thieves besides the contract.
type popTopper interface {
	Deque
	popTop(c *Counters) (uint64, Outcome)
}

// sameStep does one operation to both and returns how many items it stole.
func sameStep(t *testing.T, step, op int, real popTopper, copied interface {
	under
	popTop() (uint64, Outcome)
}) (stolen int) {
	t.Helper()
	var x, y uint64
	var ok, ok2 bool
	switch {
	case op < 2:
		x, y = uint64(step), uint64(step)
		ok, ok2 = real.Push(x), copied.push(y)
	case op < 4:
		x, ok = real.Pop()
		y, ok2 = copied.pop()
	default:
		var o, o2 Outcome
		x, o = real.popTop(&Counters{})
		y, o2 = copied.popTop()
		ok, ok2 = o == Took, o2 == Took
		if ok {
			stolen = 1
		}
	}
	if ok != ok2 || ok && x != y {
		t.Fatalf("%T, step %d, operation %d: %d %v, want %d %v", real, step, op, x, ok, y, ok2)
	}
	return stolen
}
