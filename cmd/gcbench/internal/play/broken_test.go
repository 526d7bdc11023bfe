package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
)

// Each scene of a broken marker is won by its schedule, after 5 to 24 steps of the player and not before. Each line at
// which a worker stands is one that the page shows.
func TestBrokenMarkers(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the engine")
	}
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	files, err := sources(source)
	require.NoError(t, err)
	ask := console(t)
	broken := 0
	for _, about := range ask(stage.Request{Do: stage.DoScenes}).Scenes {
		if about.Group != "The marker" {
			continue
		}
		opening, winning := expand(about.Opening), expand(about.Winning)
		require.True(t, strings.HasPrefix(winning, opening), about.Name)
		if about.Runs == "broken" {
			broken++
			assert.True(t, 5 <= len(winning)-len(opening) && len(winning)-len(opening) <= 24, "%s: %d steps", about.Name, len(winning)-len(opening))
		}
		for n := len(opening); n <= len(winning); n++ {
			if about.Safe && n%25 != 0 && n < len(winning) {
				continue // whole marks are long
			}
			v := ask(stage.Request{Do: stage.DoView, Link: about.Name, Schedule: winning[:n]}).View
			require.Empty(t, v.Note, about.Name)
			wins := n == len(winning) && about.Runs == "broken"
			require.Equal(t, wins, v.Won, "%s, %s: %s", about.Name, v.Schedule, v.Failed)
			require.Equal(t, wins, v.Failed != "", v.Failed)
			for _, thread := range v.Threads {
				if len(thread.At) > 0 {
					requireShown(t, files, thread.At[0])
				}
			}
		}
	}
	require.Equal(t, 3, broken)
}

// answered is any answer of the engine.
type answered struct {
	stage.View
	stage.Catalogue
	stage.Problem
}

// console compiles the engine for this machine, with all copies, and returns what asks it.
func console(t *testing.T) func(stage.Request) answered {
	t.Helper()
	root := workshop(t, copies...)
	program := filepath.Join(t.TempDir(), "console")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-trimpath", "-tags=interleave", "-o", program, "./cmd/gcbench/internal/play/console")
	build.Dir, build.Env = root, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return func(r stage.Request) (a answered) {
		line, err := json.Marshal(r)
		require.NoError(t, err)
		cmd := exec.Command(program)
		cmd.Stdin = bytes.NewReader(append(line, '\n'))
		out, err := cmd.Output()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(out, &a), "%s", out)
		require.Empty(t, a.Problem.Problem)
		return a
	}
}

func requireShown(t *testing.T, files map[string]string, at stage.Line) {
	t.Helper()
	text, shown := files[at.File]
	require.True(t, shown, "the page has no %s", at.File)
	lines := strings.Split(text, "\n")
	require.LessOrEqual(t, at.Line, len(lines), at.File)
	require.NotEmpty(t, strings.TrimSpace(lines[at.Line-1]), "%s:%d", at.File, at.Line)
}

// expand writes a schedule with a letter for each step.
func expand(schedule string) string {
	var b strings.Builder
	for len(schedule) > 0 {
		letter, n := schedule[:1], 1
		schedule = schedule[1:]
		if digits := len(schedule) - len(strings.TrimLeft(schedule, "0123456789")); digits > 0 {
			fmt.Sscan(schedule[:digits], &n)
			schedule = schedule[digits:]
		}
		b.WriteString(strings.Repeat(letter, n))
	}
	return b.String()
}
