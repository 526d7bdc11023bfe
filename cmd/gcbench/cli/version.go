package cli

import (
	"fmt"
	"io"
	"runtime"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

type versionCmd struct{}

// Run carries out gcbench version.
func (versionCmd) Run(s *session.Session) error { return printVersion(s.Stdout) }

func printVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "gcbench %s, %s %s/%s\n", machine.Program(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// versionFlag is --version, which needs no subcommand.
type versionFlag bool

// BeforeReset runs as soon as the flag is seen.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	if err := printVersion(app.Stdout); err != nil {
		return err
	}
	app.Exit(session.ExitOK)
	return nil
}
