package main

import (
	"path"
	"strconv"
)

// The copies and everything in which they differ from their originals. A text that
// is replaced must occur exactly as often as said, so a change of the original that
// a replacement was not made for is an error here.

const (
	module     = "github.com/seed-3ccf4018/halfmark/"
	interleave = module + "stealq/interleave"
	explored   = interleave + "/explored/"
)

// replacement of a text that occurs so many times.
type replacement struct {
	times    int
	old, new string
}

// source is one package that is copied.
type source struct {
	dir     string                   // in the module, and below explored
	without []string                 // files that are left out
	edits   map[string][]replacement // by file
}

// standIn replaces an import by the package that stands for it, under its name.
func standIn(imported string) replacement {
	return replacement{1, strconv.Quote(imported), path.Base(imported) + " " + strconv.Quote(interleave)}
}

var sources = []source{stealqSource, overflowSource, heapSource, markSource}

var stealqSource = source{
	dir: "stealq",
	edits: map[string][]replacement{
		"atomics.go": {
			standIn("sync/atomic"), standIn("sync"),
			{1, "type pad [cacheLines]byte", "type pad [cacheLines]byte\n\n" +
				"// TagMask is 1 less than the number of values that tags may take: a variable here,\n" +
				"// so that tests can make tags short enough to wrap.\nvar TagMask uint64 = 1<<64 - 1"},
		},
		"abp.go":          {{1, "return (a>>topBits+1)<<topBits | age(top)", "return (a>>topBits+1)&age(TagMask)<<topBits | age(top)"}},
		"stealrange.go":   {{1, "tag := uint64(r)>>tagShift + 1", "tag := (uint64(r)>>tagShift + 1) & TagMask"}},
		"wsrange_word.go": {{1, "tag := uint64(s)>>indexTagShift + 1", "tag := (uint64(s)>>indexTagShift + 1) & TagMask"}},
		// Every look of a loop that waits says that it waits, not one in 64. The items are
		// plain memory, which a wrong claim lets two write: each of them is a step, so that
		// others can come between.
		"rudolph.go": {
			standIn("runtime"), {1, "looks%64 == 0", "looks%1 == 0"},
			{1, "d.ring[d.at(s.top()+s.length())] = item", "d.ring[d.at(s.top()+s.length())].Store(item)"},
			{1, "return d.ring[d.at(s.top()+n-1)], true", "return d.ring[d.at(s.top()+n-1)].Load(), true"},
			{1, "d.ring[d.at(mine.top()+mine.length()+i)] = v.ring[v.at(theirs.top()+i)]",
				"d.ring[d.at(mine.top()+mine.length()+i)].Store(v.ring[v.at(theirs.top()+i)].Load())"},
			{1, "v.ring[v.at(theirs.top()+n+i)] = d.ring[d.at(mine.top()+i)]",
				"v.ring[v.at(theirs.top()+n+i)].Store(d.ring[d.at(mine.top()+i)].Load())"},
		},
		"rudolph_state.go": {{1, "ring []uint64 // N", "ring []word // N"}, {1, "make([]uint64, capacity)", "make([]word, capacity)"}},
	},
}

var overflowSource = source{
	dir: "overflow",
	edits: map[string][]replacement{
		"atomics.go": {
			standIn("sync/atomic"),
			{1, "const padBytes = 128", "const padBytes = 128\n\n" +
				"// TagMask is 1 less than the number of values that tags may take.\nvar TagMask uint32 = 1<<32 - 1"},
		},
		"stack.go": {
			{1, "if s.head.CompareAndSwap(head, pack(tagOf(head)+1, b))", "if s.head.CompareAndSwap(head, pack((tagOf(head)+1)&TagMask, b))"},
		},
		// Two words to a chunk, so that a sweep meets both kinds of its ends.
		"pending.go": {{1, "chunkWords = 512", "chunkWords = 2"}},
	},
}

