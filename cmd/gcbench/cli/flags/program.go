package flags

import (
	"errors"
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/symbols"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// Program is the flag for the program that wrote a Go heap dump.
type Program struct {
	Binary string `type:"input" group:"heap" placeholder:"FILE" help:"The program that wrote the Go heap dump, with its symbols: global variables get their names. Another build of it may give wrong ones."`
}

// Exists reports a program that is not there, before any work is done.
func (f *Program) Exists() error {
	if f.Binary == "" {
		return nil
	}
	if _, err := os.Stat(f.Binary); err != nil {
		return fmt.Errorf("--binary: %s: %w: give the program that wrote the dump", f.Binary, errors.Unwrap(err))
	}
	return nil
}

// Inputs are the files that are read: these, and the program if there is one.
func (f *Program) Inputs(paths ...string) []string {
	read := Inputs(paths...)
	if f.Binary != "" {
		read = append(read, f.Binary)
	}
	return read
}

// NameGlobals reads the names of global variables from the program, if it is given.
func (f *Program) NameGlobals(h *source.Heap) (err error) {
	switch {
	case f.Binary == "":
		return nil
	case h.Dump == nil:
		return session.BadUsage("--binary: %s has no global variables: only a Go heap dump has them", h.File)
	}
	if h.Globals, err = symbols.Open(f.Binary, h.Dump.Segments); err != nil {
		return fmt.Errorf("--binary: %w", err)
	}
	return nil
}
