package git

import (
	"bufio"
	"encoding/hex"
	"strings"
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

// folder is as what a ref counts: a repository may have thousands of tags.
func folder(ref string) string {
	if parts := strings.SplitN(ref, "/", 3); len(parts) > 2 {
		return parts[0] + "/" + parts[1]
	}
	return ref
}

func (r *repository) isHead(hash []byte) bool {
	n, ok := r.table.find(hash)
	known, named := r.names[head]
	return ok && named && n == known
}
