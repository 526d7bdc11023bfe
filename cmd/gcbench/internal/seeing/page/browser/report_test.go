package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// root is the folder of the tool's module.
const root = "../../../../../.."

// reported runs gcbench as a user does, and returns the page.
func reported(t *testing.T) (page string) {
	t.Helper()
	requireBrowser(t)
	folder := t.TempDir()
	in := func(dir, name string, arguments ...string) {
		t.Helper()
		c := exec.Command(name, arguments...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s %q: %s", name, arguments, out)
	}
	tool := filepath.Join(folder, "gcbench")
	in(root, "go", "build", "-o", tool, "./cmd/gcbench")
	in(folder, tool, "run", "--shape", "tree,list", "--objects", "50000", "--workers", "1,2", "--reps", "3", "--json", "run.json", "--timeline", "timeline.json")
	in(folder, tool, "report", "run.json", "timeline.json", "-o", "report.html")
	return filepath.Join(folder, "report.html")
}

func TestReport(t *testing.T) {
	file := reported(t)
	began := time.Now()
	p := open(t, file, 1200, 900)
	drawn := colours(t, p, ".lanes-canvas")
	require.Greater(t, drawn[lane(t, p, "busy")]+drawn[lane(t, p, "alone")], 1000, "a small heap may be marked by one worker")
	t.Logf("opened and drawn after %v", time.Since(began).Round(time.Millisecond))
	require.Greater(t, eval[int](t, p, `[...document.querySelectorAll("svg")].filter(s => s.getBoundingClientRect().height > 50).length`), 0)
	keep(t, p, "report")

	require.True(t, eval[bool](t, p, `document.querySelector(".command button").checkVisibility()`), "a command can be copied")
	const closed = `document.querySelectorAll("details.how:not([open])").length`
	before := eval[int](t, p, closed)
	require.Positive(t, before)
	eval[bool](t, p, `dispatchEvent(new Event("beforeprint"))`)
	require.Zero(t, eval[int](t, p, closed), "paper cannot be unfolded")
	eval[bool](t, p, `dispatchEvent(new Event("afterprint"))`)
	require.Equal(t, before, eval[int](t, p, closed))

	p.prefer(t, "dark", "reduce")
	require.Less(t, eval[int](t, p, `Math.max(...getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).slice(0, 3))`), 64)
	keep(t, p, "report dark")

	for _, width := range []int64{768, 390, 320} {
		p.requireFits(t, width)
	}
	keep(t, p, "report narrow")
	require.NotEmpty(t, value(t, p, chromedp.PrintToPDF()))
	p.requireQuiet(t)

	size, err := os.Stat(file)
	require.NoError(t, err)
	t.Logf("%d KB", size.Size()>>10)
}
