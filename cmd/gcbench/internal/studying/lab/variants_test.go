package lab

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/variants"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// students have a name for each variant of a lab.
func students(variant func(name string) any) map[any]string {
	names := map[any]string{}
	for i := range 100 {
		name := fmt.Sprintf("student %d", i)
		names[variant(name)] = name
	}
	return names
}

func shares(name string) any  { return variants.Share(name) }
func befores(name string) any { return variants.Before(name) }

// The change of a variant is in all files that say it, and a name has one variant however it is
// written.
func TestVariants(t *testing.T) {
	locked, bit := mustNamed(t, "locked"), mustNamed(t, "bit")
	require.Len(t, students(shares), 3)
	for share, name := range students(shares) {
		word := map[any]string{2: "half", 3: "third", 4: "quarter"}[share]
		task, _ := locked.Task(name)
		assert.Contains(t, task, "the older "+word)
		assert.Contains(t, task, fmt.Sprintf("%s of 13 is %d, but", word[1:], 13/share.(int)))
		assert.Contains(t, locked.skeleton(name)["deque.go"], "the older "+word)
		assert.Contains(t, locked.given(name)["first_test.go"], fmt.Sprintf("taken = 13, %d", 13/share.(int)))
		for wrong := range locked.Wrongs() + 1 {
			assert.Contains(t, locked.answer(name, wrong)["deque.go"], fmt.Sprintf("max(n/%d, min(n, 1))", share))
		}
		assert.Equal(t, share, shares(strings.ToUpper(name)))
	}
	require.Len(t, students(befores), 2)
	for before, name := range students(befores) {
		first := map[any]string{true: "false", false: "true"}[before]
		task, hints := bit.Task(name)
		assert.Contains(t, task, "exactly one gets "+first)
		assert.Contains(t, hints[0], "Who gets "+first+"?")
		assert.Contains(t, bit.skeleton(name)["claim.go"], "exactly one gets "+first)
		assert.Contains(t, bit.given(name)["first_test.go"], "want "+first)
		assert.Contains(t, bit.answer(name, 0)["claim.go"], "return "+first+"\n")
		for wrong := range bit.Wrongs() {
			assert.NotEqual(t, bit.answer("", wrong+1)["claim.go"] != bit.answer(name, wrong+1)["claim.go"], first == "true")
		}
	}
	assert.Equal(t, []any{2, false}, []any{shares(""), befores("")})
}

func mustNamed(t *testing.T, name string) *Lab {
	t.Helper()
	l, err := Named(name)
	require.NoError(t, err)
	return l
}

// TestSlowVariants: the answer to each variant is right, and wrong for a student with another one.
func TestSlowVariants(t *testing.T) {
	tagged.Slow(t)
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	for lab, all := range map[string]map[any]string{"locked": students(shares), "bit": students(befores)} {
		l := *mustNamed(t, lab)
		l.builds = []build{explored}
		j := &Judge{Source: source, Time: TimeLimit, Memory: MemoryLimit, Progress: func(string) {}}
		for _, name := range all {
			for _, from := range all {
				f := &Folder{Dir: filepath.Join(t.TempDir(), "x"), Lab: lab, Student: name}
				require.NoError(t, Start(&l, f.Dir, name))
				require.NoError(t, write(f.Dir, l.answer(from, 0)))
				r, err := j.Check(t.Context(), f, &l)
				require.NoError(t, err)
				want := verdict.Wrong
				if variants.Share(from) == variants.Share(name) && lab == "locked" || variants.Before(from) == variants.Before(name) && lab == "bit" {
					want = verdict.Right
				}
				assert.Equal(t, want, r.Verdict, "%s: the answer of %q by %q: %v", lab, from, name, r.Why)
			}
		}
	}
}
