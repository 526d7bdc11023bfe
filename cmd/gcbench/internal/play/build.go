package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/origin"
)

// engine is what the go command makes for a page.
type engine struct {
	wasm []byte // the engine
	glue []byte // wasm_exec.js of the same toolchain, which starts it
}

// compile makes the engine from the module in the folder source.
func compile(ctx context.Context, source string) (*engine, error) {
	toolchain, err := Find(ctx, source)
	if err != nil {
		return nil, err
	}
	e := &engine{}
	if e.glue, err = toolchain.glue(); err != nil {
		return nil, err
	}
	dir, remove, err := origin.TempDir("play")
	if err != nil {
		return nil, err
	}
	defer remove()
	shop, file := filepath.Join(dir, "source"), filepath.Join(dir, "engine.wasm")
	if err := EngineSource(source, shop); err != nil {
		return nil, err
	}
	// Without inlined functions (-l) the engine is 6 % smaller, packed.
	_, err = origin.Go(ctx, shop, dir, []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"},
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-gcflags=all=-l",
		"-tags", "interleave", "-o", file, "./cmd/gcbench/internal/play/wasm")
	if failed := (*origin.Failure)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("the source in %s does not compile with %s:\n%w", source, toolchain.Version, failed)
	} else if err != nil {
		return nil, err
	}
	e.wasm, err = os.ReadFile(file)
	return e, err
}
