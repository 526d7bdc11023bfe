// Gitorphans lists the objects of a git repository that no ref reaches: what "git gc" may
// delete one day.
//
//	go run ./mark/examples/gitorphans -C FOLDER                  a line for each such object
//	go run ./mark/examples/gitorphans -C FOLDER -why HASH        why is this object kept?
//
// It starts from the refs, from HEAD of each worktree, and from the entries of the index. It
// does not start from reflogs. "git fsck --unreachable --no-reflogs" does much the same. It also
// keeps the trees that the index remembers.
//
// Package git of heap/dump reads the repository as a heap, and a heap is a graph, so roots can be
// added.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

func main() {
	folder := flag.String("C", ".", "a folder of the repository")
	why := flag.String("why", "", "say why the object with this hash, or of this ref, is kept")
	flag.Parse()
	ctx := context.Background()
	r, err := read(ctx, *folder)
	switch {
	case err != nil:
	case *why != "":
		err = r.explain(ctx, os.Stdout, *why)
	default:
		err = r.orphans(ctx, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gitorphans:", err)
		os.Exit(1)
	}
}

// repository is a git repository as a graph.
type repository struct {
	*sink.Dump
	graph heap.Graph
	roots []uint32 // of the heap, and the entries of the index
}

func read(ctx context.Context, folder string) (*repository, error) {
	d, err := git.Read(ctx, folder, sink.Options{})
	if err != nil {
		return nil, err
	}
	r := &repository{Dump: d, graph: d.Heap.Graph()}
	r.roots = r.graph.Roots()
	return r, r.addIndex(ctx, folder)
}

// submodule is the mode of a submodule's commit, which lies in another repository.
const submodule = "160000"

// addIndex makes roots of the entries of the index: mode, hash, stage and name. A file that "git add -N" has
// announced has no object.
func (r *repository) addIndex(ctx context.Context, folder string) error {
	c := exec.CommandContext(ctx, "git", "-C", folder, "ls-files", "--stage")
	var problems bytes.Buffer
	c.Stderr = &problems
	text, err := c.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w\n%s", err, &problems)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if ref, known := r.Find(words[1]); known && words[0] != submodule {
			r.roots = append(r.roots, uint32(ref))
		}
	}
	return nil
}

// orphans prints each object that is not reachable, in order of hash, and how many there are.
func (r *repository) orphans(ctx context.Context, out io.Writer) error {
	reached, err := mark.Graph(ctx, r.graph, r.roots, mark.Options{})
	if err != nil {
		return err
	}
	var lines []string
	total := uint64(0)
	for ref, bytes := range r.Objects() {
		if !reached.Has(uint32(ref)) {
			lines = append(lines, fmt.Sprintln(r.Text(ref), r.Class(ref), bytes))
			total += bytes
		}
	}
	slices.Sort(lines)
	_, err = fmt.Fprintf(out, "%s%d of %d objects are not reachable; they have %d bytes\n", strings.Join(lines, ""), len(lines), r.Heap.NumObjects(), total)
	return err
}

// explain prints a shortest path from a root to the object.
func (r *repository) explain(ctx context.Context, out io.Writer, name string) error {
	ref, known := r.Find(name)
	if !known {
		return fmt.Errorf("-why %s: it must be the hash of an object of the repository, or the name of a ref", name)
	}
	path, err := reach.Path(ctx, r.graph, r.roots, uint32(ref), mark.Options{})
	if err != nil {
		return err
	}
	if path == nil {
		fmt.Fprintln(out, name, "is not reachable")
		return nil
	}
	root := "index"
	for label := range r.RootsOf(heap.Ref(path[0])) {
		root = label
		break
	}
	fmt.Fprintln(out, root, "(root)")
	for _, node := range path {
		fmt.Fprintln(out, r.Text(heap.Ref(node)), r.Class(heap.Ref(node)))
	}
	return nil
}
