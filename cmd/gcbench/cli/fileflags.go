package cli

import (
	"context"
	"errors"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
)

// fileFlags say how to read files.
type fileFlags struct {
	Format string `type:"choice" group:"file" placeholder:"NAME" help:"What a file holds: ${formats} (default auto: its content tells, or its extension)."`
	Map    bool   `group:"file" help:"Map a snapshot into memory instead of copying it: page faults are in the times, and it may be larger than the memory."`
	NoMap  bool   `group:"file" help:"Never map a snapshot. Without either flag one is mapped if no copy fits."`
	Weak   string `type:"choice" group:"file" placeholder:"NAME" help:"Weak references of a dump of another runtime: ${weaks} (default skip). info says how many there are."`
	nameFlags
	limitFlags
}

// weaks are the values of --weak.
var weaks = []string{"follow", "skip"}

// spelled returns the flags that were given, each followed by its value.
func (f *fileFlags) spelled() []string {
	words := append(f.limitFlags.spelled(), f.nameFlags.spelled()...)
	if f.Format != "" {
		words = append(words, "--format", f.Format)
	}
	if given := f.spelledMap(); given != "" {
		words = append(words, given)
	}
	if f.Weak != "" {
		words = append(words, "--weak", f.Weak)
	}
	return words
}

// spelledMap is the flag on mapping, "" if none was given.
func (f *fileFlags) spelledMap() string {
	return map[source.Mapping]string{source.MapAlways: "--map", source.MapNever: "--no-map"}[f.mapping()]
}

// mapping is what the flags on mapping ask for.
func (f *fileFlags) mapping() source.Mapping {
	switch {
	case f.Map:
		return source.MapAlways
	case f.NoMap:
		return source.MapNever
	}
	return source.MapIfShort
}

// fileSources are the heaps in files, behind the limits.
func (f *fileFlags) fileSources(paths []string, trust bool) []heapSource {
	var sources []heapSource
	for _, path := range paths {
		name := (&source.Heap{File: source.Shown(path)}).Name()
		args := append(f.spelled(), "--heap", path)
		if trust {
			args = append(args, "--trust-file")
		}
		work := &session.Work{}
		sources = append(sources, heapSource{name: name, heap: name, args: args, once: source.IsStdin(path), process: source.IsRepository(path), work: work, load: func(ctx context.Context) (*source.Heap, error) {
			reading, err := f.reading()
			if err != nil {
				return nil, err
			}
			reading.Context, reading.Trust, reading.Watch = ctx, trust, work.Report
			return f.open(path, reading)
		}})
	}
	return sources
}

// open reads the heap in a file or a repository.
func (f *fileFlags) open(path string, how source.Reading) (*source.Heap, error) {
	if source.IsRepository(path) && how.Format != "" {
		return nil, session.BadUsage("%s is a git repository and no file: leave out --format, and what says how to read a file of names", source.Shown(path))
	}
	h, err := source.Open(path, how)
	if err != nil {
		return nil, f.understood(err)
	}
	if how.Weak && !h.HasWeak() {
		return nil, session.BadUsage("--weak follow: %s (%s) says of no reference that it is weak", h.File, h.Format)
	}
	return h, nil
}

// understood says which flag an error about a file is about, if it is about one, and that it is about a file
// otherwise.
func (f *fileFlags) understood(err error) error {
	if refused := (*source.MapError)(nil); errors.As(err, &refused) {
		return session.BadUsage("--map: %w", err)
	}
	if err != nil {
		return session.BadInput(err)
	}
	return nil
}

// reading says how to read a file.
func (f *fileFlags) reading() (source.Reading, error) {
	r := source.Reading{Limits: f.limits(), Separator: f.separator(), Columns: f.Columns, Header: f.Header, Weak: f.Weak == weaks[0], Map: f.mapping()}
	if f.Map && f.NoMap {
		return r, session.BadUsage("--map and --no-map exclude each other: a snapshot is mapped or copied")
	}
	r.Format, _ = source.FormatNamed(f.Format) // the flag has been checked
	if given := f.nameFlags.spelled(); given != nil {
		if r.Format != "" && r.Format != dump.NameList {
			return r, session.BadUsage("%s is about files of names: leave it out, or --format %s", given[0], f.Format)
		}
		r.Format = dump.NameList
	}
	return r, nil
}

// needFile complains about flags where no file is read; what names the flag or
// argument that would give one.
func (f *fileFlags) needFile(what string) error {
	if f.Format != "" {
		return session.BadUsage("--format means nothing without %s: it says what a file holds", what)
	}
	if given := f.spelledMap(); given != "" {
		return session.BadUsage("%s means nothing without %s: it says how a file comes into memory", given, what)
	}
	if f.Weak != "" {
		return session.BadUsage("--weak means nothing without %s: it says which references of a dump are followed", what)
	}
	if given := f.nameFlags.spelled(); given != nil {
		return session.BadUsage("%s means nothing without %s: it says how to read a file of names", given[0], what)
	}
	return f.limitFlags.needFile(what)
}

// inputs are the files behind the paths, so that none is overwritten: standard input
// may be a file, too.
func inputs(paths ...string) []string {
	return named(paths, func(path string) string {
		if source.IsStdin(path) {
			return "/dev/stdin"
		}
		return path
	})
}
