package stealq_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/stretchr/testify/require"
)

// yielding is what stands for atomic.Uint64 in a perturbed build: before one
// operation in four it lets another goroutine run.
const yielding = `

type yielding struct{ atomic.Uint64 }

func giveWay() {
	if rand.Uint32()&3 == 0 {
		runtime.Gosched()
	}
}

func (y *yielding) Load() uint64   { giveWay(); return y.Uint64.Load() }
func (y *yielding) Store(v uint64) { giveWay(); y.Uint64.Store(v) }
func (y *yielding) CompareAndSwap(old, new uint64) bool {
	giveWay()
	return y.Uint64.CompareAndSwap(old, new)
}
`

// TestPerturbed runs the concurrent part of the battery once more, compiled from the
// same source against atomics that give way. Two goroutines then meet between any two
// operations of a deque, which on few processors they otherwise hardly do: an abp
// whose owner reads age before it publishes bottom passed the ordinary stress.
func TestPerturbed(t *testing.T) {
	if testing.Short() || stealq.RaceDetector {
		t.Skip("compiles the package and its tests anew")
	}
	source, err := os.ReadFile("atomics.go")
	require.NoError(t, err)
	text := strings.ReplaceAll(string(source), "= atomic.Uint64", "= yielding")
	require.Equal(t, 2, strings.Count(text, "= yielding"), "word and slot")
	text = strings.Replace(text, "import (", "import (\n\t\"math/rand/v2\"\n\t\"runtime\"", 1) + yielding

	dir := t.TempDir()
	replaced := filepath.Join(dir, "atomics.go")
	require.NoError(t, os.WriteFile(replaced, []byte(text), 0o600))
	original, err := filepath.Abs("atomics.go")
	require.NoError(t, err)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: replaced}})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))

	run := exec.Command("go", "test", "-overlay", list, "-vet=off", "-count=1", "-short", "-v", "-timeout", "100s",
		"-run", "^TestConformance$/deque/(spsc|stampede|stress|no_false_empty|from_each_other)$|^TestThieves", ".")
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, k := range stealq.Kinds() {
		require.Contains(t, string(out), "--- PASS: TestConformance/deque="+k.Name+"/from_each_other")
	}
}
