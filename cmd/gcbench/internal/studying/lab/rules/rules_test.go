package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// deques is a lab with workers, whose given files have words, plain fields and an interface.
var deques = &Lab{Shared: "atomics.go", Given: Files{
	"atomics.go": "//go:build !interleave\n\npackage answer\n\nimport (\n\t\"runtime\"\n\t\"sync\"\n\t\"sync/atomic\"\n)\n\ntype (\n\tword = atomic.Uint64\n\tmutex = sync.Mutex\n)\n\nfunc giveWay() { runtime.Gosched() }\n",
	"deque.go": `package answer

type Deque struct {
	top, bottom word
	slots       []word
	wrap        uint64
	own         owner
}

type owner struct{ bottom uint64 }

type Outcome int

func (o Outcome) String() string { return "" }

type Heap interface{ Roots() []uint32 }
`,
	"first_test.go": "package answer\n\nfunc broken(",
	"other.s":       "TEXT",
}, Skeleton: Files{"mine.go": "package answer\n\nfunc (d *Deque) Pop() (uint64, bool) { return 0, false }\n"}, Judge: Files{"atomics_interleave.go": ""}}

// said is all that is found in the file a.go with this text.
func said(l *Lab, text string) string {
	found := Check(l, Files{"a.go": "package answer\n" + text + "\n"})
	return strings.Join(append(found.Broken, found.Errors...), "\n")
}

// TestMissing: a function of the skeleton that the answer lacks is named with its arguments.
func TestMissing(t *testing.T) {
	for text, want := range map[string]string{
		"func (d *Deque) pop() (uint64, bool) { return 0, false }": "Pop is missing: the task asks for func (d *Deque) Pop() (uint64, bool)",
		"func (d *Deque) Pop() (uint64, bool) { return 0, false }": "",
		"func (d *Deque) pop(": "", // the parser says what is wrong
	} {
		assert.Equal(t, want, strings.Join(Missing(deques, Files{"a.go": "package answer\n" + text}), "\n"), text)
	}
}

