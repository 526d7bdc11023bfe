package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const glossary = "docs/glossary.md"

// entryOfGlossary begins with an anchor for each word that is explained here and has no
// separate entry.
var entryOfGlossary = regexp.MustCompile(`^((?:<a id="[^"]+"></a>)*)\*\*([^*]+)\.\*\*`)

// TestWordsOfTheGlossary: links lead to a word. A letter has up to six screens of words.
func TestWordsOfTheGlossary(t *testing.T) {
	root := moduleTree(t).root
	text, err := os.ReadFile(filepath.Join(root, glossary))
	require.NoError(t, err)
	require.NoError(t, wrongAnchors(string(text)))
	for _, page := range pagesOf(t, root) {
		for _, l := range linksIn(t, root, page) {
			if file, heading := targetOf(page, l.target); file == glossary {
				assert.NotEqual(t, 1, len(heading), "%s, line %d: %s leads to a letter", page, l.line, l.target)
			}
		}
	}
}

// wrongAnchors says which entry of the glossary no link can lead to, and which two entries one
// link leads to.
func wrongAnchors(glossary string) (wrong error) {
	anchored := map[string]string{}
	eachLine(glossary, func(_ int, line string) {
		entry := entryOfGlossary.FindStringSubmatch(line)
		if entry == nil || wrong != nil {
			return
		}
		words, _, _ := strings.Cut(strings.ToLower(entry[2]), " (")
		want, _, _ := strings.Cut(words, ",")
		want = strings.ReplaceAll(want, " ", "-")
		if anchors := names(anchorOfPage, entry[1]); len(anchors) == 0 || anchors[0] != want {
			wrong = fmt.Errorf(`%s: want <a id="%s"></a> in front of it`, entry[2], want)
		}
		for _, anchor := range names(anchorOfPage, entry[1]) {
			if anchored[anchor] != "" {
				wrong = fmt.Errorf("%s and %s have the same anchor %s", anchored[anchor], entry[2], anchor)
			}
			anchored[anchor] = entry[2]
		}
	})
	return wrong
}

// TestReadingOfTheGlossary: what the test of anchors would not look at cannot fail.
func TestReadingOfTheGlossary(t *testing.T) {
	const right = "# A\n\n<a id=\"big-end\"></a><a id=\"top\"></a>**Big end, top (B).** A\n**word**.\n"
	assert.NoError(t, wrongAnchors(right))
	assert.ErrorContains(t, wrongAnchors(right+"**Tag.** A number"), `Tag: want <a id="tag">`)
	assert.ErrorContains(t, wrongAnchors(right+`<a id="tog"></a>**Tag.** A number`), `Tag: want <a id="tag">`)
	assert.ErrorContains(t, wrongAnchors(right+`<a id="top"></a>**Top.** See`), "Big end, top (B) and Top have")
}
