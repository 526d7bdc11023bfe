package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// played finds links in a page: what stands behind gcbench play, without quotes.
var played = regexp.MustCompile("gcbench play (?:'([^'\n]+)'|([A-Za-z0-9][^\\s`'\"]*))")

// TestSlowScenesOfThePages: each link in a page opens, at its step. The chapter to which a scene belongs
// says how to play it, or leads to its group in docs/play.md, which has a table of all scenes.
func TestSlowScenesOfThePages(t *testing.T) {
	tagged.Slow(t)
	root := moduleTree(t).root
	program := engineHere(t, root)
	var links []string
	texts := map[string]string{}
	for _, page := range pagesOf(t, root) {
		text, err := os.ReadFile(filepath.Join(root, page))
		require.NoError(t, err)
		texts[page] = string(text)
		for _, match := range played.FindAllStringSubmatch(string(text), -1) {
			link, err := play.Link(match[1] + match[2])
			require.NoError(t, err, page)
			if link != play.Large {
				links = append(links, link)
			}
		}
	}
	require.Greater(t, len(links), 40)
	for i, v := range viewsOf(t, program, links) {
		assert.Empty(t, v.Problem, links[i])
		assert.Empty(t, v.Note, links[i])
	}
	catalogue := ask[stage.Catalogue](t, program, stage.Request{Do: stage.DoScenes})[0]
	names := []string{play.Large}
	for _, s := range catalogue.Scenes {
		names = append(names, s.Name)
		assert.Regexp(t, leadsTo(s.Name, s.Group), texts["docs/course/"+s.Chapter], "the chapter does not lead to the scene")
	}
	assert.ElementsMatch(t, names, play.Names(), "the command knows other scenes than the engine has")
	if table := tableOf(catalogue); !strings.Contains(texts["docs/play.md"], table) {
		assert.Fail(t, "docs/play.md does not have the table of the scenes", "%s", table)
	}
}

// leadsTo matches a command that plays a scene, and a link to the table of its group.
func leadsTo(scene, group string) *regexp.Regexp {
	heading := headingsOf("# " + group)[0]
	return regexp.MustCompile(`gcbench play ` + scene + "[@`\\s]|" + regexp.QuoteMeta("](../play.md#"+heading+")"))
}

// TestLeadingToScenes: a chapter without the scene and without its group is found.
func TestLeadingToScenes(t *testing.T) {
	leads := leadsTo("full", "As printed (PODC 2002)")
	assert.Regexp(t, leads, "`./gcbench play full` is")
	assert.Regexp(t, leads, "[the others](../play.md#as-printed-podc-2002)")
	assert.NotRegexp(t, leads, "`./gcbench play fuller` and [play](../play.md#a-range)")
}

// tableOf has a row for each scene, below the name of its group.
func tableOf(c stage.Catalogue) string {
	var b strings.Builder
	group := ""
	for _, s := range c.Scenes {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(&b, "\n### %s\n\n| scene | what you are to do | which code | chapter |\n|---|---|---|---|\n", group)
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(s.Chapter, "0"), "-")
		fmt.Fprintf(&b, "| `%s` | %s | %s | [%s](course/%s) |\n", s.Name, s.Goal, s.Runs, number, s.Chapter)
	}
	return b.String()
}

// viewed is a stage.View, or a stage.Problem.
type viewed struct{ Problem, Note string }

// viewsOf asks the engine for the moments of links.
func viewsOf(t *testing.T, program string, links []string) []viewed {
	t.Helper()
	var requests []stage.Request
	for _, link := range links {
		scene, place, _ := strings.Cut(link, "@")
		schedule, _, _ := strings.Cut(place, ":")
		requests = append(requests, stage.Request{Do: stage.DoView, Link: scene, Schedule: schedule})
	}
	return ask[viewed](t, program, requests...)
}

// ask sends requests to the engine, and returns the answers.
func ask[A any](t *testing.T, program string, requests ...stage.Request) (answers []A) {
	t.Helper()
	var in strings.Builder
	for _, r := range requests {
		require.NoError(t, json.NewEncoder(&in).Encode(r))
	}
	engine := exec.Command(program)
	engine.Stdin = strings.NewReader(in.String())
	out, err := engine.Output()
	require.NoError(t, err)
	answers = make([]A, len(requests))
	lines := strings.SplitAfter(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(requests))
	for i := range answers {
		require.NoError(t, json.Unmarshal([]byte(lines[i]), &answers[i]))
	}
	return answers
}

// engineHere compiles the engine of gcbench play, with all its scenes, for this machine.
func engineHere(t *testing.T, root string) (program string) {
	t.Helper()
	dir := t.TempDir()
	shop, program := filepath.Join(dir, "source"), filepath.Join(dir, "console.exe")
	require.NoError(t, play.EngineSource(root, shop))
	c := exec.Command("go", "build", "-trimpath", "-tags", "interleave", "-o", program, "./cmd/gcbench/internal/studying/play/wasm")
	c.Dir = shop
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}
