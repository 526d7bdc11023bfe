package stage

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// This file opens links that others print.

// opened is what the page shows after the link NAME@SCHEDULE.
func opened(t *testing.T, link string) *View {
	t.Helper()
	name, schedule, found := strings.Cut(link, "@")
	require.True(t, found, link)
	request, err := json.Marshal(Request{Do: DoView, Link: name, Schedule: schedule})
	require.NoError(t, err)
	answer := Answer(request, nil)
	require.NotContains(t, string(answer), `{"problem":`)
	var v View
	require.NoError(t, json.Unmarshal(answer, &v))
	require.Equal(t, name, v.Link)
	return &v
}

// requireSteps compares the steps of a view with the table of the same schedule.
func requireSteps(t *testing.T, table string, v *View) {
	t.Helper()
	rows := strings.Split(table, "\n")[1:]
	for i, step := range v.Steps {
		require.Equal(t, fmt.Sprintf("%d %s", i+1, step.Text), strings.Join(strings.Fields(rows[i]), " "), "of %s", v.Link)
	}
}

var printedFailure = regexp.MustCompile(`(?m)executions\n +(.+)\n( +step  (?:.*\n)+?) +schedule (\w+)\n +play: gcbench play '(.+)'\n`)

// TestFailuresOpen: the link of a scene that fails opens at the same schedule, after the same steps and with the same failure.
func TestFailuresOpen(t *testing.T) {
	n := 0
	for _, e := range entries {
		if !strings.HasPrefix(e.Plays, "printed.") {
			continue
		}
		p, _, err := parsed(e.Plays)
		require.NoError(t, err)
		failure := interleave.Explore(p.Run, interleave.Options{}).Failure
		require.NotNil(t, failure, e.Name)
		v := opened(t, failure.Link+"@"+failure.Schedule)
		require.Equal(t, headline(failure.Err), v.Failed, e.Name)
		require.Equal(t, failure.Schedule, v.Schedule, e.Name)
		require.True(t, v.Won && v.Ended && v.Note == "", e.Name)
		requireSteps(t, failure.Table, v)
		n++
	}
	require.GreaterOrEqual(t, n, 20)
}

// TestSlowPrintedLinksOpen: the links that the negative controls of package printed print open at the same
// schedule, after the same steps and with the same failure. The transcripts of split and rudolph have no links.
func TestSlowPrintedLinksOpen(t *testing.T) {
	tagged.Slow(t)
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command, which is not on PATH")
	}
	cmd := exec.Command(goTool, "test", "-run", "AreCaught$", "-skip", "Split|Rudolph", "-v", ".")
	cmd.Dir = "../../../../../../stealq/interleave/printed"
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	failures := printedFailure.FindAllStringSubmatch(string(out), -1)
	require.Len(t, failures, strings.Count(string(out), "caught in execution"))
	require.Greater(t, len(failures), 40)
	for _, f := range failures {
		v := opened(t, f[4])
		require.Equal(t, f[1], v.Failed, f[4])
		require.Equal(t, f[3], v.Schedule, f[4])
		require.True(t, v.Won && v.Ended && v.Note == "", f[4])
		requireSteps(t, f[2], v)
	}
}
