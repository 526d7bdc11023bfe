package spell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// named returns the shapes that a value of --shape stands for.
func named(text string) (all []string, err error) {
	for _, part := range withParameters(strings.Split(text, ",")) {
		names, err := namesFor("shape", part)
		if err != nil {
			return nil, err
		}
		all = append(all, names...)
	}
	return all, nil
}

func TestShapesWithParameters(t *testing.T) {
	for text, want := range map[string]string{
		"tree,random":                             "tree random",
		"random:degree=6,garbage=0.5,tree":        "random:degree=6,garbage=0.5 tree",
		"random:degree=2-4":                       "random:degree=2 random random:degree=4",
		"random:degree=1-8*2,payload=8":           "random:degree=1,payload=8 random:degree=2,payload=8 random:degree=4,payload=8 random:degree=8,payload=8",
		"uniform:degree=2-3,payload=0-1*2":        "",
		"grid:columns=1-2,list:payload=0,lists":   "grid:columns=1 grid:columns=2 list:payload=0 lists",
		"lists:number=1-2,garbage=0,dag:twig=1":   "",
		"lists:number=1-2,garbage=0.25,dag":       "lists:number=1 lists:number=2 dag",
		"rmat:degree=4-5,payload=16,rmat:degree=": "",
	} {
		got, err := named(text)
		assert.Equal(t, want == "", err != nil, "%s: %v", text, err)
		assert.Equal(t, want, strings.Join(got, " "), text)
	}
}

func TestBadSweeps(t *testing.T) {
	for text, says := range map[string]string{
		"random:garbage=0.1-0.5":          `garbage of random: "0.1-0.5" cannot be used: a share has no range; name the shape once for each share`,
		"random:degree=1-2000":            `degree of random: "1-2000" cannot be used as a range: "2000" cannot be used: it must be a whole number, 1 to 64, such as 3`,
		"random:degree=-3":                `degree: "-3" cannot be used: it must be a whole number from 1 to 64`,
		"grid:columns=1-5000":             `has more than 1024 numbers`,
		"rings:length=1-1000,payload=0-8": `stands for more than 1024 shapes`,
		"list:payload=0-8":                `payload: "1" cannot be used: it must be a multiple of 8`,
		"tree:payload":                    `"payload" is no parameter`,
		"tree:":                           `"" is no parameter: write NAME=NUMBER`,
		"treee":                           `unknown shape "treee"`,
	} {
		_, err := named(text)
		assert.ErrorContains(t, err, says, text)
	}
}
