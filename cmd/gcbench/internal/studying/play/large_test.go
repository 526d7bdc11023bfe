package play

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	sim "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/large"
)

// largeTexts are the texts of the section.
func largeTexts(t *testing.T) map[string]string {
	t.Helper()
	var all map[string]string
	require.NoError(t, json.Unmarshal([]byte(texts), &all))
	for key := range all {
		if !strings.HasPrefix(key, "large.") {
			delete(all, key)
		}
	}
	return all
}

var (
	keys     = regexp.MustCompile(`"(large(?:\.[a-z0-9]+)+)"`) // written in one piece
	rowKeys  = regexp.MustCompile(`\b([a-z]+): m =>`)
	fieldKey = regexp.MustCompile(`(?m)^\t([a-z]+): \(\) =>`)
	accounts = []string{"busy", "searching", "starved", "hoarded"}
)

// TestLargeTexts: there is a text for all that the section may write, and no other text.
func TestLargeTexts(t *testing.T) {
	s, err := largeSection()
	require.NoError(t, err)
	all := largeTexts(t)
	wanted := map[string]bool{"large.row.changed": true, "large.now": true, "large.amount": true, "large.capacity": true, "large.before": true, "large.says": true}
	_, script, _ := strings.Cut(s.Script, "function large(") // the viewer's comes before
	for _, text := range []string{largeMarkup, script} {
		for _, found := range keys.FindAllStringSubmatch(text, -1) {
			wanted[found[1]] = true
		}
	}
	for _, found := range rowKeys.FindAllStringSubmatch(script, -1) {
		wanted["large.row."+found[1]] = true
	}
	for _, found := range fieldKey.FindAllStringSubmatch(script, -1) {
		wanted["large."+found[1]] = true
	}
	for _, name := range accounts {
		wanted["large."+name], wanted["large.row."+name] = true, true
	}
	useChoices(t, wanted)
	for key := range wanted {
		require.NotEmpty(t, all[key], "%s is used", key)
	}
	for key := range all {
		require.True(t, wanted[strings.TrimSuffix(key, ".one")], "nobody uses %s", key)
	}
}

// useChoices notes the keys of all that can be chosen.
func useChoices(t *testing.T, wanted map[string]bool) {
	t.Helper()
	answer, err := new(sim.Simulator).Answer([]byte(`{"choices": true}`))
	require.NoError(t, err)
	c := answer.(sim.Choices)
	use := func(field string, values ...string) {
		for _, v := range values {
			wanted["large."+field+"."+v] = true
		}
	}
	for field, values := range c.Values {
		wanted["large."+field] = true
		use(field, values...)
	}
	for _, d := range c.Deques {
		use("amount", d.Amounts...)
	}
	for _, l := range c.Lessons {
		use("lesson", l.Name, l.Name+".question", l.Name+".answer")
		for i := range l.Marks {
			use("lesson", l.Name+"."+strconv.Itoa(i+1))
		}
	}
}

// TestNamesInScripts: the files of a script are one function, in which the later of two functions of one name silently
// replaces the other.
func TestNamesInScripts(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(?:async )?(?:function|const|let|class) (\w+)`)
	for _, dir := range []string{"script", "script/large"} {
		script, err := joined(dir, "", "")
		require.NoError(t, err)
		first := map[string]bool{}
		for _, m := range declared.FindAllStringSubmatch(script, -1) {
			assert.False(t, first[m[1]], "%s declares %s twice", dir, m[1])
			first[m[1]] = true
		}
		assert.NotEmpty(t, first, dir)
	}
}
