package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// repository is a git repository as a graph. The objects have the first numbers. After them
// come the roots: the names of the refs, HEAD, and the index.
type repository struct {
	folder  string
	names   mark.Numbering[string] // hashes of objects, then the names of the roots
	objects []object               // by number
	edges   [][2]uint32
	roots   []uint32
}

type object struct {
	kind  string // commit, tree, blob or tag
	bytes int64
}

// read asks git for all objects and refs. It reads the contents of commits, trees and tags,
// because these refer to other objects.
func (r *repository) read(ctx context.Context) error {
	var inner strings.Builder
	err := r.git(ctx, "", r.lines(func(words []string) error {
		bytes, err := strconv.ParseInt(words[2], 10, 64)
		r.names.Add(words[0])
		r.objects = append(r.objects, object{words[1], bytes})
		if words[1] != "blob" {
			inner.WriteString(words[0] + "\n")
		}
		return err
	}), "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
	if err != nil {
		return err
	}
	return errors.Join(
		r.git(ctx, inner.String(), r.contents, "cat-file", "--batch", "--buffer"),
		r.git(ctx, "", r.lines(func(words []string) error { return r.root(words[1], words[0]) }), "for-each-ref", "--format=%(objectname) %(refname)"),
		r.git(ctx, "HEAD\n", r.lines(r.head), "cat-file", "--batch-check"),
		r.git(ctx, "", r.lines(r.head), "worktree", "list", "--porcelain"),
		r.git(ctx, "", r.lines(r.staged), "ls-files", "--stage"),
	)
}

// git runs a command of git, and gives what it prints to read. Replacements are left out,
// because they hide objects.
func (r *repository) git(ctx context.Context, stdin string, read func(*bufio.Reader) error, args ...string) error {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", r.folder, "--no-replace-objects"}, args...)...)
	var problems bytes.Buffer
	c.Stdin, c.Stderr = strings.NewReader(stdin), &problems
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	wrong := read(bufio.NewReader(out))
	_, _ = io.Copy(io.Discard, out) // so that git can end
	if err := c.Wait(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, &problems)
	}
	return wrong
}

// lines returns a reader that hands over the words of each line that is not empty.
func (r *repository) lines(do func(words []string) error) func(*bufio.Reader) error {
	return func(in *bufio.Reader) error {
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			if words := strings.Fields(scanner.Text()); len(words) > 1 {
				if err := do(words); err != nil {
					return fmt.Errorf("%q: %w", scanner.Text(), err)
				}
			}
		}
		return scanner.Err()
	}
}

// root adds an edge from a root to the object.
func (r *repository) root(name, hash string) error {
	_, known := r.names.Number(name)
	number := r.names.Add(name)
	if !known {
		r.roots = append(r.roots, number)
	}
	return r.edge(number, hash)
}

// head takes what git says of HEAD, and leaves out a HEAD that leads to no commit yet.
func (r *repository) head(words []string) error {
	hash := words[0] // HASH commit SIZE
	if hash == "HEAD" {
		hash = words[1] // HEAD HASH of a worktree, or HEAD missing
	}
	if _, known := r.names.Number(hash); !known {
		return nil
	}
	return r.root("HEAD", hash)
}

// staged takes an entry of the index: mode, hash, stage and name. A submodule's commit lies
// in another repository. A file that "git add -N" has announced has no object.
func (r *repository) staged(words []string) error {
	if _, known := r.names.Number(words[1]); !known || words[0] == submodule {
		return nil
	}
	return r.root("index", words[1])
}

// submodule is the mode of a submodule's commit.
const submodule = "160000"

// contents reads objects as "git cat-file --batch" writes them, and adds their edges.
func (r *repository) contents(in *bufio.Reader) error {
	for {
		header, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		words := strings.Fields(header)
		if err != nil || len(words) != 3 {
			return fmt.Errorf("git cat-file has printed %q: %w", header, err)
		}
		bytes, err := strconv.Atoi(words[2])
		if err != nil {
			return err
		}
		content := make([]byte, bytes+1) // and a line feed
		if _, err := io.ReadFull(in, content); err != nil {
			return err
		}
		if err := r.refer(words[0], words[1], content[:bytes]); err != nil {
			return fmt.Errorf("%s %s: %w", words[1], words[0], err)
		}
	}
}

// refer adds an edge for each object that this one names.
func (r *repository) refer(hash, kind string, content []byte) error {
	from, _ := r.names.Number(hash)
	if kind == "tree" {
		return r.entries(from, len(hash)/2, content)
	}
	for line := range bytes.Lines(content) {
		key, named, header := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		if !header {
			return nil // the message follows
		}
		if key == "tree" || key == "parent" || key == "object" {
			if err := r.edge(from, named); err != nil {
				return err
			}
		}
	}
	return nil
}

// entries reads a tree. Each entry is a mode, a blank, a name, a zero byte and a hash.
func (r *repository) entries(from uint32, hashBytes int, content []byte) error {
	for len(content) > 0 {
		mode, rest, _ := bytes.Cut(content, []byte(" "))
		_, rest, _ = bytes.Cut(rest, []byte{0})
		if len(rest) < hashBytes {
			return errors.New("an entry is cut off")
		}
		if string(mode) != submodule {
			if err := r.edge(from, hex.EncodeToString(rest[:hashBytes])); err != nil {
				return err
			}
		}
		content = rest[hashBytes:]
	}
	return nil
}

func (r *repository) edge(from uint32, hash string) error {
	to, known := r.names.Number(hash)
	if !known {
		return fmt.Errorf("it names the object %s, which is not in the repository: is this a shallow or a partial clone?", hash)
	}
	r.edges = append(r.edges, [2]uint32{from, to})
	return nil
}

// kind says what the node with this number is.
func (r *repository) kind(number uint32) string {
	if int(number) < len(r.objects) {
		return r.objects[number].kind
	}
	return "(root)"
}
