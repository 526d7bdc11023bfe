package interleave_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlowSameInstructions: the build tag costs nothing where it is not given. The compiler
// makes as many instructions of each function of the production source as of one in which
// each name that atomics.go declares has been replaced by what it stands for there: types
// by types of sync/atomic, functions and methods by their bodies.
func TestSlowSameInstructions(t *testing.T) {
	tagged.Slow(t)
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command, which is not on PATH")
	}
	for _, dir := range production {
		dir, err := filepath.Abs(dir)
		require.NoError(t, err)
		second, replaced := spellOut(t, dir)
		require.Positive(t, replaced, "nothing to replace in %s", dir)
		asIs, total := compiled(t, goTool, dir)
		require.Greater(t, total, 100, "instructions of %s", dir)
		other, _ := compiled(t, goTool, dir, "-overlay", overlay(t, second, ""))
		for name, code := range other { // functions of atomics.go without a caller are gone
			assert.Equal(t, code, asIs[name], "instructions of %s: %s", dir, name)
		}
		if filepath.Base(dir) == "overflow" { // what is put in place of the source is what is compiled
			more, _ := compiled(t, goTool, dir, "-overlay", overlay(t, second, "\nfunc More() *Pending { return NewPending(4711) }\n"))
			require.Len(t, more, len(other)+1)
		}
		t.Logf("%s: %d places, %d instructions", filepath.Base(dir), replaced, total)
	}
}

// overlay writes texts to take the place of files, one of them with more at its end, and
// returns what tells the go command so.
func overlay(t *testing.T, texts map[string]string, more string) string {
	t.Helper()
	dir, elsewhere := t.TempDir(), map[string]string{}
	for name, text := range texts {
		other := filepath.Join(dir, fmt.Sprintf("%d.go", len(elsewhere)))
		require.NoError(t, os.WriteFile(other, []byte(text+more), 0o600))
		elsewhere[name], more = other, ""
	}
	list, err := json.Marshal(map[string]any{"Replace": elsewhere})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, list, 0o600))
	return name
}

var (
	beginning   = regexp.MustCompile(`(?m)^(\S+) STEXT `)
	instruction = regexp.MustCompile(`(?m)^\t0x[0-9a-f]+ \d+ \([^)]*\)\t(\w+)`)
	// An inlined call may begin with an instruction that does nothing, so that a
	// traceback finds the call. The other two are notes to the runtime.
	nothing = regexp.MustCompile(`^(XCHGL|NOP|NOOP|HINT|PCDATA|FUNCDATA)$`)
)

// compiled is what the compiler makes of a package: how many instructions each function
// has, and all together. (They need not be the same ones: where a body takes the place of
// its call, the compiler may choose other registers, and an addition by another name.)
//
// The flag -D has no effect on the code, and another value in each call. The go command has
// then no result to reuse: it promises to print the compiler's output again only if its
// cache still has that output, and a cache may keep the package and not the output.
func compiled(t *testing.T, goTool, dir string, flags ...string) (functions map[string]int, total int) {
	t.Helper()
	build := exec.Command(goTool, slices.Concat([]string{"build", "-gcflags=-S -D=" + t.TempDir()}, flags, []string{"."})...)
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	functions = map[string]int{}
	starts := beginning.FindAllSubmatchIndex(out, -1)
	for i, at := range starts {
		end := len(out)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		name := string(out[at[2]:at[3]])
		if strings.Contains(name, ".gowrap") { // what a go statement calls, named after where the statement stands
			continue
		}
		for _, m := range instruction.FindAllSubmatch(out[at[0]:end], -1) {
			if !nothing.Match(m[1]) {
				functions[name]++
				total++
			}
		}
	}
	return functions, total
}
