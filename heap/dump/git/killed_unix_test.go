//go:build unix

package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestKilledGit: a git that is killed has printed a part of the repository, in whole lines. That part is
// never taken for the whole, whichever command it was.
func TestKilledGit(t *testing.T) {
	s := newScratch(t, "sha1")
	s.history()
	real, err := exec.LookPath("git")
	require.NoError(t, err)
	bin := t.TempDir()
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, c := range []struct{ command, lines string }{
		{"rev-parse", "9"}, {"--batch-all-objects", "3"}, {"--batch-all-objects", "0"}, {"--batch-all-objects", "999"}, {"for-each-ref", "1"},
		{"--batch-check=%(objectname)", "1"}, {"worktree", "0"}, {"--batch --buffer", "999999"}, {"--batch --buffer", "1"},
	} {
		fake := "#!/bin/sh\ncase \"$*\" in *'" + c.command + "'*) '" + real + "' \"$@\" | head -n " + c.lines + "; kill -9 $$;; esac\nexec '" + real + "' \"$@\"\n"
		require.NoError(t, os.WriteFile(filepath.Join(bin, "git"), []byte(fake), 0o700))
		_, err := Read(t.Context(), s.folder, sink.Options{})
		require.ErrorContains(t, err, "it was stopped before it finished: signal: killed", "%s after %s lines", c.command, c.lines)
		require.Equal(t, 1, strings.Count(err.Error(), "git "), "the command is named once: %v", err)
	}
}
