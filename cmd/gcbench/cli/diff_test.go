package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// rubyDump writes a dump of Ruby: a cache that holds so many orders, and returns the file's name.
func rubyDump(t *testing.T, orders int) string {
	t.Helper()
	text := `{"type":"ROOT", "root":"vm", "references":["0x10"]}` + "\n"
	var refs []string
	for i := range orders {
		refs = append(refs, fmt.Sprintf(`"0x%x"`, 0x100+16*i))
	}
	text += fmt.Sprintf(`{"address":"0x10", "type":"OBJECT", "class":"0x20", "memsize":40, "references":[%s]}`+"\n", strings.Join(refs, ", "))
	text += `{"address":"0x20", "type":"CLASS", "name":"Cache", "memsize":500}` + "\n"
	text += `{"address":"0x30", "type":"CLASS", "name":"Order", "memsize":500}` + "\n"
	for i := range orders {
		text += fmt.Sprintf(`{"address":"0x%x", "type":"OBJECT", "class":"0x30", "memsize":100}`+"\n", 0x100+16*i)
	}
	path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.json", orders))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestDiff: what is new and stays, as text, as JSON and as folded stacks.
func TestDiff(t *testing.T) {
	a, b, c := rubyDump(t, 1), rubyDump(t, 3), rubyDump(t, 4)
	folded := filepath.Join(t.TempDir(), "x.folded")
	_, tables, _ := strings.Cut(mustRun(t, "diff", a, b, c, "--folded", folded), "Bytes of classes")
	assert.Equal(t, ` by what is new in B and still in C, most first. Without all
objects of a class, what it keeps would not be reachable in C:
       A         B         C    new  still  keeps  class
   100 B     300 B     400 B  200 B  200 B  900 B  Order
1.11 KiB  1.31 KiB  1.41 KiB  200 B  200 B         all classes

How many objects they have:
A  B  C  new  gone  still  class
1  3  4    2     0      2  Order
4  6  7    2     0      2  all classes

The shortest paths from roots of C to the objects that are new in B and still in
C:
Order
  200 B in 2 objects, such as 0x110: vm: Cache → Order
`, tables)
	stacks, err := os.ReadFile(folded)
	require.NoError(t, err)
	assert.Equal(t, "vm;Cache;Order 200\n", string(stacks))

	r := decode(t, mustRunJSON(t, "diff", a, b, "--json", "-"))
	assert.Equal(t, []any{"gcbench-diff/1", "address", 1.0, 0.0}, []any{r["schema"], r["identity"], r["suspects"], r["shrunk"]})
	order := r["classes"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"Order", map[string]any{"objects": 2.0, "bytes": 200.0}, 0.0}, []any{order["class"], order["new"], order["gone"]})
	assert.NotContains(t, order, "still")
	assert.Contains(t, mustRun(t, "diff", a, a), "No class has grown from A to B.\n")
	assert.Contains(t, mustRun(t, "diff", c, a), "No class has grown from A to B.\n1 class has fewer bytes in B than in A\n")
}

// TestDiffThreshold: of all live bytes, or of one class; a part or a size.
func TestDiffThreshold(t *testing.T) {
	a, b := rubyDump(t, 1), rubyDump(t, 3) // 1140 and 1340 bytes
	for growth, status := range map[string]int{"17%": session.ExitLimit, "18%": 0, "199": session.ExitLimit, "200": 0, "1KiB": 0} {
		got, stdout, stderr := runCLI("diff", a, b, "--fail-growth", growth)
		assert.Equal(t, status, got, growth)
		assert.NotEmpty(t, stdout)
		if status != 0 {
			assert.Contains(t, stderr, "--fail-growth ")
			assert.Contains(t, stderr, ": the live bytes grew by 200 B, from the first dump to the last; the first has 1.11 KiB live\n")
		}
	}
}

