//go:build interleave && !fullsize

package stealqtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// every asks for all that .ci/run explores.
var every = os.Getenv("HALFMARK_LONG")+os.Getenv("HALFMARK_SCHEDULES") != ""

// TestExploreKinds: the kinds of package stealq pass, judged through the public contract.
func TestExploreKinds(t *testing.T) {
	for _, k := range stealq.Kinds() {
		if k == stealq.Rudolph && os.Getenv("HALFMARK_LONG") == "" {
			continue // its waiting loops have 50 times the schedules of others
		}
		if k == stealq.StealHalf && !every {
			continue // its programs are as many as those of the others together
		}
		t.Run(k.Name, func(t *testing.T) { Explore(t, k) })
	}
}

// TestLinksAreOfTheSameProgram: gcbench play makes the deques of package stealq with
// stealq.SceneForm. There a program has the same link, and each schedule of it here makes the
// same steps.
func TestLinksAreOfTheSameProgram(t *testing.T) {
	one := 160 // in so many programs
	if every {
		one = 40
	}
	for _, k := range stealq.Kinds() {
		compared := 0
		for i, s := range Programs(k) {
			if i%one > 0 {
				continue
			}
			played := s
			played.Form = stealq.SceneForm(k)
			if link := s.Link(); link != played.Link() && s.Capacity <= 4 || link != "" && s.Capacity > 4 {
				t.Fatalf("%q is %q in gcbench play", link, played.Link())
			}
			for _, schedule := range []string{"a99", "b99", "a2b2a2b2a2b2", "ab5ab5", "b3a4b3a4"} {
				one, err := interleave.Replay(s.Run, schedule)
				if err != nil || one.Err != nil {
					t.Fatal(err, one)
				}
				requireSame(t, s, played, one.Schedule)
				compared++
			}
		}
		t.Logf("%s: %d schedules", k.Name, compared)
	}
}

// requireSame compares the steps of two scenes. The values of words with tags may differ, for
// here calls bring the deques to where they begin.
func requireSame(t *testing.T, s, played scene.Scene, schedule string) {
	t.Helper()
	here, err := interleave.Watch(s.Run, schedule)
	if err != nil {
		t.Fatal(err)
	}
	there, err := interleave.Watch(played.Run, schedule)
	if err != nil || there.Err != nil || there.Ended != here.Ended || len(there.Made) != len(here.Made) {
		t.Fatalf("%s\nschedule %s: %v, %v, ended: %v", played.Link(), schedule, err, there.Err, there.Ended)
	}
	for i, made := range there.Made {
		if as := here.Made[i]; made.Thread != as.Thread || made.Object != as.Object || made.Verb != as.Verb || !slices.Equal(made.Notes, as.Notes) {
			t.Fatalf("%s\nschedule %s, step %d: %v %v, here %v %v", played.Link(), schedule, i+1, made.Text, made.Notes, as.Text, as.Notes)
		}
	}
}

// TestOnlyKindsAreLinked: a deque that is not in package stealq is not in the page, whatever
// its name is.
func TestOnlyKindsAreLinked(t *testing.T) {
	mine := flaws[0].flaw.kind()
	mine.Name = stealq.ChaseLev.Name
	_, fault := Exploration(mine)
	if fault.Schedule == "" || fault.Scene.Link() != "" || strings.Contains(fault.Error(), "play:") {
		t.Error(fault)
	}
	s := scene.Scene{Form: small.Form(mine, func(small.Call, int) {}), Capacity: 2, Fill: []int{1}, Ops: []string{"-", "o"}}
	s.Form.Link = mine.Name // as if it were
	x := &exploration{explore: interleave.Explore}
	if fault := x.try(s); !strings.HasSuffix(fault.Error(), "\nplay: gcbench play 'chaselev/capacity=2/fill=1/ops=-,o@"+fault.Schedule+"'") {
		t.Error(fault)
	}
}
