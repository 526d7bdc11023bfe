package stealq

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestSpinModels checks the independent Promela models of docs/model: StealHalf,
// the termination detector and owners of mark bits hold, and wrong forms of them are
// caught. Here it is a few rows; docs/model/run.sh without an argument checks them all.
func TestSpinModels(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped by -short: compiles and runs ten models; docs/model/run.sh quick does the same")
	}
	for _, tool := range []string{"sh", "spin", "cc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed (Debian: apt-get install spin gcc), so docs/model is not checked", tool)
		}
	}
	t.Parallel() // it waits for other processes
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "sh", "../docs/model/run.sh", "quick").CombinedOutput()
	t.Logf("docs/model/run.sh quick\n%s", out)
	if err != nil {
		t.Fatalf("docs/model/run.sh quick: %v", err)
	}
	for _, verdict := range []string{" holds ", " taken_twice ", " work_left ", " sleeps_beside_work ", " two_writers "} {
		if !strings.Contains(string(out), verdict) {
			t.Errorf("no row with the verdict%s: the models did not run", verdict)
		}
	}
}
