package stealqtest

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// recorder takes the place of a *testing.T.
type recorder struct {
	testing.TB
	check    string
	failures []string
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return "TestMine/" + strings.ReplaceAll(r.check, " ", "_") }
func (r *recorder) Error(args ...any) {
	r.failures = append(r.failures, args[0].(string))
}

// judged runs the battery, with the counts of -short, until a check fails. It returns this check
// and what it says.
func judged(k *stealq.Kind, patience time.Duration) (failed, report string) {
	j := newJudge(k)
	j.patience, j.hurried = patience, true
	for _, c := range battery {
		if r := (&recorder{check: c.name}); c.of(k) {
			if j.try(r, c); len(r.failures) > 0 {
				return c.name, r.failures[0]
			}
		}
	}
	return "", ""
}

// TestFaultsAreFound: each fault is found, and called by its name in one line.
func TestFaultsAreFound(t *testing.T) {
	for i, f := range faults {
		if testing.Short() && i%3 > 0 {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			k := f.fault.kind()
			if f.kind != nil {
				f.kind(k)
			}
			patience := 10 * time.Second
			if strings.Contains(f.want, "has not returned") {
				t.Parallel() // it waits
				patience = time.Second / 2
			}
			check, report := judged(k, patience)
			first, story, _ := strings.Cut(report, "\n")
			if !strings.Contains(first, f.want) {
				t.Fatalf("the check %q says\n%s\nwant %q", check, report, f.want)
			}
			if !strings.Contains(story, "repeat with: go test -run '^TestMine$/^") {
				t.Fatalf("the report does not say how to repeat it:\n%s", report)
			}
			t.Logf("%s: %s", check, report)
		})
	}
}

// TestSoundIsAccepted: it is the faults that the suite finds, and not what wraps them.
// The kinds of package stealq are judged by the tests of that package.
func TestSoundIsAccepted(t *testing.T) {
	if check, report := judged((&fault{}).kind(), 10*time.Second); check != "" {
		t.Fatalf("the check %q says\n%s", check, report)
	}
}

// checkNamed returns the check of that name.
func checkNamed(t *testing.T, name string) check {
	t.Helper()
	for _, c := range battery {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("there is no check %q", name)
	return check{}
}

// TestSlowGoesOnAfterAHang: a goroutine that is stuck is left behind, and what follows is
// judged.
func TestSlowGoesOnAfterAHang(t *testing.T) {
	tagged.Slow(t)
	t.Parallel() // it waits
	f := fault{push: func(d *faulty, item uint64) bool {
		if d.Deque.Len() == d.Deque.Cap() {
			select {}
		}
		return d.Deque.Push(item)
	}}
	j, r := newJudge(f.kind()), &recorder{}
	j.patience = time.Second / 2
	j.try(r, checkNamed(t, "full"))
	j.try(r, checkNamed(t, "order"))
	j.try(r, checkNamed(t, "full"))
	if len(r.failures) != 2 || !strings.HasPrefix(r.failures[1], "Push of d0 has not returned") {
		t.Fatalf("two checks hang, and one does not: %q", r.failures)
	}
}

// TestNothingHappens: calls that return, and get nowhere, end with what was waited for.
func TestNothingHappens(t *testing.T) {
	f := fault{steal: func(d, v *faulty, amount stealq.Amount) (int, stealq.Outcome) { return d.steals(d, amount) }}
	j, r := newJudge(f.kind()), &recorder{}
	j.limit, j.patience = 200*time.Millisecond, 2*time.Second
	j.try(r, checkNamed(t, "no starvation"))
	if len(r.failures) != 1 || !strings.HasPrefix(r.failures[0], "after 200ms it has not happened that each thief gets an item") {
		t.Fatalf("%q", r.failures)
	}
}

// TestSeedRepeats: the same seed makes the same calls, and a failure names it.
func TestSeedRepeats(t *testing.T) {
	f := fault{pop: func(d *faulty) (uint64, bool) {
		if d.Deque.Len() == 5 {
			return 4711, true
		}
		return d.Deque.Pop()
	}}
	var reports []string
	for range 2 {
		j, r := newJudge(f.kind()), &recorder{check: "walk"}
		j.seed = 7
		j.try(r, checkNamed(t, "walk"))
		reports = append(reports, strings.Join(r.failures, "\n"))
	}
	if reports[0] != reports[1] || !strings.HasSuffix(reports[0], "-stealqtest.seed 7") {
		t.Fatalf("one seed, two reports:\n%s\n%s", reports[0], reports[1])
	}
}
