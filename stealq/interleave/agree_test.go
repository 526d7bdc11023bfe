package interleave_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// A random program: threads of a few operations each on a few shared objects. Its
// outcome is what every operation of every thread has read, and what is left.

type op struct {
	what   byte // one of those in does
	object int
	value  uint64
}

// does are the operations, likelier ones several times.
const does = "llllsssccaolwRSLT"

type program struct {
	threads [][]op
	fails   func(read [][]uint64) bool // asked after each read; nil: never
}

func randomProgram(random *rand.Rand) (p program) {
	steps := 4 + random.IntN(5) // of all threads together
	threads := 2 + random.IntN(2)
	p.threads = make([][]op, threads)
	for i := range steps {
		p.threads[i%threads] = append(p.threads[i%threads],
			op{does[random.IntN(len(does))], random.IntN(2), uint64(1 + random.IntN(2))})
	}
	return p
}

func (p program) String() string { return fmt.Sprint(p.threads) }

func (p program) run(w *World) func() {
	var words [2]Uint64
	var locks [2]Mutex
	channels := [2]*Chan[uint64]{MakeChan[uint64](1), MakeChan[uint64](2)}
	read := make([][]uint64, len(p.threads))
	channels[1].Send(7)
	for i, ops := range p.threads {
		w.Go(fmt.Sprint(i), func() {
			saw := func(v uint64) {
				read[i] = append(read[i], v)
				if p.fails != nil && p.fails(read) {
					w.Failf("%v", read)
				}
			}
			for _, o := range ops {
				x := &words[o.object]
				switch o.what {
				case 'l':
					saw(x.Load())
				case 's':
					x.Store(o.value)
				case 'c':
					if x.CompareAndSwap(o.value-1, o.value) {
						saw(1)
					} else {
						saw(0)
					}
				case 'a':
					saw(x.Add(o.value))
				case 'o':
					saw(x.Or(o.value))
				case 'w': // wait, if need be, until another thread has changed both
					for words[0].Load() == 0 && x.Load() == 0 {
						Gosched()
					}
				case 'R':
					saw(channels[o.object].Receive())
				case 'S':
					channels[o.object].Send(o.value)
				case 'T':
					if !locks[o.object].TryLock() {
						saw(9)
						break
					}
					x.Store(x.Load() + 1)
					locks[o.object].Unlock()
				case 'L':
					locks[o.object].Lock()
					v := words[1-o.object].Load()
					saw(v)
					x.Store(v + o.value)
					locks[o.object].Unlock()
				}
			}
		})
	}
	return func() {
		w.Outcomef("%v %d %d", read, words[0].Load(), words[1].Load())
	}
}

// randomPrograms is how many of them a test compares.
func randomPrograms() int {
	if testing.Short() {
		return 30
	}
	return 100
}

// TestReducedAgreesWithAll: on random programs both searches have the same
// outcomes, or both find that a thread waits for ever.
func TestReducedAgreesWithAll(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	stuck, all, reduced, redundant, longest := 0, 0, 0, 0, 0
	programs, limit := randomPrograms(), 5_000
	switch {
	case os.Getenv("HALFMARK_LONG") != "":
		programs, limit = 10_000, 100_000
	case os.Getenv("HALFMARK_SCHEDULES") != "":
		programs = 300
	}
	compared, used := 0, map[byte]int{}
	for i := range programs {
		p := randomProgram(random)
		a := Explore(p.run, Options{Search: All, Executions: limit})
		if a.Failure == nil && !a.Complete {
			continue
		}
		r := Explore(p.run, Options{})
		compared++
		hint := fmt.Sprintf("program %d of seed %d: %v", i, seed, p)
		require.Equal(t, a.Failure == nil, r.Failure == nil, hint)
		for _, ops := range p.threads {
			for _, o := range ops {
				used[o.what]++
			}
		}
		if a.Failure != nil {
			require.True(t, strings.HasPrefix(r.Failure.Err.Error(), "every thread waits for ever"), "%s: %v", hint, r.Failure)
			stuck++
			continue
		}
		require.True(t, r.Complete)
		require.LessOrEqual(t, r.Executions, a.Executions, hint)
		for outcome := range a.Outcomes {
			require.Contains(t, r.Outcomes, outcome, hint)
		}
		require.Equal(t, len(a.Outcomes), len(r.Outcomes), hint)
		longest = max(longest, a.Longest)
		all, reduced, redundant = all+a.Executions, reduced+r.Executions, redundant+r.Redundant
	}
	for _, what := range []byte(does) {
		require.Positive(t, used[what], "%c", what)
	}
	t.Logf("| random programs, not reduced | %d | all | %d | %d |", compared-stuck, all, longest)
	t.Logf("%d more can get stuck; the others have %d executions reduced and %d given up", stuck, reduced, redundant)
	require.Greater(t, all, 2*reduced)
}

// TestReducedFindsTheShortest: with Within, Reduced finds a failure as short as All does, and
// none if there is none so short. A program fails when two threads have read what they read
// in a random execution.
func TestReducedFindsTheShortest(t *testing.T) {
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	compared, all, reduced := 0, 0, 0
	for i := range randomPrograms() {
		p := randomProgram(random)
		var reads [][]uint64
		p.fails = func(read [][]uint64) bool { reads = read; return false }
		Explore(p.run, Options{Search: Random, Executions: 1, Seed: uint64(i)})
		if reads == nil {
			continue // no thread has read anything
		}
		want := fmt.Sprint(reads[:2])
		p.fails = func(read [][]uint64) bool { return fmt.Sprint(read[:2]) == want }
		a := Explore(p.run, Options{Search: All, Shortest: true, Executions: 5_000})
		if a.Failure == nil || !a.Complete || !strings.HasPrefix(a.Failure.Err.Error(), "[") {
			continue
		}
		compared++
		hint := fmt.Sprintf("program %d of seed %d: %v", i, seed, p)
		n := stepsOf(t, p.run, a.Failure.Schedule)
		r := Explore(p.run, Options{Shortest: true, Within: 100})
		require.True(t, r.Complete, hint)
		require.NotNil(t, r.Failure, hint)
		require.Equal(t, n, stepsOf(t, p.run, r.Failure.Schedule), hint)
		if n > 1 {
			r = Explore(p.run, Options{Within: n - 1})
			require.True(t, r.Complete, hint)
			require.Nil(t, r.Failure, hint)
		}
		r = Explore(p.run, Options{Within: n})
		require.NotNil(t, r.Failure, hint)
		all, reduced = all+a.Executions+a.Redundant, reduced+r.Executions+r.Redundant
	}
	t.Logf("%d programs: %d executions of all, %d reduced", compared, all, reduced)
	require.Greater(t, compared, randomPrograms()/2)
	require.Greater(t, all, reduced)
}

func stepsOf(t *testing.T, p Program, schedule string) int {
	seen, err := Watch(p, schedule)
	require.NoError(t, err)
	return len(seen.Made)
}
