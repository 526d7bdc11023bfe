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

var sources = []source{stealqSource, overflowSource}

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
		// Every look of a loop that waits says that it waits, not one in 64.
		"rudolph.go": {standIn("runtime"), {1, "looks%64 == 0", "looks%1 == 0"}},
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
