package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/papers"
)

type claimsCmd struct {
	Match    string `type:"text" group:"measure" placeholder:"TEXT" help:"Only claims with this text in them, in their source or in the title of their paper (case does not matter)."`
	Quick    bool   `group:"measure" help:"Measure less: under a minute instead of under ten."`
	Seed     uint64 `type:"number" group:"measure" placeholder:"N" default:"1" help:"Seed of everything random: ${range_seed} (default 1)."`
	JSON     string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	Markdown string `type:"output" group:"report" placeholder:"FILE" help:"Write the page docs/claims.md; - is standard output."`
}

// Help says what a row is.
func (*claimsCmd) Help() string {
	return "Each row is a claim of a paper, its source, what was measured, the bound and whether it holds. " +
		"Rows that compare times have no verdict. The exit status is 1 if a row does not hold."
}

// chosen are the papers that --match leaves, each with at least one claim.
func (c *claimsCmd) chosen() ([]claims.Paper, error) {
	var left []claims.Paper
	for _, p := range papers.Papers() {
		p.Claims = slices.DeleteFunc(p.Claims, func(row claims.Claim) bool {
			text := p.Title + "\n" + p.Source(&row) + "\n" + row.Text
			return !strings.Contains(strings.ToLower(text), strings.ToLower(c.Match))
		})
		if len(p.Claims) > 0 {
			left = append(left, p)
		}
	}
	if left == nil {
		return nil, session.BadUsage("--match: no claim, source or title contains %q: gcbench claims --quick lists all", c.Match)
	}
	return left, nil
}

// Run carries out gcbench claims.
func (c *claimsCmd) Run(s *session.Session) error {
	chosen, err := c.chosen()
	if err != nil {
		return err
	}
	if c.Markdown != "" && c.Match != "" {
		return session.BadUsage("--markdown and --match exclude each other: the page has all claims")
	}
	return c.check(s, chosen)
}

// check measures the claims and writes the reports, whether they hold or not.
func (c *claimsCmd) check(s *session.Session, chosen []claims.Paper) error {
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "markdown", Path: c.Markdown})
	if err != nil {
		return err
	}
	defer out.Abandon()
	results, err := c.checkAll(s, out.Human(), chosen)
	if err != nil {
		return err
	}
	all := slices.Concat(results...)
	if err := out.WriteJSON(&claims.Report{Schema: claims.Schema, Claims: all}); err != nil {
		return err
	}
	err = out.Write("markdown", func(w io.Writer) error { return claims.WriteMarkdown(w, c.effort(), chosen, results) })
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	return conclusion(out.Human(), all)
}

// checkAll measures one claim after the other and prints each as soon as it is
// known.
func (c *claimsCmd) checkAll(s *session.Session, w io.Writer, chosen []claims.Paper) ([][]claims.Result, error) {
	all := make([][]claims.Result, len(chosen))
	done, total := 0, 0
	for _, p := range chosen {
		total += len(p.Claims)
	}
	for i, p := range chosen {
		if err := p.WriteTitle(w); err != nil {
			return nil, err
		}
		for _, row := range p.Claims {
			s.Progress.ShowPart(float64(done)/float64(total), "%d of %d: %s", done+1, total, p.Title)
			r, err := session.Await(s, func() (claims.Result, error) { return p.Check(&row, c.effort()) })
			if err != nil {
				return nil, err
			}
			s.Progress.Clear()
			if err := r.WriteText(w); err != nil {
				return nil, err
			}
			all[i] = append(all[i], r)
			done++
		}
	}
	return all, nil
}

func (c *claimsCmd) effort() claims.Effort { return claims.Effort{Quick: c.Quick, Seed: c.Seed} }

// conclusion prints the last line. The error says that a claim does not hold.
func conclusion(w io.Writer, results []claims.Result) error {
	count := map[string]int{}
	for i := range results {
		count[results[i].Verdict()]++
	}
	wrong := count[claims.Fails]
	if wrong > 0 {
		return fmt.Errorf("FAIL: %d of %d claims do not hold", wrong, len(results))
	}
	_, err := fmt.Fprintf(w, "PASS: claims that hold: %d; claims that compare times, and have no verdict: %d\n", count[claims.Holds], count[claims.NoVerdict])
	return err
}
