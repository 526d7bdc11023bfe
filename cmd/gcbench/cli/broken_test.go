package cli

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// brokenDeque is a deque of a user, with one of three faults. It strikes at each push.
type brokenDeque struct {
	stealq.Deque
	fault string
}

func (d *brokenDeque) Push(item uint64) bool {
	if d.fault == "panics" {
		panic("no room in my deque")
	}
	return d.fault == "loses" || d.Deque.Push(item)
}

func (d *brokenDeque) Pop() (uint64, bool) {
	if item, ok := d.Deque.Pop(); ok || d.fault != "invents" {
		return item, ok
	}
	return 1 << 40, true
}

func (d *brokenDeque) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	return d.Deque.Steal(victim.(*brokenDeque).Deque, amount)
}

// offerBroken lets --deque know the setting.Kinds loses, invents and panics.
func offerBroken(t *testing.T) {
	t.Helper()
	before := setting.Kinds
	t.Cleanup(func() { setting.Kinds = before })
	for _, fault := range []string{"loses", "invents", "panics"} {
		k := *stealq.Locked
		k.Name = fault
		k.New = func(deques, capacity int) []stealq.Deque {
			all := stealq.Locked.New(deques, capacity)
			for i := range all {
				all[i] = &brokenDeque{all[i], fault}
			}
			return all
		}
		require.NoError(t, offer([]*stealq.Kind{&k}))
	}
}

// A user's deque that is broken fails a run with one line, exit status 1 and no dump of
// goroutines.
func TestRunOfABrokenDeque(t *testing.T) {
	offerBroken(t)
	for queue, says := range map[string]string{
		"loses":   `^gcbench: random: loses, 2 workers, grain 1: mark: deques of kind loses: Pop has not returned all that was pushed .*\n$`,
		"invents": `^gcbench: random: invents, 2 workers, grain 1: mark: deques of kind invents: Pop returned 1099511627776, which was never pushed: .*\n$`,
		"panics":  `^gcbench: random: panics, 2 workers, grain 1: mark: deques of kind panics: panic in cli\.\(\*brokenDeque\)\.Push \(broken_test\.go:\d+\): no room in my deque\n$`,
	} {
		status, stdout, stderr := runCLI("run", "--shape", "random", "--objects", "2000", "--deque", queue, "--workers", "2", "--grain", "1", "--reps", "6")
		assert.Equal(t, session.ExitFailed, status)
		assert.Empty(t, stdout)
		assert.Regexp(t, says, stderr)
	}
}

// gcbench verify names what is wrong with a user's deque, and the command that makes the
// same marks again does fail again: a fault at each push is certain.
func TestVerifyOfABrokenDeque(t *testing.T) {
	notShort(t, "makes each mark again")
	offerBroken(t)
	file := filepath.Join(t.TempDir(), "my own.heap")
	mustRun(t, "gen", "random", "--objects", "2000", "-o", file)
	heaps := [][]string{{file, "--max-objects", "5000"}, {"--shape", "random", "--objects", "2000", "--layout", "bfs", "--seed", "9"}}
	for i, heap := range heaps {
		for _, queue := range []string{"loses", "invents", "panics"}[:3-2*i] { // how a heap is spelled is no matter of the fault
			args := append([]string{"verify", "--deque", queue + ",locked", "--workers", "2", "--reps", "2", "--json", "-"}, heap...)
			status, stdout, stderr := runCLI(args...)
			require.Equal(t, session.ExitFailed, status, stderr)
			assert.Contains(t, stderr, "gcbench: FAIL: at least one mark differs from the oracle\n")
			assert.NotContains(t, stderr, "goroutine ")
			assert.Contains(t, stderr, "\n     It makes the same marks again. With several workers, whether one fails\n     again depends on the schedule.\n")
			var v schema.Verification
			require.NoError(t, json.Unmarshal([]byte(stdout), &v))
			repeated := 0
			for _, c := range v.Checks {
				assert.Equal(t, c.Passed, c.Command == "")
				assert.Equal(t, c.Passed, c.Problem == "")
				assert.False(t, c.Deque == "locked" && !c.Passed, "the others are checked all the same")
				if c.Passed {
					continue
				}
				assert.Contains(t, stderr, "     Repeat with: "+c.Command+"\n")
				if !strings.Contains(c.Command, " --grain 1 ") {
					continue // whether anything is pushed depends on the schedule
				}
				repeated++
				status, _, again := runCLI(append(commandsIn(t, c.Command), "--reps", "2")...)
				assert.Equal(t, session.ExitFailed, status, "%s\n%s", c.Command, again)
				assert.Contains(t, again, queue+", 2 workers, grain ")
			}
			assert.GreaterOrEqual(t, repeated, 2, queue)
		}
	}
}

// commandsIn returns the arguments of a printed command.
func commandsIn(t *testing.T, command string) []string {
	t.Helper()
	c, err := readCommand(command, 1)
	require.NoError(t, err)
	require.Equal(t, "gcbench", c.words[0])
	return c.words[1:]
}

// A shell reads a quoted word as it was.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"a/b-c_d.heap,e=1": "a/b-c_d.heap,e=1", "": "''", "my own.heap": "'my own.heap'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "é": "'é'",
	} {
		assert.Equal(t, want, explain.Quoted(word))
	}
}

// gcbench stress says which round of a user's deque fails, and the command that makes
// this round again, which is not certain to fail again. Without a mark around them, the
// deques are all tried, also the user's.
func TestStressOfABrokenDeque(t *testing.T) {
	notShort(t, "needs some rounds")
	before := setting.Kinds
	offerBroken(t)
	alone := map[string]string{
		"loses":   "deque loses: item 0 is lost: it was pushed, and all deques are empty",
		"invents": "returned item 1099511627776, which nobody pushed",
		"panics":  "deque panics: Push of d0 panicked: no room in my deque, at broken_test.go:",
	}
	for _, k := range setting.Kinds[len(before):] {
		for _, scenario := range []string{"tiny", "deques"} {
			setting.Kinds = []*stealq.Kind{k}
			if scenario == "deques" {
				setting.Kinds = []*stealq.Kind{stealq.Locked, k}
			}
			status, stdout, stderr := runCLI("stress", "--scenario", scenario, "--rounds", "3")
			require.Equal(t, session.ExitFailed, status, stderr)
			assert.Regexp(t, `(?m)^`+scenario+` .* FAIL$`, stdout)
			assert.NotContains(t, stderr, "goroutine ")
			assert.Regexp(t, `\nRepeat with: GOMAXPROCS=\d+ gcbench stress --scenario `+scenario+` --seed \d+ --rounds 1\nIt makes the same rounds again\. Whether one fails again depends on the schedule\.\n$`, stderr)
			if scenario == "deques" {
				assert.Contains(t, stderr, alone[k.Name])
			}
			t.Log(stderr)
		}
	}
}
