package printed

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

func deques(name string, wrong uint32) (scene.Form, bool) {
	t, ok := Find(name, wrong)
	if !ok || t.Deques == nil {
		return scene.Form{}, false
	}
	return t.Deques(wrong), true
}

func indices(name string, wrong uint32) (func() scene.Indices, bool) {
	t, ok := Find(name, wrong)
	if !ok || t.Range == nil {
		return nil, false
	}
	return t.Range(wrong), true
}

// TestLinksOfScenes: of all small scenes over all forms, those that ParseLink accepts come back
// as they were, and they run. The others have something that the form cannot do.
func TestLinksOfScenes(t *testing.T) {
	accepted, refused := map[string]int{}, 0
	for _, form := range transcripts {
		if form.Deques == nil {
			continue
		}
		for _, s := range smallScenes(form.Deques(0)) {
			got, err := scene.ParseLink(s.Link(), deques)
			if err != nil {
				refused++
				continue
			}
			accepted[form.Name]++
			require.Equal(t, s.String(), got.String())
			require.Equal(t, s.Link(), got.Link())
			require.Equal(t, []any{s.Bare, s.ItemsOnly, s.Division}, []any{got.Bare, got.ItemsOnly, got.Division})
			ran, err := interleave.Replay(got.Run, "")
			require.NoError(t, err)
			require.NotContains(t, fmt.Sprint(ran.Err), "panicked", s.Link())
		}
	}
	require.Len(t, accepted, 7)
	for name, n := range accepted {
		require.Greater(t, n, 50, name)
	}
	require.Greater(t, refused, 1000)
}

// smallScenes are scenes in which each part of a link occurs.
func smallScenes(f scene.Form) (all []scene.Scene) {
	operations := [][]string{{""}, {"+-"}, {"-", f.Amounts[:1]}, {"b"}, {"-", "o", "h"}, {"B", "a"}, {"er", "w"}, {"", "", "-+"}}
	for i, capacity := range []int{2, 16} {
		for _, others := range []int{0, 4} {
			for _, start := range []uint64{0, 3} {
				for _, fill := range [][]int{nil, {0}, {2}, {1, 2}, {1, 0, 1}} {
					for _, ops := range operations {
						for _, bare := range []bool{false, true} {
							for _, division := range []*division{nil, {}, {Shown: 1, Asked: true}} {
								all = append(all, scene.Scene{Form: f, Capacity: capacity, Others: others, Start: start, Fill: fill, Ops: ops, Bare: bare, ItemsOnly: i > 0, Division: division})
							}
						}
					}
				}
			}
		}
	}
	return all
}

// TestLinksOfControls: the scenes of the controls have links that lead back to them.
func TestLinksOfControls(t *testing.T) {
	for _, c := range wrongRanges {
		s := scene.Range{Make: transcript(c.form).Range(c.wrong), Form: linked(c.form, c.wrong), Low: 1, Indices: c.n, Owner: c.owner, Thieves: c.thieves, IndicesOnly: true}
		got, err := scene.ParseRange(s.Link(), indices)
		require.NoError(t, err)
		require.Equal(t, s.String(), got.String())
		require.Equal(t, s.Link(), got.Link())
		require.NotNil(t, interleave.Explore(got.Run, interleave.Options{}).Failure, "not the wrong form: %s", s.Link())
	}
	s := scene.Scene{Form: StealHalf(RangeFirst | ShortTag), Capacity: 2, Fill: []int{2}, Ops: []string{"-", "h", "h"}, Bare: true}
	require.Equal(t, "printed.stealhalf/wrong=2064/capacity=2/fill=2/ops=-,h,h/bare", s.Link())
	got, err := scene.ParseLink(s.Link(), deques)
	require.NoError(t, err)
	require.NotNil(t, interleave.Explore(got.Run, interleave.Options{}).Failure)
}

