package symbols

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// program is the symbols of an imaginary program, with names as one system or another
// writes them.
func program(prefix string, sizes bool) []symbol {
	all := []symbol{
		{"runtime.bss", 0x2000, 0}, {"runtime.ebss", 0x2100, 0}, {"runtime.data", 0x1000, 0}, {"runtime.edata", 0x1080, 0},
		{"main.config", 0x1000, 16}, {"main.table", 0x1010, 0x60}, {"main.cache", 0x2000, 24}, {"main.empty", 0x2000, 0}, {"main.last", 0x20f0, 16},
		{"runtime.noptrbss", 0x2100, 0},
	}
	for i := range all {
		all[i].name = prefix + all[i].name
		if !sizes {
			all[i].bytes = 0
		}
	}
	return all
}

// TestVariables: a variable is found from its first to its last byte, wherever the program
// lies in memory.
func TestVariables(t *testing.T) {
	for _, slide := range []uint64{0, 0x55550000, 1<<64 - 0x1000} {
		segments := []godump.Segment{{Kind: godump.Data, Address: 0x1000 + slide, Bytes: 0x80}, {Kind: godump.BSS, Address: 0x2000 + slide, Bytes: 0x100}}
		for _, sizes := range []bool{true, false} {
			for _, prefix := range []string{"", "_"} {
				table := newTable(program(prefix, sizes))
				require.NoError(t, table.fit(segments))
				at := func(address uint64) string {
					name, offset, ok := table.At(address + slide)
					if !ok {
						return "none"
					}
					return name + string(rune('0'+offset/8))
				}
				assert.Equal(t, []string{"main.config0", "main.config1", "main.table0"}, []string{at(0x1000), at(0x1008), at(0x1010)})
				assert.Equal(t, []string{"main.cache0", "main.cache2", "main.last1", "none"}, []string{at(0x2000), at(0x2010), at(0x20f8), at(0xff8)})
				if sizes {
					assert.Equal(t, []string{"none", "none", "none"}, []string{at(0x1070), at(0x2018), at(0x2100)}, "between variables, and behind the last")
				}
			}
		}
	}
}

// TestWrongPrograms: another program, another build of this one, and no symbols.
func TestWrongPrograms(t *testing.T) {
	data := func(address, bytes uint64) godump.Segment {
		return godump.Segment{Kind: godump.Data, Address: address, Bytes: bytes}
	}
	for _, c := range []struct {
		all      []symbol
		segments []godump.Segment
		says     string
	}{
		{nil, []godump.Segment{data(0, 1)}, "it has no symbols runtime.data and runtime.edata: give the Go program that wrote the dump, built without -ldflags=-s"},
		{program("", true)[:3], []godump.Segment{data(0, 1)}, "it has no symbols runtime.data and runtime.edata"},
		{program("", true), []godump.Segment{data(0x1000, 0x88)}, "it is not the program that wrote the dump: its data segment has 128 bytes, and that of the dump has 136"},
		{program("", true), []godump.Segment{data(0x1000, 0x80), {Kind: godump.BSS, Address: 0x2008, Bytes: 0x100}}, "its segments lie elsewhere"},
		{program("", true), nil, "the dump has no segment of global variables"},
	} {
		assert.ErrorContains(t, newTable(c.all).fit(c.segments), c.says)
	}
	dir := t.TempDir()
	for content, says := range map[string]string{
		"":                  "it is not a program: give the file of the program",
		"#!/bin/sh\n":       "it is not a program: give the file of the program",
		"\x7fELF":           "its symbols cannot be read: ",
		"MZ\x00\x00":        "its symbols cannot be read: ",
		"\xcf\xfa\xed\xfe ": "its symbols cannot be read: ",
	} {
		path := filepath.Join(dir, "x")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		_, err := Open(path, nil)
		assert.ErrorContains(t, err, path+": "+says)
	}
	_, err := Open(filepath.Join(dir, "nosuch"), nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(dir, nil)
	assert.ErrorContains(t, err, dir+": it is not a program")
}
