package git

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// format is what errors call a repository.
const format = "git"

// These are the kinds of edges, and their places in edgeKinds.
const (
	parents = iota
	treesOfCommits
	treeEntries
	tagged
	submodules
	numEdgeKinds
)

var edgeKinds = [numEdgeKinds]sink.EdgeKind{
	parents:        {Name: "parents"},
	treesOfCommits: {Name: "trees of commits"},
	treeEntries:    {Name: "tree entries"},
	tagged:         {Name: "tagged objects"},
	submodules:     {Name: "submodule links", Never: true},
}

// kind is what git calls the type of an object.
type kind uint8

const (
	blob kind = iota
	tree
	commit
	tag
	kinds
)

var kindNames = [kinds]string{"blob", "tree", "commit", "tag"}

func (k kind) String() string { return kindNames[k] }

// missing is the number of an object that the repository does not have.
const missing = math.MaxUint64

// repository is what Read knows so far.
type repository struct {
	sink    *sink.Sink
	table   table
	names   map[string]uint64 // refs that lead to an object of the table, and HEAD
	classes [kinds]sink.Class
	lost    [numEdgeKinds]uint64 // edges that lead to nothing
	disk    uint64               // bytes of the objects where they lie
}

// Read reads the repository at path: its folder, any folder inside, its .git, or a bare
// repository. It needs git 2.25 or later, and the right to read the repository. It changes
// nothing there.
//
// When ctx ends, Read kills the git command and returns the error of ctx. No goroutine and no
// process stays. If git fails, the error has what git wrote to its standard error. A
// [*sink.FormatError] says which object is damaged, and a wrapped [*sink.LimitError] which
// limit is exceeded. Any number of goroutines may read at once.
//
// Read takes 29 bytes for each object (41 with SHA-256), and about 100 for each ref, besides
// what the heap takes. The table of hashes stays, for the names of objects.
func Read(ctx context.Context, path string, opts sink.Options) (*sink.Dump, error) {
	g := &client{ctx: ctx, folder: folderOf(path)}
	about, err := g.about()
	if err != nil {
		return nil, err
	}
	r := newRepository(about.hashBytes, opts)
	if err := r.read(g); err != nil {
		return nil, err
	}
	if about.inside != "" {
		r.sink.Note("%s is the folder %s of a repository. The whole repository was read.", path, about.inside)
	}
	for _, said := range g.said {
		for line := range strings.Lines(said) {
			r.sink.Note("Git says: %s", line)
		}
	}
	r.explain(about.shallow)
	return r.build()
}

// Check returns the error that Read would return at once: that git is not there, that path is
// in no repository, or that git does not trust its owner. Any goroutine may call Check.
func Check(ctx context.Context, path string) error {
	g := client{ctx: ctx, folder: folderOf(path)}
	_, err := g.about()
	return err
}

func newRepository(hashBytes int, opts sink.Options) *repository {
	r := &repository{
		sink:  sink.NewNumbered(format, edgeKinds[:], opts),
		table: table{width: hashBytes},
		names: map[string]uint64{},
	}
	for k := range kinds {
		r.classes[k] = r.sink.Class(k.String())
	}
	return r
}

// read asks for the objects, then for the roots, and last for the contents. The unordered list
// is in the order in which the objects lie in the repository: the heap has the locality that git
// has given the packs, and git reads contents fastest in this order. The order of hashes would be
// random in memory, and a mark of it would measure cache misses only.
func (r *repository) read(g *client) error {
	const list = "--batch-check=%(objectname) %(objecttype) %(objectsize) %(objectsize:disk)"
	if err := g.run(nil, r.readList, "cat-file", "--batch-all-objects", "--unordered", "--buffer", list); err != nil {
		return err
	}
	if err := r.readRoots(g); err != nil {
		return err
	}
	return g.run(r.table.wanted(), r.readContents, "cat-file", "--batch", "--buffer")
}

func (r *repository) build() (*sink.Dump, error) {
	hash := map[int]string{20: "SHA-1", 32: "SHA-256"}[r.table.width]
	return r.sink.Build(sink.Program{
		Writer: "git repository, " + hash, Bytes: r.disk,
		IDs: &naming{table: &r.table, names: r.names}, Group: folder,
	})
}

// explain says what a user may wonder about.
func (r *repository) explain(shallow bool) {
	r.sink.Note("The roots are the refs and HEAD. Objects that only the index or a reflog names are not reached.")
	lost := r.lost[parents]
	if shallow && lost > 0 {
		r.sink.Note("The clone is shallow: its history ends where %d parents are not there.", lost)
		lost = 0
	}
	for k, n := range r.lost {
		if k != parents && k != submodules {
			lost += n
		}
	}
	r.sink.NoteCount(lost, "%d references lead to objects that are not there: the clone is partial, or damaged (git fsck says which).")
}

// edge adds an edge of the object whose turn it is.
func (r *repository) edge(kind int, hash []byte) {
	to, ok := r.table.find(hash)
	if !ok {
		to = missing
		r.lost[kind]++
	}
	r.sink.Edge(kind, to)
}

// fail returns an error about one object or one command of git.
func fail(record string, err error, problem string, args ...any) error {
	return &sink.FormatError{Format: format, Record: record, Offset: -1, Problem: fmt.Sprintf(problem, args...), Err: err}
}
