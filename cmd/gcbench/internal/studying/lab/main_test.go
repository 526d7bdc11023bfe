package lab

import (
	"os"
	"testing"
)

// TestMain is also what a check starts of this program.
func TestMain(m *testing.M) {
	if status, mine := Serve(); mine {
		os.Exit(status)
	}
	os.Exit(m.Run())
}