// TestBadLinks: the error says what would be right.
func TestBadLinks(t *testing.T) {
	const good = "printed.stealhalf/capacity=2/fill=1/ops=-,h/bare"
	_, err := scene.ParseLink(good, deques)
	require.NoError(t, err)
	for link, says := range map[string]string{
		"":                        "no form",
		"stealhalf/capacity=2":    "no form",
		strings.Repeat("a", 2000): "no form",
		"printed.stealhalf":       "want FORM/capacity",
		good + "/":                "want FORM/capacity",
		good + "/bare":            "want FORM/capacity",
		"printed.stealhalf/wrong=0/capacity=2/fill=1/ops=-,h/bare":           "want FORM/capacity",
		"printed.stealhalf/wrong=16384/capacity=2/fill=1/ops=-,h/bare":       "no form",
		"printed.stealhalf/wrong=4294967296/capacity=2/fill=1/ops=-,h/bare":  "below 2^32",
		"printed.stealhalf/capacity=02/fill=1/ops=-,h/bare":                  "want FORM/capacity",
		"printed.stealhalf/capacity=3/fill=1/ops=-,h/bare":                   "a power of two from 2 to 16",
		"printed.stealhalf/capacity=32/fill=1/ops=-,h/bare":                  "from 0 to 16",
		"printed.stealhalf/capacity=-2/fill=1/ops=-,h/bare":                  "from 0 to 16",
		"printed.stealhalf/capacity=2/others=3/fill=1/ops=-,h/bare":          "a power of two from 2 to 16",
		"printed.central/capacity=2/others=4/fill=1/ops=-,-":                 "one queue",
		"printed.stealhalf/capacity=2/start=65537/fill=1/ops=-,h/bare":       "from 0 to 65536",
		"printed.stealhalf/capacity=2/fill=3/ops=-,h/bare":                   "no room",
		"printed.stealhalf/capacity=2/fill=/ops=-,h/bare":                    "no deque exists",
		"printed.stealhalf/capacity=2/fill=1,1,1/ops=-,h":                    "there are 2 deques",
		"printed.stealhalf/capacity=2/fill=1/ops=-,h,h,h,h,h,h,h,h/bare":     "want 1 to 8",
		"printed.stealhalf/capacity=2/fill=1/ops=h,h/bare":                   "thread a cannot do 'h'",
		"printed.stealhalf/capacity=2/fill=1/ops=-,x/bare":                   "thread b cannot do 'x'",
		"printed.stealhalf/capacity=2/fill=1/ops=-,+/bare":                   "thread b cannot do '+'",
		"printed.chaselev/capacity=2/fill=1/ops=-,h":                         "thread b cannot do 'h'",
		"printed.stealhalf/capacity=2/fill=1/shown=1/ops=-,h/bare":           "see all items",
		"printed.stealhalf/capacity=2/fill=1/ops=" + strings.Repeat("-", 65): "want 64 at most",
	} {
		_, err := scene.ParseLink(link, deques)
		require.ErrorContains(t, err, says, link)
		require.Less(t, len(err.Error()), 400)
	}
	for link, says := range map[string]string{
		"printed.stealhalf/low=1/indices=3/owner=tt/thieves=s":                              "no form",
		"printed.workrange/low=1/indices=3/owner=tt":                                        "want FORM/low",
		"printed.workrange/low=1/indices=65/owner=tt/thieves=s":                             "from 0 to 64",
		"printed.workrange/low=129/indices=3/owner=tt/thieves=s":                            "from 0 to 128",
		"printed.workrange/low=1/indices=3/owner=t0/thieves=s":                              "digits from 1 to 9",
		"printed.workrange/low=1/indices=3/owner=tt/thieves=t":                              "times s",
		"printed.workrange/low=1/indices=3/owner=/thieves=" + strings.Repeat("s,", 7) + "s": "want 7 at most",
	} {
		_, err := scene.ParseRange(link, indices)
		require.ErrorContains(t, err, says, link)
	}
}

// FuzzLinks: no link panics, and a link that is accepted is what Link writes.
func FuzzLinks(f *testing.F) {
	f.Add("printed.split/wrong=3/capacity=2/others=4/start=3/fill=1,2/shown=1/asked/ops=-+e,or/bare/items")
	f.Add("printed.rudolph/capacity=2/fill=1,2/ops=wB,B")
	f.Add("printed.workrange/wrong=1/low=1/indices=3/owner=to3/thieves=s,ss/only")
	f.Fuzz(func(t *testing.T, link string) {
		if s, err := scene.ParseLink(link, deques); err == nil {
			require.Equal(t, link, s.Link())
			_, err := interleave.Watch(s.Run, "ab")
			_ = err // the steps may not be there
		}
		if s, err := scene.ParseRange(link, indices); err == nil {
			require.Equal(t, link, s.Link())
			_, err := interleave.Watch(s.Run, "ab")
			_ = err
		}
	})
}
