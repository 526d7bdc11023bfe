package browser

import (
	"bytes"
	"compress/gzip"
	"encoding/ascii85"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// before is a script that runs before those of each page.
func (p *tab) before(t *testing.T, script string) {
	t.Helper()
	c, end := p.limited()
	defer end()
	_, err := chromedp.Call(c, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	require.NoError(t, err)
}

// gz packs what the page unpacks.
func gz(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return digits(b.Bytes())
}

// digits are bytes as the page has them.
func digits(of []byte) string {
	text := make([]byte, ascii85.MaxEncodedLen(len(of)))
	return strings.ReplaceAll(string(text[:ascii85.Encode(text, of)]), "<", "v")
}

// A page whose engine or source is damaged says so in one sentence, and shows no scene.
func TestDamagedPage(t *testing.T) {
	whole, err := os.ReadFile(played(t).file)
	require.NoError(t, err)
	for name, damaged := range map[string]struct{ part, content string }{
		"no digits":       {"engine", "?!~"},
		"no gzip":         {"engine", digits([]byte("not packed at all"))},
		"no program":      {"engine", gz(t, "packed, but no program")},
		"another program": {"engine", gz(t, "\x00asm\x01\x00\x00\x00")},
		"no source":       {"sources", gz(t, "no JSON")},
	} {
		t.Run(name, func(t *testing.T) {
			element := regexp.MustCompile(`(?s)(<script type="[^"]*" id="` + damaged.part + `">).*?(</script>)`)
			require.Len(t, element.FindAllIndex(whole, -1), 1)
			p := empty(t, 1280, 900)
			p.arrive(t, written(t, element.ReplaceAllFunc(whole, func(found []byte) []byte {
				parts := element.FindSubmatch(found)
				return slices.Concat(parts[1], []byte(damaged.content), parts[2])
			})), "")
			requireBroken(t, p, "damaged")
		})
	}
}

// written is a file with a changed page.
func written(t *testing.T, page []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "damaged.html")
	require.NoError(t, os.WriteFile(file, page, 0o666))
	return file
}

// requireBroken checks that the page shows this one of its sentences, and nothing else.
func requireBroken(t *testing.T, p *tab, sentence string) {
	t.Helper()
	said := text(t, p, "trouble")
	requireSentence(t, said, "trouble")
	require.Contains(t, said, words(t, p, sentence))
	require.Empty(t, text(t, p, "play"))
	require.Empty(t, text(t, p, "loading"))
	p.requireQuiet(t)
}

// An engine that ends, or that cannot answer once, does not end the page.
func TestEngineThatFails(t *testing.T) {
	requireAnotherAnswer(t, `fails()`, "")
}

// Code with a loop that never ends gets a sentence after some seconds, and then another engine answers.
func TestEngineThatLoops(t *testing.T) {
	requireAnotherAnswer(t, `(() => { for (;;); })()`, "engine.slow")
}

// requireAnotherAnswer lets the engine do something else instead of its answer to the first step. The page says
// the sentence of a key, and plays on.
func requireAnotherAnswer(t *testing.T, does, sentence string) {
	t.Helper()
	whole, err := os.ReadFile(played(t).file)
	require.NoError(t, err)
	const answers = "answer(JSON.stringify(data.request)"
	require.Equal(t, 1, bytes.Count(whole, []byte(answers)))
	changed := `(data.request.schedule === "a" && ` + does + `)||` + answers
	p := empty(t, 1280, 900)
	p.arrive(t, written(t, bytes.Replace(whole, []byte(answers), []byte(changed), 1)), "")
	s := theGame.scenes[0]
	after[bool](t, p, `document.getElementById("step-a").click()`, "true")
	requireSentence(t, text(t, p, "said"), "said")
	if sentence != "" {
		require.Contains(t, text(t, p, "said"), words(t, p, sentence))
	}
	require.Empty(t, eval[string](t, p, "halfmarkPlay.schedule"), "the step is not made")
	p.visit(t, "#"+s.Name+"@"+s.Winning)
	require.True(t, eval[bool](t, p, "halfmarkPlay.view.won"))
}

// An old browser, and one without JavaScript.
func TestBrowsersThatLack(t *testing.T) {
	for _, what := range []string{"DecompressionStream", "WebAssembly", "Worker"} {
		p := empty(t, 1280, 900)
		p.before(t, "delete window."+what)
		p.arrive(t, played(t).file, "")
		requireBroken(t, p, "old")
		require.Contains(t, text(t, p, "trouble"), what)
	}
	p := empty(t, 1280, 900)
	call(t, p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.do(t, chromedp.Navigate("file://"+played(t).file))
	require.Contains(t, value(t, p, chromedp.Text("body")), "JavaScript")
}
