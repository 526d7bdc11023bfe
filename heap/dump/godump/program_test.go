package godump

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The program that is dumped is this test binary, started a second time: a
// process in which nothing else runs. It keeps structures in each way that a
// Go program can, drops one on purpose, and writes down where they are; heap
// objects do not move.

// programDir and programName are set in the environment of the program: where
// it writes its files, and which of programs it is.
const (
	programDir  = "GODUMP_TEST_PROGRAM_DIR"
	programName = "GODUMP_TEST_PROGRAM"
)

var programs = map[string]func(dir string){"keeps": keeps}

func TestMain(m *testing.M) {
	if run := programs[os.Getenv(programName)]; run != nil {
		run(os.Getenv(programDir))
		return
	}
	os.Exit(m.Run())
}

// item is large enough not to share a block with others, and has an inside.
type item struct {
	next, other *item
	value       [6]int
}

// The program's ways to keep things.
var (
	keptList     *item
	keptMap      map[int][]*item
	keptInterior *int
	keptFunc     func() int
	keptChannel  chan *item
	keptValue    any
	droppedList  *item
	released     = make(chan bool) // closed never: goroutines wait on it
)

// places maps a structure's name to the addresses of its objects.
type places map[string][]uint64

// put notes where p is and returns it. It keeps no pointer.
func put[T any](where places, name string, p *T) *T {
	where[name] = append(where[name], uint64(reflect.ValueOf(p).Pointer()))
	return p
}

//go:noinline
func newList(where places, name string, n int) *item {
	var head *item
	for range n {
		head = put(where, name, &item{next: head})
	}
	return head
}

//go:noinline
func newTree(where places, name string, depth int) *item {
	if depth == 0 {
		return nil
	}
	return put(where, name, &item{next: newTree(where, name, depth-1), other: newTree(where, name, depth-1)})
}

// scrub overwrites what calls left on the stack.
//
//go:noinline
func scrub() (sum int) {
	var a [8192]int
	for i := range a {
		a[i] = i
	}
	for i := range a {
		sum += a[i] * a[len(a)-1-i]
	}
	return sum
}

// inGoroutine runs f on its own stack, which it leaves clean.
func inGoroutine(f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
		scrub()
	}()
	<-done
}

// holder is a variable whose address is taken: its frame's pointer map does
// not list it while wait runs.
type holder struct {
	_  [3]uintptr
	it *item
}

//go:noinline
func (h *holder) wait(ready chan bool) int {
	close(ready)
	<-released
	return h.it.value[0]
}

// background starts goroutines that keep something on their stacks.
func background(where places) {
	start := func(f func(ready chan bool)) {
		ready := make(chan bool)
		go f(ready)
		<-ready
	}
	start(func(ready chan bool) {
		it := newList(where, "stack", 100)
		close(ready)
		<-released
		runtime.KeepAlive(it)
	})
	start(func(ready chan bool) {
		h := holder{it: newList(where, "stack object", 100)}
		h.wait(ready)
	})
	start(func(ready chan bool) {
		for i := range 3 { // in a loop, so that the records are on the heap
			it := newList(where, "deferred", 10)
			defer func() { it.value[i]++ }()
		}
		close(ready)
		<-released
	})
	start(func(ready chan bool) {
		defer func() {
			close(ready)
			<-released
		}()
		panic(newList(where, "panic", 10))
	})
}

// finalized makes an object whose finalizer must keep what it refers to. The
// one made first blocks the goroutine that runs finalizers.
func finalized(where places, name string) {
	inGoroutine(func() {
		captured := newList(where, name+" function", 5)
		it := put(where, name+" object", &item{next: newList(where, name+" keeps", 20)})
		runtime.SetFinalizer(it, func(*item) { <-released; captured.value[0]++ })
	})
}

// build makes everything.
func build(where places) {
	inGoroutine(func() {
		keptList = newList(where, "global list", 1000)
		keptMap = map[int][]*item{}
		for i := range 50 {
			s := make([]*item, 20)
			put(where, "map of slices", &s[0])
			for k := range s {
				s[k] = newList(where, "map of slices", 1)
			}
			keptMap[i] = s
		}
		keptInterior = &put(where, "interior", &item{next: newList(where, "interior", 10)}).value[3]
		it := newList(where, "closure", 10)
		keptFunc = func() int { return it.value[0] }
		keptChannel = make(chan *item, 10)
		for range 10 {
			keptChannel <- newList(where, "channel", 1)
		}
		keptValue = newTree(where, "interface", 4)
	})
	background(where)
	// The last to run, so that no later stack is made of theirs.
	inGoroutine(func() { droppedList = newList(where, "dropped", 500) })
	inGoroutine(func() { droppedList = nil })
}

