package stage

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBadRequests: what the page cannot mean is refused, with what would be right.
func TestBadRequests(t *testing.T) {
	for request, says := range map[string]string{
		"":                                                        "no JSON",
		`{"do":"fly"}`:                                            `there is no scene "": did you mean `,
		`{"do":"fly","link":"theft"}`:                             `there is no request "fly"`,
		`{"do":"view","link":"heist"}`:                            `there is no scene "heist": did you mean theft?`,
		`{"do":"view","link":"thef"}`:                             `there is no scene "thef": did you mean theft?`,
		`{"do":"view","link":"Last-items?"}`:                      "did you mean last-item?",
		`{"do":"view","link":"heist/fill=1"}`:                     `no form "heist"`,
		`{"do":"view","link":"theft~x"}`:                          "not a number of switches",
		`{"do":"view","link":"theft~16384"}`:                      `scene "theft": ~16384 asks for lines that it does not have: want a number from 0 to 16383`,
		`{"do":"view","link":"one-swap~1"}`:                       `~1 asks for wrong lines, and none of its lines can be wrong`,
		`{"do":"view","link":"theft","schedule":"a!"}`:            "want a letter",
		`{"do":"view","link":"theft","schedule":"a999999"}`:       "more than 10000 steps",
		`{"do":"view","link":"theft","schedule":"a9000a9000"}`:    "more than 10000 steps",
		`{"do":"run","link":"theft","thread":2}`:                  "there is no worker number 2: want one from 0 to 1",
		`{"do":"run","link":"theft","thread":-1}`:                 "there is no worker number -1",
		`{"do":"run","link":"theft","schedule":"a20","thread":1}`: "at step 6 worker a has ended",
		`{"do":"find","link":"theft","how":"luck"}`:               "want fewest or shortest",
	} {
		var p Problem
		require.NoError(t, json.Unmarshal(Answer([]byte(request), goOn), &p))
		require.Contains(t, p.Problem, says, request)
	}
	for _, do := range []string{DoView, DoRun} {
		long, err := json.Marshal(Request{Do: do, Link: "theft", Schedule: strings.Repeat("a1000000", 10_000)})
		require.NoError(t, err)
		require.Equal(t, `{"problem":"schedule \"`+strings.Repeat("a1000000", 5)+`\"...: it has more than 10000 steps"}`, string(Answer(long, goOn)))
	}
}

// TestNote: a schedule that cannot be followed to its end is followed as far as it can.
func TestNote(t *testing.T) {
	var v View
	require.NoError(t, json.Unmarshal(Answer([]byte(`{"do":"view","link":"theft","schedule":"a3b9"}`), goOn), &v))
	require.Equal(t, "a3b4", v.Schedule)
	require.Equal(t, "at step 8 worker b has ended", v.Note)
	require.Len(t, v.Steps, 7)
}

// TestTooLong: who opens a link that is longer than the scene is told. It may be of other source.
func TestTooLong(t *testing.T) {
	for schedule, note := range map[string]string{
		"ab3a2": "", "ab3a3": "the schedule has one more step, and the scene is over", "ab3a2bab": "the schedule has 3 more steps, and the scene is over",
	} {
		v := opened(t, "no-lock@"+schedule)
		require.True(t, v.Ended)
		require.Equal(t, note, v.Note, schedule)
	}
}

// TestWhoHoldsTheLock: a worker that waits for a lock is told who has it.
func TestWhoHoldsTheLock(t *testing.T) {
	for schedule, note := range map[string]string{
		"a2b2": "at step 4 worker b waits for the lock A.mu, which worker a holds",
		"a2c":  "step 3 is one of worker c, and there is no such worker",
	} {
		var v View
		request, err := json.Marshal(Request{Do: DoView, Link: "early-look", Schedule: schedule})
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(Answer(request, goOn), &v))
		require.Equal(t, note, v.Note)
	}
	s, err := named("early-look")
	require.NoError(t, err)
	require.Equal(t, "waits for the lock A.mu, which worker a holds", viewOf(t, s, "a2b").Threads[1].Waits)
}

// FuzzAnswer: no request panics, and each answer is JSON.
func FuzzAnswer(f *testing.F) {
	f.Add("view", "theft~1", "a3b4a", 0)
	f.Add("run", "printed.chaselev/wrong=8/capacity=4/fill=2/ops=+,oo,o/bare", "ca", 1)
	f.Add("view", "printed.workrange/wrong=1/low=1/indices=3/owner=to3/thieves=s,ss/only", "b", 2)
	f.Fuzz(func(t *testing.T, do, link, schedule string, thread int) {
		if do == DoFind {
			return // it may take long
		}
		request, err := json.Marshal(Request{Do: do, Link: link, Schedule: schedule, Thread: thread})
		require.NoError(t, err)
		require.True(t, json.Valid(Answer(request, goOn)))
	})
}
