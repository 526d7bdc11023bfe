package git

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
)

// contents reads what "git cat-file --batch" prints: for each object a line with its hash,
// type and size, the content, and a line feed. It reads with a window, and keeps nothing.
type contents struct {
	*repository
	in   *input.Input
	n    int    // the number of the object
	left uint64 // bytes of its content that are not read yet
	hash []byte // room for one
}

// readContents reads the objects that refer to others, in order of number.
func (r *repository) readContents(in *bufio.Reader) error {
	c := contents{repository: r, hash: make([]byte, r.table.width)}
	c.in = input.New(in, c.fault)
	for n, k := range r.table.kinds {
		if k == blob {
			continue
		}
		c.n = n
		r.sink.From(uint64(n))
		c.header()
		switch k {
		case commit:
			c.commit()
		case tree:
			c.tree()
		case tag:
			c.tag()
		}
		c.end()
		if c.in.Stop(r.sink.Err()); c.in.Err() != nil {
			return c.in.Err()
		}
	}
	if c.in.More("end"); c.in.Err() != nil || len(c.in.Peek(1)) > 0 {
		return fail("", c.in.Err(), "git has printed more than the contents of the objects")
	}
	return nil
}

// fault says what is wrong with the object.
func (c *contents) fault(_ int64, problem string, err error) error {
	if err != nil {
		problem = "git ends before the object is printed whole"
	}
	return fail(c.name(), err, "%s", problem)
}

func (c *contents) name() string {
	return fmt.Sprintf("%v %s", c.table.kinds[c.n], c.table.text(c.n))
}

// headerBytes is more than the line before a content has, if it is right.
const headerBytes = 128

// header reads the line before a content.
func (c *contents) header() {
	line, _, whole := bytes.Cut(c.in.Peek(headerBytes), []byte("\n"))
	kind, hash := c.table.kinds[c.n].String(), c.table.text(c.n)
	digits, ok := bytes.CutPrefix(line, []byte(hash+" "+kind+" "))
	size, number := decimal(digits)
	switch {
	case !whole && len(line) < headerBytes:
		c.in.Chunk(headerBytes, "line before the content") // fails: git has ended
	case !whole || !ok || !number:
		c.in.Fail("git has printed the line %q before its content: it must be %s %s SIZE", shortened(string(line)), hash, kind)
	}
	c.in.Drop(len(line) + 1)
	c.left = size
}

// decimal reads a number below 10^18.
func decimal(digits []byte) (n uint64, ok bool) {
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = 10*n + uint64(d-'0')
	}
	return n, 0 < len(digits) && len(digits) <= 18
}

// peek returns the next n bytes of the content, or fewer at its end. They are valid until
// the next call.
func (c *contents) peek(n int) []byte { return c.in.Chunk(int(min(uint64(n), c.left)), "content") }

// drop passes over n bytes, which peek has returned.
func (c *contents) drop(n int) {
	c.in.Drop(n)
	c.left -= uint64(n)
}

// end passes over the rest of the content, and over the line feed after it.
func (c *contents) end() {
	c.in.Skip(c.left, "content")
	if after := c.in.Byte("end of the content"); after != '\n' && c.in.Err() == nil {
		c.in.Fail("byte %#x follows its content: it must be a line feed", after)
	}
}

// commit reads the lines of the tree and of the parents. They come before all others.
func (c *contents) commit() {
	if !c.line("tree ", treesOfCommits) {
		c.in.Fail(`a commit must begin with "tree " and a hash`)
	}
	for c.line("parent ", parents) {
	}
}

// tag reads the first line.
func (c *contents) tag() {
	if !c.line("object ", tagged) {
		c.in.Fail(`a tag must begin with "object " and a hash`)
	}
}

// line reads a line with a word and a hash, and adds the edge. It returns false if the
// line begins in another way.
func (c *contents) line(word string, edge int) bool {
	digits := 2 * c.table.width
	line := c.peek(len(word) + digits + 1)
	if !bytes.HasPrefix(line, []byte(word)) {
		return false
	}
	hash, after := line[len(word):], ""
	if len(hash) > digits {
		hash, after = hash[:digits], string(hash[digits:])
	}
	if err := c.decode(c.hash, hash); err != nil || after != "\n" {
		c.in.Fail("the line %q must have one hash after the word", shortened(string(line)))
		return false
	}
	c.edge(edge, c.hash)
	c.drop(len(line))
	return true
}
