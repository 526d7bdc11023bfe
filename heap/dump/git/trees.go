package git

import "bytes"

// A tree has entries without anything between them:
//
//	100644 README.md NUL hash      the mode is octal, the hash is bytes

// submodule is the mode of a commit of another repository, in octal digits.
const submodule = "160000"

// modeDigits is the most that a mode has.
const modeDigits = 6

// tree reads the entries.
func (c *contents) tree() {
	for c.left > 0 && c.in.Err() == nil {
		mode := c.peek(modeDigits + 1)
		blank := bytes.IndexByte(mode, ' ')
		if blank <= 0 || !octal(mode[:blank]) {
			c.in.Fail("%d bytes before its end an entry has no mode: it must begin with at most %d octal digits and a blank", c.left, modeDigits)
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
			c.in.Fail("its last entry has %d bytes of a hash: it must have %d", len(hash), c.table.width)
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

// nameWindow is more than most names have.
const nameWindow = 256

// skipName passes over a name and the NUL after it.
func (c *contents) skipName() {
	for c.in.Err() == nil {
		part := c.peek(nameWindow)
		end := bytes.IndexByte(part, 0)
		if end >= 0 {
			c.drop(end + 1)
			return
		}
		if c.drop(len(part)); c.left == 0 {
			c.in.Fail("the name of its last entry has no end")
		}
	}
}
