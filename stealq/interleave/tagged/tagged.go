// Package tagged runs a package's tests once more, in a build with the tag interleave. An
// ordinary go test can thereby explore schedules. The package is for tests alone.
//
// Begin with [Explored], in a test of the package that has files with the tag:
//
//	func TestExplored(t *testing.T) { tagged.Explored(t) }
//
// With the tag, the package is compiled against the types of stealq/interleave. The source is
// the same, and the explorer can run it step by step. Small sizes take the place of large
// ones, unless the tag fullsize is given as well.
//
// The go command may answer an ordinary test from its cache. The functions of this package
// read the files that only the tag selects, so the answer is dropped when such a file changes.
package tagged

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	// Tag selects the explorer's types and its small sizes.
	Tag = "interleave"
	// FullSize selects the explorer's types and the ordinary sizes. It is two tags.
	FullSize = "interleave,fullsize"
)

// Explored runs the tests that the tag adds to the package in the working directory: those in
// files that begin with the tag's build constraint. The log has their output, with a row for
// each exploration. Explored skips the test unless the environment has HALFMARK_SCHEDULES, as
// .ci/run sets it, or HALFMARK_LONG.
func Explored(t *testing.T) {
	t.Helper()
	if os.Getenv("HALFMARK_SCHEDULES")+os.Getenv("HALFMARK_LONG") == "" {
		t.Skip("explores every schedule: HALFMARK_SCHEDULES=1 does it, as .ci/run does")
	}
	pattern, err := Pattern(".")
	if err != nil {
		t.Fatal(err)
	}
	Run(t, Tag, pattern, []string{Environment})
}

// Run runs the tests of the package in the working directory that match pattern. It
// builds them with tags, and adds environment and flags to those of the go command. It
// fails t if a test does not pass or if no test matches. It returns the output of the
// tests. It skips t with -short, with the race detector, and if there is no go command.
func Run(t *testing.T, tags, pattern string, environment []string, flags ...string) (output string) {
	t.Helper()
	if testing.Short() || race {
		t.Skip("builds another program: left out with -short and with the race detector")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command, which is not on PATH")
	}
	dependOnSources(t)
	args := []string{"test", "-tags", tags, "-vet=off", "-count=1", "-v", "-timeout", "12h", "-run", pattern, "."}
	cmd := exec.Command(goTool, append(args, flags...)...)
	cmd.Env = append(os.Environ(), environment...)
	out, err := cmd.CombinedOutput()
	t.Logf("go %s\n%s", strings.Join(cmd.Args[1:], " "), out)
	switch {
	case err != nil:
		t.Fatalf("the tests built with %s do not pass: %v", tags, err)
	case !passed.Match(out):
		t.Fatalf("no test matches %s", pattern)
	}
	return string(out)
}

var passed = regexp.MustCompile(`(?m)^--- PASS: `)

// dependOnSources reads every Go file of the packages that have the tag, and of the
// explorer. A build with the tag has some files that an ordinary build leaves out.
func dependOnSources(t *testing.T) {
	t.Helper()
	mod, err := exec.Command("go", "env", "GOMOD").Output() // the go command is there: see Run
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(string(mod))
	for _, dir := range []string{".", "heap", "stealq", "overflow", "mark", "mark/reach", "mark/walk", "mark/internal/*", "stealq/interleave"} {
		if dir != "." {
			dir = filepath.Join(root, dir)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				t.Fatal(err)
			}
		}
	}
}
