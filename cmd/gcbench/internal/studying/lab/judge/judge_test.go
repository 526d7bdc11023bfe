package judge

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// A check that is broken, panics or cannot judge is the last one, and its last event says so.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		run   func() (string, *verdict.Fault)
		goes  bool
		state verdict.State
		says  string // of the fault
		why   string
	}{
		{func() (string, *verdict.Fault) { return "all", nil }, true, verdict.Held, "", ""},
		{func() (string, *verdict.Fault) { return "", Fault("no %d", 1) }, false, verdict.Broken, "no 1", ""},
		{func() (string, *verdict.Fault) { panic("oh") }, false, verdict.Broken, "it panicked: oh", ""},
		{func() (string, *verdict.Fault) { panic("\x1b[2Jright") }, false, verdict.Broken, `it panicked: \x1b[2Jright`, ""},
		{func() (string, *verdict.Fault) { Unjudged("no %s", "cache"); return "", nil }, false, verdict.Skipped, "", "no cache"},
	} {
		var told bytes.Buffer
		teller := &teller{to: json.NewEncoder(&told), token: "mine"}
		teller.judge(Check{Name: "one", Run: c.run}, true)
		events := json.NewDecoder(&told)
		var begins, ends verdict.Event
		require.NoError(t, events.Decode(&begins))
		require.NoError(t, events.Decode(&ends))
		assert.Equal(t, verdict.Begun, begins.Check.State)
		assert.Equal(t, c.state, ends.Check.State)
		assert.Equal(t, c.why, ends.Unjudged)
		assert.Equal(t, c.says != "", ends.Check.Fault != nil)
		if ends.Check.Fault != nil {
			assert.Equal(t, c.says, ends.Check.Fault.Says)
		}
		assert.Equal(t, "mine", ends.Token)
		assert.Equal(t, c.goes, ends.Holds != nil && ends.Holds.Last)
	}
}
