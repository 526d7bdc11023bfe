package machine

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDisturbed: threads that wait are counted.
func TestDisturbed(t *testing.T) {
	before := Disturbed()
	if before.Voluntary == nil {
		require.Equal(t, "windows", runtime.GOOS)
		t.Skip("this system does not tell")
	}
	assert.Equal(t, runtime.GOOS == "linux", before.Stolen != nil)
	deadline := time.Now().Add(10 * time.Second)
	for *Disturbed().Since(before).Voluntary == 0 && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	assert.Positive(t, *Disturbed().Since(before).Voluntary)
}

// TestDisturbedSince: what is not known at both times is not known, and nothing is negative.
func TestDisturbedSince(t *testing.T) {
	three, five, second := uint64(3), uint64(5), time.Second
	d := Disturbance{Voluntary: &five, Involuntary: &three, Stolen: &second}.Since(Disturbance{Voluntary: &three, Involuntary: &five})
	assert.EqualValues(t, 2, *d.Voluntary)
	assert.EqualValues(t, 0, *d.Involuntary)
	assert.Nil(t, d.Stolen)
}
