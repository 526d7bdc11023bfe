package git

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// contents reads what "git cat-file --batch" prints: for each object a line with its hash,
// type and size, the content, and a line feed. It reads with a window, and keeps nothing.
type contents struct {
	*repository
	in   *bufio.Reader
	n    int    // the number of the object
	left uint64 // bytes of its content that are not read yet
	hash []byte // room for one
	err  error  // the first error stays; then nothing is read any more
}

// readContents reads the objects that refer to others, in order of number.
func (r *repository) readContents(in *bufio.Reader) error {
	c := contents{repository: r, in: in, hash: make([]byte, r.table.width)}
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
		if c.err == nil {
			c.err = r.sink.Err()
		}
		if c.err != nil {
			return c.err
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return fail("", err, "git has printed more than the contents of the objects")
	}
	return nil
}

// fail says what is wrong with the object.
func (c *contents) fail(problem string, args ...any) {
	if c.err == nil {
		c.err = fail(c.name(), nil, problem, args...)
	}
}

func (c *contents) name() string {
	return fmt.Sprintf("%v %s", c.table.kinds[c.n], c.table.text(c.n))
}

// broken takes an error of reading.
func (c *contents) broken(err error) {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if c.err == nil {
		c.err = fail(c.name(), err, "git ends before the object is printed whole")
	}
}

// header reads the line before a content.
func (c *contents) header() {
	line, err := c.in.ReadSlice('\n')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		c.broken(err)
		return
	}
	want := c.name()
	kind, hash := want[:len(want)-2*c.table.width-1], want[len(want)-2*c.table.width:]
	var size uint64
	rest, ok := bytes.CutPrefix(line, []byte(hash+" "+kind+" "))
	if ok {
		size, ok = decimal(bytes.TrimSuffix(rest, []byte("\n")))
	}
	if !ok {
		c.fail("git has printed the line %q before its content: it must be %s %s SIZE", shortened(string(line)), hash, kind)
	}
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
func (c *contents) peek(n int) []byte {
	if c.err != nil {
		return nil
	}
	buf, err := c.in.Peek(int(min(uint64(n), c.left)))
	if err != nil {
		c.broken(err)
		return nil
	}
	return buf
}

// drop passes over n bytes, which peek has returned.
func (c *contents) drop(n int) {
	if c.err == nil {
		_, _ = c.in.Discard(n)
		c.left -= uint64(n)
	}
}

// end passes over the rest of the content, and over the line feed after it.
func (c *contents) end() {
	for c.left > 0 && c.err == nil {
		n, err := c.in.Discard(int(min(c.left, 1<<30)))
		c.left -= uint64(n)
		if err != nil {
			c.broken(err)
		}
	}
	if c.err != nil {
		return
	}
	switch after, err := c.in.ReadByte(); {
	case err != nil:
		c.broken(err)
	case after != '\n':
		c.fail("byte %#x follows its content: it must be a line feed", after)
	}
}

// commit reads the lines of the tree and of the parents. They come before all others.
func (c *contents) commit() {
	if !c.line("tree ", treesOfCommits) {
		c.fail(`a commit must begin with "tree " and a hash`)
	}
	for c.line("parent ", parents) {
	}
}

// tag reads the first line.
func (c *contents) tag() {
	if !c.line("object ", tagged) {
		c.fail(`a tag must begin with "object " and a hash`)
	}
}

// line reads a line with a word and a hash, and adds the edge. It returns false if the
// line begins in another way.
func (c *contents) line(word string, edge int) bool {
	digits := 2 * c.table.width
	line := c.peek(len(word) + digits + 1)
	if c.err != nil || !bytes.HasPrefix(line, []byte(word)) {
		return false
	}
	hash, after := line[len(word):], ""
	if len(hash) > digits {
		hash, after = hash[:digits], string(hash[digits:])
	}
	if err := c.decode(c.hash, hash); err != nil || after != "\n" {
		c.fail("the line %q must have one hash after the word", shortened(string(line)))
		return false
	}
	c.edge(edge, c.hash)
	c.drop(len(line))
	return true
}
