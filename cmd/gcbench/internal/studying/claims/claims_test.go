package claims

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReport: a row has exactly five fields, and no verdict if it is timed.
func TestReport(t *testing.T) {
	p := Paper{Title: "T", Citation: "On numbers"}
	c := Claim{Text: "x", Section: "section 1", Bound: "y", Measure: func(Effort) Finding { return Finding{Measured: "z 1"} }}
	r, err := p.Check(&c, Effort{})
	require.NoError(t, err)
	assert.Equal(t, Fails, r.Verdict())
	text, err := json.Marshal(Report{Schema: Schema, Claims: []Result{r}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"schema":"gcbench-claims/1","claims":[{"claim":"x","source":"On numbers, section 1","measured":"z 1","bound":"y","holds":false}]}`, string(text))

	c.Timed = true
	r, err = p.Check(&c, Effort{})
	require.NoError(t, err)
	assert.Equal(t, NoVerdict, r.Verdict())
	text, err = json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"holds":null`)

	c.Measure = func(Effort) Finding { return Finding{Holds: true, Err: errors.New("no memory")} }
	_, err = p.Check(&c, Effort{})
	assert.ErrorContains(t, err, "T: no memory")
}

// TestText breaks long lines and keeps every word.
func TestText(t *testing.T) {
	long := strings.Repeat("a word ", 60)
	var b bytes.Buffer
	require.NoError(t, (&Result{Claim: long, Source: "s", Measured: "m", Bound: "b"}).WriteText(&b))
	assert.Equal(t, 60, strings.Count(b.String(), "word"))
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, len([]rune(line)), wrap.Width+1)
	}
}
