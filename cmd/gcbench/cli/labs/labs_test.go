package labs

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// The command below a fault is the one that was typed.
func TestLabRepeat(t *testing.T) {
	c := checkCmd{Dir: "my übung", Lab: "bugs", Student: "Ann B"}
	assert.Equal(t, "gcbench lab check 'my übung' --lab bugs --student 'Ann B'", c.repeat(&lab.Report{}))
	assert.Equal(t, "gcbench lab check x", (&checkCmd{Dir: "x"}).repeat(&lab.Report{Seed: 7}))
	other := &lab.Report{Verdict: verdict.Unjudged, Checks: make([]verdict.Check, 1), Seed: 7}
	assert.Equal(t, "gcbench lab check x --seed 7", (&checkCmd{Dir: "x"}).repeat(other), "the sample was another one")
}
