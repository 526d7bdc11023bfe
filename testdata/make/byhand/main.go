// Byhand compares this library with loops written by hand. It asks the same questions of three
// graphs: the imports of the standard library, the objects of this git repository, and a
// random graph of ten million edges. For each question it runs the library and a loop of some
// twenty lines (hand.go), in turns, and prints what they have found and how they compare:
//
//	go run ./testdata/make/byhand
//
// A figure above 1 means that the library takes more than the loop. Times are medians of the
// ratios of all rounds, with one worker and with the default number. Memory is what was
// allocated, and the largest live heap that was seen while the collector ran all the time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/seed-3ccf4018/halfmark/mark"
)

type settings struct {
	rounds int
	match  *regexp.Regexp // which questions
}

func main() {
	edges := flag.Int("edges", 10_000_000, "how many edges the random graph has")
	rounds := flag.Int("rounds", 5, "how many rounds there are")
	match := flag.String("match", "", "only the questions that match this regular expression")
	flag.Parse()
	pattern, err := regexp.Compile(*match)
	if err == nil {
		err = run(context.Background(), os.Stdout, sources(*edges), settings{max(1, *rounds), pattern})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "byhand:", err)
		os.Exit(1)
	}
}

// run prints the table. It leaves out what cannot be loaded, and says so.
func run(ctx context.Context, out io.Writer, from []source, s settings) error {
	var inputs []*input
	for _, source := range from {
		in, err := source.load(ctx)
		if err != nil {
			fmt.Fprintf(out, "%s: skipped: %v\n", source.name, err)
			continue
		}
		fmt.Fprintf(out, "%s: %d nodes, %d edges\n", in.name, in.nodes(), len(in.targets))
		inputs = append(inputs, in)
	}
	fmt.Fprintf(out, "\n%-22s %-8s %-28s %10s %9s %9s %9s %9s\n", "question", "graph", "found", "by hand", "1 worker", "default", "allocated", "live")
	for _, q := range questions() {
		for _, in := range inputs {
			if !s.match.MatchString(q.name) || q.most > 0 && in.nodes() > q.most || in.isPath && !q.paths {
				continue
			}
			if err := compare(ctx, out, q, in, s.rounds); err != nil {
				return fmt.Errorf("%s, %s: %w", q.name, in.name, err)
			}
		}
	}
	return nil
}

// question is a row of the table. Both functions return what they have found, and must agree.
type question struct {
	name  string
	ask   func(ctx context.Context, in *input, o mark.Options) (found string, err error)
	hand  func(in *input) (found string)
	most  int  // the largest number of nodes with which it is asked; 0 means any
	paths bool // it is asked of a long path, too
}

// compare measures one row of the table, and prints it.
func compare(ctx context.Context, out io.Writer, q question, in *input, rounds int) error {
	var found string
	var wrong error
	ask := func(workers int) func() {
		return func() {
			got, err := q.ask(ctx, in, mark.Options{Workers: workers})
			if err == nil && got != found {
				err = fmt.Errorf("%d workers found %q, and the loop %q", workers, got, found)
			}
			if err != nil {
				wrong = err
			}
		}
	}
	hand := func() { found = q.hand(in) }
	takes := sample(hand, 1)
	one, all := ask(1), ask(0)
	if one(); wrong != nil { // before everything is repeated
		return wrong
	}
	t := inTurns(rounds, 1+int(least/(takes+1)), hand, one, all)
	m := memory(hand, all)
	fmt.Fprintf(out, "%-22s %-8s %-28s %10s %9.2f %9.2f %9.2f %9s\n", q.name, in.name, found, t.base, t.ratios[0], t.ratios[1], m.allocated, m.live)
	return wrong
}
