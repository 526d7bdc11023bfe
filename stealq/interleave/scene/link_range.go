package scene

import (
	"fmt"
	"strings"
)

// Link returns the range's name in links of gcbench play. It is "" if the form has no name there.
// ParseRange is its inverse.
func (s Range) Link() string {
	if s.Form == "" {
		return ""
	}
	link := fmt.Sprintf("%s/low=%d/indices=%d/owner=%s/thieves=%s", s.Form, s.Low, s.Indices, s.Owner, strings.Join(s.Thieves, ","))
	if s.IndicesOnly {
		link += "/only"
	}
	return link
}

// ParseRange is ParseLink for ranges. A name can ask for at most 64 indices, all below 256.
func ParseRange(link string, form func(name string, wrong uint32) (func() Indices, bool)) (Range, error) {
	p := parts(link)
	made, known := form(p.name, p.wrong)
	if !known {
		return Range{}, p.unknown("range")
	}
	s := Range{Make: made, Form: p.form, Low: uint64(p.number("low", mostLow)), Indices: uint64(p.number("indices", mostIndices)),
		Owner: p.text("owner"), Thieves: p.list("thieves"), IndicesOnly: p.has("only")}
	if s.Thieves[0] == "" {
		s.Thieves = nil
	}
	switch {
	case p.err != nil:
	case s.Link() != link:
		p.fail("want FORM/low=N/indices=N/owner=LETTERS/thieves=LETTERS,LETTERS/only, in this order")
	case len(s.Thieves) >= mostThreads:
		p.fail("%d thieves: want %d at most", len(s.Thieves), mostThreads-1)
	case len(s.Owner) > mostOperations || strings.Trim(s.Owner, "to123456789") != "":
		p.fail("owner=%s: want at most %d of t, o and the digits from 1 to 9", s.Owner, mostOperations)
	}
	for _, ops := range s.Thieves {
		if len(ops) > mostOperations || strings.Trim(ops, "s") != "" {
			p.fail("a thief does %s: want at most %d times s", ops, mostOperations)
		}
	}
	return s, p.err
}

const (
	mostIndices = 64
	mostLow     = 128
)
