package godump

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestClasses: size and pointers tell objects apart, whether the pointers are nil or not. The order of the records does not.
func TestClasses(t *testing.T) {
	for _, m := range machines {
		e := newDump(m)
		e.object(5, at(0), at(1)).object(3).object(4, 0, 0).object(1, at(5))
		e.nums(uint64(Object), at(0)).memory(32, nil).pointers(3)
		e.object(2, 0, 0, 0, 0, at(5))
		for _, with := range []bool{false, true} {
			d, err := Read(bytes.NewReader(append(bytes.Clone(e.buf), byte(End))), Options{Classes: with})
			require.NoError(t, err)
			var of []string
			for ref, o := range d.All() {
				addr, size, _ := d.Address(ref)
				require.Equal(t, []uint64{addr, size}, []uint64{o.Address, o.Bytes})
				if with {
					of = append(of, d.Classes()[o.Class].String())
				} else {
					require.Zero(t, o.Class)
				}
			}
			if !with {
				require.Nil(t, d.Classes())
				continue
			}
			if m.ptr == 8 {
				assert.Equal(t, []string{"32 B, pointer at 24", "64 B, pointer at 0", "64 B, 5 pointers at 0, 8, 16, …", "64 B, no pointers", "64 B, pointers at 0, 8", "64 B, pointers at 0, 8"}, of)
			} else {
				assert.Equal(t, []string{"32 B, pointer at 12", "64 B, pointer at 0", "64 B, 5 pointers at 0, 4, 8, …", "64 B, no pointers", "64 B, pointers at 0, 4", "64 B, pointers at 0, 4"}, of)
			}
		}
	}
}

// TestManyClasses: objects of a file in which all differ are of one class from some number on.
func TestManyClasses(t *testing.T) {
	var c classes
	for size := range uint64(maxClasses + 10) {
		c.add(Class{Bytes: size + 1})
	}
	c.add(Class{Bytes: 7})
	assert.Len(t, c.all, maxClasses+1)
	assert.Equal(t, []uint32{1, maxClasses, 0, 7}, []uint32{c.of[0], c.of[maxClasses-1], c.of[maxClasses], c.of[maxClasses+10]})
	assert.Equal(t, "(other sizes)", c.all[0].String())
}
