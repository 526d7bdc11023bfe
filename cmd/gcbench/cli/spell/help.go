package spell

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/judging/stress"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

type helpGroup struct{ Key, Title string }

// HelpGroups are the titles of commands and flags, in the order of a help text: flags that few people need
// come last.
var HelpGroups = []helpGroup{
	{"measuring", "Measure:"}, {"looking", "Look at a heap:"}, {"making", "Make heaps and parts of them:"}, {"studying", "Study:"}, {"checking", "Check:"},
	{"sides", "What to compare:"}, {"heap", "Which heap:"}, {"parts", "Which parts:"}, {"mark", "How to mark:"}, {"measure", "How to measure:"}, {"judge", "How to judge:"},
	{"reach", "What to print:"}, {"report", "What to report:"},
	{"file", "How to read a file (seldom needed):"}, {"limits", "Limits on files:"},
}

// helpTitles has the titles by key.
func helpTitles() kong.Groups {
	titles := kong.Groups{}
	for _, g := range HelpGroups {
		titles[g.Key] = g.Title
	}
	return titles
}

// sortFlags brings the flags of every command into the order of their groups. kong prints a group where its
// first flag stands.
func sortFlags(k *kong.Kong) error {
	place := func(f *kong.Flag) int {
		if f.Group == nil {
			return -1
		}
		return slices.IndexFunc(HelpGroups, func(g helpGroup) bool { return g.Key == f.Group.Key })
	}
	return kong.Visit(k.Model.Node, func(n kong.Visitable, next kong.Next) error {
		if node, ok := n.(*kong.Node); ok {
			slices.SortStableFunc(node.Flags, func(a, b *kong.Flag) int { return place(a) - place(b) })
		}
		return next(nil)
	})
}

// named things that a flag or an argument of that name chooses from, with a line each.
var helpLists = []struct {
	of, title string
	print     func(io.Writer) error
}{
	{"shape", "The shapes are:", func(w io.Writer) error {
		if err := listed(w, shape.Shapes(), func(s shape.Shape) (string, string) { return s.Name, s.Doc }); err != nil {
			return err
		}
		return parametersListed(w)
	}},
	{"preset", "The presets are (docs/algorithms/presets.md says what each leaves out):", func(w io.Writer) error {
		return listed(w, tune.Presets(), func(p tune.Preset) (string, string) { return p.Name, p.Doc })
	}},
	{"scenario", "The scenarios are:", func(w io.Writer) error {
		return listed(w, stress.Scenarios(), func(s stress.Scenario) (string, string) { return s.Name, s.Doc })
	}},
}

// printHelp is kong's help, and below it the lists of what the flags choose from.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || ctx.Selected() == nil {
		return err
	}
	for _, list := range helpLists {
		if !chooses(ctx.Selected(), list.of) {
			continue
		}
		if _, err := fmt.Fprintf(ctx.Stdout, "\n%s\n", list.title); err != nil {
			return err
		}
		if err := list.print(ctx.Stdout); err != nil {
			return err
		}
	}
	return nil
}

// chooses reports whether a command has a flag or an argument of that name.
func chooses(command *kong.Node, name string) bool {
	return slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == name }) ||
		slices.ContainsFunc(command.Positional, func(a *kong.Positional) bool { return a.Name == name })
}

// listed prints a line or more for each of all: its name and what it is.
func listed[T any](w io.Writer, all []T, line func(T) (name, doc string)) error {
	for _, v := range all {
		name, doc := line(v)
		if _, err := io.WriteString(w, wrap.Text(doc, fmt.Sprintf("  %-10s", name), strings.Repeat(" ", 12))); err != nil {
			return err
		}
	}
	return nil
}
