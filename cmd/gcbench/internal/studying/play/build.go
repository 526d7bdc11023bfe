package play

import (
	"context"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

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
