package lab

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forgery is an answer that is wrong, and that does what it can to be judged right, or to be shown
// as right.
type forgery struct {
	name, lab string
	files     Files  // of the answer
	says      string // the rule, with the place
}

// giveUp is a wrong answer to the lab bit, which gives up after four tries. The explorer finds it,
// and threads hardly ever do. It is therefore right if it can tell that the explorer runs it.
func giveUp(imports, explored, more string) Files {
	return Files{"claim.go": fmt.Sprintf(`package answer

%s

func Claim(bits []word, i int) bool {
	w, tries := &bits[i/64], 4
	if %s {
		tries = 1000
	}
	for range tries {
		old := w.Load()
		if old&mask(i) != 0 {
			return false
		}
		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
	return false
}

%s
`, imports, explored, more)}
}

// later is a wrong answer to the lab mark, which marks nothing after so many calls as the judge
// never makes. It is right as long as it can count them.
func later(imports, counts, more string) Files {
	return Files{"mark_answer.go": fmt.Sprintf(`package answer

%s

func Mark(h Heap, marks Bitmap) {
	%s
	var stack []uint32
	find := func(object uint32) {
		if object != 0 && !marks.Has(object) {
			marks.Set(object)
			stack = append(stack, object)
		}
	}
	for _, root := range h.Roots() {
		find(root)
	}
	for len(stack) > 0 {
		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		}
	}
}

%s
`, imports, counts, more)}
}

// plainClaim is a wrong answer to the lab bit. It compares and swaps without a step: the explorer
// lets no worker come between. Only the race detector sees it, where there is one.
func plainClaim(imports, copies, change, same, swap, more string) Files {
	return Files{"claim.go": fmt.Sprintf(`package answer

%s

func Claim(bits []word, i int) bool {
	for {
		w := &bits[i/64]
		old := w.Load()
		if old&mask(i) != 0 {
			return false
		}
		%s
		%s(old | mask(i))
		if %s {
			%s
			return true
		}
	}
}

%s
`, imports, copies, change, same, swap, more)}
}

