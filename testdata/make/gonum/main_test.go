package main

import (
	"strings"
	"testing"
)

// TestCompare: both libraries reach the same nodes.
func TestCompare(t *testing.T) {
	var out strings.Builder
	if err := compare(&out, 1000, 1); err != nil {
		t.Fatal(err)
	}
	if words := strings.Fields(out.String()); len(words) != 6 || words[0] != "1000" {
		t.Errorf("a row of six figures was expected: %q", out.String())
	}
}

// TestCompareDominators: all find the same dominators.
func TestCompareDominators(t *testing.T) {
	for graph := range dominated {
		var out strings.Builder
		if err := compareDominators(&out, graph, 1000, 1); err != nil {
			t.Fatal(err)
		}
		if words := strings.Fields(out.String()); len(words) != 7 || words[1] != graph {
			t.Errorf("a row of seven figures was expected: %q", out.String())
		}
	}
}
