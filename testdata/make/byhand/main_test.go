package main

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTable: for every question the library and the loop find the same, also in a graph with
// cycles, lists and nodes that are not reachable. A graph that cannot be loaded is left out.
func TestTable(t *testing.T) {
	text := "a b\nb c\nc a\nc d\nd e\ne f\nx y\ny a\n"
	from := []source{
		{"absent", func(context.Context) (*input, error) { return nil, errors.New("there is none") }},
		{"small", func(context.Context) (*input, error) { return named("small", []byte(text), "a") }},
		{"random", func(context.Context) (*input, error) { return random(500) }},
	}
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, from, settings{1, regexp.MustCompile("")}), "%s", &out)
	assert.Contains(t, out.String(), "absent: skipped: there is none\n")
	for _, q := range questions() {
		assert.Regexp(t, `(?m)^`+q.name+` +small +[^ ]`, out.String())
		assert.Regexp(t, `(?m)^`+q.name+` +random +[^ ]`, out.String())
	}
	assert.Regexp(t, `(?m)^why +small +path of 6 `, out.String())
	assert.Regexp(t, `(?m)^what is not +small +2 nodes`, out.String())
}

// TestDisagreement: a row in which the two find something else is an error.
func TestDisagreement(t *testing.T) {
	in, err := random(50)
	require.NoError(t, err)
	q := question{name: "wrong", ask: reachable, hand: func(*input) string { return "-1 nodes" }}
	assert.ErrorContains(t, compare(t.Context(), &strings.Builder{}, q, in, 1), `workers found "10 nodes", and the loop "-1 nodes"`)
}
