package source

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/hprof"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mmtk"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mtx"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/dump/v8"
)

// aboutFile is an error that names the file, as it was given.
type aboutFile struct{ error }

func (e *aboutFile) Unwrap() error { return e.error }

// formats are those that a file may have, by the names of --format. Those whose heaps package sink makes have a
// reader here.
var formats = []struct {
	name   string
	format dump.Format
	read   func(io.Reader, sink.Options) (*sink.Dump, error)
}{
	{"auto", "", nil},
	{"snapshot", dump.Snapshot, nil},
	{"godump", dump.GoDump, nil},
	{"edgelist", dump.EdgeList, nil},
	{"names", dump.NameList, nil},
	{"v8", dump.V8, v8.Read},
	{"hprof", dump.HPROF, hprof.Read},
	{"ruby", dump.Ruby, ruby.Read},
	{"mmtk", dump.MMTk, mmtk.Read},
	{"gap", dump.GAP, gap.Read},
	{"mtx", dump.MatrixMarket, mtx.Read},
}

// FormatNames are the names that FormatNamed knows. The first, auto, is for what a
// file's content or extension tells.
func FormatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// FormatNamed returns the value of Reading.Format for a name.
func FormatNamed(name string) (dump.Format, error) {
	for _, f := range formats {
		if f.name == name {
			return f.format, nil
		}
	}
	return "", fmt.Errorf("no format is named %q: there are %s", name, strings.Join(FormatNames(), ", "))
}

// detect tells the format of what begins with prefix, in the file called path.
func detect(path string, prefix []byte) (dump.Format, error) {
	name := unpackedName(path)
	format, err := dump.Detect(name, prefix)
	if err != nil {
		return "", &aboutFile{errors.New(path + strings.TrimPrefix(err.Error(), printable.Line(name)))}
	}
	return format, nil
}

// guessed says that nothing but its being text made a file of this name one of this format.
func guessed(path string, format dump.Format) bool {
	named := slices.Contains([]string{".el", ".csv", ".tsv"}, strings.ToLower(filepath.Ext(unpackedName(path))))
	return !named && (format == dump.EdgeList || format == dump.NameList)
}

// readFormat reads whatever in holds. f is the same, if it can be read at any
// offset, and nil otherwise.
func readFormat(in *bufio.Reader, f *os.File, path string, how Reading) (*Heap, error) {
	prefix, err := in.Peek(dump.PrefixBytes)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if isCompressed(prefix) {
		return nil, errors.New("is compressed twice: unpack it once")
	}
	h := &Heap{Format: how.Format}
	if h.Format == "" {
		if h.Format, err = detect(path, prefix); err != nil {
			return nil, err
		}
	}
	if err := how.mappableFormat(h.Format); err != nil {
		return nil, err
	}
	if how.begin {
		return h, h.readBegin(in, f, path, how.Trust)
	}
	err = how.Limits.inFlags(h.read(in, f, path, how))
	var limit *LimitError
	switch {
	case err == nil:
		return h, nil
	case how.Format == "" && guessed(path, h.Format) && !errors.As(err, &limit):
		as := map[dump.Format]string{dump.EdgeList: "an edge list", dump.NameList: "a file of names"}[h.Format]
		return nil, fmt.Errorf("%w (it was read as %s, because it is text of no other known format; --format says what it is)", err, as)
	}
	return nil, err
}

// readBegin reads the header of a snapshot. Unless the file is trusted, it compares the length with the
// file's and looks at the checksums of what lies outside of the arena.
func (h *Heap) readBegin(in *bufio.Reader, f *os.File, path string, trusted bool) error {
	if h.Format != dump.Snapshot {
		return nil
	}
	prefix, err := in.Peek(heap.SnapshotHeaderBytes)
	if err != nil && err != io.EOF {
		return err
	}
	if _, err := heap.ReadSnapshotInfo(prefix); err != nil || trusted || f == nil || !heap.MapsFiles {
		return err
	}
	s, err := heap.OpenSnapshot(path)
	if err != nil {
		return err
	}
	return s.Close()
}

