package browser

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/site"
)

// Pages of each kind: the front page, texts with folded answers, code, pictures; and long pages with wide tables.
var (
	typicalPages = []string{"index.html", "docs/course/index.html", "docs/course/05-stealhalf.html", "docs/report.html", "docs/site.html", "stealq/stealhalf.go.html"}
	longPages    = []string{"README.html", "docs/index.html", "docs/course/teachers.html", "docs/glossary.html", "docs/performance.html", "docs/claims.html"}
)

const deck = "---\nmarp: true\n---\n\n# A\n\n<!-- Say *a*. -->\n\n---\n\n# B\n\n```go\nx := 1\n```\n\n---\n\n# C\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"

// siteOf writes a site into a folder.
func siteOf(t *testing.T, source fs.FS, page []byte) (folder string) {
	t.Helper()
	requireBrowser(t)
	made, err := (&site.Site{Source: source, Play: page, Program: "test"}).Make()
	require.NoError(t, err)
	folder = t.TempDir()
	require.NoError(t, made.Write(folder))
	return folder
}

// slides writes a site that has slides, and returns the file of their page.
func slides(t *testing.T) string {
	t.Helper()
	source := fstest.MapFS{"docs/course/01-one.md": {Data: []byte("# 1. One\n")}, "docs/course/deck.md": {Data: []byte(deck)}}
	return filepath.Join(siteOf(t, source, nil), "docs", "course", "deck.html")
}

// requireWithin checks that the page has complained of nothing, and asked for nothing outside of its site.
func (p *tab) requireWithin(t *testing.T, address string) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(t, p.complaints)
	require.NotEmpty(t, p.requests)
	for _, r := range p.requests {
		require.True(t, strings.HasPrefix(r, address) || r == "data:,", "%s is asked for", r)
	}
}

// Pages of the site can be read from a folder and from a server, on a telephone and at a desk. Each has its style, and
// asks for nothing else than what is in the folder.
func TestSite(t *testing.T) {
	folder := siteOf(t, os.DirFS(root), []byte("<!doctype html><title>play</title>"))
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	for address, pages := range map[string][]string{"file://" + folder: slices.Concat(typicalPages, longPages), server.URL: typicalPages} {
		p := empty(t, 1280, 900)
		for _, page := range pages {
			p.do(t, chromedp.Navigate(address+"/"+page))
			require.Equal(t, "flex", eval[string](t, p, `getComputedStyle(document.querySelector("header ul")).display`), "%s has no style", page)
			require.Empty(t, eval[[]string](t, p, `[...document.images].filter(i => !i.complete || !i.naturalWidth).map(i => i.src)`), page)
			for _, width := range []int64{390, 320} {
				p.requireFits(t, width)
			}
			assert.Empty(t, eval[[]string](t, p, cutOff), page)
			keep(t, p, "site "+strings.ReplaceAll(page, "/", " "))
			p.do(t, chromedp.EmulateViewport(1280, 900))
		}
		p.requireWithin(t, address)
	}
}

func TestSiteIsAccessible(t *testing.T) {
	requireAxe(t)
	folder := siteOf(t, os.DirFS(root), nil)
	files := []string{slides(t)}
	for _, page := range typicalPages {
		files = append(files, filepath.Join(folder, filepath.FromSlash(page)))
	}
	for i, file := range files {
		p := open(t, file, 1280, 900)
		if i%2 == 1 {
			p.do(t, chromedp.EmulateViewport(390, 844))
		}
		eval[bool](t, p, `[...document.querySelectorAll("details")].every(d => d.open = true)`)
		p.requireAccessible(t, file)
	}
}

// The keyboard comes to the text, and goes from slide to slide.
func TestSiteKeys(t *testing.T) {
	p := open(t, slides(t), 1280, 700)
	press(t, p, kb.Tab)
	require.Equal(t, "Skip to the text", eval[string](t, p, "document.activeElement.textContent"))
	require.Equal(t, "solid", eval[string](t, p, "getComputedStyle(document.activeElement).outlineStyle"), "the focus can be seen")
	require.Positive(t, eval[float64](t, p, "document.activeElement.getBoundingClientRect().right"))
	const top = `document.elementsFromPoint(640, 40).find(e => e.className === "slide")?.id ?? ""`
	for _, step := range []struct{ key, at string }{{kb.ArrowRight, "slide-1"}, {kb.ArrowRight, "slide-2"}, {kb.ArrowLeft, "slide-1"}, {kb.ArrowRight, "slide-2"}} {
		press(t, p, step.key)
		require.Equal(t, step.at, eval[string](t, p, top), step.key)
	}
	require.False(t, eval[bool](t, p, `document.querySelector(".notes p").checkVisibility()`), "the notes are folded")
	p.requireWithin(t, "file://")
}

// A scene of play leads to its chapter, and from there a command leads to a scene.
func TestSiteOfPlay(t *testing.T) {
	s := played(t).scenes[0]
	source, err := filepath.Abs(root)
	require.NoError(t, err)
	toolchain, err := play.Find(context.Background(), source)
	require.NoError(t, err)
	toolchain.Site = true
	page, err := toolchain.Scenes(context.Background(), source, nil)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(page), play.LargestPage)
	folder := siteOf(t, os.DirFS(root), page)

	p := empty(t, 1280, 900)
	p.arrive(t, filepath.Join(folder, "play.html"), "#"+s.Name+"@"+s.Winning)
	const leads = "document.querySelector(`%s`).href"
	to := eval[string](t, p, fmt.Sprintf(leads, "#ending a[href^='docs/']"))
	require.True(t, strings.HasSuffix(to, "/docs/course/"+strings.TrimSuffix(s.Chapter, ".md")+".html"), to)
	p.do(t, chromedp.Navigate(to))
	to = eval[string](t, p, fmt.Sprintf(leads, "main a[href^='../../play.html#']"))
	p.do(t, chromedp.Navigate(to))
	p.ready(t)
	p.requireWithin(t, "file://"+folder)
}
