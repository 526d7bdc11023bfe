// Package dump says which format a file has that can become a heap. The packages below it
// read the formats, one package each.
//
// Begin with [Detect]. It wants a file's name and its first bytes, and the [Format] that it
// returns names the package to go on with:
//
//	in := bufio.NewReaderSize(file, dump.PrefixBytes)
//	prefix, _ := in.Peek(dump.PrefixBytes)
//	format, err := dump.Detect(file.Name(), prefix)
//	if format == dump.EdgeList {
//		h, err := edgelist.Read(in, edgelist.Options{})
//	}
//
// If you know the format, call the function Read of its package.
package dump

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/hprof"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mmtk"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mtx"
	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/v8"
)

// Format is a kind of file. Its text is the name of the format for people.
type Format string

// The formats that Detect tells apart.
const (
	Snapshot     Format = "heap snapshot"       // package heap
	GoDump       Format = "Go heap dump"        // package godump
	EdgeList     Format = "edge list"           // package edgelist
	NameList     Format = "file of names"       // package namelist
	V8           Format = "V8 heap snapshot"    // package v8
	HPROF        Format = "Java heap dump"      // package hprof
	Ruby         Format = "Ruby heap dump"      // package ruby
	MMTk         Format = "MMTk heap dump"      // package mmtk
	GAP          Format = "GAP graph"           // package gap
	MatrixMarket Format = "Matrix Market graph" // package mtx
)

// Git is the format of a repository, which package git reads. It is no file, so Detect never
// returns it.
const Git Format = "git repository"

// recognised are the formats that a file's first bytes tell, and what looks at them.
var recognised = []struct {
	format Format
	is     func(prefix []byte) bool
}{
	{Snapshot, heap.IsSnapshot},
	{GoDump, godump.IsDump},
	{V8, v8.IsDump},
	{HPROF, hprof.IsDump},
	{Ruby, ruby.IsDump},
	{MMTk, mmtk.IsDump},
	{MatrixMarket, mtx.IsDump},
	{GAP, gap.IsDump}, // the last, because its bytes say least
}

// PrefixBytes is how many bytes of the beginning of a file Detect needs. If the file is
// shorter, Detect needs all of it.
const PrefixBytes = 4096

// otherExts are the ends of names of files that are no edge lists, even if their content is text.
var otherExts = []string{".heap", ".dump", ".hprof", ".heapsnapshot", ".json", ".pb", ".mtx", ".sg", ".wsg"}

// foreign lists beginnings of files that people will try, and what to tell them.
var foreign = []struct{ prefix, problem string }{
	{"\x28\xb5\x2f\xfd", "is compressed (zstd): unpack it first"},
	{"\x1f\x8b", "is compressed (gzip): unpack it first"},
	{"go1.", "is a Go heap dump of another version: Go 1.7 and later write the one that can be read"},
	{"\xff\xfe", "is text in UTF-16: convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8"},
	{"\xfe\xff", "is text in UTF-16: convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8"},
	{"\x7fELF", "is a program or a core file: let the program write a heap dump"},
}

// Detect returns the format of a file that is called name and begins with prefix. The content
// decides if it can. A text *.csv or *.tsv is a file of names. For other text [DetectText]
// decides, unless the name is that of a file of another format. The error says what the file
// seems to be, and which formats there are. Any goroutine may call Detect.
func Detect(name string, prefix []byte) (Format, error) {
	prefix = prefix[:min(len(prefix), PrefixBytes)]
	for _, r := range recognised {
		if r.is(prefix) {
			return r.format, nil
		}
	}
	ext := strings.ToLower(filepath.Ext(name))
	switch {
	case ext == ".csv", ext == ".tsv":
		return NameList, nil
	case ext == ".el" && isNumber(firstWord(prefix)):
		return EdgeList, nil
	case ext == ".el":
		return NameList, nil
	}
	problem := problemOf(prefix)
	if format, ok := DetectText(prefix); ok && problem == "" && !slices.Contains(otherExts, ext) {
		return format, nil
	}
	return "", fmt.Errorf("%s %s; heaps come from a snapshot (as gcbench gen writes it), a heap dump of Go, Java, V8, Ruby or MMTk, a graph (GAP, Matrix Market), or text that lists edges by number or by name",
		printable.Line(name), cmp.Or(problem, "is of no known format"))
}

// problemOf says what is wrong with a file that people will try, "" for other files.
func problemOf(prefix []byte) string {
	if len(prefix) == 0 {
		return "is empty"
	}
	for _, f := range foreign {
		if bytes.HasPrefix(prefix, []byte(f.prefix)) {
			return f.problem
		}
	}
	return ""
}
