package stress

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stalling stands for the atomic types of all packages that workers share memory
// through: before one operation in eight it lets another goroutine run, and before
// one in some thousands its goroutine sleeps.
const stalling = `package heap

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"
)

type word = Stalling64

func stall() {
	switch r := rand.Uint32() % 8192; {
	case r == 0:
		time.Sleep(50 * time.Microsecond)
	case r%8 == 0:
		runtime.Gosched()
	}
}

type Stalling64 struct{ atomic.Uint64 }

func (s *Stalling64) Load() uint64          { stall(); return s.Uint64.Load() }
func (s *Stalling64) Store(v uint64)        { stall(); s.Uint64.Store(v) }
func (s *Stalling64) Add(d uint64) uint64   { stall(); return s.Uint64.Add(d) }
func (s *Stalling64) And(m uint64) uint64   { stall(); return s.Uint64.And(m) }
func (s *Stalling64) Or(m uint64) uint64    { stall(); return s.Uint64.Or(m) }
func (s *Stalling64) CompareAndSwap(old, new uint64) bool {
	stall()
	return s.Uint64.CompareAndSwap(old, new)
}

type Stalling32 struct{ atomic.Uint32 }

func (s *Stalling32) Load() uint32          { stall(); return s.Uint32.Load() }
func (s *Stalling32) Store(v uint32)        { stall(); s.Uint32.Store(v) }
func (s *Stalling32) And(m uint32) uint32   { stall(); return s.Uint32.And(m) }
func (s *Stalling32) Or(m uint32) uint32    { stall(); return s.Uint32.Or(m) }
func (s *Stalling32) CompareAndSwap(old, new uint32) bool {
	stall()
	return s.Uint32.CompareAndSwap(old, new)
}

type StallingInt struct{ atomic.Int64 }

func (s *StallingInt) Load() int64         { stall(); return s.Int64.Load() }
func (s *StallingInt) Store(v int64)       { stall(); s.Int64.Store(v) }
func (s *StallingInt) Add(d int64) int64   { stall(); return s.Int64.Add(d) }

type StallingBool struct{ atomic.Bool }

func (s *StallingBool) Load() bool          { stall(); return s.Bool.Load() }
func (s *StallingBool) Store(v bool)        { stall(); s.Bool.Store(v) }
`

// stallingOverlay returns a file for go test -overlay that replaces the file
// atomics.go of each package.
func stallingOverlay(t *testing.T) string {
	t.Helper()
	dir, root := t.TempDir(), filepath.Join("..", "..", "..", "..")
	replaced := map[string]string{}
	types := strings.NewReplacer("= atomic.Uint64", "= heap.Stalling64", "= atomic.Uint32", "= heap.Stalling32",
		"= atomic.Int64", "= heap.StallingInt", "= atomic.Bool", "= heap.StallingBool",
		`import "sync/atomic"`, `import "github.com/seed-3ccf4018/halfmark/heap"`,
		"import (", "import (\n\t\"github.com/seed-3ccf4018/halfmark/heap\"")
	for _, pkg := range []string{"heap", "mark", "stealq", "overflow"} {
		original, err := filepath.Abs(filepath.Join(root, pkg, "atomics.go"))
		require.NoError(t, err)
		source, err := os.ReadFile(original)
		require.NoError(t, err)
		text := types.Replace(string(source))
		require.Contains(t, text, "= heap.Stalling", pkg)
		if pkg == "heap" {
			text = stalling
		}
		replaced[original] = filepath.Join(dir, pkg+".go")
		require.NoError(t, os.WriteFile(replaced[original], []byte(text), 0o600))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))
	return list
}

// TestStalledAtAnyAtomicStep runs all scenarios compiled, from the same source,
// against atomics that stall: any worker may be stopped before any atomic operation
// of marker, deques and overflow while the others go on. (Assembly is not stopped.)
func TestStalledAtAnyAtomicStep(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("compiles the marker anew")
	}
	rounds := max(3, *roundsFlag)
	run := exec.Command("go", "test", "-overlay", stallingOverlay(t), "-vet=off", "-count=1", "-v", "-timeout", "12h",
		"-run", "^TestScenarios$", ".", "-rounds", fmt.Sprint(rounds), "-seed", fmt.Sprint(*seedFlag))
	out, err := run.CombinedOutput()
	t.Logf("%s", out)
	require.NoError(t, err)
	for _, s := range Scenarios() {
		require.Contains(t, string(out), "--- PASS: TestScenarios/"+s.Name)
	}
}
