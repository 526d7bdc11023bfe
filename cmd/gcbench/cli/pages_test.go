package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowCommandsOfThePages: each command in a page is looked at.
//
//   - A command of gcbench runs, in this process and on a smaller heap. All pages'
//     commands run in one folder, README.md's first. With -short those of one
//     page run, and do less; the others are parsed.
//   - A go test command is not run, for it runs the tests that run anyway or takes
//     hours. Its packages, tests, flags and environment variables must exist.
//   - What is neither must be in the table excused, with the reason.
//   - Where a page shows what a command prints, it prints that, but for the numbers.
func TestSlowCommandsOfThePages(t *testing.T) {
	tagged.Slow(t)
	tree := moduleTree(t)
	excuses := map[string]bool{}
	pages := pagesOf(t, tree.root)
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("docs/figures", 0o755))
	for _, name := range []string{"my.dump", "server.dump"} {
		require.NoError(t, os.WriteFile(name, goDump(t), 0o600))
	}
	list, err := os.ReadFile(genHeap(t, "list", "1000"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("list.heap", list, 0o600)) // testdata/make/chains writes a larger one
	require.NoError(t, os.WriteFile("deps.csv", fileOfPage(t, tree.root, "docs/heapdump.md", "csv"), 0o600))
	modules := "m golang.org/x/sys@v0.48.0\nm n@v1.0.0\nn@v1.0.0 golang.org/x/sys@v0.48.0\nold@v1.0.0 m\n"
	require.NoError(t, os.WriteFile("modules.el", []byte(modules), 0o600)) // go mod graph > modules.el
	makeDumps(t, tree.root)
	done := map[string]bool{}
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(tree.root, page))
			require.NoError(t, err)
			commands, err := commandsOf(string(text))
			require.NoError(t, err)
			runs := !testing.Short() || page == "docs/heapdump.md"
			for _, c := range commands {
				excuse, err := tree.check(c)
				assert.NoError(t, err, "line %d: %s", c.line, c.text)
				excuses[excuse] = true
				args, ours := c.gcbench()
				assert.True(t, c.prints == "" || ours || excuse == readersOwn, "line %d: nobody knows what it prints: %s", c.line, c.text)
				if args = shorter(args); c.prints != "" && len(args) > 0 && args[0] == "run" {
					args = set(args, "--invocations", "2") // below the table it says how many
				}
				if !ours || excuse != "" || !runs || c.prints == "" && done[strings.Join(args, " ")] {
					continue
				}
				done[strings.Join(args, " ")] = true
				if c.stdin != "" {
					f, err := os.Open(c.stdin)
					require.NoError(t, err)
					asStdin(t, f)
				}
				status, stdout, stderr := runCLI(args...)
				assert.Equal(t, session.ExitOK, status, "line %d: %s: %s", c.line, c.text, stderr)
				if c.prints != "" {
					assert.Equal(t, upToMemory(masked(stdout)), upToMemory(masked(c.prints)), "line %d: %s", c.line, c.text)
				}
			}
		})
	}
	for _, e := range excused {
		assert.True(t, excuses[e.command], "no page has the command %q that is excused", e.command)
	}
}

// fileOfPage returns what stands in the first block of a page that is marked so.
func fileOfPage(t *testing.T, root, page, mark string) []byte {
	text, err := os.ReadFile(filepath.Join(root, page))
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "```"+mark+"\n")
	require.True(t, found, "%s has no block of %s", page, mark)
	content, _, _ := strings.Cut(after, "```")
	return []byte(content)
}

var (
	figures = regexp.MustCompile(`>999%|[0-9][0-9.,]*k?([+][0-9][0-9.]*)?( (%|ns|µs|ms|s|B|KiB|MiB|GiB))?|∞|(^|\s)-`)
	blanks  = regexp.MustCompile(`[ \t]+`)
)

// masked hides the figures of a table or a text, and how wide the columns are.
func masked(text string) string {
	return heldBy.ReplaceAllString(blanks.ReplaceAllString(figures.ReplaceAllString(text, " #"), " "), " #% #")
}

// heldBy is the column of sim mark before the steals. The bottleneck of a mark depends on the size of the
// heap, too.
var heldBy = regexp.MustCompile(`(?m) (?:memory|claims|deques|stealing|wake-ups|mail|frontier|alone|sharing|owners|termination) #% #$`)

