package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// engine is what the go command makes for a page.
type engine struct {
	wasm []byte // the engine
	glue []byte // wasm_exec.js of the same toolchain, which starts it
}

// noGo is what is wrong where there is no go command.
var noGo = errors.New("a page is compiled from source, and the go command is not on PATH: install Go from https://go.dev/dl")

// compile makes the engine from the module in the folder source.
func compile(ctx context.Context, source string) (*engine, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, noGo
	}
	dir, err := os.MkdirTemp("", "halfmark-play-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	shop, file := filepath.Join(dir, "source"), filepath.Join(dir, "engine.wasm")
	if err := EngineSource(source, shop); err != nil {
		return nil, err
	}
	if _, err := goCommand(ctx, shop, dir, "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l",
		"-tags", "interleave", "-o", file, "./cmd/gcbench/internal/play/wasm"); err != nil {
		return nil, err
	}
	e := &engine{}
	if e.wasm, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	root, err := goCommand(ctx, shop, dir, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	e.glue, err = os.ReadFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"))
	return e, err
}

// goCommand runs the go command for WebAssembly in the folder source.
func goCommand(ctx context.Context, source, dir string, args ...string) (output string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = source
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=", "CGO_ENABLED=0", "GOTMPDIR="+dir)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("go %s in %s: %w\n%s", args[0], source, err, strings.TrimSpace(problems.String()))
	}
	return out.String(), nil
}
