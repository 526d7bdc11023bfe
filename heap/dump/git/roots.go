package git

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// nameBytes is what a name of a ref takes besides its characters.
const nameBytes = 80

// readRoots asks for the refs, for HEAD, and for HEAD of the other worktrees.
func (r *repository) readRoots(g *client) error {
	lines := func(do func(line string) error) func(*bufio.Reader) error {
		return func(in *bufio.Reader) error { return eachLine(in, do) }
	}
	if err := g.run(nil, lines(r.ref), "for-each-ref", "--format=%(objectname) %(refname)"); err != nil {
		return err
	}
	if err := g.run(strings.NewReader(head+"\n"), lines(r.head), "cat-file", "--batch-check=%(objectname)"); err != nil {
		return err
	}
	return g.run(nil, lines(r.worktrees()), "worktree", "list", "--porcelain")
}

const head = "HEAD"

// ref takes a line with a hash and the name of a ref.
func (r *repository) ref(line string) error {
	digits, name, _ := strings.Cut(line, " ")
	hash := make([]byte, r.table.width)
	if err := r.decode(hash, []byte(digits)); err != nil {
		return err
	}
	r.root(hash, name, name)
	return r.sink.Err()
}

// root makes an object a root. Find will know it by name.
func (r *repository) root(hash []byte, name, label string) {
	to, ok := r.table.find(hash)
	if !ok {
		to = missing
	} else if name != "" {
		r.names[name] = to
	}
	r.sink.Held(uint64(len(name)) + nameBytes)
	r.sink.Root(to, r.sink.Label(label))
}

// head takes the hash of HEAD, or says nothing where HEAD leads to no commit yet: there git
// prints "HEAD missing".
func (r *repository) head(line string) error {
	hash, err := hex.DecodeString(line)
	if err == nil && len(hash) == r.table.width {
		r.root(hash, head, head)
	}
	return r.sink.Err()
}

// worktrees takes a line of what git says of the worktrees. It returns a function, because two lines belong
// together: "HEAD 1234..." and then "detached". A HEAD on a branch is no other root than the branch.
func (r *repository) worktrees() func(line string) error {
	last := ""
	return func(line string) error {
		if digits, ok := strings.CutPrefix(line, head+" "); ok {
			last = digits
		}
		hash, err := hex.DecodeString(last)
		if line == "detached" && err == nil && len(hash) == r.table.width && !r.isHead(hash) {
			r.root(hash, "", "HEAD of another worktree")
		}
		return r.sink.Err()
	}
}

// grouped adds up the refs of each folder, such as refs/tags, because a repository may have
// thousands.
func grouped(roots []sink.RootCount) (groups []sink.RootCount) {
	for _, r := range roots {
		if parts := strings.SplitN(r.Label, "/", 3); len(parts) > 2 {
			r.Label = parts[0] + "/" + parts[1]
		}
		i := slices.IndexFunc(groups, func(g sink.RootCount) bool { return g.Label == r.Label })
		if i < 0 {
			groups = append(groups, r)
		} else {
			groups[i].Count += r.Count
		}
	}
	slices.SortStableFunc(groups, func(a, b sink.RootCount) int { return cmp.Compare(b.Count, a.Count) })
	return groups
}

func (r *repository) isHead(hash []byte) bool {
	n, ok := r.table.find(hash)
	known, named := r.names[head]
	return ok && named && n == known
}
