package stealqtest

import (
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestParts: each part judges what it says. A fault where owner and thieves meet is none of the
// part in which one goroutine calls the deques.
func TestParts(t *testing.T) {
	alone := fault{push: func(d *faulty, item uint64) bool {
		return d.thieves.Load() > 0 || d.Deque.Len() < d.Deque.Cap() && d.Deque.Push(item) // a refused push is not counted
	}}
	together := fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) {
		n, o, met := d.met(v, amount)
		if met {
			panic("two at once")
		}
		return n, o
	}}
	for _, c := range []struct {
		fault fault
		parts Parts
		says  string
	}{
		{alone, Alone, "Counters of d0 say Full 0"},
		{together, Alone, ""},
		{together, Together, "panicked: two at once"},
		{together, Whole, "panicked: two at once"},
	} {
		j := newJudge(c.fault.kind())
		j.hurried = true
		f := j.first(c.parts)
		switch {
		case f == nil && c.says != "":
			t.Errorf("part %d finds nothing, want %q", c.parts, c.says)
		case f != nil && (c.says == "" || !strings.Contains(f.Says, c.says)):
			t.Errorf("part %d says %q, want %q", c.parts, f.Says, c.says)
		}
	}
	if f := Conformance(alone.kind(), Whole); f == nil || !strings.Contains(f.Says, "Counters of d0 say Full 0") {
		t.Errorf("Conformance says %v", f)
	}
	if battery[meetings].name != "spsc" || battery[meetings-1].name != "walk" {
		t.Errorf("owners and thieves meet first in %q, after %q", battery[meetings].name, battery[meetings-1].name)
	}
}

// TestBadKind: a Kind that is wrong is a fault, and not a panic.
func TestBadKind(t *testing.T) {
	if f := Conformance(&stealq.Kind{}, Whole); f == nil || f.Part != "the Kind" {
		t.Errorf("%v", f)
	}
	if _, f := Exploration(&stealq.Kind{}); f == nil || f.Part != "the Kind" {
		t.Errorf("%v", f)
	}
}

// TestSeedIsTold: a program that is no test learns the seed of the calls.
func TestSeedIsTold(t *testing.T) {
	if says := (&Fault{Says: "no", Part: "x", Seed: 7}).Error(); says != "no\nchecked: x\nthe seed of the calls is 7" {
		t.Error(says)
	}
	if says := (&Fault{Says: "no", Part: "x", Seed: 7, Repeat: "go test"}).Error(); says != "no\nchecked: x\nrepeat with: go test" {
		t.Error(says)
	}
}
