package timing

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// TestRecording: however many workers there are, what they keep is bounded.
func TestRecording(t *testing.T) {
	for workers, slices := range map[int]int{1: 1 << 16, 2: 1 << 16, 42: 1 << 16, 64: 43690, mark.MaxWorkers: 2730} {
		o, bytes := recording(mark.Options{Workers: workers})
		assert.Equal(t, slices, o.Timeline, workers)
		require.NoError(t, o.Validate())
		assert.LessOrEqual(t, bytes, uint64(o.MarkerBytes())+ringBytes+slicesPerRun*100)
	}
}

// TestRecordOne: a timeline that has more slices than its share is counted, and one for which
// there is no memory is refused.
func TestRecordOne(t *testing.T) {
	h, err := source.Watch(nil).Build("tree", shape.Params{Objects: 50_000, Seed: 1})
	require.NoError(t, err)
	s, how, c := session.New(t.Context(), nil, &bytes.Buffer{}, &bytes.Buffer{}), &flags.Setup{Options: mark.Options{Workers: 1}}, &Run{}
	c.timelines.each = slicesPerRun
	require.NoError(t, c.recordOne(s, h, flags.Source{Name: "tree", Seed: 1}, how, nil))
	assert.Zero(t, c.timelines.thinned)
	c.timelines.each = 1
	require.NoError(t, c.recordOne(s, h, flags.Source{Name: "tree", Seed: 1}, how, nil))
	assert.Equal(t, 1, c.timelines.thinned)
	assert.Len(t, c.timelines.marks[1].Timeline.Lanes[0].Slices, 1)

	_, bytes := recording(how.Options)
	defer func(was func() uint64) { flags.AvailableMemory = was }(flags.AvailableMemory)
	flags.AvailableMemory = func() uint64 { return bytes - 1 }
	assert.ErrorContains(t, c.recordOne(s, h, flags.Source{Name: "tree", Seed: 1}, how, nil), "are available")
}

// TestThinnedTimeline: many marks share the room of a file, and warnings say what is missing.
func TestThinnedTimeline(t *testing.T) {
	var stderr bytes.Buffer
	s := session.New(t.Context(), nil, &bytes.Buffer{}, &stderr)
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "timeline", Path: "-"})
	require.NoError(t, err)
	c := &Run{Timeline: "-"}
	c.timelines.dropped, c.timelines.thinned = 1, 2
	require.NoError(t, c.writeTimeline(s, out, schema.Env{}))
	assert.Contains(t, stderr.String(), "--timeline lacks the beginning of 1 mark: there is room for the last slices of each worker, at most 65,536\n")
	assert.Contains(t, stderr.String(), "--timeline has short slices of 2 marks joined, because it keeps at most 1,048,576 slices of all marks together")
}

// TestBrokenTimelineIsNotWritten: the first error says what went wrong.
func TestBrokenTimelineIsNotWritten(t *testing.T) {
	old := filepath.Join(t.TempDir(), "t.json")
	c := &Run{Timeline: old}
	c.timelines.fail(os.ErrNotExist)
	c.timelines.fail(os.ErrExist)
	s := session.New(t.Context(), nil, &bytes.Buffer{}, &bytes.Buffer{})
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "timeline", Path: old})
	require.NoError(t, err)
	assert.EqualError(t, c.writeTimeline(s, out, schema.Env{}), "--timeline is not written: file does not exist")
	out.Abandon()
}