var heapSource = source{
	dir:   "heap",
	edits: map[string][]replacement{"atomics.go": {{1, "import \"sync/atomic\"", "import atomic \"" + interleave + "\""}}},
}

// The tracer, with small sizes: batches of 2, and objects of more than one reference
// are shared by ranges. Time stands still, and who is idle looks once before it
// parks. While a worker is alone its plain loads and stores are steps as well.
var markSource = source{
	dir:     "mark",
	without: []string{"kernel_asm.go"},
	edits: map[string][]replacement{
		"atomics.go":     {{1, "import \"sync/atomic\"", "import atomic \"" + interleave + "\""}},
		"kernel_none.go": {{1, "//go:build (!amd64 && !arm64) || race\n\n", ""}},
		"kernel.go": {
			{1, "const smallRefs = 32", "const smallRefs = 1"},
			{1, "old := plain[to/64]", "old := plain[to/64].Load()"},
			{1, "plain[to/64] = old | 1<<(to%64)", "plain[to/64].Store(old | 1<<(to%64))"},
		},
		"heapscan.go": {
			{1, "old := marks[to/64]; old", "old := marks[to/64].Load(); old"},
			{1, "marks[to/64] = old | 1<<(to%64)", "marks[to/64].Store(old | 1<<(to%64))"},
		},
		"floor.go": {{1, "plain[obj/64] |= 1 << (obj % 64)", "plain[obj/64].Or(1 << (obj % 64))"}},
		"grey.go": {
			{1, "import \"unsafe\"\n", ""},
			{1, "func plainWords(words []word) []uint64 {", "func plainWords(words []word) []word {"},
			{1, "unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))", "words"},
			{1, "var _ [0]struct{} = [unsafe.Sizeof(word{}) - unsafe.Sizeof(uint64(0))]struct{}{}\n", ""},
		},
		"ranges.go": {{1, "chunkRefs = 512", "chunkRefs = 1"}, {1, "cursors = 16", "cursors = 2"}},
		"worker.go": {
			{1, "batchObjects       = 64", "batchObjects       = 2"},
			{1, "stackHigh = 8192", "stackHigh = 512"},
			{1, "time.Now()", "time.Time{}"},
		},
		"idle.go": {
			standIn("runtime"),
			{5, "time.Now()", "time.Time{}"},
			{1, "spinLooks  = 64", "spinLooks  = 0"},
			{1, "\truntime.Gosched()\n\treturn look < spins+yieldLooks", "\treturn false"},
		},
		"run.go": {
			{2, "time.Now()", "time.Time{}"},
			{1, "\t\"runtime\"\n", ""},
			{1, "m.options.Workers > runtime.GOMAXPROCS(0)", "true"},
			{1, "runtime.GOMAXPROCS(0)", "m.options.Workers"},
			{1, "go w.live() // the user's code called runtime.Goexit: replace the goroutine", "return // the execution is over"},
		},
		"marker.go": {standIn("sync"), {1, "go w.live()", "sync.Go(\"worker\", w.live)"}},
		"lobby.go": {
			{1, "import \"sync\"", "import sync \"" + interleave + "\""},
			{1, "tokens  []chan struct{}", "tokens  []*sync.Chan[struct{}]"},
			{1, "drained chan struct{}", "drained *sync.Chan[struct{}]"},
			{1, "make([]chan struct{}, workers)", "make([]*sync.Chan[struct{}], workers)"},
			{2, "make(chan struct{}, 1)", "sync.MakeChan[struct{}](1)"},
			{1, "<-l.tokens[id]", "l.tokens[id].Receive()"},
			{1, "<-l.drained", "l.drained.Receive()"},
			{1, "l.drained <- struct{}{}", "l.drained.Send(struct{}{})"},
			{1, "l.tokens[id] <- struct{}{}", "l.tokens[id].Send(struct{}{})"},
		},
	},
}
