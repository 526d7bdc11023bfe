package picture

import (
	"fmt"
	"html/template"
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
func (s *Stack) Inline() (template.HTML, error) {
	if err := s.check(); err != nil {
		return "", err
	}
	return placeholder(s.Title, s.Conclusion, len(s.Rows)), nil
}

// check finds what cannot be drawn.
func (s *Stack) check() error {
	for i := range s.Rows {
		if err := s.Rows[i].check(len(s.Parts)); err != nil {
			return fmt.Errorf("row %d (%s): %w", i+1, s.Rows[i].Name, err)
		}
	}
	return needRows(len(s.Rows))
}

func (b *Bar) check(parts int) error {
	const inexact = 1e-6 // sums of shares are
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
	if sum > 1+inexact {
		return fmt.Errorf("the shares add up to %v: their sum must be at most 1", sum)
	}
	return nil
}
