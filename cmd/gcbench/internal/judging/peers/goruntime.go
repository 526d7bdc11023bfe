package peers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// GoChildCommand is the hidden subcommand of this program that runs GoChild
// with its argument, the path of a graph file.
const GoChildCommand = "peers-go"

var goRuntime = Collector{
	Name: "go",
	What: "Wall-clock time of the concurrent mark phase of runtime.GC() with GOMAXPROCS processors and an otherwise idle program, without its pauses and its sweep.",
	warm: 2, // a caution: nothing is known to change
	base: 32 << 20,
	// The object, rounded up to a size class; a pointer and a slice to fill
	// it, and an entry of the map that finds it again.
	bytes:   func(refs, words uint32) uint64 { return 8*max(2, uint64(refs)+uint64(words))*9/8 + 8 + 24 + 60 },
	prepare: prepareGo,
}

func prepareGo(ctx context.Context, s *site) (*command, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("go: this program cannot be run again: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, GoChildCommand, s.path(graphFile))
	// Whatever tunes this process's runtime is not meant for that one.
	cmd.Env = append(environ("GO"), fmt.Sprintf("GOMAXPROCS=%d", s.workers))
	return &command{cmd, plainNanoseconds}, nil
}
