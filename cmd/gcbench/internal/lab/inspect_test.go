package lab

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What an answer must not have is named, with its file and line.
func TestInspect(t *testing.T) {
	for text, says := range map[string]string{
		`import "sync/atomic"`:                 "a.go:2: imports sync/atomic: use the names in atomics.go instead",
		`import "sync"`:                        "a.go:2: imports sync: use the names",
		`import "os"`:                          "a.go:2: imports os: an answer may import cmp",
		`import u "unsafe"`:                    "a.go:2: imports unsafe: ",
		`import "C"`:                           "a.go:2: imports C: ",
		`import . "runtime"`:                   "a.go:2: imports runtime: ",
		"import \"fmt\"\nimport _ \"testing\"": "a.go:3: imports testing: ",
		"func f() {\n\tgo f()\n}":              "a.go:3: begins a goroutine",
		"var c chan int":                       "a.go:2: uses a channel",
		"func f() { select {} }":               "a.go:2: uses a channel",
		"var calls int":                        "a.go:2: has a variable outside of all functions",
		"func f() { _ = (recover)() }":         "a.go:2: calls recover",
		"func clear(b []uint64) {}":            "a.go:2: declares clear, a name that Go has already",
		"type uint64 = string":                 "a.go:2: declares uint64, a name",
		"const x, true = 1, false":             "a.go:2: declares true, a name",
		"import \"strconv\"\nfunc f() { strconv.ErrRange = nil }": "a.go:3: uses ErrRange, a variable of another package",
		"func f(": "a.go:2:9: expected",
		"const deep = " + strings.Repeat("(", 100_010) + "1" + strings.Repeat(")", 100_010): "a.go:2:",
		"func f() { _ = recover() }":                  "a.go:2: calls recover",
		"//go:build interleave":                       `a.go:2: has the directive "//go:build"`,
		"//go:linkname f runtime.f\nfunc f()":         `a.go:2: has the directive "//go:linkname"`,
		"//line other.go:7\nimport \"os\"":            `a.go:2: has the directive "//line"`,
		"// +build race":                              `a.go:2: has the directive "//"`,
		"func f() { /*line other.go:7*/ println(1) }": `a.go:2: has the directive "/*line"`,
	} {
		found := inspect(&Lab{}, Files{"a.go": "package answer\n" + text + "\n"})
		assert.Contains(t, strings.Join(found, "\n"), says, text)
	}
	for _, text := range []string{"import \"math/bits\"\nfunc f() { bits.Len64(1) }\nconst c = 1", "// go: no directive", "func recovery() {}", "type t int\nfunc (t) len() (clear int) { return clear }", ""} {
		assert.Empty(t, inspect(&Lab{}, Files{"a.go": "package answer\n" + text}), text)
	}
	assert.Empty(t, inspect(&Lab{}, Files{"answers.txt": "import \"os\""}))
	assert.Equal(t, []string{"a.go:1: says package main: it must say package answer"}, inspect(&Lab{}, Files{"a.go": "package main"}))
	const waits = "package answer\n\ntype list struct{ lock mutex }\n\nfunc f() { giveWay() }\n"
	assert.Empty(t, inspect(&Lab{}, Files{"a.go": waits}))
	assert.Equal(t, []string{"a.go:3: uses mutex: in this lab no worker waits for another one",
		"a.go:5: uses giveWay: in this lab no worker waits for another one"}, inspect(&Lab{noWait: true}, Files{"a.go": waits}))
	assert.Equal(t, []string{"a.go:2: imports sync: an answer may import " + strings.Join(mayImport, ", ")},
		inspect(&Lab{alone: true}, Files{"a.go": "package answer\nimport \"sync\""}))
}
