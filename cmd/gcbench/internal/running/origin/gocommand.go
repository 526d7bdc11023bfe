package origin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
)

// FindGo says what to do if there is no go command. The error is nil if there is one.
func FindGo() error {
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("this needs the go command, which is not on PATH: install Go from https://go.dev/dl")
	}
	return nil
}

// Failure is what the go command said when it failed: at most ten lines, without empty lines
// and without headings. There is at least one.
type Failure struct{ Lines []string }

func (f *Failure) Error() string { return strings.Join(f.Lines, "\n") }

// FailureOf takes the first lines that say something, of those that the go command has written to
// its standard error.
func FailureOf(said []string) *Failure {
	f := &Failure{}
	for _, line := range said {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if f.Lines = append(f.Lines, line); len(f.Lines) == 10 {
			break
		}
	}
	if f.Lines == nil {
		f.Lines = []string{"the go command fails and says nothing"}
	}
	return f
}

// MostLines is how many lines of the go command are kept.
const MostLines = 200

// Command is the go command in the folder dir. Its temporary files go to the folder temp, because
// an interrupted build leaves them behind. Settings are added to the environment, as NAME=value.
// The error is FindGo's.
func Command(dir, temp string, settings []string, args ...string) (*exec.Cmd, error) {
	if err := FindGo(); err != nil {
		return nil, err
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOTMPDIR="+temp), settings...)
	return cmd, nil
}

// Go runs such a Command, and returns what it prints. The error is FindGo's, the context's or a
// *Failure.
func Go(ctx context.Context, dir, temp string, settings []string, args ...string) (string, error) {
	cmd, err := Command(dir, temp, settings, args...)
	if err != nil {
		return "", err
	}
	var printed strings.Builder
	cmd.Stdout = &printed
	var said []string
	p, err := child.Start("go "+args[0], cmd, func(line string) bool {
		if len(said) < MostLines {
			said = append(said, line)
		}
		return false
	})
	if err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, p.Kill) // with the compilers that it has started
	succeeded := p.Wait()
	stop()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case !succeeded:
		return "", FailureOf(said)
	}
	return printed.String(), nil
}

// TempDir makes a folder for what the go command compiles. Call remove when the folder is no
// longer needed.
func TempDir(purpose string) (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "halfmark-"+purpose+"-")
	if err != nil {
		err = fmt.Errorf("the go command has no folder to write to: %w: set TMPDIR (in Windows TMP) to a folder that can be written to", err)
	}
	return dir, func() { removeAll(dir) }, err
}

// removeAll removes a folder. After an interrupt, what the go command has started may use files
// there for a moment, and then a file cannot be removed in Windows.
func removeAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}