// A thing that an answer must not have is named, with its file, line and column.
func TestRules(t *testing.T) {
	for text, says := range map[string]string{
		// imports and directives
		`import "sync/atomic"`:                 "a.go:2:8: imports sync/atomic: use the names in atomics.go instead",
		`import "sync"`:                        "a.go:2:8: imports sync: use the names",
		`import "os"`:                          "a.go:2:8: imports os: an answer may import cmp, fmt, math, math/bits, slices",
		`import u "unsafe"`:                    "a.go:2:8: imports unsafe: ",
		`import "C"`:                           "a.go:2:8: imports C: ",
		`import "runtime"`:                     "a.go:2:8: imports runtime: ",
		`import . "math/bits"`:                 `a.go:2:8: imports the names of math/bits with a dot: write import "math/bits"`,
		"import \"fmt\"\nimport _ \"testing\"": "a.go:3:8: imports testing: ",
		"//go:build interleave":                `a.go:2:1: has the directive "//go:build"`,
		"//go:embed a.go":                      `a.go:2:1: has the directive "//go:embed"`,
		"//go:linkname f runtime.f\nfunc f()":  `a.go:2:1: has the directive "//go:linkname"`,
		"//line other.go:7\nimport \"os\"":     `a.go:2:1: has the directive "//line"`,
		"// +build race":                       `a.go:2:1: has the build constraint "// +build race"`,
		"func f() { /*line other.go:7*/ f() }": `a.go:2:12: has the directive "/*line"`,
		// declarations
		"var calls int":                     "a.go:2:1: has a variable outside of all functions",
		"var _ = func() int { return 1 }()": "a.go:2:1: has a variable outside of all functions",
		"func init() {}":                    "a.go:2:1: has a function init",
		"func f()":                          "a.go:2:1: declares f without a body",
		"func clear(b []uint64) {}":         "a.go:2:6: declares clear, a name that Go has already",
		"type uint64 = string":              "a.go:2:6: declares uint64, a name",
		"const x, true = 1, false":          "a.go:2:10: declares true, a name",
		"func (d *Deque) Show(n string, v uint64) string { return n }":   "a.go:2:17: has a method Show that the task does not name",
		"type text string\nfunc (t text) Error() string { return \"\" }": "a.go:3:15: has a method Error",
		"func f(": "a.go:2:9: syntax error: expected",
		"const deep = " + strings.Repeat("(", 100_010) + "1" + strings.Repeat(")", 100_010): "a.go:2:",
		// what the explorer does not see
		"func f() {\n\tgo f()\n}":                                "a.go:3:2: begins a goroutine",
		"func f() { var c chan int }":                            "a.go:2:18: uses a channel",
		"func f() { select {} }":                                 "a.go:2:12: uses a channel",
		"func f() { _ = (recover)() }":                           "a.go:2:17: calls recover",
		"func f() { defer recover() }":                           "a.go:2:18: calls recover",
		"func f() { println(1) }":                                "a.go:2:12: calls println, which mixes with the messages of Go itself: use fmt.Println",
		"func f(h Heap) { _ = h.(Heap) }":                        "a.go:2:22: asks for the type of a value",
		"func f(h Heap) { switch h.(type) {} }":                  "a.go:2:18: asks for the type of a value",
		"func f(m map[int]int) {\n\tfor range m {\n\t}\n}":       "a.go:3:2: ranges over a map",
		"func f[M ~map[int]int](m M) {\n\tfor range m {\n\t}\n}": "a.go:3:2: ranges over a map, or over what may be one",
		// copies of words
		"func f(d *Deque) { w := d.top; w.Load() }":                                                                  "a.go:2:25: copies a word",
		"func f(d *Deque) { _ = *d }":                                                                                "a.go:2:24: copies a Deque",
		"func f(d, e *Deque) { *d = *e }":                                                                            "a.go:2:23: assigns to a Deque as a whole",
		"func f(d *Deque) { *d = Deque{} }":                                                                          "a.go:2:20: assigns to a Deque as a whole",
		"func f(d *Deque) { d.top = word{} }":                                                                        "a.go:2:20: assigns to a word as a whole",
		"func f(d *Deque) { d.slots[0], d.wrap = word{}, 1 }":                                                        "a.go:2:20: assigns to a word as a whole",
		"func f(d *Deque) bool { return d.top == d.bottom }":                                                         "a.go:2:32: compares a word as a whole",
		"func f(d *Deque) { switch d.top {} }":                                                                       "a.go:2:27: compares a word as a whole",
		"func f(d *Deque) {\n\tfor _, w := range d.slots {\n\t\tw.Load()\n\t}\n}":                                    "a.go:3:9: copies each word that it ranges over",
		"func f(d *Deque) {\n\tvar w word\n\tfor _, w = range d.slots {\n\t\tw.Load()\n\t}\n}":                       "a.go:4:9: copies a word",
		"type two struct{ all [2]word }\nfunc f(t *two) {\n\tfor i, _ := range t.all {\n\t\tt.all[i].Load()\n\t}\n}": "a.go:4:20: copies a [2]word",
		"func f(w *word) { x := new(*w); x.Load() }":                                                                 "a.go:2:28: copies a word",
		"func f(w word) {}":                                                      "a.go:2:8: has a word as a parameter or a result",
		"func (d Deque) f() {}":                                                  "a.go:2:7: has a Deque as a parameter or a result",
		"func f() { func(w mutex) {}(mutex{}) }":                                 "a.go:2:17: has a mutex as a parameter",
		"func f() word { return word{} }":                                        "a.go:2:24: copies a word",
		"func f(d *Deque) { d.slots = append(d.slots, word{}) }":                 "a.go:2:30: calls append with a slice of word",
		"func f(d *Deque) { copy(d.slots, d.slots[1:]) }":                        "a.go:2:20: calls copy with a slice of word",
		"func f(d *Deque) { clear(d.slots) }":                                    "a.go:2:20: calls clear with a slice of word",
		"func f(d *Deque) { _ = [2]word(d.slots) }":                              "a.go:2:24: converts a []word to a [2]word",
		"func f(d *Deque) { _ = [...]word{{}}[0] }":                              "a.go:2:24: copies a [1]word",
		"func f(m map[int]word) { _ = m[1] }":                                    "a.go:2:30: copies a word",
		"type pair struct{ a, b word }\nfunc f(p *pair) { q := *p; q.a.Load() }": "a.go:3:24: copies a pair",
		// words under other types
		"type mine word":         "a.go:2:6: makes the type mine of word",
		"type mine Deque":        "a.go:2:6: makes the type mine of Deque",
		"type mine[T any] Deque": "a.go:2:6: makes the type mine of Deque",
		"type mine struct{ word }\nfunc f(w *word) { _ = (*mine)(w) }":                                            "a.go:3:31: cannot convert",
		"type bits []word\nfunc f(d *Deque) { _ = bits(d.slots) }":                                                "a.go:3:24: converts a []word to a bits",
		"func load[T any](p *T) T { return *p }\nfunc f(d *Deque) { load(&d.wrap); w := load(&d.top); w.Load() }": "a.go:3:40: uses load with the type word, which workers share",
		"type box[T any] struct{ p *T }\nfunc f(d *Deque) { _ = box[Deque]{d} }":                                  "a.go:3:24: uses box with the type Deque",
		"func same[P interface{ *E }, E any](p P) { _ = *p }\nfunc f(d *Deque) { same(d) }":                       "a.go:3:20: uses same with the type *Deque",
		"import \"slices\"\nfunc f(d *Deque) { slices.Reverse(d.slots) }":                                         "a.go:3:27: uses Reverse with the type []word",
		// interfaces, and what is printed
		"func f(d *Deque) { var x any = d; _ = x }":                                  "a.go:2:24: gives x a type with an interface in it",
		"func f(d *Deque) { _ = any(d) }":                                            "a.go:2:24: uses a value of type any",
		"func f(x ...interface{ Load() uint64 }) {}\nfunc g(d *Deque) { f(&d.top) }": "a.go:2:8: gives x a type with an interface in it",
		"func f() error { return nil }\nfunc g() { f() }":                            "a.go:3:12: uses a value of type func() error",
		"type list struct{ next any }\nfunc f(l *list) { _ = l.next == l.next }":     "a.go:2:19: gives next a type with an interface in it",
		"import \"fmt\"\nfunc f(d *Deque) { fmt.Println(d) }":                        "a.go:3:32: gives fmt.Println a *Deque: it may have numbers",
		"import \"fmt\"\nfunc f(d *Deque) { fmt.Println(d.slots) }":                  "a.go:3:32: gives fmt.Println a []word",
		"import \"fmt\"\nfunc f(s []int) { fmt.Printf(\"%p\", s) }":                  "a.go:3:36: gives fmt.Printf a []int: it may have numbers, strings and truth values, such as what Load returns; fmt.Println also prints slices of these",
		"import \"fmt\"\nfunc f(p *int) { fmt.Print(p) }":                            "a.go:3:28: gives fmt.Print a *int",
		"import \"fmt\"\nfunc f() { fmt.Print(f) }":                                  "a.go:3:22: gives fmt.Print a func()",
		"import \"fmt\"\nfunc f() { p := fmt.Println; p(1) }":                        "a.go:3:12: gives p a type with an interface in it",
		"import \"fmt\"\nfunc f() { fmt.Println([]any{1}...) }":                      "a.go:3:24: uses a value of type []any",
		"import \"fmt\"\nfunc f() { fmt.Sscan(\"1\") }":                              "a.go:3:12: uses fmt.Sscan: of fmt an answer may use Print, Printf, Println, Sprint, Sprintf, Sprintln",
		"import \"fmt\"\nfunc f() { n, err := fmt.Println(1); _, _ = n, err }":       "a.go:3:15: gives err a type with an interface in it",
		"import \"math\"\nfunc f() { _ = math.Nowhere }":                             "a.go:3:16: uses math.Nowhere: of math an answer may use Abs,",
		"func f(d *Deque) { panic(d) }":                                              "a.go:2:26: gives panic a *Deque",
		// plain memory beside words
		"func f(d *Deque) { d.slots = d.slots[:1] }":           "a.go:2:20: changes slots, or takes its address",
		"func f(d *Deque) { d.wrap++ }":                        "a.go:2:20: changes wrap",
		"func f(d *Deque) { (d.wrap) |= 1 }":                   "a.go:2:21: changes wrap",
		"func f(d *Deque) { p := &d.wrap; *p = 1 }":            "a.go:2:26: changes wrap, or takes its address",
		"func f(d *Deque) {\n\tfor d.wrap = range 7 {\n\t}\n}": "a.go:3:6: changes wrap",
		// what the compiler would say
		"func f() { nosuch() }": "a.go:2:12: undefined: nosuch",
		"type sync struct{}":    "a.go:2:6: sync already declared through import of package",
		"type list[T any] struct{ next *list[[]T] }\nfunc f() { var l list[int]; _ = l }": "a.go:2:11: instantiation cycle:\na.go:2:37: T instantiated as []T",
		"type Deque int": "a.go:2:6: Deque redeclared in this block",
		"import \"fmt\"": `a.go:2:8: "fmt" imported and not used`,
	} {
		assert.Contains(t, said(deques, text), says, text)
	}
}

