package scene

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// script hands out parts as it is told.
type script struct {
	takes, steals []Part
	opened        int
}

func (r *script) Open(uint64, uint64, uint64) { r.opened++ }
func (r *script) Len() int                    { return len(r.takes) }
func (r *script) Take() (Part, bool)          { return next(&r.takes) }
func (r *script) Steal() (Part, bool)         { return next(&r.steals) }

func next(parts *[]Part) (p Part, ok bool) {
	if len(*parts) == 0 {
		return p, false
	}
	p, *parts = (*parts)[0], (*parts)[1:]
	return p, true
}

// TestEachRangeLaw: what is handed out wrongly is caught. Sizes, and which claim is the
// last, do not count where only indices do.
func TestEachRangeLaw(t *testing.T) {
	first, second := Part{1, 5, 6, false}, Part{1, 6, 7, true}
	for _, c := range []struct {
		says          string
		takes, steals []Part
		index         bool
	}{
		{"", []Part{first, second}, nil, false},
		{"", []Part{first}, []Part{second}, false},
		{"index 5 of opening 1 is claimed twice", []Part{first, first, second}, nil, true},
		{"index 6 of opening 1 is claimed twice", []Part{first, second}, []Part{second}, true},
		{"index 6 of opening 1 is lost", []Part{first}, nil, true},
		{"was never offered", []Part{{2, 5, 6, false}}, nil, true},
		{"was never offered", []Part{{1, 4, 5, false}}, nil, true},
		{"was never offered", []Part{{1, 6, 8, false}}, nil, true},
		{"was never offered", []Part{{1, 6, 6, false}}, nil, true},
		{"0 claims of opening 1 say that they are the last", []Part{first, {1, 6, 7, false}}, nil, false},
		{"2 claims of opening 1 say that they are the last", []Part{{1, 5, 6, true}, second}, nil, false},
		{"a thief takes 2 of 2", nil, []Part{{1, 5, 7, true}}, false},
	} {
		for _, only := range []bool{false, true} {
			s := Range{Low: 5, Indices: 2, Owner: "t", Thieves: []string{"s"}, IndicesOnly: only,
				Make: func() Indices { return &script{takes: c.takes, steals: c.steals} }}
			rep := interleave.Explore(s.Run, interleave.Options{})
			if c.says == "" || only && !c.index {
				tagged.Passes(t, rep, "%s", s.Story())
				continue
			}
			require.ErrorContains(t, rep.Err(), c.says)
		}
	}
}

// TestRangeOpensAgain: the owner's letters that open a range, and when they do.
func TestRangeOpensAgain(t *testing.T) {
	for owner, opened := range map[string]int{"": 1, "tt": 1, "t2": 1, "tt2": 2, "o": 2} {
		r := &script{takes: []Part{{1, 0, 1, false}, {1, 1, 2, true}}}
		s := Range{Indices: 2, Owner: owner, Make: func() Indices { return r }}
		interleave.Explore(func(w *interleave.World) func() {
			s.Run(w)
			return nil
		}, interleave.Options{Executions: 1})
		require.Equal(t, opened, r.opened, owner)
	}
}
