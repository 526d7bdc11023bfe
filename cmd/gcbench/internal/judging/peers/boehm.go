package peers

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

//go:embed src/peer.c
var boehmSource []byte

var boehm = Collector{
	Name: "boehm",
	What: "Time from the collector's event MARK_START to MARK_END in GC_gcollect(), while the world is stopped.",
	// Its mark stack overflows on a heap with many grey objects, which makes
	// it scan marked blocks again, and is doubled at the end of a collection in
	// which it did: from 4,096 entries to enough.
	warm: 16,
	base: 16 << 20,
	// The object in units of 16 bytes and its header's share; an index by
	// address, a stack and three arrays while the heap is built.
	bytes: func(refs, words uint32) uint64 {
		return 16*((max(1, uint64(refs)+uint64(words))+1)/2)*5/4 + 8 + 4 + 1 + 8
	},
	prepare: prepareBoehm,
}

func prepareBoehm(ctx context.Context, s *site) (*command, error) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		return nil, unavailable("no C compiler: there is no cc in PATH")
	}
	if err := os.WriteFile(s.path("peer.c"), boehmSource, 0o600); err != nil {
		return nil, err
	}
	compile := exec.CommandContext(ctx, cc, "-O2", "-o", "peer", "peer.c", "-lgc")
	compile.Dir = s.dir
	if out, err := compile.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, unavailable("no libgc with its headers (Debian: libgc-dev): cc said: %s", firstError(out))
	}
	cmd := exec.CommandContext(ctx, s.path("peer"), s.path(graphFile), fmt.Sprint(s.workers))
	cmd.Env = append(environ("GC_"), fmt.Sprintf("GC_MARKERS=%d", s.workers))
	return &command{cmd, plainNanoseconds}, nil
}

// firstError returns the first line of a compiler's output that says error, or
// the first line.
func firstError(output []byte) string {
	first := ""
	for line := range bytes.Lines(output) {
		text := string(bytes.TrimSpace(line))
		if strings.Contains(text, "error") {
			return text
		}
		if first == "" {
			first = text
		}
	}
	return first
}
