package flags

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
)

// Files say how to read files.
type Files struct {
	Format string   `type:"choice" group:"file" placeholder:"NAME" help:"The format of a file: ${formats} (default auto: its content tells, or its extension)."`
	Map    bool     `group:"file" help:"Map a snapshot into memory instead of copying it: page faults are in the times, and it may be larger than the memory."`
	NoMap  bool     `group:"file" help:"Never map a snapshot. Without either flag one is mapped if no copy fits."`
	Weak   string   `type:"choice" group:"file" placeholder:"NAME" help:"Weak references of a dump of another runtime: ${weaks} (default skip). info says how many there are."`
	Roots  []string `type:"names" group:"file" placeholder:"NODE,..." help:"Roots of a graph in place of those in its file: numbers of nodes, or names in a file of names."`
	Names
	Limits
}

// given returns the flags that were given.
func (f *Files) given() []spell.Value {
	return slices.Concat(spell.Given(&f.Limits), spell.Given(&f.Names), spell.Given(f))
}

// aboutFiles is what the flags about files do. The others are limits.
var aboutFiles = map[string]string{
	"format": "says what a file holds", "map": "says how a file comes into memory", "no-map": "says how a file comes into memory",
	"roots":     "says which nodes of a graph are roots",
	"weak":      "says which references of a dump are followed",
	"separator": "says how to read a file of names", "columns": "says how to read a file of names", "header": "says how to read a file of names",
}

// NeedFile complains about flags where no file is read; what names the flag or
// argument that would give one.
func (f *Files) NeedFile(what string) error {
	given := f.given()
	if given == nil {
		return nil
	}
	flag := given[0].Flag
	return session.BadUsage("--%s means nothing without %s: it %s", flag, what, cmp.Or(aboutFiles[flag], "limits what a file may ask for"))
}

// mapping is what the flags on mapping ask for.
func (f *Files) mapping() source.Mapping {
	switch {
	case f.Map:
		return source.MapAlways
	case f.NoMap:
		return source.MapNever
	}
	return source.MapIfShort
}

// FileSources are the heaps in files, behind the limits.
func (f *Files) FileSources(paths []string, trust bool) []Source {
	var sources []Source
	for _, path := range paths {
		from := f.FileSource(path, func(how *source.Reading) { how.Trust = trust })
		if trust {
			from.Args = append(from.Args, "--trust-file")
		}
		sources = append(sources, from)
	}
	return sources
}

// FileSource is the heap in a file, behind the limits. with says what else is to be read, and may be nil.
func (f *Files) FileSource(path string, with func(*source.Reading)) Source {
	name := (&source.Heap{File: source.Shown(path)}).Name()
	work := &session.Work{}
	return Source{Name: name, Heap: name, Args: append(spell.Line(f.given()...), "--heap", path), Once: source.IsStdin(path), process: source.IsRepository(path), Work: work, Load: func(ctx context.Context) (*source.Heap, error) {
		reading, err := f.Reading()
		if err != nil {
			return nil, err
		}
		if reading.Context, reading.Watch = ctx, work.Report; with != nil {
			with(&reading)
		}
		return f.Open(path, reading)
	}}
}

// Open reads the heap in a file or a repository.
func (f *Files) Open(path string, how source.Reading) (*source.Heap, error) {
	if source.IsRepository(path) && how.Format != "" {
		return nil, session.BadUsage("%s is a git repository, not a file: leave out --format and the flags for files of names", source.Shown(path))
	}
	h, err := source.Open(path, how)
	if err != nil {
		return nil, f.understood(err)
	}
	if how.Weak && !h.HasWeak() {
		return nil, session.BadUsage("--weak follow: %s (%s) does not say which references are weak", h.File, h.Format)
	}
	if f.Roots != nil && !h.TakesRoots() {
		return nil, session.BadUsage("--roots: %s (%s) has the roots of the program: --roots is for plain graphs", h.File, h.Format)
	}
	return h, nil
}

// understood says which flag an error about a file is about, if it is about one, and that it is about a file
// otherwise.
func (f *Files) understood(err error) error {
	if refused := (*source.MapError)(nil); errors.As(err, &refused) {
		return session.BadUsage("--map: %w", err)
	}
	if err != nil {
		return session.BadInput(err)
	}
	return nil
}

// Reading says how to read a file.
func (f *Files) Reading() (source.Reading, error) {
	r := source.Reading{Limits: f.limits(), Separator: f.separator(), Columns: f.Columns, Header: f.Header, Weak: f.Weak == spell.Weaks[0], Roots: f.Roots, Map: f.mapping()}
	if f.Map && f.NoMap {
		return r, session.BadUsage("--map and --no-map exclude each other: a snapshot is mapped or copied")
	}
	r.Format, _ = source.FormatNamed(f.Format) // the flag has been checked
	if given := spell.Given(&f.Names); given != nil {
		if r.Format != "" && r.Format != dump.NameList {
			return r, session.BadUsage("--%s is about files of names: leave it out, or --format %s", given[0].Flag, f.Format)
		}
		r.Format = dump.NameList
	}
	return r, nil
}

// Inputs are the files behind the paths, so that none is overwritten: standard input
// may be a file, too.
func Inputs(paths ...string) []string {
	return spell.Each(paths, func(path string) string {
		if source.IsStdin(path) {
			return "/dev/stdin"
		}
		return path
	})
}

// ReadFile reads a report from a file or from standard input.
func ReadFile[T any](path string, read func(r io.Reader, name string) (T, error)) (T, error) {
	if source.IsStdin(path) {
		return read(bufio.NewReader(os.Stdin), "standard input")
	}
	f, err := os.Open(path)
	if err != nil {
		var none T
		return none, err
	}
	defer f.Close()
	return read(bufio.NewReader(f), path)
}

// Limits bound what a file can make gcbench take in. Zero values mean not
// given.
type Limits struct {
	MaxBytes        uint64 `type:"number" group:"limits" placeholder:"N" help:"Bytes of a file, as it lies there, such as ${sizes} (default ${default_bytes})."`
	MaxObjects      uint64 `type:"number" group:"limits" placeholder:"N" help:"Objects of a heap, such as ${millions} (default by format and memory)."`
	MaxEdges        uint64 `type:"number" group:"limits" placeholder:"N" help:"References and roots of a heap, such as ${millions} (default by format and memory)."`
	MaxDecompressed uint64 `type:"number" group:"limits" placeholder:"N" help:"Bytes that a compressed file (zstd, gzip) unpacks to, such as ${sizes} (default ${default_bytes})."`
}

// limits returns what the flags ask for, and the memory that there is now.
func (f *Limits) limits() source.Limits {
	return source.Limits{Bytes: f.MaxBytes, Objects: f.MaxObjects, Edges: f.MaxEdges, Decompressed: f.MaxDecompressed, Memory: AvailableMemory()}
}

// Names say how to read a file of names. Each of them says that the file is one.
type Names struct {
	Separator string `type:"choice" group:"file" placeholder:"NAME" help:"The separator of the names in a file of names: ${separators} (default auto: its first line of data tells)."`
	Columns   [2]int `type:"columns" group:"file" placeholder:"S,T" help:"Columns of source and target in a file of names, counted from 1 (default 1,2, and no others)."`
	Header    bool   `group:"file" help:"The first line of a file of names has the names of its columns."`
}

// separator returns what the flag asks for. The flag has been checked.
func (f *Names) separator() namelist.Separator {
	if f.Separator == "" {
		return namelist.Auto
	}
	s, _ := namelist.ParseSeparator(f.Separator)
	return s
}
