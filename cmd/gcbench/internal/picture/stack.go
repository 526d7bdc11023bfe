package picture

import (
	"cmp"
	"fmt"
	"html/template"
	"strconv"
	"strings"
)

// Stack shows shares of a whole as bars: a row for each result, in it a part for each
// share, from left to right.
type Stack struct {
	Title      string // for readers who cannot see the picture, and at its top unless it is ""
	Conclusion string // what the picture shows, in words, for the same readers; may be ""
	// Parts are the names of the shares, in their order. The parts "busy", "starved" and
	// "hoarded" have the colours of these names, others the colours of lines.
	Parts []string
	Rows  []Bar
}

// Bar is one result.
type Bar struct {
	Name   string    // cut if it is too long; the whole name is a tooltip
	Note   string    // to the right of the name; "" writes the shares
	Shares []float64 // fractions from 0 to 1, one for each part, whose sum is at most 1
}

// Inline returns the chart as an SVG element for a page that has Style. An error names
// the row that cannot be drawn.
func (k *Stack) Inline() (template.HTML, error) {
	if err := k.check(); err != nil {
		return "", err
	}
	const bar, row = 14., nameLine + 14 + 9
	var s, bars sheet
	c := scale{Axis{Unit: Share}, span{0, 1}, ends, rowsWidth - ends - rightRoom/2}
	y := s.top(k.Title)
	for i := range k.Rows {
		r := &k.Rows[i]
		bars.named(y, "", r.Name, cmp.Or(r.Note, r.note()))
		bars.path("track", rectangle(c.from, y+nameLine, c.to-c.from, bar))
		at := c.from
		for p, share := range r.Shares {
			w := min(share*(c.to-c.from), c.to-at)
			k.part(&bars, p, at, y+nameLine, w, bar)
			at += w
		}
		y += row
	}
	s.below(&c, y-4)
	s.WriteString(bars.String())
	y = s.keys(y+heading, k.keys())
	return template.HTML(s.svg("", k.Title, k.Conclusion, rowsWidth, y)), nil
}

// part draws a share: a colour, and over it a pattern for readers who see none.
func (k *Stack) part(s *sheet, p int, x, y, w, h float64) {
	if w < 0.05 {
		return
	}
	s.group(k.class(p))
	s.path("fill", rectangle(x, y, w, h))
	s.end()
	if pattern := []string{"", "slats", "comb"}[p%3]; pattern != "" && w > 2 {
		s.path(pattern, path("M", x+1, y+h/2, "h", w-1))
	}
}

// class is that of a part's colour.
func (k *Stack) class(p int) string {
	switch name := k.Parts[p]; name {
	case "busy", "starved", "hoarded":
		return name
	}
	return look(p).class()
}

func (k *Stack) keys() (all []key) {
	for p, name := range k.Parts {
		all = append(all, key{name, func(s *sheet, x, y float64) { k.part(s, p, x, y-5, sample-8, 10) }})
	}
	return all
}

// note writes the shares in the order of the parts.
func (b *Bar) note() string {
	var all []string
	for _, share := range b.Shares {
		digits := 1
		if share == 0 || share >= 0.0995 {
			digits = 0
		}
		all = append(all, strconv.FormatFloat(100*share, 'f', digits, 64))
	}
	return strings.Join(all, " + ") + " %"
}

// check finds what cannot be drawn.
func (k *Stack) check() error {
	for i := range k.Rows {
		if err := k.Rows[i].check(len(k.Parts)); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, k.Rows[i].Name, err)
		}
	}
	return needRows(len(k.Rows))
}

func (b *Bar) check(parts int) error {
	const rounded = 1e-6 // what sums of shares may be off
	if len(b.Shares) != parts {
		return fmt.Errorf("%d shares for %d parts", len(b.Shares), parts)
	}
	if err := finite(b.Shares...); err != nil {
		return err
	}
	sum := 0.0
	for _, share := range b.Shares {
		if share < 0 {
			return fmt.Errorf("a share is %v: it must be from 0 to 1", share)
		}
		sum += share
	}
	if sum > 1+rounded {
		return fmt.Errorf("the shares add up to %v: their sum must be at most 1", sum)
	}
	return nil
}