// Everything that honest answers use is allowed.
func TestAllowed(t *testing.T) {
	for _, text := range []string{
		"", "// go: no directive", "func recovery() {}", "type t int\nfunc (t) len() (clear int) { return clear }", "type (\n\tbits = []word\n\tother = Deque\n)",
		"import \"math/bits\"\nfunc f() { bits.Len64(1) }\nconst c = 1",
		"import (\n\t\"fmt\"\n\t\"math\"\n\t\"slices\"\n)\nfunc f(d *Deque, s []uint64, o Outcome) {\n\tfmt.Println(s, d.top.Load(), o, [2]bool{}, struct{ x string }{})\n\tfmt.Printf(\"%d %v\", d.wrap, o)\n\tpanic(fmt.Sprint(math.MaxInt16, slices.Max(s)))\n}",
		"func (d *Deque) Pop() (uint64, bool) { return 0, false }\nfunc (d *Deque) help() *word { return &d.top }",
		"import \"fmt\"\nfunc f() { _, _ = fmt.Println(1) }",
		"func f(d *Deque) { var b []word; b = []word(nil); _, d = b, (*Deque)(nil) }",
		"func f(n int) *Deque { return &Deque{slots: make([]word, n)} }",
		"func f() *Deque {\n\td := Deque{}\n\td.top.Store(1)\n\tvar e Deque\n\te.top.Store(1)\n\treturn &d\n}",
		"func f(d *Deque) {\n\tfor i := range d.slots {\n\t\td.slots[i].Store(0)\n\t}\n\tw := &d.slots[len(d.slots)-1]\n\tw.CompareAndSwap(1, 2)\n\t(&d.top).Load()\n\t((d.top)).Load()\n\t(*d).top.Load()\n}",
		"func f(d *Deque) { d.own.bottom++; d.own = owner{}; own := &d.own; own.bottom = 1 }",
		"func f(d *Deque) { load := d.top.Load; load(); (*word).Load(&d.top); defer d.top.Store(1) }",
		"func f(a [2]word) {\n}"[:0] + "func f(a *[2]word) int {\n\tfor i := range a {\n\t\ta[i].Load()\n\t}\n\treturn len(a)\n}",
		"type mine struct {\n\tmu mutex\n\tmutex\n\titems []uint64\n\tnext *mine\n}\nfunc f(m *mine) {\n\tm.mu.Lock()\n\tdefer m.mu.Unlock()\n\tm.Lock()\n\tm.items = append(m.items, 1)\n\tm.next, m.items[0] = nil, 2\n}",
		"func largest[T int | uint64](a, b T) T { return max(a, b) }\nfunc f() { largest(1, 2) }",
		"func f(h Heap) {\n\tvar g func(h Heap)\n\tg = func(h Heap) { g(h) }\n\tfor range h.Roots() {\n\t}\n}",
		"func f(seen map[uint64]bool) { seen[1] = true; delete(seen, 1); clear(seen) }",
	} {
		assert.Empty(t, said(deques, text), text)
	}
	alone := &Lab{}
	assert.Empty(t, said(alone, "func f(m map[int]bool) int {\n\tm[1] = true\n\treturn cap(append([]byte(\"x\"), 1))\n}"), "one worker: nothing tells builds apart")
	assert.Contains(t, said(alone, `import "sync"`), "a.go:2:8: imports sync: an answer may import cmp")
}