// TestDiffOfWhatCannotBeCompared: the error says what can.
func TestDiffOfWhatCannotBeCompared(t *testing.T) {
	ruby, list, text := rubyDump(t, 1), genHeap(t, "list", "10"), filepath.Join(t.TempDir(), "x.el")
	require.NoError(t, os.WriteFile(text, []byte("0 1\n"), 0o600))
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{ruby}, session.ExitUsage, ruby + " alone cannot be compared: give a later dump"},
		{[]string{ruby, ruby, ruby, ruby}, session.ExitUsage, "4 dumps are too many: give two, A and B, or three, A, B and C"},
		{[]string{"-", ruby, "-"}, session.ExitUsage, "standard input can be read once"},
		{[]string{ruby, list}, session.ExitUsage, "are of different formats: give heap dumps of one program, all of one format"},
		{[]string{text, text}, session.ExitUsage, text + " (edge list) is a plain graph: give heap dumps of one program"},
		{[]string{ruby, "nosuch"}, session.ExitFailed, "nosuch: no such file"},
		{[]string{ruby, ruby, "--binary", "nosuch"}, session.ExitFailed, "--binary: nosuch: "},
		{[]string{ruby, ruby, "--binary", ruby}, session.ExitUsage, "--binary: " + ruby + " has no global variables"},
		{[]string{ruby, ruby, "--top", "0"}, session.ExitUsage, `"0" cannot be used: it must be a whole number, 1 to 1000, such as 20`},
		{[]string{ruby, ruby, "--fail-growth", "5 %"}, session.ExitUsage, `"5 %" cannot be used: it must be a part, more than 0% and at most 1000%, or a size, such as 5% or 10MiB`},
		{[]string{ruby, ruby, "--fail-growth", "0"}, session.ExitUsage, `"0" cannot be used`},
		{[]string{ruby, ruby, "--folded", ruby}, session.ExitUsage, "--folded would overwrite the input"},
		{[]string{ruby, ruby, "--folded", "-", "--json", "-"}, session.ExitUsage, "--json and --folded both write to standard output"},
	} {
		status, stdout, stderr := runCLI(append([]string{"diff"}, c.args...)...)
		assert.Equal(t, c.status, status, "%v: %s", c.args, stderr)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, c.says)
	}
	_, stdout, _ := runCLI("diff", list, list)
	assert.Contains(t, stdout, "Only classes are compared, and not objects: in this format (heap snapshot)\nobjects")
}

// TestDiffInterrupted: an interrupt ends the comparison, and leaves no file.
func TestDiffInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stderr strings.Builder
	a, out := rubyDump(t, 1), t.TempDir()
	status := command(ctx, []string{"diff", a, a, "--folded", filepath.Join(out, "x.folded")}, &stderr, &stderr)
	assert.Equal(t, session.ExitFailed, status)
	assert.Contains(t, stderr.String(), "interrupted")
	assert.Empty(t, filesIn(t, out))
}

// TestDiffOfTwoProcesses: what tells objects of one process does not tell those of two.
func TestDiffOfTwoProcesses(t *testing.T) {
	a := rubyDump(t, 1)
	content, err := os.ReadFile(a)
	require.NoError(t, err)
	b := filepath.Join(t.TempDir(), "b.json")
	require.NoError(t, os.WriteFile(b, []byte(strings.ReplaceAll(string(content), `"0x`, `"0x7`)), 0o600))
	_, _, stderr := runCLI("diff", a, b)
	assert.Contains(t, stderr, "an address identifies an object within one process, so take all dumps from one process\n")
}

// TestSlowLeaks: of each program of testdata/make/leaks for which there is a language, three dumps name the class that leaks,
// and what holds it.
func TestSlowLeaks(t *testing.T) {
	tagged.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	script, err := filepath.Abs("../../../testdata/make/leaks/make.sh")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	out, err := exec.Command(script, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, c := range []struct{ name, ext, row, held string }{
		{"go", "dump", ` 10,000 32 B, pointer at 8 `, "global variable main.site: "},
		{"java", "hprof", ` 2,000 4,000 6,000 +4,000 Leak$Window `, "class Leak$Bus → java.util.ArrayList → java.lang.Object[] → Leak$Window$$Lambda"},
		{"node", "heapsnapshot", ` 2,000 4,000 6,000 2,000 0 2,000 Upload `, "TimersList → Timeout → Function → system / Context → Upload"},
		{"ruby", "json", ` 2,000 4,000 6,000 2,000 0 2,000 Job `, "Class → Array → Job"},
	} {
		files, err := filepath.Glob(c.name + "-?." + c.ext)
		require.NoError(t, err)
		if len(files) == 0 {
			require.Contains(t, string(out), c.name+": skipped: ")
			continue
		}
		require.Len(t, files, 3)
		args := append([]string{"diff"}, files...)
		if c.name == "go" {
			args = append(args, "--binary", "./leak")
		}
		printed := strings.Join(strings.Fields(mustRun(t, args...)), " ")
		assert.Contains(t, printed, c.row)
		assert.Contains(t, printed, c.held)
	}
}
