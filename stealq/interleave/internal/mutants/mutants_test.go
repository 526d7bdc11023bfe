// Package mutants makes known bugs in copies of this module's source, one at a time. It runs the
// deterministic tests against each. It writes which tests notice the bug to the section
// Mutants of docs/results/mutants.md, or compares them with what stands there. All of it is tests,
// for the maintainers of this module.
package mutants

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the module's.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	return dir
}

// documented is the section of the document.
func documented(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root(t), document))
	require.NoError(t, err)
	from, to := readSection(string(b))
	require.GreaterOrEqual(t, from, 0, "%s has no section %q", document, heading)
	return string(b[from:to])
}

// Every mutant still changes what it is meant to change: each text occurs once in
// today's source.
func TestMutantsApply(t *testing.T) {
	for _, m := range mutants {
		files, err := m.patched(root(t))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for file, text := range files {
			b, err := os.ReadFile(filepath.Join(root(t), file))
			require.NoError(t, err)
			require.NotEqual(t, string(b), text, "mutant %s changes nothing in %s", m.number, file)
		}
	}
}

// One mutant of each package compiles, with the explorer's tag as well.
func TestMutantsCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three packages twice: left out with -short")
	}
	for _, number := range []string{"2", "9a", "12a"} {
		one, err := choose(number)
		require.NoError(t, err)
		m := one[0]
		overlay, err := m.overlay(root(t), t.TempDir())
		require.NoError(t, err)
		for _, tag := range [][]string{nil, explored} {
			args := slices.Concat([]string{"build", "-overlay", overlay}, tag)
			for _, p := range m.packages() {
				args = append(args, "./"+p)
			}
			cmd := exec.Command("go", args...)
			cmd.Dir = root(t)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "mutant %s: %s", number, out)
		}
	}
}

// The document has a row for each mutant and no other, in which some test kills it,
// and that test is one of this module's.
func TestMatrixIsOfTheseMutants(t *testing.T) {
	text := documented(t)
	var kept []string
	for _, m := range mutants {
		verdicts, ok := m.verdictsIn(text)
		require.True(t, ok, "mutant %s has no row of today: run go test ./stealq/interleave/internal/mutants -run EveryMutantDies -write %s", m.number, m.number)
		require.Len(t, strings.Split(strings.TrimSuffix(verdicts, "|"), "|"), len(layers), m.number)
		require.True(t, kills(verdicts), "mutant %s survives", m.number)
		kept = append(kept, m.first()+verdicts)
	}
	require.Equal(t, section(kept), text, "run go test ./stealq/interleave/internal/mutants -run EveryMutantDies -write all -timeout 5h")
}

var write = flag.String("write", "", "write the rows of these mutants: their numbers with commas between them, or all")

// With HALFMARK_MUTANTS=1 every layer runs against every mutant, and says what the
// document says. With -write it writes the document after each row, so nothing is lost if it is
// stopped.
func TestEveryMutantDies(t *testing.T) {
	if os.Getenv("HALFMARK_MUTANTS") == "" && *write == "" {
		t.Skip("takes half an hour: set HALFMARK_MUTANTS=1, or give -write all")
	}
	chosen, err := choose(*write)
	require.NoError(t, err)
	require.NoError(t, requireSound(root(t), chosen))
	for _, m := range chosen {
		verdicts, err := m.judge(root(t))
		require.NoError(t, err)
		t.Log(m.first() + verdicts)
		if *write != "" {
			require.NoError(t, m.record(filepath.Join(root(t), document), verdicts))
		}
		require.True(t, kills(verdicts), "mutant %s survives", m.number)
		require.Contains(t, documented(t), m.first()+verdicts+"\n")
	}
}

// choose returns the mutants with these numbers, or all of them.
func choose(numbers string) (chosen []mutant, err error) {
	if numbers == "" || numbers == "all" {
		return mutants, nil
	}
	for number := range strings.SplitSeq(numbers, ",") {
		i := slices.IndexFunc(mutants, func(m mutant) bool { return m.number == number })
		if i < 0 {
			return nil, fmt.Errorf("there is no mutant %q: protocols_test.go, marking_test.go and library_test.go have all of them", number)
		}
		chosen = append(chosen, mutants[i])
	}
	return chosen, nil
}

// requireSound runs the layers on the code as it is, as far as they can meet one of the
// mutants. Only a test that passes there can tell a mutant.
func requireSound(root string, chosen []mutant) error {
	var packages []string
	for _, m := range chosen {
		packages = append(packages, m.packages()...)
	}
	for _, l := range layers {
		v, err := l.judge(root, "", packages)
		if err != nil {
			return err
		}
		if v.test != "" {
			return fmt.Errorf("without any mutant %s fails: %v", l.name, v)
		}
	}
	return nil
}

// judge runs all layers against a mutant and returns the cells of its row.
func (m mutant) judge(root string) (verdicts string, err error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.overlay(root, dir)
	if err != nil {
		return "", err
	}
	for _, l := range layers {
		v, err := l.judge(root, overlay, m.packages())
		if err != nil {
			return "", fmt.Errorf("mutant %s: %w", m.number, err)
		}
		verdicts += fmt.Sprintf(" %v |", v)
	}
	return verdicts, nil
}

// The output of go test is read rightly.
func TestCause(t *testing.T) {
	for _, c := range []struct{ out, test, how string }{
		{"=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.01s)\n    x\nFAIL\n", "TestB", ""},
		{"--- FAIL: TestB (0.01s)\n every thread waits for ever: sleeper waits\nFAIL\n", "TestB", "every thread waits"},
		{"--- FAIL: TestB (0.01s)\n mark: conservation law broken, an\nFAIL\n", "TestB", "a conservation law"},
		{"panic: test timed out after 2m0s\nrunning tests:\n\tTestB (2m0s)\n", "TestB", "no end in 10m0s"},
		{"FAIL\tx [build failed]\n", "", ""},
	} {
		test, how := cause(c.out)
		require.Equal(t, c.test, test)
		require.Equal(t, c.how, how)
	}
}

// A row is put in its place, the other rows and the rest of the document stay.
func TestRecord(t *testing.T) {
	name := filepath.Join(t.TempDir(), "testing.md")
	require.NoError(t, os.WriteFile(name, []byte("# Page\n\nText.\n"), 0o644))
	record := func(i int, verdicts string) string {
		require.NoError(t, mutants[i].record(name, verdicts))
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(b)
	}
	text := record(1, " `TestA` | survives | – | – |")
	require.True(t, strings.HasPrefix(text, "# Page\n\nText.\n\n## Mutants\n"), text)
	require.Contains(t, text, "1 of 1 are killed")

	require.NoError(t, os.WriteFile(name, []byte(text+"\n## Next\n\nMore.\n"), 0o644))
	text = record(0, " survives | – | – | – |")
	require.Less(t, strings.Index(text, mutants[0].first()), strings.Index(text, mutants[1].first()))
	require.Contains(t, text, "1 of 2 are killed")
	require.True(t, strings.HasSuffix(text, "```\n\n## Next\n\nMore.\n"), text)
	verdicts, ok := mutants[1].verdictsIn(text)
	require.True(t, ok)
	require.Equal(t, " `TestA` | survives | – | – |", verdicts)
}