// upToMemory leaves out what a run says of its heaps in the end: that depends on the size,
// and on how busy the machine is.
func upToMemory(text string) string {
	before, rest, found := strings.Cut(text, "\nmarker's memory")
	if line, _, _ := strings.Cut(rest, "\n"); found {
		return before + "\nmarker's memory" + line
	}
	return text
}

// pagesOf are README.md and the pages under docs.
func pagesOf(t *testing.T, root string) []string {
	pages := []string{"README.md"}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, _ os.DirEntry, err error) error {
		if name, _ := filepath.Rel(root, path); filepath.Ext(path) == ".md" {
			pages = append(pages, filepath.ToSlash(name))
		}
		return err
	})
	require.NoError(t, err)
	require.Greater(t, len(pages), 20)
	return pages
}

// readersOwn begins a command that runs a program of the reader's own.
const readersOwn = "go run . "

// excused are the beginnings of commands that no test of this package runs.
var excused = []struct{ command, why string }{
	{"./gcbench lab check", "it builds and judges a program, for seconds; its own tests check every lab"},
	{"go run ./cmd/gcbench claims --markdown", "it takes ten minutes; the tests of internal/studying/papers measure the same rows and compare the page"},
	{"go run ./cmd/gcbench sim balance", "it takes a minute; TestBalanceFigures simulates the smaller systems again and compares the figures"},
	{"./gcbench sim barriers --barrier yuasa --scan first --mutators 2", "half a minute and two gigabytes; TestSlowPage of mark/concurrent/states makes the same search"},
	{"go run ./mark/examples/", "its own tests run it"},
	{"go run ./testdata/make/", "it writes a large file or takes minutes; its own tests, which .ci/run names, do less"},
	{"cd testdata/make/gonum", "it is a module of its own, whose test compares a small graph"},
	{"cd cmd/gcbench/beam", "it is a module of its own, whose tests run the program"},
	{"./beam ", "the same"},
	{"git clone", "this is the clone"},
	{"go mod", "it is for a module of the reader's own"},
	{"git worktree", "it is for a change of the reader's own"},
	{"go build", "it makes another program; .ci/reproducible makes it twice"},
	{".ci/run", "it runs this test"},
	{".ci/long", "an hour"},
	{".ci/labs", "minutes; .ci/run runs it"},
	{"cc -O2 -pthread -o bits ", "a newcomer's machine may have no C compiler; TestBits compiles and runs it"},
	{"./bits", "it takes minutes; TestBits runs it on a small heap"},
	{"go tool pprof ", "TestProfiles makes such a profile"},
	{"./benchstat ", "it is another program; TestSlowBenchstatOfThePage builds and runs it"},
	{"go install", "it fetches a tool that is not in go.mod"},
	{readersOwn, "a program of the reader's own; TestSlowProgramsOfThePages runs it"},
	{"#!/bin/sh", "a file for that tool"},
	{"chmod +x shim/*", "the same"},
	{"gremlins", "that tool, for hours"},
	{"jcmd ", "it needs a Java program; the tests of heap/dump/hprof take a dump where there is Java"},
	{"gapbs/", "it is another program; testdata/make/gap/count.sh builds and runs it"},
	{"awk ", "awk may be missing"},
	{"./gcbench lab grade", "the reader's own submissions; TestSlowGrade grades forty"},
	{"testdata/make/leaks/make.sh ", "it needs the programs of four languages; TestSlowLeaks runs it"},
	{"cd leaks", "the folder of that script"},
	{"testdata/make/gallery", "it makes and measures heaps of other programs, for minutes"},
}

