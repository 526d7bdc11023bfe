package site

import (
	"bytes"
	"html"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
)

// largestSite is the most bytes that a site may have: it is handed out, and kept in repositories.
const largestSite = 6_000_000

// here makes the site of this source. Its page of play is empty.
func here() (*Made, error) {
	return (&Site{Source: os.DirFS(filepath.Join("..", "..", "..", "..", "..")), Play: []byte{}, Program: "test"}).Make()
}

var once = sync.OnceValues(here)

// made is the site of this source.
func made(t *testing.T) *Made {
	t.Helper()
	m, err := once()
	require.NoError(t, err)
	return m
}

var (
	addresses = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	ids       = regexp.MustCompile(`\sid="([^"]*)"`)
)

// TestLinks: each link of each page of the site leads to a file of its folder, and to what has that name there. Links
// to other sites are links alone: a page takes nothing from there.
func TestLinks(t *testing.T) {
	made := made(t)
	require.Empty(t, made.Lost)
	links, scenes := 0, 0
	for file, text := range made.Files {
		if path.Ext(file) != ".html" {
			continue
		}
		for _, match := range addresses.FindAllSubmatch(text, -1) {
			address := html.UnescapeString(string(match[1]))
			links++
			to, err := url.Parse(address)
			require.NoError(t, err, "%s: %s", file, address)
			switch {
			case to.Scheme == "https" || to.Scheme == "http":
				assert.Contains(t, string(text), `<a href="`+string(match[1]), "%s asks %s for something", file, address)
			case address == "data:,": // the icon
			case path.Join(path.Dir(file), to.Path) == playFile:
				scenes++
				link, err := play.Link(to.Fragment)
				require.NoError(t, err, "%s: %s", file, address)
				assert.True(t, link == "" || play.Known(link) == nil, "%s: %s", file, address)
			default:
				assert.NoError(t, made.resolve(file, to), "%s: %s", file, address)
			}
		}
	}
	assert.Greater(t, links, 2000)
	assert.Greater(t, scenes, 100)
}

// lost is a link that leads nowhere.
type lost string

func (l lost) Error() string { return "the site has no " + string(l) }

// resolve says whether a link leads somewhere.
func (m *Made) resolve(from string, to *url.URL) error {
	file := from
	if to.Path != "" {
		file = path.Join(path.Dir(from), to.Path)
	}
	text, ok := m.Files[file]
	if !ok || to.Scheme != "" {
		return lost(file)
	}
	if to.Fragment != "" && !bytes.Contains(text, []byte(` id="`+html.EscapeString(to.Fragment)+`"`)) {
		return lost(file + "#" + to.Fragment)
	}
	return nil
}

// TestResolve: what TestLinks would not notice cannot be wrong.
func TestResolve(t *testing.T) {
	m := &Made{Files: map[string][]byte{"a/b.html": []byte(`<a id="x"></a>`), "c.html": nil}}
	for address, ok := range map[string]bool{
		"": true, "#x": true, "../c.html": true, "b.html#x": true,
		"#y": false, "c.html": false, "../c.html#x": false, "mailto:x": false, "..": false,
	} {
		to, err := url.Parse(address)
		require.NoError(t, err)
		assert.Equal(t, ok, m.resolve("a/b.html", to) == nil, address)
	}
}

// TestForm: each page has one title, one heading of level 1 and each landmark once, skips no level of headings on the
// way down, and has each name once.
func TestForm(t *testing.T) {
	heading := regexp.MustCompile(`<h([1-6])[ >]`)
	for file, text := range made(t).Files {
		if path.Ext(file) != ".html" || file == playFile {
			continue
		}
		for _, once := range []string{"<title>", "<h1", "<header>", "<main ", "<footer>", `<nav aria-label="Site">`, `<a class="skip" href="#content">`, ` id="content"`, `<html lang="en">`, `http-equiv="Content-Security-Policy"`} {
			assert.Equal(t, 1, strings.Count(string(text), once), "%s: %s", file, once)
		}
		level := 0
		for _, h := range heading.FindAllSubmatch(text, -1) {
			next := int(h[1][0] - '0')
			assert.LessOrEqual(t, next, level+1, "%s has no heading between the levels %d and %d", file, level, next)
			level = next
		}
		seen := map[string]bool{}
		for _, id := range ids.FindAllSubmatch(text, -1) {
			assert.False(t, seen[string(id[1])], "%s: two elements are named %s", file, id[1])
			seen[string(id[1])] = true
		}
	}
}

// TestSize: the site is small with the largest page of play, and it is the same each time.
func TestSize(t *testing.T) {
	made := made(t)
	t.Logf("%d files, %d bytes and those of %s", len(made.Files), made.Bytes(), playFile)
	assert.LessOrEqual(t, made.Bytes()+play.LargestPage, largestSite)
	again, err := here()
	require.NoError(t, err)
	assert.Equal(t, made, again)
}