// forgeries are those that were judged right before there was a rule against them, if nothing else
// is said.
var forgeries = []forgery{
	// The first four were found by those who attacked the judge.
	{"state in a variable of another package", "mark", later(`import . "strconv"`, "n, _ := ErrRange.(calls)\nErrRange = n + 1\nif n > 1e6 {\nreturn\n}", "type calls int\n\nfunc (calls) Error() string { return \"\" }"),
		`mark_answer.go:3:8: imports strconv: an answer may import cmp, fmt, math, math/bits, slices`},
	{"copies that are no steps", "bit", plainClaim(`import "fmt"`, "was, next := *w, *w", "next.Store", "fmt.Sprint(*w) == fmt.Sprint(was)", "*w = next", ""),
		"claim.go:14:17: copies a word, which the judge cannot see as a step: use a pointer to it, such as w := &bits[i], and call its methods"},
	{"memory made before the judge begins", "pending", Files{"pending_answer.go": `package answer

import . "strconv"

type memory []uint32

func (memory) Error() string { return "" }

func init() { ErrSyntax = make(memory, 0, 1<<20) }

func Mark(h Heap, marks, pending Bitmap) {
	stack := ErrSyntax.(memory)
	find := func(object uint32) {
		if object != 0 && !marks.Has(object) {
			marks.Set(object)
			stack = append(stack, object)
		}
	}
	for _, root := range h.Roots() {
		find(root)
	}
	for len(stack) > 0 {
		object := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range h.NumReferences(object) {
			find(h.Reference(object, i))
		}
	}
}
`}, "pending_answer.go:9:1: has a function init, which runs before the judge"},
	{"the name of a type", "bit", giveUp(`import "fmt"`, `fmt.Sprintf("%T", bits) != "[]atomic.Uint64"`, ""),
		"claim.go:7:23: gives fmt.Sprintf a []word: it may have numbers, strings and truth values"},

	// Those that follow are others of the same kinds, and of other kinds.
	{"the name of a type in generic code", "bit", giveUp(`import "fmt"`, `name(bits) != "[]atomic.Uint64"`, `func name[T any](x T) string { return fmt.Sprintf("%T", x) }`),
		"claim.go:7:5: uses name with the type []word, which workers share"},
	{"the size of a word in the capacity of a slice", "bit", giveUp("", "cap(append([]word(nil), make([]word, 5)...)) != 6", ""),
		"claim.go:7:9: calls append with a slice of word"},
	{"the size of a word from a package", "bit", giveUp(`import "slices"`, "cap(slices.Clone(make([]word, 5))) != 6", ""),
		"claim.go:7:16: uses Clone with the type []word, which workers share"},
	{"where words lie", "bit", giveUp(`import "fmt"`, `distance(fmt.Sprintf("%p", &bits[0]), fmt.Sprintf("%p", &bits[1])) != 8`, "func distance(a, b string) int {\nvar x, y int\nfmt.Sscanf(a+\" \"+b, \"%v %v\", &x, &y)\nreturn y - x\n}"),
		"claim.go:24:1: uses fmt.Sscanf: of fmt an answer may use Print, Printf, Println, Sprint, Sprintf, Sprintln"},
	{"what fmt shows of a word", "bit", giveUp(`import "fmt"`, "len(fmt.Sprint(new(word))) > 12", ""),
		"claim.go:7:20: gives fmt.Sprint a *word: it may have numbers, strings and truth values"},
	{"an interface", "bit", giveUp(`import "fmt"`, `say(&bits[0]) != "*atomic.Uint64"`, "type what interface{ Load() uint64 }\n\nfunc say(x what) string { return fmt.Sprintf(\"%T\", x) }"),
		"claim.go:7:5: uses a value of type func(x what) string, with an interface in it"},
	{"what the formatter has left in its buffer", "mark", later("import \"fmt\"", "n := 0\nfmt.Fprintf(look{&n}, \"%8d\", 0)\nfmt.Fprintf(look{nil}, \"%8d%8d\", 0, n+1)\nif n > 1e6 {\nreturn\n}", `type look struct{ n *int }

func (l look) Write(b []byte) (int, error) {
	if b = b[:min(16, cap(b))]; l.n != nil && len(b) == 16 {
		for _, c := range b[8:] {
			if c >= '0' && c <= '9' {
				*l.n = *l.n*10 + int(c-'0')
			}
		}
	}
	return 8, nil
}`), "mark_answer.go:33:15: has a method Write that the task does not name"},
	{"a panic that fmt hides", "bit", Files{"claim.go": `package answer

import "fmt"

type claim struct {
	bits []word
	i    int
	won  *bool
}

func (c claim) String() string {
	w := &c.bits[c.i/64]
	for {
		old := w.Load()
		if old&mask(c.i) != 0 {
			return ""
		}
		if w.CompareAndSwap(old, old|mask(c.i)) {
			*c.won = true
			panic(c.bits[-c.i].Load())
		}
	}
}

func Claim(bits []word, i int) (won bool) {
	_ = fmt.Sprint(claim{bits, i, &won})
	return won
}
`}, "claim.go:11:16: has a method String that the task does not name: the judge, or a package such as fmt, could call it on its own. Begin its name with a small letter"},
	{"chance", "bit", giveUp("", "!unlikely()", "func unlikely() bool {\nfor range 20 {\nfor heads := range map[bool]int{false: 0, true: 1} {\nif heads {\nreturn false\n}\nbreak\n}\n}\nreturn true\n}"),
		"claim.go:24:1: ranges over a map, or over what may be one, in another order each time"},
	{"another answer on other machines", "bit", Files{
		"claim.go":         "package answer\n\nfunc Claim(bits []word, i int) bool { return claim(bits, i) }\n",
		"claim_linux.go":   strings.Replace(giveUp("", "true", "")["claim.go"], "Claim", "claim", 1),
		"claim_windows.go": strings.Replace(giveUp("", "false", "")["claim.go"], "Claim", "claim", 1),
	}, `"claim_linux.go": the go command leaves this file out on some machines or on all, because of its name`},
	{"a comparison of words", "bit", plainClaim("", "was, next := *w, *w", "next.Store", "*w == was", "*w = next", ""),
		"claim.go:14:6: compares a word as a whole, which the judge cannot see as a step: compare what its method Load returns"},
	{"words by another type", "bit", plainClaim("", "m := (*mine)(w)\nwas, next := *m, *m", "(*word)(&next).Store", "*m == was", "*m = next", "type mine word"),
		"claim.go:22:6: makes the type mine of word, which workers share: use word itself"},
	{"words in an array", "bit", plainClaim("", "was := [1]word(bits[i/64:])\nnext := was", "next[0].Store", "[1]word(bits[i/64:]) == was", "copy(bits[i/64:], next[:])", ""),
		"claim.go:12:10: converts a []word to a [1]word"},
	{"words in an interface", "bit", plainClaim("", "was, next := any(*w), []word{*w}", "next[0].Store", "any(*w) == was", "copy(bits[i/64:], next)", ""),
		"claim.go:12:16: uses a value of type any, with an interface in it"},
	{"a constraint without a blank", "bit", Files{
		"claim.go": "package answer\n\nfunc Claim(bits []word, i int) bool {\n\treturn !(outer{}).judged() || bits[i/64].Or(mask(i))&mask(i) == 0\n}\n\ntype inner struct{}\ntype outer struct{ inner }\n\nfunc (inner) judged() bool { return true }\n",
		"more.go":  "//+build !interleave,!race\n\npackage answer\n\nfunc (outer) judged() bool { return false }\n",
	}, `more.go:1:1: has the build constraint "//+build !interleave,!race"`},
	{"the capacity of what has grown", "bit", giveUp("", "explored(1)", "func explored(x int) bool {\nvar p struct{ w word; s []int }\np.s = append([]int(nil), x)\np.w.Store(1)\nreturn cap(p.s) == 1\n}"),
		"claim.go:24:7: calls append: the capacity of a slice would tell the judge's builds from others"},
	{"the capacity of bytes beside a word", "bit", giveUp("", `explored("12345678")`, "func explored(s string) bool {\nvar p struct{ w word; b []byte }\np.b = []byte(s)\np.w.Store(1)\nreturn cap(p.b) != 32\n}"),
		"claim.go:24:7: converts a string to a []byte: the capacity"},
	{"the capacity, where append is needed", "locked", Files{"deque.go": "package answer\n\nfunc raced(x int) bool { return cap(append([]int(nil), x)) == 1 }\n"},
		"deque.go:3:33: calls cap: the capacity"},
	{"the depth of a field", "prefetch", Files{"mark_answer.go": `package answer

type deep struct{ granules []uint64 }
type alt struct{ deep }
type both struct {
	Heap
	alt
}

func Mark(h *Heap, marks *Bitmap) {
	b := both{Heap: *h}
	if n := len(b.granules); n > 0 && n < 1e6 {
		return
	}
}
`}, "mark_answer.go:6:2: uses Heap without a pointer: the judge also has one with other fields"},
	{"a field of the heap", "prefetch", Files{"mark_answer.go": "package answer\n\nfunc Mark(h *Heap, marks *Bitmap) { _ = h.granules }\n"},
		"mark_answer.go:3:43: uses the field granules of a given type"},
	{"a copy of the heap", "prefetch", Files{"mark_answer.go": "package answer\n\nfunc Mark(h *Heap, marks *Bitmap) { _ = append(same(*h), *h) }\n\nfunc same[T any](T) []T { return nil }\n"},
		"mark_answer.go:3:53: copies a Heap"},
	{"chance with one worker", "pending", Files{"pending_answer.go": "package answer\n\nfunc Mark(h Heap, marks, pending Bitmap) {\n\tfor range map[int]int{0: 0, 1: 1} {\n\t}\n}\n"},
		"pending_answer.go:4:2: ranges over a map, or over what may be one, in another order each time"},
	{"a word that is declared again", "bit", Files{"claim.go": "package answer\n\nfunc Claim(bits []word, i int) bool {\n\tvar gate word\n\tgate, n := word{}, 1\n\treturn gate.Load() == 0 && n == 1\n}\n"},
		"claim.go:5:2: assigns to a word as a whole"},
	{"a word as the variable of a loop", "bit", Files{"claim.go": "package answer\n\nfunc Claim(bits []word, i int) bool {\n\tfor w := (word{}); ; w.Add(1) {\n\t}\n}\n"},
		"claim.go:4:6: has a word as the variable of a loop, which Go copies in each round"},
	{"a type made of itself", "bit", Files{"claim.go": "package answer\n\nimport \"fmt\"\n\ntype r []r\n\nfunc Claim(bits []word, i int) bool { fmt.Println(r{}); return true }\n"},
		"claim.go:7:51: gives fmt.Println a r"},
}

// A forgery is refused by a rule, and the rule says where it is broken.
func TestForgeries(t *testing.T) {
	for _, f := range forgeries {
		l, err := Named(f.lab)
		require.NoError(t, err)
		assert.Contains(t, strings.Join(inspect(l, f.files), "\n"), f.says, f.name)
	}
}
