package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// client runs the git command in a folder.
type client struct {
	ctx    context.Context // of one Read
	folder string
	said   []string // what git wrote to its standard error although it succeeded
}

// folderOf returns the folder to run git in. In a worktree .git is a file.
func folderOf(path string) string {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.Base(path) == ".git" {
		return filepath.Dir(path)
	}
	return path
}

// leading are variables that would lead git to another repository, or to another view of
// this one. Git lists them: git rev-parse --local-env-vars. Those of the configuration
// stay, because they can name a folder as safe.
var leading = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE",
	"GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}

// environment returns the variables for git. They keep it from asking anybody anything. Where an
// object is missing, a git that does not know GIT_NO_LAZY_FETCH would fetch it, with a command that
// the repository's own configuration names. GIT_ALLOW_PROTOCOL, which every git knows, allows none.
func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(leading, name)
	})
	return append(env, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1")
}

// stopDelay is how long a killed git may hold its pipes open.
const stopDelay = 2 * time.Second

// lineBytes is the longest line that git may print. A hash is short, and so is the name of a ref
// that is a file.
const lineBytes = 64 << 10

// run runs a command of git, and gives what it prints to read. read must read to the end,
// or return an error: then the command is killed.
func (g *client) run(stdin io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, kill := context.WithCancel(g.ctx)
	defer kill()
	c := exec.CommandContext(ctx, "git", append([]string{"-C", g.folder}, args...)...)
	var problems firstBytes
	c.Env, c.Stdin, c.Stderr, c.WaitDelay = environment(), stdin, &problems, stopDelay
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return unstarted(err)
	}
	wrong := read(bufio.NewReaderSize(out, lineBytes))
	killed := wrong != nil && !errors.Is(wrong, io.ErrUnexpectedEOF)
	if killed {
		kill()
	}
	ended := c.Wait()
	var exit *exec.ExitError
	switch {
	case g.ctx.Err() != nil:
		return fmt.Errorf("git: %w", context.Cause(g.ctx))
	case errors.As(ended, &exit) && (exit.Exited() || !killed):
		return failed(args[0], exit, problems.text())
	case errors.Is(wrong, bufio.ErrBufferFull):
		return fail(args[0], wrong, "git has printed a line of more than %d bytes: the names of refs and of folders must be shorter", lineBytes)
	case wrong != nil:
		return wrong
	case ended != nil:
		return fmt.Errorf("git %s: %w", args[0], ended)
	case problems.text() != "":
		g.said = append(g.said, problems.text())
	}
	return nil
}

// failed says how git has ended, and what it said. A git that was ended by a signal has printed a part
// of the repository, which may be a list of whole lines.
func failed(command string, exit *exec.ExitError, said string) error {
	switch {
	case !exit.Exited():
		return fmt.Errorf("git %s: it was stopped before it finished: %w: read the repository again", command, exit)
	case said == "":
		return fmt.Errorf("git %s: %w", command, exit)
	}
	return fmt.Errorf("git %s: %w: %s", command, exit, said)
}

// unstarted says why git did not start.
func unstarted(err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("git: a repository is read through the git command, which is not there: install git, or put it on the PATH (%w)", err)
	}
	return fmt.Errorf("git: the git command does not start: %w", err)
}

// firstBytes keeps the beginning of what is written to it.
type firstBytes struct{ kept []byte }

const problemBytes = 2048

func (f *firstBytes) Write(p []byte) (int, error) {
	f.kept = append(f.kept, p[:min(len(p), problemBytes-len(f.kept))]...)
	return len(p), nil
}

// text returns the bytes as a line or several, without characters that control a terminal.
func (f *firstBytes) text() string {
	lines := strings.Split(strings.TrimSpace(string(f.kept)), "\n")
	for i, line := range lines {
		lines[i] = printable.Line(strings.ReplaceAll(line, "\t", " "))
	}
	return strings.Join(lines, "\n")
}

// about is what git says of a repository as a whole.
type about struct {
	hashBytes int
	shallow   bool
	inside    string // the folder inside the repository, "" for the repository itself
}

func (g *client) about() (a about, err error) {
	var lines []string
	err = g.run(nil, func(in *bufio.Reader) error {
		return eachLine(in, func(line string) error { lines = append(lines, line); return nil })
	}, "rev-parse", "--show-object-format", "--is-shallow-repository", "--show-prefix")
	if err != nil {
		return a, err
	}
	if len(lines) < 2 {
		return a, fail("rev-parse", nil, "git has printed %d lines: it must print the format of hashes, and whether the clone is shallow", len(lines))
	}
	switch lines[0] {
	case "sha1":
		a.hashBytes = 20
	case "sha256":
		a.hashBytes = 32
	default:
		return a, fail("rev-parse", nil, "the hashes are of type %q: they must be sha1 or sha256", lines[0])
	}
	a.shallow = lines[1] == "true"
	if len(lines) > 2 {
		a.inside = lines[2]
	}
	return a, nil
}

// eachLine calls do for each line, without its end. A line that the reader's buffer does not hold is
// bufio.ErrBufferFull.
func eachLine(in *bufio.Reader, do func(line string) error) error {
	for {
		line, err := in.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("git: the output ends in the middle of a line: %w", io.ErrUnexpectedEOF)
		case err != nil:
			return fmt.Errorf("git: %w", err)
		}
		if err := do(string(line[:len(line)-1])); err != nil {
			return err
		}
	}
}
