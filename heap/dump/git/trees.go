package git

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A tree has entries without anything between them:
//
//	100644 README.md NUL hash      the mode is octal, the hash is bytes

// submodule is the mode of a commit of another repository, in octal digits.
const submodule = "160000"

// modeDigits is the most that a mode has.
const modeDigits = 6

// tree reads the entries.
func (c *contents) tree() {
	for c.left > 0 && c.err == nil {
		mode := c.peek(modeDigits + 1)
		blank := bytes.IndexByte(mode, ' ')
		if blank <= 0 || !octal(mode[:blank]) {
			c.fail("%d bytes before its end an entry has no mode: it must begin with at most %d octal digits and a blank", c.left, modeDigits)
			return
		}
		edge := treeEntries
		if string(mode[:blank]) == submodule {
			edge = submodules
		}
		c.drop(blank + 1)
		c.skipName()
		hash := c.peek(c.table.width)
		if len(hash) < c.table.width {
			c.fail("its last entry has %d bytes of a hash: it must have %d", len(hash), c.table.width)
			return
		}
		c.edge(edge, hash)
		c.drop(len(hash))
	}
}

func octal(digits []byte) bool {
	for _, d := range digits {
		if d < '0' || d > '7' {
			return false
		}
	}
	return true
}

// skipName passes over a name and the NUL after it.
func (c *contents) skipName() {
	for c.err == nil {
		part, err := c.in.ReadSlice(0)
		switch {
		case uint64(len(part)) > c.left, err == io.EOF:
			c.fail("the name of its last entry has no end")
			return
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			c.broken(err)
			return
		}
		c.left -= uint64(len(part))
		if err == nil {
			return
		}
	}
}