// Files are refused by their names, too, and a lab may ask for no Go.
func TestFiles(t *testing.T) {
	for name, says := range map[string]string{
		"a_windows.go":          `"a_windows.go": the go command leaves this file out on some machines`,
		"a_arm64.go":            `"a_arm64.go": the go command leaves`,
		"_a.go":                 `"_a.go": the go command leaves`,
		"a\x1b[2J.go":           `"a\x1b[2J.go": the name of a file in Go has English letters, digits and _ only`,
		"a b.go":                `"a b.go": the name`,
		"atomics_interleave.go": `"atomics_interleave.go": the judge has a file of this name`,
	} {
		assert.Contains(t, strings.Join(Check(deques, Files{name: "package answer\n"}).Broken, "\n"), says)
	}
	assert.Empty(t, Check(deques, Files{"answers.txt": "import \"os\"", "Two_2.go": "package answer"}).Broken)
	assert.Equal(t, []string{"a.go:1:1: says package main: it must say package answer"}, Check(deques, Files{"a.go": "package main"}).Broken)
	assert.Equal(t, []string{"a.go:1:1: is in Go: the lab asks for answers.txt alone"}, Check(&Lab{Skeleton: Files{"answers.txt": ""}}, Files{"a.go": "package answer"}).Broken)
}

func TestNoWait(t *testing.T) {
	const waits = "\ntype list struct{ lock mutex }\n\nfunc f() { giveWay() }"
	assert.Empty(t, said(deques, waits))
	noWait := *deques
	noWait.NoWait = true
	assert.Equal(t, "a.go:3:24: uses mutex: in this lab no worker waits for another one\na.go:5:12: uses giveWay: in this lab no worker waits for another one", said(&noWait, waits))
}

// However much is wrong, and however long a name is, what is said can be read.
func TestShort(t *testing.T) {
	found := Check(deques, Files{"a.go": "package answer\n" + strings.Repeat("func init() {}\n", 1000)})
	assert.Len(t, found.Broken, most+1)
	assert.Equal(t, "and 980 more", found.Broken[most])
	found = Check(deques, Files{"a.go": "package answer\n\nfunc f() { " + strings.Repeat("x", 1<<16) + "() }\n"})
	assert.Less(t, len(found.Errors[0]), 500)
}
