//go:build interleave && !fullsize

package stealq

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// long asks for the long run, and every for all rows of the ordinary one; see docs/testing.md.
var (
	long  = os.Getenv("HALFMARK_LONG") != ""
	every = long || os.Getenv("HALFMARK_SCHEDULES") != ""
)

// batch is a family of scenes: every owner program of a length, over every fill,
// with these thieves, from an index at which indices are about to wrap.
type batch struct {
	capacity int
	length   int      // of the owner's program
	thieves  []string // what they do; h is what the kind steals at most
	long     bool     // only in the long run
}

// String is the same for every kind.
func (b batch) String() string {
	words := strings.NewReplacer("h", "half ", "o", "one ", "-", "pop ", "+", "push ")
	thieves := make([]string, len(b.thieves))
	for i, ops := range b.thieves {
		thieves[i] = strings.ReplaceAll(strings.TrimSpace(words.Replace(ops)), " ", ", ")
	}
	return fmt.Sprintf("capacity %d, owner's ops %d, thieves %s", b.capacity, b.length, strings.Join(thieves, "; "))
}

func (b batch) scenes(k *Kind) (all []scene.Scene) {
	start := uint64(2*b.capacity - 1) // both the indices and the slots wrap
	for fill := range b.capacity + 1 {
		for _, ops := range scene.Words("+-", b.length) {
			all = append(all, scene.Scene{Form: SceneForm(k), Capacity: b.capacity, Start: start, Fill: []int{fill}, Ops: append([]string{ops}, b.thieves...)})
		}
	}
	return all
}

// soFar is the scenes and executions of each kind.
var soFar = map[string][2]int{}

// explore runs every scene in every schedule and adds the reports up.
func explore(t *testing.T, name string, scenes []scene.Scene, o interleave.Options) (sum interleave.Report) {
	t.Helper()
	began, stolen := time.Now(), 0
	for _, s := range scenes {
		rep := interleave.Explore(s.Run, o)
		tagged.Passes(t, rep, "%s. %s", s.Form.Name, s.Story())
		require.True(t, rep.Complete || o.Search == interleave.Random, "%v", s)
		sum.Executions += rep.Executions
		sum.Redundant += rep.Redundant
		sum.Longest = max(sum.Longest, rep.Longest)
		sum.Steps += rep.Steps
		stolen += rep.Executions - rep.Outcomes["0 stolen"]
	}
	t.Logf("| %s | %d | %s | %d | %d |", name, len(scenes), o.Search, sum.Executions, sum.Longest)
	t.Logf("%v, %d given up, in %d something was stolen", time.Since(began).Round(time.Millisecond), sum.Redundant, stolen)
	all := soFar[scenes[0].Form.Name]
	all[0], all[1] = all[0]+len(scenes), all[1]+sum.Executions
	soFar[scenes[0].Form.Name] = all
	t.Logf("%s so far: %d scenes, %d executions", scenes[0].Form.Name, all[0], all[1])
	if !scenes[0].Form.Shared {
		require.Positive(t, stolen, "nothing was ever stolen")
	}
	return sum
}

// TestEverySchedule: in every schedule of every scene, every item is taken exactly
// once, nothing else is, no steal takes more than its amount allows, and each deque
// is in order at the end.
func TestEverySchedule(t *testing.T) {
	for _, k := range Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			for _, b := range batches {
				if b.long && !long || testing.Short() && b.length > 2 {
					continue
				}
				if k.Name == "rudolph" && (b.waitsLong() && (b.long || !long) || b.steals() > 1 && !every) {
					continue
				}
				explore(t, fmt.Sprintf("%s / %v", k.Name, b), b.of(k).scenes(k), interleave.Options{})
			}
		})
	}
}