// read reads a file of the format h.Format.
func (h *Heap) read(in *bufio.Reader, f *os.File, path string, how Reading) (err error) {
	switch h.Format {
	case dump.Snapshot:
		return h.readSnapshot(in, f, path, how)
	case dump.GoDump:
		options := how.Limits.goDump()
		options.Offsets, options.Classes = how.Offsets, how.Classes
		if h.Dump, err = godump.Read(in, options); err == nil {
			h.Heap = h.Dump.Heap
		}
	case dump.EdgeList:
		var info edgelist.Info
		h.Heap, info, err = edgelist.ReadInfo(in, how.Limits.edgeList())
		if err == nil {
			info.RootsGiven = info.RootsGiven || how.Roots != nil
			h.Warning = edgeListWarning(path, h.Heap, info)
		}
	case dump.NameList:
		var info namelist.Info
		h.Heap, h.Names, info, err = namelist.Read(in, how.nameList())
		if err == nil {
			info.RootsGiven = info.RootsGiven || how.Roots != nil
			h.Warning = nameListWarning(path, h.Names, info, how)
		}
	default:
		for _, f := range formats {
			if f.format == h.Format {
				h.Foreign, err = f.read(in, how.sink())
			}
		}
		if err == nil {
			h.Heap = h.Foreign.Heap
			h.Warning = graphWarning(path, h.Format, h.Foreign, how)
		}
	}
	return err
}

// edgeListWarning says what is allowed in an edge list and seldom meant.
func edgeListWarning(path string, h *heap.Heap, info edgelist.Info) string {
	switch {
	case h.NumObjects() == 0:
		return path + ` has no nodes, so there is nothing to mark: a line "0 1" is a reference from node 0 to node 1`
	case !info.RootsGiven:
		return onlyRoot(path+` has no line "# roots"`, "node 0", h, "; if the numbers are names, give --format names")
	}
	return ""
}

// graphWarning is the same for a format without roots.
func graphWarning(path string, format dump.Format, d *sink.Dump, how Reading) string {
	switch {
	case format != dump.GAP && format != dump.MatrixMarket:
		return ""
	case d.Heap.NumObjects() == 0:
		return path + " has no nodes, so there is nothing to mark"
	case how.Roots != nil:
		return ""
	}
	return onlyRoot(fmt.Sprintf("%s has no roots, as every %s", path, format), "node "+d.Text(d.Heap.Roots()[0]), d.Heap, "")
}

// onlyRoot says that the first node is taken as the only root, and why. If nothing can be
// reached from there, hint says what may have been meant.
func onlyRoot(why, node string, h *heap.Heap, hint string) string {
	text := why + ": " + node + " is taken as the only root"
	if h.NumObjects() > 1 && leadsNowhere(h) {
		text += ", and it leads nowhere" + hint
	}
	return text
}

// leadsNowhere reports whether node 0 has no references.
func leadsNowhere(h *heap.Heap) bool {
	for _, first := range h.Objects() {
		refs, _, _ := h.Object(first)
		return refs == 0
	}
	return true
}

// nameListWarning says what is allowed in a file of names and seldom meant.
func nameListWarning(path string, names *namelist.Names, info namelist.Info, how Reading) string {
	header := ""
	if info.Alone && !how.Header {
		header = fmt.Sprintf("no other line has the names of its first one, %s and %s: if they name the columns, give --header", Quote(names.Name(0)), Quote(names.Name(1)))
	}
	switch {
	case names.Len() == 0:
		return path + ` has no names, so there is nothing to mark: a line "a b" is a reference from a to b`
	case !info.RootsGiven && header != "":
		return path + ` has no line "# roots", so its first name is the only root; ` + header
	case !info.RootsGiven:
		return path + ` has no line "# roots": its first name, ` + Quote(names.Name(0)) + `, is taken as the only root`
	case header != "" && how.Columns != [2]int{}:
		return path + ": " + header
	}
	return ""
}

// readSnapshot looks at the header before anything is spent on the rest.
func (h *Heap) readSnapshot(in *bufio.Reader, f *os.File, path string, how Reading) error {
	prefix, err := in.Peek(heap.SnapshotHeaderBytes)
	if err != nil && err != io.EOF {
		return err
	}
	info, err := heap.ReadSnapshotInfo(prefix)
	if err != nil {
		return err
	}
	if f == nil {
		if err := how.Limits.snapshot(info, 2); err != nil {
			return err
		}
		h.Heap, err = heap.ReadSnapshotStream(in)
		return err
	}
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	info.FileBytes = min(info.FileBytes, uint64(stat.Size())) // if they differ, reading says so
	if how.maps(info) {
		h.Warning = how.mapWarning(path, info)
		h.mapped = stat
		h.Heap, err = how.mapSnapshot(path, info)
		return err
	}
	if err := how.Limits.snapshot(info, 1); err != nil {
		return err
	}
	if how.Trust {
		h.Heap, err = heap.ReadSnapshotUnverified(how.Watch.readerAt(f, info.FileBytes), stat.Size())
	} else {
		h.Heap, err = heap.ReadSnapshot(how.Watch.readerAt(f, info.FileBytes), stat.Size())
	}
	return err
}
