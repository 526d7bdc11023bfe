package play

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// used finds the keys of texts that a part of the page uses: t("key"), {{t "key"}}, and in
// t(condition ? "one" : "other") both.
func used(text string) (keys []string) {
	for _, call := range regexp.MustCompile(`\bt\(((?:[^"(){]|\([^()]*\)|"[^"]*")+)`).FindAllStringSubmatch(text, -1) {
		for _, key := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(call[1], -1) {
			keys = append(keys, key[1])
		}
	}
	for _, key := range regexp.MustCompile(`{{t "([^"]*)"}}`).FindAllStringSubmatch(text, -1) {
		keys = append(keys, key[1])
	}
	return keys
}

// TestTexts: the page uses no key that texts.json lacks, and texts.json has none that the page
// does not use.
func TestTexts(t *testing.T) {
	var all map[string]string
	require.NoError(t, json.Unmarshal([]byte(texts), &all))
	files := map[string]string{"page.html": markup}
	names, err := fs.Glob(scripts, "script/*.js")
	require.NoError(t, err)
	for _, name := range names {
		text, err := scripts.ReadFile(name)
		require.NoError(t, err)
		files[name] = string(text)
	}
	wanted := map[string]bool{}
	for name, text := range files {
		for _, key := range used(text) {
			assert.Contains(t, all, key, name)
			wanted[key] = true
		}
	}
	for key := range all {
		if !strings.HasPrefix(key, "large.") { // else TestLargeTexts
			assert.True(t, wanted[strings.TrimSuffix(key, ".one")], "nothing uses the text %q", key)
		}
	}
}

// TestTextsOfAFolder: if a person has given the source, no text calls it the library's, and all other texts are the same.
func TestTextsOfAFolder(t *testing.T) {
	own, err := Program{From: "/home/me/halfmark"}.texts()
	require.NoError(t, err)
	assert.Equal(t, texts, own)
	own, err = Program{From: "/home/me/same", Given: &Given{Compared: true}}.texts()
	require.NoError(t, err)
	assert.Equal(t, texts, own, "it is the library's source in another folder")
	given, err := Program{From: "/home/me/changed", Given: &Given{Compared: true, Changed: []string{"stealq/abp.go"}}}.texts()
	require.NoError(t, err)
	var was, is map[string]string
	require.NoError(t, json.Unmarshal([]byte(texts), &was))
	require.NoError(t, json.Unmarshal([]byte(given), &is))
	for key := range was {
		if changed := key == "runs.production" || key == "runs.broken"; changed {
			assert.Contains(t, is[key], "the source in the folder changed, changed from the library in stealq/abp.go.", key)
			assert.NotContains(t, is[key], "/home/me", "a page that is sent says where its maker's folders are")
		} else {
			assert.Equal(t, was[key], is[key])
			assert.NotContains(t, was[key], "production source of the library")
		}
	}
}

// TestUsed is about the test above.
func TestUsed(t *testing.T) {
	assert.Equal(t, []string{"a", "b", "c", "d", "e"}, used(`t("a") + t(x(1).y ? "b" : "c", {n: 2, z: "no"}) <h1>{{t "e"}}</h1> t("d", {why: "no"}) let("no")`))
}

// TestPlaces: the sentence for one thing needs no other values than the sentence for many.
func TestPlaces(t *testing.T) {
	var all map[string]string
	require.NoError(t, json.Unmarshal([]byte(texts), &all))
	places := regexp.MustCompile(`{\w+}`)
	for key, text := range all {
		many, isOne := all[strings.TrimSuffix(key, ".one")]
		if !isOne || !strings.HasSuffix(key, ".one") {
			continue
		}
		assert.Subset(t, places.FindAllString(many, -1), places.FindAllString(text, -1), key)
	}
}
