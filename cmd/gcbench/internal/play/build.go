package play

import (
	"context"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/origin"
)

// engine is what the go command makes for a page.
type engine struct {
	wasm []byte // the engine
	glue []byte // wasm_exec.js of the same toolchain, which starts it
}

// compile makes the engine of a page.
func (t *Toolchain) compile(ctx context.Context, p Program) (*engine, error) {
	glue, err := t.glue()
	if err != nil {
		return nil, err
	}
	dir, remove, err := origin.TempDir("play")
	if err != nil {
		return nil, err
	}
	defer remove()
	file := filepath.Join(dir, "engine.wasm")
	// Without inlined functions (-l) the engine is 6 % smaller, packed.
	_, err = origin.Go(ctx, p.Dir, dir, []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"},
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l",
		"-tags", p.Tags, "-o", file, p.Package)
	if err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	return &engine{wasm, glue}, err
}
