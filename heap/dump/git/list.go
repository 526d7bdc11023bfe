package git

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"slices"
	"strconv"
)

// readList reads the list of all objects, a line for each: hash, type, and the size of the
// content and of what lies on the disk, in bytes. Each becomes an object of the heap with
// the number of its line.
func (r *repository) readList(in *bufio.Reader) error {
	hash := make([]byte, r.table.width)
	err := eachLine(in, func(line string) error {
		words := bytes.Split([]byte(line), []byte(" "))
		if len(words) == 2 && string(words[1]) == "missing" {
			return fail("list of objects", nil, "git lists object %q and cannot read it: the repository is damaged, git fsck says more", shortened(string(words[0])))
		}
		if len(words) != 4 {
			return fail("list of objects", nil, "git has printed the line %q: it must have a hash, a type and two sizes", shortened(line))
		}
		if err := r.decode(hash, words[0]); err != nil {
			return err
		}
		k := slices.Index(kindNames[:], string(words[1]))
		size, err := strconv.ParseUint(string(words[2]), 10, 64)
		disk, err2 := strconv.ParseUint(string(words[3]), 10, 63)
		if k < 0 || err != nil || err2 != nil {
			return fail("object "+string(words[0]), nil, "git has printed the line %q: it must have a hash, a type and two sizes", shortened(line))
		}
		r.sink.Object(uint64(r.table.len()), size, r.classes[k])
		r.table.add(hash, kind(k))
		r.disk += disk
		return r.sink.Err()
	})
	if err != nil {
		return err
	}
	if n, ok := r.table.sort(); ok {
		return fail("object "+r.table.text(n), nil, "git lists it twice")
	}
	return nil
}

// decode turns the digits of a hash into its bytes.
func (r *repository) decode(hash, digits []byte) error {
	if len(digits) == 2*len(hash) {
		if _, err := hex.Decode(hash, digits); err == nil {
			return nil
		}
	}
	return fail("", nil, "%q is not a hash: it must have %d hexadecimal digits", shortened(string(digits)), 2*len(hash))
}

// shortened returns what fits into an error.
func shortened(text string) string {
	const most = 200
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
