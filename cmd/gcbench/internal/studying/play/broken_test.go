package play

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// Each scene of a broken marker is won by its schedule, after 5 to 24 steps of the player and not before. Each line at
// which a worker stands is one that the page shows.
func TestSlowBrokenMarkers(t *testing.T) {
	tagged.Slow(t)
	root := workshop(t, copies...)
	files, err := sources(root)
	require.NoError(t, err)
	ask := console(t, root)
	broken := 0
	var c stage.Catalogue
	ask(stage.Request{Do: stage.DoScenes}, &c)
	for _, about := range c.Scenes {
		if about.Group != "The marker" {
			continue
		}
		opening, winning := expand(about.Opening), expand(about.Winning)
		require.True(t, strings.HasPrefix(winning, opening), about.Name)
		if about.Runs == "broken" {
			broken++
			assert.True(t, 5 <= len(winning)-len(opening) && len(winning)-len(opening) <= 24, "%s: %d steps", about.Name, len(winning)-len(opening))
		}
		requireFound(t, ask, about)
		if about.Runs == "broken" {
			var ran stage.View
			last := len(winning) - 1
			ask(stage.Request{Do: stage.DoRun, Link: about.Name, Schedule: winning[:last-1], Thread: int(winning[last] - 'a')}, &ran)
			require.LessOrEqual(t, len(ran.Steps), len(winning), "%s: a run goes on after the end", about.Name)
		}
		for n := len(opening); n <= len(winning); n++ {
			if about.Safe && n%25 != 0 && n < len(winning) {
				continue // whole marks are long
			}
			var v stage.View
			ask(stage.Request{Do: stage.DoView, Link: about.Name, Schedule: winning[:n]}, &v)
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

// A search begins behind a scene's opening, and what it finds is won at its last step.
func requireFound(t *testing.T, ask func(stage.Request, any), about stage.About) {
	t.Helper()
	var found stage.Found
	ask(stage.Request{Do: stage.DoFind, Link: about.Name, How: "shortest"}, &found)
	require.True(t, found.Complete, about.Name)
	require.Less(t, found.Executions, 10_000, "%s: a player waits for them", about.Name)
	if about.Safe {
		require.Empty(t, found.Failed)
		return
	}
	var v stage.View
	ask(stage.Request{Do: stage.DoView, Link: about.Name, Schedule: found.Schedule}, &v)
	require.True(t, v.Won, about.Name)
	require.Equal(t, v.Failed, found.Failed)
	require.Len(t, v.Steps, len(expand(about.Opening))+found.Steps)
	require.LessOrEqual(t, found.Steps, len(expand(about.Winning))-len(expand(about.Opening)), about.Name)
}

// console compiles the engine of a workshop for this machine, and returns what asks it for an answer.
func console(t *testing.T, root string) func(stage.Request, any) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "console")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-trimpath", "-tags=interleave", "-o", program, "./cmd/gcbench/internal/studying/play/wasm")
	build.Dir, build.Env = root, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return func(r stage.Request, answer any) {
		t.Helper()
		line, err := json.Marshal(r)
		require.NoError(t, err)
		cmd := exec.Command(program)
		cmd.Stdin = bytes.NewReader(append(line, '\n'))
		out, err := cmd.Output()
		require.NoError(t, err)
		lines := bytes.Split(bytes.TrimSpace(out), []byte("\n")) // a search reports its progress, too
		last := lines[len(lines)-1]
		require.False(t, bytes.HasPrefix(last, []byte(`{"problem"`)), "%s", last)
		require.NoError(t, json.Unmarshal(last, answer), "%s", last)
	}
}

func requireShown(t *testing.T, files map[string]string, at interleave.Site) {
	t.Helper()
	text, shown := files[at.File]
	if !shown { // it is as in the original
		text, shown = files[strings.Replace(at.File, "/broken/", "/", 1)]
	}
	require.True(t, shown, "the page has no %s", at.File)
	lines := strings.Split(text, "\n")
	require.LessOrEqual(t, at.Line, len(lines), at.File)
	require.NotEmpty(t, strings.TrimSpace(lines[at.Line-1]), "%s:%d", at.File, at.Line)
}

// expand writes a schedule with a letter for each step.
func expand(schedule string) string {
	var b strings.Builder
	threads, _ := interleave.Steps(schedule) // those of scenes; the engine has made them
	for _, thread := range threads {
		b.WriteByte('a' + byte(thread))
	}
	return b.String()
}