// small is a source with one chapter. The files are added.
func small(files map[string]string) fstest.MapFS {
	source := fstest.MapFS{}
	for file, text := range files {
		source[file] = &fstest.MapFile{Data: []byte(text)}
	}
	if source["docs/course/01-one.md"] == nil {
		source["docs/course/01-one.md"] = &fstest.MapFile{Data: []byte("# 1. One\n")}
	}
	return source
}

// pageOf makes a site, and returns a page of it.
func pageOf(t *testing.T, s *Site, file string) (string, *Made) {
	t.Helper()
	made, err := s.Make()
	require.NoError(t, err)
	require.Contains(t, made.Files, file)
	return string(made.Files[file]), made
}

// The course and the glossary show code. Other pages link to what these show, and name the rest. Links to missing
// files are reported.
func TestCode(t *testing.T) {
	source := small(map[string]string{
		"docs/course/01-one.md": "# 1. One\n\n[`A`](../../m/a.go) [other](../other.md#x-y)\n",
		"docs/other.md":         "# Other\r\n\r\n## X, y\r\n\r\n[`A`](../m/a.go) [`B`](../m/b.go) [m/b.go](../m/b.go) [folder](../m) [gone](gone.md) [out](../../etc/passwd) ![pic](p.png)\r\n",
		"docs/p.png":            "PNG", "m/a.go": "package m // <&>\n", "m/b.go": "package m\n",
	})
	text, made := pageOf(t, &Site{Source: source}, "docs/other.html")
	assert.Contains(t, text, `<a href="../m/a.go.html"><code>A</code></a> <code>B</code> (in m/b.go) m/b.go folder (in m) gone out <img src="p.png" alt="pic">`)
	assert.Contains(t, text, `<h2 id="x-y">X, y</h2>`)
	assert.Equal(t, []string{"docs/other.md: gone.md", "docs/other.md: ../../etc/passwd"}, made.Lost[len(made.Lost)-2:], "those before are of the front page")
	assert.Contains(t, string(made.Files["m/a.go.html"]), "<code>package m // &lt;&amp;&gt;\n</code>")
	assert.NotContains(t, made.Files, "m/b.go.html")
	assert.Contains(t, string(made.Files["docs/course/01-one.html"]), `<a href="../other.html#x-y">other</a>`)
}

// A command of gcbench play is a link to the page, if the site has one and knows the scene.
func TestPlayed(t *testing.T) {
	source := small(map[string]string{"docs/course/01-one.md": "# 1. One\n\n`./gcbench play theft` `gcbench play nosuch` [`gcbench play theft`](01-one.md)\n\n```sh\ngcbench play 'theft@a3b4a' # \"q\"\n```\n"})
	text, _ := pageOf(t, &Site{Source: source, Play: []byte{}}, "docs/course/01-one.html")
	assert.Contains(t, text, `<code><a href="../../play.html#theft">./gcbench play theft</a></code> <code>gcbench play nosuch</code> <a href="01-one.html"><code>gcbench play theft</code></a>`)
	assert.Contains(t, text, `<a href="../../play.html#theft@a3b4a">gcbench play 'theft@a3b4a'</a> # &quot;q&quot;`)
	text, made := pageOf(t, &Site{Source: source}, "docs/course/01-one.html")
	assert.NotContains(t, text, "play.html")
	assert.NotContains(t, string(made.Files["index.html"]), "play.html")
}

// A chapter leads to the one before it and the one behind it.
func TestChapters(t *testing.T) {
	source := small(map[string]string{"docs/course/02-two.md": "# 2. Two\n", "docs/course/03-three.md": "# 3. Three: `c`\n"})
	for file, want := range map[string][]string{"01-one": {`rel="next" href="02-two.html"`}, "02-two": {`rel="prev" href="01-one.html"`, `rel="next" href="03-three.html"`}, "03-three": {`rel="prev" href="02-two.html"`}} {
		text, _ := pageOf(t, &Site{Source: source}, "docs/course/"+file+".html")
		assert.Equal(t, want, regexp.MustCompile(`rel="(?:next|prev)" href="[^"]*"`).FindAllString(text, -1), file)
	}
	text, _ := pageOf(t, &Site{Source: source}, "index.html")
	assert.Contains(t, text, `<li><a href="docs/course/03-three.html">Three: <code>c</code></a></li>`)
	_, err := (&Site{Source: fstest.MapFS{}}).Make()
	assert.EqualError(t, err, "the source has no course: there is no file docs/course/[0-9]*.md")
}
