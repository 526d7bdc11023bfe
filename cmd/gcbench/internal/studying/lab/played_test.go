package lab

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// stageOf compiles the page's engine with an answer in it for a console, and returns a function
// that asks it.
func stageOf(t *testing.T, p *Played) func(requests ...stage.Request) []json.RawMessage {
	t.Helper()
	program, problems, err := p.shop.build(t.Context(), build{"played", []string{"-tags", p.Tags}, false})
	require.NoError(t, err)
	require.Empty(t, problems)
	return func(requests ...stage.Request) (answers []json.RawMessage) {
		var in bytes.Buffer
		for _, r := range requests {
			require.NoError(t, json.NewEncoder(&in).Encode(r))
		}
		cmd := exec.Command(program)
		cmd.Stdin = &in
		out, err := cmd.Output()
		require.NoError(t, err)
		for line := range bytes.Lines(out) {
			answers = append(answers, line)
		}
		require.Len(t, answers, len(requests))
		return answers
	}
}

// TestSlowPlayedLabs: what is wrong with a typical wrong answer goes wrong in the page as well, after the
// same steps, in the answer's own lines.
func TestSlowPlayedLabs(t *testing.T) {
	tagged.Slow(t)
	source, err := origin.Source(t.Context(), "")
	require.NoError(t, err)
	for _, l := range all {
		if !l.played {
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			f := &Folder{Dir: filepath.Join(t.TempDir(), "answer"), Lab: l.Name}
			wrong := l.scheduled(t, source, f)
			p, why, err := f.Play(t.Context(), source, l)
			require.NoError(t, err)
			require.Empty(t, why)
			defer p.Close()
			ask := stageOf(t, p)
			answers := ask(stage.Request{Do: stage.DoScenes}, stage.Request{Do: stage.DoView, Link: wrong.Link, Schedule: wrong.Schedule}, stage.Request{Do: stage.DoView, Link: "theft"})
			var list stage.Catalogue
			require.NoError(t, json.Unmarshal(answers[0], &list))
			var view stage.View
			require.NoError(t, json.Unmarshal(answers[1], &view))
			assert.Contains(t, wrong.Says, view.Failed)
			assert.Equal(t, wrong.Program, view.About.Story)
			assert.True(t, view.Won && view.Ended)
			assert.True(t, strings.HasPrefix(wrong.Schedule, view.Schedule), "%s is not the beginning of %s", view.Schedule, wrong.Schedule)
			requireSources(t, p, &view)
			assert.Contains(t, string(answers[2]), "has no program")
			requireListed(t, &list, ask)
		})
	}
}

// scheduled fills the folder with the first typical wrong answer of which a schedule shows what is
// wrong, and returns what is wrong with it.
func (l *Lab) scheduled(t *testing.T, source string, f *Folder) *verdict.Fault {
	quick := *l
	quick.builds = []build{explored}
	j := &Judge{Source: source, Time: time.Minute, Memory: MemoryLimit, Progress: func(string) {}}
	for n := 1; n <= l.Wrongs(); n++ {
		require.NoError(t, os.MkdirAll(f.Dir, 0o777))
		require.NoError(t, write(f.Dir, l.answer("", n)))
		r, err := j.Check(t.Context(), f, &quick)
		require.NoError(t, err)
		if fault := lastMade(r).Fault; fault != nil && fault.Schedule != "" {
			require.NotEmpty(t, fault.Link)
			return fault
		}
	}
	require.Fail(t, "no typical wrong answer has a failing schedule")
	return nil
}

// requireSources: steps are made in lines that the page has.
func requireSources(t *testing.T, p *Played, view *stage.View) {
	found := 0
	for _, step := range view.Steps {
		for _, at := range step.At {
			require.Less(t, at.Line, strings.Count(p.Sources[at.File], "\n")+2, at.File)
			found++
		}
	}
	assert.Positive(t, found)
	assert.NotNil(t, view.Picture)
}

// requireListed: the page lists some scenes, of which each begins.
func requireListed(t *testing.T, list *stage.Catalogue, ask func(...stage.Request) []json.RawMessage) {
	require.NotEmpty(t, list.Scenes)
	var requests []stage.Request
	for _, s := range list.Scenes {
		requests = append(requests, stage.Request{Do: stage.DoView, Link: s.Name})
	}
	seen := map[string]bool{}
	for i, answer := range ask(requests...) {
		var view stage.View
		require.NoError(t, json.Unmarshal(answer, &view))
		assert.Equal(t, list.Scenes[i].Name, view.Link)
		assert.Greater(t, len(view.Threads), 1)
		assert.False(t, seen[view.Link], view.Link)
		seen[view.Link] = true
	}
}

// TestNotPlayed: the lines say what keeps an answer from being played.
func TestNotPlayed(t *testing.T) {
	l, err := Named("bit")
	require.NoError(t, err)
	f := &Folder{Dir: t.TempDir(), Lab: l.Name}
	_, why, err := f.Play(t.Context(), "nowhere", l)
	require.NoError(t, err)
	assert.Equal(t, []string{"claim.go is missing: the lab asks for it"}, why)
	require.NoError(t, write(f.Dir, Files{"claim.go": "package answer\n\nimport \"os\"\n"}))
	_, why, err = f.Play(t.Context(), "nowhere", l)
	require.NoError(t, err)
	require.Len(t, why, 2, "Claim is missing, and os is imported")
	assert.Contains(t, why[1], "os")
}