// shorter makes a command of gcbench take less time: fewer objects, samples,
// rounds and rows.
func shorter(args []string) []string {
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.TrimPrefix(args[i], "/tmp/") // what a page writes there stays here
		if i > 0 && args[i-1] == "--objects" {
			for k := range strings.Split(args[i], ",") { // a list stays one
				if k == 0 {
					args[i] = "3000"
				} else {
					args[i] += fmt.Sprintf(",%d", 3000+k)
				}
			}
		}
	}
	few := "3"
	if testing.Short() {
		few = "1"
		args = shortest(args)
	}
	switch {
	case len(args) == 0 && testing.Short():
		return []string{"--objects", "500", "--reps", "2", "--workers", "2"}
	case len(args) == 0:
		return []string{"--objects", "2000", "--reps", "3"}
	case slices.Contains(args, "--help"):
		return args
	}
	switch args[0] {
	case "run":
		if !slices.Contains(args, "--heap") && !slices.Contains(args, "--objects") {
			args = set(args, "--objects", "3000")
		}
		if slices.Contains(args, "--fail-cv") {
			args = set(args, "--fail-cv", "1000%")
		}
		args = without(without(without(args, "--until"), "--for"), "--invocations")
		return set(args, "--reps", few)
	case "compare":
		return shorterComparison(args)
	case "scaling":
		return set(set(set(args, "--shape", "tree,random"), "--objects", "3000"), "--for", "1ms")
	case "explain":
		if slices.Contains(args, "--shape") {
			args = set(args, "--objects", "3000")
		}
		return set(args, "--reps", "1")
	case "verify":
		if len(args) == 1 || strings.HasPrefix(args[1], "-") {
			args = append(args, "--shape", "tree,random", "--objects", "200")
		}
		return set(args, "--reps", "1")
	case "peers":
		return set(set(args, "--peers", collectorsHere()), "--reps", few)
	case "play": // TestSlowScenesOfThePages opens the links
		return []string{"play", "-o", "play.html"}
	case "claims": // all of them are measured by the tests of internal/studying/papers
		if slices.Contains(args, "--match") {
			return args
		}
		return set(args, "--match", "LIFO")
	case "stress":
		return set(without(args, "--for"), "--rounds", "1")
	case "sim":
		return shorterModel(args)
	}
	return args
}

// shorterComparison has one process of each side, of this program.
func shorterComparison(args []string) []string {
	for _, flag := range []string{"--binary-a", "--binary-b"} {
		if slices.Contains(args, flag) {
			args = set(args, flag, os.Args[0])
		}
	}
	if !slices.ContainsFunc(args, func(a string) bool { return a == "--a" || a == "--binary-a" }) {
		return args
	}
	if line := strings.Join(args, " "); !strings.Contains(line, "--objects") && !strings.Contains(line, "--heap") {
		args = set(args, "--objects", "3000")
	}
	return set(set(without(without(args, "--until"), "--for"), "--invocations", "1"), "--reps", "2")
}

// shortest leaves out what makes a command do the same work again in other ways.
func shortest(args []string) []string {
	if len(args) == 0 || slices.Contains(args, "--help") {
		return args
	}
	switch args[0] {
	case "run":
		return set(args, "--workers", "2")
	case "verify":
		return set(set(args, "--workers", "2"), "--deque", "stealhalf,central")
	case "stress":
		return set(args, "--scenario", "tiny")
	}
	return args
}

func shorterModel(args []string) []string {
	if len(args) > 1 && args[1] == "barriers" { // one mutator takes a second
		return args
	}
	if args[1] == "mark" && !slices.Contains(args, "--workers") {
		args = set(args, "--workers", "1,64")
	}
	switch {
	case args[1] == "calibrate", args[1] == "mark" && slices.Contains(args, "--heap"):
		return args
	case slices.Contains(args, "--against"):
		return set(args, "--objects", "3000") // as run, which has measured them
	case args[1] == "mark":
		return set(args, "--objects", "200")
	}
	return append(set(args, "--reps", "2"), "--quick")
}

// set gives a flag a value, whether the command has the flag or not.
func set(args []string, flag, value string) []string {
	return append(without(args, flag), flag, value)
}

// without takes a flag and its value out of the command.
func without(args []string, flag string) []string {
	if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
		return slices.Delete(args, i, i+2)
	}
	return args
}

// parses returns what gcbench finds wrong in a command line before it does
// anything.
func parses(args []string) (err error) {
	defer func() { // the parser ends the process after --help
		if p := recover(); p != nil {
			if _, ended := p.(spell.Exit); !ended {
				panic(p)
			}
		}
	}()
	_, err = newParser(io.Discard, io.Discard).Parse(args)
	return err
}