// batches grow by what a kind of bug may need: operations of the owner, steals, thieves,
// room.
var batches = []batch{
	{2, 5, []string{"h"}, false},
	{2, 4, []string{"hh"}, false},
	{2, 3, []string{"h-h"}, false},
	{4, 4, []string{"h"}, false},
	{4, 3, []string{"ho"}, false},
	{8, 3, []string{"h"}, false},
	{2, 3, []string{"h", "h"}, false},
	{4, 2, []string{"h", "o"}, false},
	{2, 1, []string{"h", "h", "h"}, false},
	{4, 0, []string{"h", "h", "h"}, false},

	{2, 7, []string{"h"}, true},
	{2, 5, []string{"hhh"}, true},
	{4, 6, []string{"hh"}, true},
	{8, 5, []string{"hh"}, true},
	{2, 5, []string{"h", "h"}, true},
	{4, 5, []string{"h", "h"}, true},
	{8, 3, []string{"h", "o"}, true},
	{2, 3, []string{"h-h", "h"}, true},
	{2, 2, []string{"hh", "hh"}, true},
	{2, 3, []string{"hh", "hh"}, true},
	{2, 4, []string{"hh", "hh"}, true}, // each operation more has meant 13 times the executions
	{4, 3, []string{"hh", "hh"}, true},
	{2, 3, []string{"h", "h", "h"}, true},
	{4, 1, []string{"h", "o", "h"}, true},
	{2, 1, []string{"hh", "hh", "hh"}, true},
}

// waitsLong says that thieves of rudolph, who wait for one another's locks, have very
// many schedules here.
func (b batch) waitsLong() bool { return len(b.thieves) > 1 && b.steals() > 2 }

func (b batch) steals() (n int) {
	for _, ops := range b.thieves {
		n += strings.Count(ops, "h") + strings.Count(ops, "o")
	}
	return n
}

// of is the batch with thieves who do what they can with this kind.
func (b batch) of(k *Kind) batch {
	b.thieves = slices.Clone(b.thieves)
	for i := range b.thieves {
		switch {
		case k.Shared:
			b.thieves[i] = strings.NewReplacer("h", "-", "o", "+").Replace(b.thieves[i])
		case !k.Offers(Half):
			b.thieves[i] = strings.ReplaceAll(b.thieves[i], "h", "o")
		}
	}
	return b
}

// pairs are two deques that steal from each other, with every fill of both.
func pairs(k *Kind, capacity int, programs ...[]string) (all []scene.Scene) {
	for _, ops := range programs {
		for a := range capacity + 1 {
			for b := range capacity + 1 {
				all = append(all, scene.Scene{Form: SceneForm(k), Capacity: capacity, Start: uint64(2*capacity - 1), Fill: []int{a, b}, Ops: ops})
			}
		}
	}
	return all
}

// TestStealingFromEachOther: the same where each owner is a thief as well.
func TestStealingFromEachOther(t *testing.T) {
	for _, k := range Kinds() {
		if k.Shared {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			x := map[bool]string{true: "h", false: "o"}[k.Offers(Half)]
			explore(t, k.Name+" / two owners, capacity 2: steal and pop, steal and push", pairs(k, 2, []string{x + "-", x + "-"}, []string{"o+", x + "-"}), interleave.Options{})
			if k.Offers(Balance) {
				explore(t, k.Name+" / two owners, capacity 4: Balance", pairs(k, 4, []string{"b-", "b"}, []string{"b+", "b"}), interleave.Options{})
			}
			if k.Offers(All) {
				explore(t, k.Name+" / two owners, capacity 4: All", pairs(k, 4, []string{"a-", "a-"}), interleave.Options{})
			}
			if k.OnRequest {
				explore(t, k.Name+" / two owners, capacity 4: Expose between", pairs(k, 4, []string{"eoe-", "ooe"}, []string{"e-e-", "oo"}), interleave.Options{})
			}
			if k.Name == "rudolph" {
				explore(t, k.Name+" / two owners, capacity 4: balancing of pairs", pairs(k, 4, []string{"B-", "B-"}, []string{"B+", "b-"}), interleave.Options{})
			}
			if long {
				explore(t, k.Name+" / two owners, capacity 4: steal, pop and push, steal, pop and steal", pairs(k, 4, []string{x + "-+", x + "-" + x}), interleave.Options{})
				explore(t, k.Name+" / two owners, capacity 2, and a thief: steal and pop, steal", pairs(k, 2, []string{x + "-", x, x}), interleave.Options{})
			}
		})
	}
}

