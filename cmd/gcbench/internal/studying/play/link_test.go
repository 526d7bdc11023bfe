package play

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLink(t *testing.T) {
	const described = "stealhalf/capacity=2/fill=1/ops=-,h+/bare"
	for typed, want := range map[string]string{
		"":                                  "",
		"#":                                 "",
		"theft":                             "theft",
		"#theft":                            "theft",
		" theft\n":                          "theft",
		"theft@a3b4a":                       "theft@a3b4a",
		"'theft@a3b4a'":                     "theft@a3b4a",
		`"theft@a3b4a"`:                     "theft@a3b4a",
		`'http://127.0.0.1/#theft'`:         "theft",
		"''":                                "",
		"theft@a3b4a:8":                     "theft@a3b4a:8",
		"theft@a3b4a:0":                     "theft@a3b4a:0",
		"theft@:0":                          "theft@:0",
		"theft~6@a":                         "theft~6@a",
		described + "@a3":                   described + "@a3",
		"http://127.0.0.1:4321/#theft@a3":   "theft@a3",
		"http://127.0.0.1:4321/":            "",
		"file:///C:/My%20files/p.html#a~1":  "a~1",
		"file:///tmp/p.html#theft%40a3%3A2": "theft@a3:2",
	} {
		got, err := Link(typed)
		require.NoError(t, err, typed)
		assert.Equal(t, want, got, typed)
	}
}

func TestWrongLinks(t *testing.T) {
	for typed, says := range map[string]string{
		"@a3":                `must begin with the name of a scene, and "" is not one`,
		"the theft":          `"the theft" is not one`,
		"<b>":                `"<b>" is not one`,
		"'":                  `"'" is not one`,
		"'theft":             `"'theft" is not one`,
		`'theft"`:            `"'theft\"" is not one`,
		"''theft''":          `"'theft'" is not one`,
		"theft~":             `"" after ~ is not a number of switches`,
		"theft~x@a":          `"x" after ~`,
		"theft@":             "there is no schedule after @",
		"theft@3a":           `schedule "3a": '3' at 0: want a letter from a to h`,
		"theft@a0":           `schedule "a0"`,
		"theft@a3b4a:9":      `"9" after : is not a step of a schedule of 8 steps`,
		"theft@a3:-1":        `"-1" after : is not a step`,
		"theft@a3:":          `"" after : is not a step`,
		"http://x/#theft%4":  `invalid URL escape "%4"`,
		"theft@a9999999999b": "it has more than 10000 steps",
		"theft@" + strings.Repeat("a1000000", 2000):           "it has more than 10000 steps",
		strings.Repeat("<", 10_000):                           "must begin with the name of a scene",
		"theft~" + strings.Repeat("x", 10_000):                "after ~",
		"theft@a:" + strings.Repeat("x", 10_000):              "after :",
		"theft@" + strings.Repeat("a", 100) + "!":             "'!' at 100",
		"http://x/#" + strings.Repeat("theft", 10_000) + "%4": "invalid URL escape",
	} {
		_, err := Link(typed)
		assert.Less(t, len(err.Error()), 300)
		assert.ErrorContains(t, err, says, typed)
		assert.ErrorContains(t, err, "link ", typed)
	}
}

// A link to the page of this program begins with a scene's name, or describes a program.
func TestKnown(t *testing.T) {
	for _, link := range []string{"theft", "theft~0@a3:1", "theft~0@a99", "last-item-right", "range@a", "late-join", "lobby", "large", "stealhalf/ops=?@a"} {
		assert.NoError(t, Known(link), link)
	}
	assert.EqualError(t, Known("late-joins~1@a3"), `there is no scene "late-joins": did you mean late-join? Without a link, the page opens with the list of scenes`)
	assert.ErrorContains(t, Known("larger"), "did you mean large?")
	for _, link := range []string{"workrange/low=1/indices=3@a", "printed.chaselev/wrong=1/capacity=2/fill=1/ops=-,o/items@a", "printed.workrange/wrong=1/low=1/indices=2/owner=t/thieves=ss/only"} {
		assert.NoError(t, Known(link), link)
	}
	for link, says := range map[string]string{
		"nosuch/capacity=2/fill=1/ops=-,o@a3": `there is no scene "nosuch/capacity=2/fill=1/ops=-,o": did you mean `,
		"/":                                   "there is no scene",
		"stealhalf/wrong=1/capacity=2/fill=1/ops=-,h":     "there is no scene",
		"printed.nosuch/capacity=2/fill=1/ops=-,o":        `there is no form "printed.nosuch" of a deque`,
		"printed.chaselev/capacity=3/fill=1/ops=-,o@a3:1": "capacity=3: want a power of two",
		"theft~16384":           `scene "theft": ~16384 asks for lines that it does not have: want a number from 0 to 16383`,
		"theft~99999999999":     `"99999999999" after ~ is not a number of switches`,
		"last-item-right~1":     "~1 asks for wrong lines, and none of its lines can be wrong",
		"theft@a99":             "link theft@a99: at step 6 worker a has ended",
		"theft@a3c":             "link theft@a3c: step 4 is one of worker c, and there is no such worker",
		"last-item-right@a3c":   "there is no worker c, only 2 workers",
		"range@d:1":             "there is no worker d, only 3 workers",
		"stealhalf/ops=-,h~3@a": "~3 asks for wrong lines, and the production source has none",
	} {
		assert.ErrorContains(t, Known(link), says, link)
	}
}
