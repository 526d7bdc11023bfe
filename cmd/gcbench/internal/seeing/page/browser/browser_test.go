// Package browser tests the pages of gcbench in a browser. It is a separate module, so
// that the driver of the browser is no dependency of the tool. HALFMARK_SCREENSHOTS names
// a folder in which the tests leave pictures of what they have seen.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/page"
)

// browsers are the names under which a Chromium is known.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell"}

// theBrowser is nil where there is none. Each test has a tab of it.
var theBrowser context.Context

func TestMain(m *testing.M) {
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			os.Exit(with(path, m.Run))
		}
	}
	fmt.Println("skipped: no Chromium on the PATH: " + strings.Join(browsers, ", "))
	os.Exit(m.Run())
}

// with runs tests while a browser runs.
func with(path string, tests func() int) int {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	defer end()
	theBrowser, end = chromedp.NewContext(allocator)
	defer end()
	defer theGame.close()
	if err := chromedp.Do(theBrowser, chromedp.Navigate("about:blank")); err != nil {
		fmt.Fprintf(os.Stderr, "%s does not start: %v\n", path, err)
		return 1
	}
	return tests()
}

// tab is a page in a browser, and what the page complained of or asked for.
type tab struct {
	context.Context
	mu         sync.Mutex
	complaints []string
	requests   []string
}

// requireBrowser skips a test where there is no browser.
func requireBrowser(t *testing.T) {
	t.Helper()
	if theBrowser == nil {
		t.Skip("no Chromium on the PATH")
	}
}

// open shows a file in a window of so many pixels.
func open(t *testing.T, file string, width, height int64) *tab {
	t.Helper()
	p := empty(t, width, height)
	p.do(t, chromedp.Navigate("file://"+file))
	return p
}

// empty is a window of so many pixels that shows nothing yet.
func empty(t *testing.T, width, height int64) *tab {
	t.Helper()
	requireBrowser(t)
	window, end := chromedp.NewContext(theBrowser)
	t.Cleanup(end)
	opened := &tab{Context: window}
	require.NoError(t, chromedp.Listen(window, opened.listen))
	call(t, opened, network.Enable, network.EnableParams{})
	call(t, opened, log.Enable, cdp.Empty{})
	call(t, opened, runtime.Enable, cdp.Empty{})
	opened.prefer(t, "light", "reduce")
	opened.do(t, chromedp.EmulateViewport(width, height))
	return opened
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complaint := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			complaint += " " + e.ExceptionDetails.Exception.Description
		}
		p.complaints = append(p.complaints, complaint)
	case *runtime.EventConsoleAPICalled:
		p.complaints = append(p.complaints, fmt.Sprintf("console.%s", e.Type))
	case *log.EventEntryAdded:
		p.complaints = append(p.complaints, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "blob:") { // what a page has made itself
			p.requests = append(p.requests, e.Request.URL)
		}
	}
}

// limited is the context of one step. The limit is for pages that hang, not for slow machines.
func (p *tab) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(p, 2*time.Minute)
}

func (p *tab) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	c, end := p.limited()
	defer end()
	require.NoError(t, chromedp.Do(c, actions...))
}

func value[T any](t *testing.T, p *tab, action chromedp.Action[T]) T {
	t.Helper()
	c, end := p.limited()
	defer end()
	v, err := chromedp.Run(c, action)
	require.NoError(t, err)
	return v
}

// call sends a command of the protocol.
func call[P, R any](t *testing.T, p *tab, command cdp.Command[P, R], params P) {
	t.Helper()
	c, end := p.limited()
	defer end()
	_, err := chromedp.Call(c, command, params)
	require.NoError(t, err)
}

// prefer says what the reader likes: the colours "light" or "dark", and less motion or not.
// A page opens in light colours, and without motion, so that what is seen is where it stays.
func (p *tab) prefer(t *testing.T, scheme, motion string) {
	t.Helper()
	call(t, p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
	}})
}

// requireFits shows the page on a telephone that is so wide, and checks that the page need not
// be scrolled sideways. A telephone would make innerWidth larger instead.
func (p *tab) requireFits(t *testing.T, width int64) {
	t.Helper()
	p.do(t, chromedp.EmulateViewport(width, 800, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(3)))
	require.LessOrEqual(t, eval[int64](t, p, "document.documentElement.scrollWidth"), width)
}

// requireQuiet checks that the page has complained of nothing, and has asked for nothing but
// itself.
func (p *tab) requireQuiet(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(t, p.complaints)
	require.Len(t, p.requests, 1, "%q", p.requests)
}

// eval returns the value of an expression of the page, when everything is drawn.
func eval[T any](t *testing.T, p *tab, expression string) T {
	t.Helper()
	const drawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => %s)`
	return value(t, p, chromedp.Evaluate[T](fmt.Sprintf(drawn, expression), chromedp.EvalAwaitPromise))
}

// keep writes a picture of the page into the folder that HALFMARK_SCREENSHOTS names, if any.
func keep(t *testing.T, p *tab, name string) {
	t.Helper()
	if folder := os.Getenv("HALFMARK_SCREENSHOTS"); folder != "" {
		eval[bool](t, p, "true")
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), value(t, p, chromedp.FullScreenshot(100)), 0o666))
	}
}

// bare writes a page with the lanes alone.
func bare(t *testing.T, marks ...chrometrace.Mark) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lanes.html")
	out, err := os.Create(file)
	require.NoError(t, err)
	require.NoError(t, page.Write(out, []*page.File{{Name: "lanes.json", Timeline: &chrometrace.File{Marks: marks}}}, "test"))
	require.NoError(t, out.Close())
	return file
}
