package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// Toolchain is the Go that compiles pages of one source.
type Toolchain struct {
	Version string // "go1.26.8"
	Site    bool   // the pages lie in the root of a website of package site, and link to its pages
	root    string // GOROOT
}

// Find asks the go command which Go compiles the module in the folder source.
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
	return t, nil
}

// glue returns wasm_exec.js, which starts a program of this Go in a browser.
func (t *Toolchain) glue() ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(t.root, "lib", "wasm", "wasm_exec.js"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("the Go in %s has no file lib/wasm/wasm_exec.js, without which no program starts in a browser: install Go from https://go.dev/dl", t.root)
	}
	return text, err
}

// compile makes the engine of a page.
func (t *Toolchain) compile(ctx context.Context, p Program) (wasm []byte, err error) {
	dir, remove, err := origin.TempDir("play")
	if err != nil {
		return nil, err
	}
	defer remove()
	file := filepath.Join(dir, "engine.wasm")
	// Without inlined functions (-l) the engine is 6 % smaller, packed.
	flags := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l"}, inlined(copies)...)
	compile := p.Compile
	if compile == nil {
		compile = origin.Go
	}
	_, err = compile(ctx, p.Dir, dir, []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"},
		append(flags, "-tags", p.Tags, "-o", file, p.Package)...)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// inlined are flags of the go command that let it put functions into their callers in the
// copies that are ordinary builds. That makes them twice as fast.
func inlined(copies []Copy) (flags []string) {
	for _, c := range copies {
		if !c.Ordinary {
			continue
		}
		for _, pkg := range c.Packages {
			flags = append(flags, "-gcflags="+origin.Module+"/"+c.of(pkg)+"=")
		}
	}
	return flags
}