// TestReducedAgrees: on the deques themselves, the schedules that the reduction
// leaves out have no other result: what every operation returns, and what is left.
func TestReducedAgrees(t *testing.T) {
	for _, k := range Kinds() {
		if !every && k.Name != "stealhalf" && k.Name != "abp" {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			b := batches[0].of(k)
			b.length = 1
			scenes := b.scenes(k)
			b.thieves = append(b.thieves, b.thieves[0])
			b.length = 0
			if k.Name != "rudolph" || long { // waiting loops have very many schedules
				scenes = append(scenes, b.scenes(k)...)
			}
			compared, all, reduced, outcomes, longest := 0, 0, 0, 0, 0
			for _, s := range scenes {
				s.Tell = true
				a := interleave.Explore(s.Run, interleave.Options{Search: interleave.All, Executions: 100_000})
				r := interleave.Explore(s.Run, interleave.Options{})
				tagged.Passes(t, a, "%s. %s", k.Name, s.Story())
				tagged.Passes(t, r, "%s. %s", k.Name, s.Story())
				if !a.Complete {
					continue
				}
				require.ElementsMatch(t, slices.Collect(maps.Keys(a.Outcomes)), slices.Collect(maps.Keys(r.Outcomes)), "%v", s)
				compared, longest = compared+1, max(longest, a.Longest)
				all, reduced, outcomes = all+a.Executions, reduced+r.Executions, outcomes+len(a.Outcomes)
			}
			t.Logf("| %s / owner 0 or 1 op, not reduced | %d | all | %d | %d |", k.Name, compared, all, longest)
			t.Logf("of %d scenes, which have %d executions reduced and %d outcomes", len(scenes), reduced, outcomes)
			require.Greater(t, all, reduced)
		})
	}
}

// TestRandomly runs a larger program by random priorities: two deques of 4, two
// more thieves, 16 operations.
func TestRandomly(t *testing.T) {
	executions := 300
	if long {
		executions = 2_000_000
	}
	for _, k := range Kinds() {
		x := map[bool]string{true: "h", false: "o"}[k.Offers(Half)]
		s := scene.Scene{Form: SceneForm(k), Capacity: 4, Start: 7, Fill: []int{3, 2}, Ops: []string{"-+" + x + "-+-", "-" + x + "+-", x + "-" + x, x + "--"}}
		explore(t, k.Name+" / 4 deques of 4, 16 operations", []scene.Scene{s}, interleave.Options{Search: interleave.Random, Executions: executions, Seed: 1, Changes: 4})
	}
}

// TestShortTags shows what tags are for, and that this explorer sees it: with a tag
// of w bits a thief that sleeps while the owner replaces the word 2^w times wins
// with its old copy, and with fewer replacements it does not.
func TestShortTags(t *testing.T) {
	defer func() { tagMask = 1<<64 - 1 }()
	for _, k := range []*Kind{StealHalf, ABP} {
		for width := 1; width <= 3; width++ {
			tagMask = 1<<width - 1
			fails := 0
			for rounds := 1; fails == 0; rounds++ {
				require.LessOrEqual(t, rounds, 1<<width, "no round of pop and push replaces the word less than once")
				s := scene.Scene{Form: SceneForm(k), Capacity: 2, Start: 3, Fill: []int{1}, Ops: []string{strings.Repeat("-+", rounds), "o"}}
				if rep := interleave.Explore(s.Run, interleave.Options{}); rep.Failure != nil {
					fails = rounds
					t.Logf("%s with a tag of %d bits: %d rounds of pop and push, schedule %s", k.Name, width, rounds, rep.Failure.Schedule)
				}
			}
			replacements := map[string]int{"stealhalf": 2, "abp": 1}[k.Name] // in a round
			require.Equal(t, 1<<width/replacements, fails)
		}
	}
}

// TestShortTagsSuffice: where a program replaces the word less often than that, a
// tag of 3 bits is as good as a long one.
func TestShortTagsSuffice(t *testing.T) {
	defer func() { tagMask = 1<<64 - 1 }()
	tagMask = 7
	for _, k := range []*Kind{StealHalf, ABP} {
		for _, b := range []batch{{2, 3, []string{"o"}, false}, {2, 2, []string{"o", "o"}, false}} {
			explore(t, fmt.Sprintf("%s / tag of 3 bits, %v", k.Name, b), b.scenes(k), interleave.Options{})
		}
	}
}
