package play

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sim "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/large"
)

// largeTexts are the texts of the section.
func largeTexts(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.ReadFile("texts.json")
	require.NoError(t, err)
	var all map[string]string
	require.NoError(t, json.Unmarshal(file, &all))
	for key := range all {
		if !strings.HasPrefix(key, "large.") {
			delete(all, key)
		}
	}
	return all
}

var (
	keys     = regexp.MustCompile(`"(large(?:\.[a-z0-9]+)+)"`)
	rowKeys  = regexp.MustCompile(`\b([a-z]+): m =>`)
	fieldKey = regexp.MustCompile(`(?m)^\t([a-z]+): (?:\(\) =>|\{among)`)
	accounts = []string{"busy", "searching", "starved", "hoarded"}
)

// TestLargeTexts: there is a text for all that the section may write, and no other text.
func TestLargeTexts(t *testing.T) {
	s, err := Large()
	require.NoError(t, err)
	all := largeTexts(t)
	used := map[string]bool{"large.row.changed": true, "large.now": true, "large.before": true}
	_, script, _ := strings.Cut(string(s.Script), "function large(") // the viewer's comes before
	for _, text := range []string{string(s.Markup), script} {
		for _, found := range keys.FindAllStringSubmatch(text, -1) {
			used[found[1]] = true
		}
	}
	for _, found := range rowKeys.FindAllStringSubmatch(script, -1) {
		used["large.row."+found[1]] = true
	}
	for _, found := range fieldKey.FindAllStringSubmatch(script, -1) {
		used["large."+found[1]] = true
	}
	for _, name := range accounts {
		used["large."+name], used["large.row."+name] = true, true
	}
	useChoices(t, used)
	for key := range used {
		require.NotEmpty(t, all[key], "%s is used", key)
	}
	for key := range all {
		require.True(t, used[key], "nobody uses %s", key)
	}
}

// useChoices notes the keys of all that can be chosen.
func useChoices(t *testing.T, used map[string]bool) {
	t.Helper()
	var c sim.Choices
	require.NoError(t, json.Unmarshal(new(sim.Simulator).Answer([]byte(`{"choices": true}`)), &c))
	use := func(field string, values ...string) {
		for _, v := range values {
			used["large."+field+"."+v] = true
		}
	}
	for _, s := range c.Shapes {
		use("shape", s.Name)
	}
	for _, d := range c.Deques {
		use("deque", d.Name)
		use("amount", d.Amounts...)
	}
	use("steal", c.Steals...)
	use("victim", c.Victims...)
	use("marking", c.Markings...)
	use("speculation", c.Speculations...)
	for _, l := range c.Lessons {
		use("lesson", l.Name, l.Name+".question", l.Name+".answer")
		for i := range l.Marks {
			use("lesson", l.Name+"."+strconv.Itoa(i+1))
		}
	}
}
