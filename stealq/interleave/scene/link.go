package scene

import (
	"fmt"
	"strings"
)

// This file has the names by which gcbench play finds scenes. A name says all that the scene
// consists of. A link can come from anywhere, so all that it asks for is bounded.

// Link returns the scene's name in links of gcbench play. It is "" if the form has no name
// there, or if the deques have more than 16 slots. ParseLink is its inverse.
func (s Scene) Link() string {
	if s.Form.Link == "" || max(s.Capacity, s.Others) > mostSlots {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s/capacity=%d", s.Form.Link, s.Capacity)
	for _, n := range []struct {
		name  string
		value uint64
	}{{"others", uint64(s.Others)}, {"start", s.Start}} {
		if n.value != 0 {
			fmt.Fprintf(&b, "/%s=%d", n.name, n.value)
		}
	}
	fmt.Fprintf(&b, "/fill=%s", strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Fill), " ", ","), "[]"))
	if d := s.Division; d != nil {
		fmt.Fprintf(&b, "/shown=%d", d.Shown)
		if d.Asked {
			b.WriteString("/asked")
		}
	}
	fmt.Fprintf(&b, "/ops=%s", strings.Join(s.Ops, ","))
	for _, flag := range []struct {
		name string
		set  bool
	}{{"bare", s.Bare}, {"items", s.ItemsOnly}} {
		if flag.set {
			b.WriteString("/" + flag.name)
		}
	}
	return b.String()
}

// ParseLink returns the scene of this name. The function form returns the form of a name with
// these lines wrong, and false if there is none. ParseLink accepts only links that Link writes.
// The error says what would be right. A name can ask for at most 8 threads, 64 operations of
// each, and deques of 16 slots.
func ParseLink(link string, form func(name string, wrong uint32) (Form, bool)) (Scene, error) {
	p := parts(link)
	f, known := form(p.name, p.wrong)
	if !known {
		return Scene{}, p.unknown("deque")
	}
	s := Scene{Form: f, Capacity: p.number("capacity", mostSlots), Others: p.number("others", mostSlots), Start: uint64(p.number("start", mostStart)),
		Fill: p.numbers("fill", mostSlots), Ops: p.list("ops"), Bare: p.has("bare"), ItemsOnly: p.has("items")}
	if p.has("shown") {
		s.Division = &Division{Shown: p.number("shown", mostSlots), Asked: p.has("asked")}
	}
	if p.err == nil && s.Link() != link {
		p.fail("want FORM/capacity=N/others=N/start=N/fill=N,N/ops=LETTERS,LETTERS/bare/items, in this order, and without others and start if they are 0")
	}
	if p.err == nil {
		s.checkSizes(p)
	}
	if p.err == nil {
		s.checkOperations(p)
	}
	return s, p.err
}

// FormOf returns the name of the form in a link, and the lines of it that are wrong.
func FormOf(link string) (name string, wrong uint32) {
	p := parts(link)
	return p.name, p.wrong
}

// A link can ask for so much.
const (
	mostThreads    = 8
	mostOperations = 64 // of a thread
	mostSlots      = 16
	mostStart      = 1 << 16
)

func (s Scene) checkSizes(p *linkParts) {
	n := max(2, len(s.Ops))
	switch {
	case !isCapacity(s.Capacity):
		p.fail("capacity=%d: want a power of two from 2 to %d", s.Capacity, mostSlots)
	case s.Others != 0 && !isCapacity(s.Others):
		p.fail("others=%d: want a power of two from 2 to %d", s.Others, mostSlots)
	case s.Others != 0 && s.Form.Shared:
		p.fail("others=%d: all deques are one queue", s.Others)
	case len(s.Ops) > mostThreads:
		p.fail("ops has %d threads: want 1 to %d", len(s.Ops), mostThreads)
	case s.Bare && len(s.Fill) == 0:
		p.fail("no deque exists: want a number of items in fill")
	case len(s.Fill) > n:
		p.fail("fill has %d numbers: there are %d deques", len(s.Fill), n)
	}
	for i, n := range s.Fill {
		if n > s.capacity(i) {
			p.fail("fill has %d items for %c: there is no room", n, 'A'+i)
		}
	}
}

func isCapacity(n int) bool { return n >= 2 && n <= mostSlots && n&(n-1) == 0 }

func (s Scene) checkOperations(p *linkParts) {
	deques := s.deques()
	if _, ok := deques[0].(Divided); s.Division != nil && !ok {
		p.fail("shown: thieves see all items of these deques")
	}
	for i, ops := range s.Ops {
		if len(ops) > mostOperations {
			p.fail("thread %c has %d operations: want %d at most", 'a'+i, len(ops), mostOperations)
			return
		}
		for _, op := range ops {
			if !s.can(deques, op, i) {
				p.fail("thread %c cannot do %q here", 'a'+i, op)
			}
		}
	}
}

// can says whether thread i can make an operation.
func (s Scene) can(deques []Deque, op rune, i int) bool {
	of := victim(i)
	if i >= len(deques) {
		_, ok := deques[of].(Robbed)
		return ok && strings.ContainsRune(s.Form.Amounts, op)
	}
	ok := false
	switch op {
	case '+', '-':
		return true
	case 'e', 'r':
		_, ok = deques[i].(Divided)
		return ok
	case 'B':
		_, ok = deques[i].(Balancer)
	case 'w':
		_, ok = deques[0].(Watched)
		of = 1
	default:
		ok = strings.ContainsRune(s.Form.Amounts, op)
	}
	return ok && of < len(deques)
}
