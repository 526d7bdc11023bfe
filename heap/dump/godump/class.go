package godump

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// A dump has no types, but it has what the collector knows of an object: its size and where its pointers lie. Objects of
// one type agree in both. Objects of two types may agree, too, and then they are of one class here.

// Class is what the collector knows of an object: its size, and where its pointers lie.
// Objects of one type have the same Class, but two types may share one. If a file has more
// than 65,536 classes, the zero value stands for all further ones.
type Class struct {
	Bytes    uint64          // the size, that of a size class
	Pointers uint64          // how many words are pointers, nil or not
	First    [leading]uint64 // the offsets of the first of them, in bytes; 0 where there are fewer
}

const (
	leading    = 3       // how many offsets of pointers a class has
	maxClasses = 1 << 16 // so that a file of objects that all differ takes no more than some megabytes
)

// String returns the class in words: "48 B, pointers at 8, 16".
func (c Class) String() string {
	switch {
	case c.Bytes == 0:
		return "(other sizes)"
	case c.Pointers == 0:
		return fmt.Sprintf("%d B, no pointers", c.Bytes)
	case c.Pointers == 1:
		return fmt.Sprintf("%d B, pointer at %d", c.Bytes, c.First[0])
	}
	var at []string
	for _, off := range c.First[:min(c.Pointers, leading)] {
		at = append(at, strconv.FormatUint(off, 10))
	}
	if c.Pointers > leading {
		return fmt.Sprintf("%d B, %d pointers at %s, …", c.Bytes, c.Pointers, strings.Join(at, ", "))
	}
	return fmt.Sprintf("%d B, pointers at %s", c.Bytes, strings.Join(at, ", "))
}

// classes are those of the objects read so far. number 0 is the zero Class.
type classes struct {
	all    []Class
	number map[Class]uint32
	of     []uint32 // of[i] is the class of object record i
}

// add gives the object that was read last its class.
func (c *classes) add(class Class) {
	if c.all == nil {
		c.all, c.number = make([]Class, 1), map[Class]uint32{}
	}
	n, known := c.number[class]
	if !known && len(c.all) <= maxClasses {
		n = uint32(len(c.all))
		c.all = append(c.all, class)
		c.number[class] = n
	}
	c.of = append(c.of, n)
}

// Classed is an object with its class.
type Classed struct {
	Address, Bytes uint64 // as Address returns them
	Class          uint32 // in Classes
}

// Classes returns the classes of the objects, or nil without Options.Classes. The caller must
// not change it.
func (d *Dump) Classes() []Class { return d.classes }

// All iterates over all objects in order of address. Without Options.Classes all have class 0.
func (d *Dump) All() iter.Seq2[heap.Ref, Classed] {
	return func(yield func(heap.Ref, Classed) bool) {
		for i, ref := range d.table.Refs {
			o := &d.table.Objects[i]
			if !yield(ref, Classed{o.Addr, o.Bytes, o.Tag}) {
				return
			}
		}
	}
}
