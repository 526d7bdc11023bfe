//go:build unix

package timing

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestWarningsOfProcesses are kept with their results. A script plays gcbench.
func TestWarningsOfProcesses(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh here to play gcbench")
	}
	const report = `{"schema": "gcbench/1", "env": {"cpu": "x"}, "results": [{"shape": "tree", "objects": 1000, "workers": 1, "queue": "stealhalf", "digest": "d",
		"invocations": [{"pid": 1, "samples_ns": [998, 999, 1000, 1001, 1002, 1000, 1000]}]}]}`
	program := filepath.Join(t.TempDir(), "a")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\necho gcbench: warning: it is late >&2\nexec cat <<'END'\n"+report+"\nEND\n"), 0o700))
	s := session.New(t.Context(), nil, io.Discard, io.Discard)
	var m invoked
	for n := range 2 {
		require.NoError(t, m.add(s, &invoke.Command{Name: "x", Program: program, Patience: time.Minute}, "x", 0, 1))
		require.Len(t, m.results, 1)
		assert.Len(t, m.results[0].Invocations, n+1)
		assert.Len(t, m.warnings, n+1)
	}
	assert.Contains(t, m.warnings, "it is late")
}
