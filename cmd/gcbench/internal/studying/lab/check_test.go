package lab

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// probe puts an answer to the lab chaselev into a folder. Its judge is compiled once, for the explorer.
func probe(t *testing.T, answer Files) (*Folder, *Lab, *Judge) {
	t.Helper()
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	l, err := Named("chaselev")
	require.NoError(t, err)
	quick := *l
	quick.builds = []build{explored}
	f := &Folder{Dir: t.TempDir(), Lab: l.Name}
	require.NoError(t, write(f.Dir, answer))
	return f, &quick, &Judge{Source: source, Time: time.Minute, Memory: 256 << 20, Progress: func(string) {}}
}

// lastMade is the last check that the judge came to.
func lastMade(r *Report) verdict.Check {
	last := slices.IndexFunc(r.Checks, func(c verdict.Check) bool { return c.State == verdict.Unreached })
	if last < 0 {
		last = len(r.Checks)
	}
	return r.Checks[last-1]
}

// right is the answer with something more in it: what Steal does first.
func right(t *testing.T, first string) Files {
	t.Helper()
	l, err := Named("chaselev")
	require.NoError(t, err)
	files := l.answer("", 0)
	for name, text := range files {
		const begins = "outcome Outcome) {\n"
		require.Contains(t, text, begins)
		files[name] = strings.Replace(text, begins, begins+first+"\n", 1)
	}
	return files
}

// Whatever an answer does to the judge, it is not passed, and what it did is said.
func TestSlowBadAnswers(t *testing.T) {
	tagged.Slow(t)
	for _, c := range []struct {
		name, first string
		verdict     verdict.Verdict
		says        string
	}{
		{"does not compile", "nosuch()", verdict.Unjudged, "deque_answer.go:25:1: undefined: nosuch"},
		{"is no Go", "}}}", verdict.Unjudged, "deque_answer.go:25:"},
		{"loops for ever", "for {\n}", verdict.Wrong, "has not returned for"},
		{"panics", "panic(\"oh\")", verdict.Wrong, "oh, at deque_answer.go:25"},
		{"allocates without bound", "all := make([][]byte, 1<<20)\nfor i := 0; ; i++ {\nall[i] = make([]byte, 1<<20)\nfor k := range all[i] {\nall[i][k] = 1\n}\n}", verdict.Wrong, "it needs more than 256 MiB of memory"},
		{"asks for a terabyte", "if b := make([]byte, 1<<40+len(d.slots)); len(b) > 0 {\nreturn uint64(b[0]), Empty\n}", verdict.Wrong, "it needs more than 256 MiB of memory"},
		{"recurses", "return d.Steal()", verdict.Wrong, "it "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // a loop that never ends is waited for
			f, l, j := probe(t, right(t, c.first))
			r, err := j.Check(t.Context(), f, l)
			require.NoError(t, err)
			assert.Equal(t, c.verdict, r.Verdict)
			said := strings.Join(r.Why, "\n")
			if c := r.FirstBroken(); c != nil {
				said += c.Fault.Says
			}
			assert.Contains(t, said, c.says)
		})
	}
}

// The judge uses its own copies: what a student changes in them changes nothing.
func TestChangedFilesOfTheLab(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles an answer")
	}
	l, err := Named("chaselev")
	require.NoError(t, err)
	files := l.answer("", 1)
	files["deque.go"] = "package answer\n\nfunc broken("
	files["first_test.go"] = "package answer\n"
	files[atomicsFile] = "package answer\n"
	files["hidden_test.go"] = "package answer\n\nfunc broken("
	files["notes.txt"] = "not read"
	f, l, j := probe(t, files)
	r, err := j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, verdict.Wrong, r.Verdict, "%+v", r)
	assert.Equal(t, []string{"atomics.go was changed: the judge uses its own copy",
		"deque.go was changed: the judge uses its own copy",
		"first_test.go was changed: the judge uses its own copy"}, r.Notes)
}

// The explorer finds a missing lock: some machines have no race detector.
func TestSlowMissingLock(t *testing.T) {
	tagged.Slow(t)
	locked, err := Named("locked")
	require.NoError(t, err)
	l := *locked
	l.builds = []build{explored}
	for _, method := range []string{"Push(item uint64) bool", "Pop() (item uint64, ok bool)", "Len() int"} {
		const lock = "\td.mu.Lock()\n\tdefer d.mu.Unlock()\n"
		head := "func (d *Deque) " + method + " {\n"
		answer := l.answer("", 0)
		require.Contains(t, answer["deque.go"], head+lock)
		answer["deque.go"] = strings.Replace(answer["deque.go"], head+lock, head, 1)
		f, _, j := probe(t, answer)
		r, err := j.Check(t.Context(), f, &l)
		require.NoError(t, err)
		require.Equal(t, verdict.Wrong, r.Verdict, method)
		name, _, _ := strings.Cut(method, "(")
		assert.Equal(t, name+" uses the deque without taking its lock", lastMade(r).Fault.Says)
	}
}

