package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// game is the page of gcbench play, and its engine as a program of this machine. Both are compiled
// from the same source. Tests share them.
type game struct {
	once    sync.Once
	err     error
	folder  string
	file    string // the page
	console *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	scenes  []stage.About
}

var theGame game

// played returns the game. It is compiled when the first test asks for it.
func played(t *testing.T) *game {
	t.Helper()
	requireBrowser(t)
	theGame.once.Do(func() { theGame.err = theGame.compile() })
	require.NoError(t, theGame.err)
	return &theGame
}

func (g *game) compile() (err error) {
	source, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	if g.folder, err = os.MkdirTemp("", "halfmark-play-"); err != nil {
		return err
	}
	toolchain, err := play.Find(context.Background(), source)
	if err != nil {
		return err
	}
	page, err := toolchain.Scenes(context.Background(), source, nil)
	if err != nil {
		return err
	}
	g.file = filepath.Join(g.folder, "play.html")
	if err := os.WriteFile(g.file, page, 0o666); err != nil {
		return err
	}
	if err := g.start(source); err != nil {
		return err
	}
	answer, err := g.answer(stage.Request{Do: stage.DoScenes})
	if err != nil {
		return err
	}
	var c stage.Catalogue
	err = json.Unmarshal([]byte(answer), &c)
	g.scenes = c.Scenes
	return err
}

// start compiles the console, and starts it.
func (g *game) start(source string) error {
	shop, program := filepath.Join(g.folder, "source"), filepath.Join(g.folder, "console.exe")
	if err := play.EngineSource(source, shop); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-tags", "interleave", "-o", program, "./cmd/gcbench/internal/studying/play/wasm")
	build.Dir = shop
	build.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	g.console = exec.Command(program)
	g.console.Stderr = os.Stderr
	out, err := g.console.StdoutPipe()
	if err != nil {
		return err
	}
	if g.in, err = g.console.StdinPipe(); err != nil {
		return err
	}
	g.out = bufio.NewReader(out)
	return g.console.Start()
}

// close ends the console, and removes the files.
func (g *game) close() {
	if g.in != nil {
		g.in.Close()
		g.console.Wait()
	}
	if g.folder != "" {
		os.RemoveAll(g.folder)
	}
}

// answer is what the console says.
func (g *game) answer(r stage.Request) (string, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	if _, err := fmt.Fprintf(g.in, "%s\n", request); err != nil {
		return "", err
	}
	line, err := g.out.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}

// ask is what the console answers to a request that can be carried out.
func ask[T any](t *testing.T, r stage.Request) (answer T) {
	t.Helper()
	text, err := played(t).answer(r)
	require.NoError(t, err)
	var p stage.Problem
	require.NoError(t, json.Unmarshal([]byte(text), &p))
	require.Empty(t, p.Problem, "%+v", r)
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	return answer
}

// viewOf is what the console answers for a scene after some steps, as a browser would write it.
func viewOf(t *testing.T, link string, schedule []string) string {
	t.Helper()
	text, err := played(t).answer(stage.Request{Do: stage.DoView, Link: link, Schedule: strings.Join(schedule, "")})
	require.NoError(t, err)
	return asBrowsers.Replace(text)
}

// asBrowsers undoes what Go escapes in JSON and browsers do not.
var asBrowsers = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// views are those from 0 steps of a schedule to all.
func views(t *testing.T, link string, schedule []string) (all []string) {
	t.Helper()
	for n := range len(schedule) + 1 {
		all = append(all, viewOf(t, link, schedule[:n]))
	}
	return all
}

// letters are the steps of a schedule.
func letters(schedule string) (all []string) {
	threads, _ := interleave.Steps(schedule) // those of scenes; the engine has made them
	for _, thread := range threads {
		all = append(all, string(rune('a'+thread)))
	}
	return all
}
