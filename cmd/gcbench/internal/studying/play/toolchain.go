package play

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// Toolchain is the Go that compiles pages of one source.
type Toolchain struct {
	Version string // "go1.26.8"
	root    string // GOROOT
}

// Find asks the go command which Go compiles the module in the folder source. The error says what
// to do if that Go cannot compile the module.
func Find(ctx context.Context, source string) (*Toolchain, error) {
	dir, remove, err := origin.TempDir("play")
	if err != nil {
		return nil, err
	}
	defer remove()
	said, err := origin.Go(ctx, source, dir, nil, "env", "GOVERSION", "GOROOT")
	if failed := (*origin.Failure)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("the go command does not work in %s: %s", source, failed)
	} else if err != nil {
		return nil, err
	}
	t := &Toolchain{}
	t.Version, t.root, _ = strings.Cut(strings.TrimSpace(strings.ReplaceAll(said, "\r", "")), "\n")
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return nil, err
	}
	return t, t.suits(string(mod))
}

var asks = regexp.MustCompile(`(?m)^go (\S+)`)

// suits compares the version with the one that the text of a go.mod asks for.
func (t *Toolchain) suits(mod string) error {
	needs := asks.FindStringSubmatch(mod)
	has, _, _ := strings.Cut(t.Version, " ")
	if needs == nil || !version.IsValid(has) || version.Compare(has, "go"+needs[1]) >= 0 {
		return nil
	}
	return fmt.Errorf("the page needs Go %s to be compiled, and the go command on PATH is Go %s: install a newer one from https://go.dev/dl, or set GOTOOLCHAIN=auto so that it fetches one",
		needs[1], strings.TrimPrefix(has, "go"))
}

// glue returns wasm_exec.js, which starts a program of this Go in a browser.
func (t *Toolchain) glue() ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(t.root, "lib", "wasm", "wasm_exec.js"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the Go in %s has no file lib/wasm/wasm_exec.js, without which no program starts in a browser: install Go from https://go.dev/dl", t.root)
	}
	return text, err
}
