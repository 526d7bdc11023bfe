// Package dump tells which of the files that can become a heap a file is. The
// readers are in the packages below it, one for each foreign format.
package dump

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// Format is a kind of file.
type Format string

// The formats that Detect tells apart.
const (
	Snapshot Format = "heap snapshot" // package heap
	GoDump   Format = "Go heap dump"  // package godump
	EdgeList Format = "edge list"     // package edgelist
)

// PrefixBytes is how much of a file Detect wants to see; less if the file is
// shorter.
const PrefixBytes = 64

// foreign are beginnings of files that people will try.
var foreign = []struct{ prefix, problem string }{
	{"\x28\xb5\x2f\xfd", "is compressed (zstd): unpack it first"},
	{"\x1f\x8b", "is compressed (gzip): unpack it first"},
	{"go1.", "is a Go heap dump of another version: Go 1.7 and later write the one that can be read"},
	{"JAVA PROFILE", "is a Java heap dump (HPROF), which cannot be read"},
	{"{\"snapshot\"", "is a V8 heap snapshot, which cannot be read"},
	{"\x7fELF", "is a program or a core file: take a dump with debug.WriteHeapDump"},
}

// Detect tells the format of the file called name that begins with prefix, by
// its content where that is telling, and an edge list by the extension .el. The
// error says what the file seems to be and which formats there are. Any
// goroutine may call it.
func Detect(name string, prefix []byte) (Format, error) {
	switch {
	case heap.IsSnapshot(prefix):
		return Snapshot, nil
	case godump.IsDump(prefix):
		return GoDump, nil
	case strings.EqualFold(filepath.Ext(name), ".el"):
		return EdgeList, nil
	}
	problem := "is of no known format"
	if len(prefix) == 0 {
		problem = "is empty"
	}
	for _, f := range foreign {
		if bytes.HasPrefix(prefix, []byte(f.prefix)) {
			problem = f.problem
			break
		}
	}
	return "", fmt.Errorf("%s %s; heaps come from a snapshot (as gcbench gen writes it), a dump by runtime/debug.WriteHeapDump, or an edge list named *.el", name, problem)
}
