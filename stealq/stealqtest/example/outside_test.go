//go:build !interleave

package example

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowOutside: in a separate module, outside of this repository, the deque is judged as
// here. The right one passes. Each wrong one fails with a sentence and a table.
func TestSlowOutside(t *testing.T) {
	tagged.Slow(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command, which is not on PATH")
	}
	if out, err := judge(t, "", ""); err != nil || !regexp.MustCompile(`\d{3} small programs in every schedule: \d+ executions`).MatchString(out) {
		t.Fatalf("the deque as it is: %v\n%s", err, out)
	}
	const swap = "if !d.top.CompareAndSwap(top, top+1) {\n\t\treturn 0, stealq.Lost\n\t}\n"
	const read = "item := d.slot(top).Load() // before top moves: then the owner may use the slot again\n\t"
	const lower, look = "d.bottom.Store(last) // before top is read: a thief that comes later does not see the item\n\t", "top := d.top.Load()\n\t"
	for _, wrong := range []struct{ name, before, after, says, table string }{
		{"no compare-and-swap in Steal", swap, "d.top.Store(top + 1)\n", "item 1 is taken twice", "A.top writes: 1"},
		{"the slot is read late", read + swap, swap + "\t" + read, "item 3 is taken twice", "A.slots[0] writes: 3"},
		{"top is read early in Pop", lower + look, look + lower, "item 2 is taken twice", "A.bottom writes: "},
	} {
		t.Run(wrong.name, func(t *testing.T) {
			out, err := judge(t, wrong.before, wrong.after)
			if err == nil {
				t.Fatal("it passes")
			}
			for _, want := range []string{wrong.says + "\n", "program: Each deque has a capacity of 2.", "step  a owner of A  ", wrong.table, "repeat with: go test -tags interleave -run '^TestEverySchedule$'"} {
				if !strings.Contains(out, want) {
					t.Errorf("want %q in\n%s", want, out)
				}
			}
		})
	}
}

// judge explores a copy of this package, in which one text takes the place of another.
func judge(t *testing.T, before, after string) (output string, err error) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"deque.go", "atomics.go", "atomics_interleave.go", "explore_test.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "deque.go" && strings.Count(string(text), before) != 1 && before != "" {
			t.Fatalf("deque.go must have this once: %q", before)
		}
		write(t, filepath.Join(dir, name), strings.Replace(string(text), before, after, 1))
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/seed-3ccf4018/halfmark"
	write(t, filepath.Join(dir, "go.mod"), "module example.com/mine\n\ngo 1.25\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+filepath.ToSlash(root)+"\n")
	cmd := exec.Command("go", "test", "-tags", "interleave", "-count=1", "-v", "-run", "^TestEverySchedule$", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