// A file that cannot be read, or is missing, is named, and nothing is compiled.
func TestUnreadableAnswers(t *testing.T) {
	f, l, j := probe(t, Files{"deque_answer.go": strings.Repeat("x", largest+1)})
	r, err := j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, verdict.Unjudged, r.Verdict)
	assert.Equal(t, []string{"deque_answer.go has 1048577 bytes: an answer has at most 1048576"}, r.Why)

	f, l, j = probe(t, nil)
	r, err = j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, []string{"deque_answer.go is missing: the lab asks for it"}, r.Why)

	f, l, j = probe(t, Files{"deque_answer.go": strings.Repeat("x", largest/2), "a.go": strings.Repeat("x", largest/2+1)})
	r, err = j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, []string{"the files of the answer have more than 1048576 bytes in all"}, r.Why)

	f, l, j = probe(t, nil)
	require.NoError(t, os.Mkdir(filepath.Join(f.Dir, "deque_answer.go"), 0o700))
	r, err = j.Check(t.Context(), f, l)
	require.NoError(t, err)
	assert.Equal(t, []string{"deque_answer.go is no regular file"}, r.Why)
}

// A check that is interrupted is no verdict.
func TestInterruptedCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, l, j := probe(t, right(t, ""))
	_, err := j.Check(ctx, f, l)
	assert.ErrorIs(t, err, context.Canceled)
}

// A marker that never returns is wrong, and the heap is shown in which it loops.
func TestSlowEndlessMarker(t *testing.T) {
	tagged.Slow(t)
	f, _, j := probe(t, Files{"mark_answer.go": "package answer\n\nfunc Mark(h Heap, marks Bitmap) {\n\tfor len(h.Roots()) > 0 {\n\t}\n}\n"})
	l, err := Named("mark")
	require.NoError(t, err)
	r, err := j.Check(t.Context(), f, l)
	require.NoError(t, err)
	require.Equal(t, verdict.Wrong, r.Verdict)
	fault := lastMade(r).Fault
	assert.Equal(t, "it has not returned for 10s: perhaps a loop never ends", fault.Says)
	assert.Equal(t, "the heap   roots: 1\n           object 1 has no references", fault.Story)
}

// Only a missing race detector leaves an answer right that a build cannot compile.
func TestNotCompiled(t *testing.T) {
	const missing, error = "go: -race requires cgo; enable cgo by setting CGO_ENABLED=1", "more.go:7:2: undefined: x"
	for _, c := range []struct {
		build   build
		before  verdict.Verdict
		problem string
		after   verdict.Verdict
	}{
		{raced, verdict.Right, missing, verdict.Right},
		{raced, verdict.Right, error, verdict.Unjudged},
		{raced, verdict.Unjudged, missing, verdict.Unjudged},
		{plain, verdict.Right, missing, verdict.Unjudged},
	} {
		r := &Report{Lab: "bit", Verdict: c.before}
		r.notCompiled(c.build, []string{c.problem})
		assert.Equal(t, c.after, r.Verdict, "%+v", c)
		if c.after == verdict.Unjudged {
			assert.Contains(t, r.Why, c.problem)
			assert.Empty(t, r.Checks)
		} else {
			assert.Equal(t, verdict.Skipped, r.Checks[0].State)
			assert.Equal(t, c.problem, r.Checks[0].Detail)
		}
	}
}

// An answer is right if it is right in every build, and judged no further where it is wrong.
func TestSlowEveryBuildCounts(t *testing.T) {
	tagged.Slow(t)
	locked, err := Named("locked")
	require.NoError(t, err)
	const head, lock = "func (d *Deque) Len() int {\n", "\td.mu.Lock()\n\tdefer d.mu.Unlock()\n"
	for other, built := range map[string]int{
		"": 1, // the explorer finds that no lock is taken
		"\tvar other mutex\n\tother.Lock()\n\tdefer other.Unlock()\n": 2, // a lock is taken, and it protects nothing: only the race detector sees that
	} {
		answer := locked.answer("", 0)
		require.Contains(t, answer["deque.go"], head+lock)
		answer["deque.go"] = strings.Replace(answer["deque.go"], head+lock, head+other, 1)
		f, _, j := probe(t, answer)
		builds := 0
		j.Progress = func(doing string) {
			if doing == "compiling" {
				builds++
			}
		}
		r, err := j.Check(t.Context(), f, locked)
		require.NoError(t, err)
		last := lastMade(r)
		if last.State == verdict.Skipped {
			t.Log("there is no race detector: ", last.Detail)
			continue
		}
		assert.Equal(t, verdict.Wrong, r.Verdict, "%+v", r)
		assert.Equal(t, built, builds)
	}
}