// keeps is the program of TestProgram.
func keeps(dir string) {
	debug.SetGCPercent(-1) // collections only where they are called for
	where := places{}
	tree := newTree(where, "main's tree", 10)
	build(where)
	finalized(where, "finalizer")
	dump := func(name string) {
		f, err := os.Create(filepath.Join(dir, name))
		must(err)
		debug.WriteHeapDump(f.Fd())
		must(f.Close())
	}
	dump("before")
	runtime.GC() // queues the finalizer, which runs and blocks
	runtime.GC()
	dump("after")
	finalized(where, "queued")
	runtime.GC() // queues behind the one that blocks
	dump("queued")
	writePlaces(dir, where)
	runtime.KeepAlive(tree)
}

func writePlaces(dir string, where places) {
	text, err := json.Marshal(where)
	must(err)
	must(os.WriteFile(filepath.Join(dir, "places"), text, 0o600))
}

func readPlaces(t *testing.T, dir string) (where places) {
	text, err := os.ReadFile(filepath.Join(dir, "places"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &where))
	return where
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// runProgram runs a program and returns the folder of its files.
func runProgram(t *testing.T, name string) string {
	dir := t.TempDir()
	for attempt := 1; ; attempt++ {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), programDir+"="+dir, programName+"="+name)
		out, err := cmd.CombinedOutput()
		if err == nil {
			return dir
		}
		// The runtime gives up if it finds a goroutine on the edge of a system
		// call, which happens by chance.
		if attempt == 5 || !strings.Contains(string(out), "dumpgs in STW - bad status") {
			require.NoError(t, err, "attempt %d: %s", attempt, out)
		}
	}
}

func readDump(t *testing.T, dir, name string, opts Options) *Dump {
	f, err := os.Open(filepath.Join(dir, name))
	require.NoError(t, err)
	defer f.Close()
	d, err := Read(f, opts)
	require.NoError(t, err)
	assert.Equal(t, runtime.GOARCH, d.Params.Arch)
	assert.Equal(t, runtime.Version(), d.Params.GoVersion)
	assert.Zero(t, d.Stats.FinalizersOfNoObject)
	return d
}

func TestProgram(t *testing.T) {
	dir := runProgram(t, "keeps")
	where := readPlaces(t, dir)

	// count returns how many objects of a structure are in the dump, and how
	// many are reached.
	count := func(d *Dump, reached map[uint64]bool, name string) (present, live int) {
		require.NotEmpty(t, where[name], name)
		for _, addr := range where[name] {
			if r, ok := d.Ref(addr); ok {
				start, size, _ := d.Address(r)
				require.LessOrEqual(t, start, addr)
				require.Less(t, addr, start+size)
				present++
				if reached[start] {
					live++
				}
			}
		}
		return present, live
	}
	kept := []string{"global list", "main's tree", "map of slices", "interior", "closure", "channel", "interface",
		"stack", "stack object", "deferred", "panic", "finalizer keeps", "finalizer function"}
	for _, name := range []string{"before", "after", "queued"} {
		t.Run(name, func(t *testing.T) {
			d := readDump(t, dir, name, Options{})
			assert.Positive(t, d.Stats.FramesPointedInto)
			reached := reachedObjects(t, d)
			t.Logf("%d records of objects, %d counted by the runtime, %d reached, %d roots",
				d.Heap.NumObjects(), d.Stats.HeapObjects, len(reached), len(d.Heap.Roots()))
			for _, structure := range kept {
				present, live := count(d, reached, structure)
				assert.Equal(t, len(where[structure]), live, "%s: all are reached", structure)
				assert.Equal(t, present, live, structure)
			}
			present, live := count(d, reached, "dropped")
			if name != "queued" { // by then others live where it was
				assert.Zero(t, live, "what was dropped is not reached")
			}
			if name == "before" {
				assert.Equal(t, len(where["dropped"]), present, "nothing has been collected")
				_, live = count(d, reached, "finalizer object")
				assert.Zero(t, live, "a finalizer does not keep its object")
				assert.Equal(t, uint64(0), d.Stats.Records[QueuedFinalizer])
			}
			if name == "queued" {
				assert.Positive(t, d.Stats.Records[QueuedFinalizer])
				for _, structure := range []string{"queued object", "queued keeps", "queued function"} {
					_, live = count(d, reached, structure)
					assert.Equal(t, len(where[structure]), live, "%s: the queue keeps all of it", structure)
				}
			}
		})
	}

	t.Run("precise stacks", func(t *testing.T) {
		d := readDump(t, dir, "before", Options{PreciseStacks: true})
		reached := reachedObjects(t, d)
		_, live := count(d, reached, "stack object")
		assert.Zero(t, live, "the dump lists no pointer to it: reading frames conservatively is what finds it")
		_, live = count(d, reached, "stack")
		assert.Equal(t, len(where["stack"]), live)
	})
}
