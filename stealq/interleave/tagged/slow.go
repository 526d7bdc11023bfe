package tagged

import (
	"os"
	"testing"
)

// Slow skips a test that takes longer than others, unless the environment has HALFMARK_SLOW, as
// .ci/run sets it. The test's name begins with TestSlow, so that -run can select it:
//
//	HALFMARK_SLOW=1 go test -run '^TestSlow' ./...
func Slow(t testing.TB) {
	t.Helper()
	if os.Getenv("HALFMARK_SLOW") == "" {
		t.Skip("this takes long: HALFMARK_SLOW=1 runs it, as .ci/run does")
	}
}
