package main

import (
	"net"
	"os"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// set gives a flag of Beam a value until the test ends.
func set[T any](t *testing.T, flag *T, value T) {
	t.Helper()
	before := *flag
	t.Cleanup(func() { *flag = before })
	*flag = value
}

// TestRunnersThatCannotBe says what would be right.
func TestRunnersThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name, endpoint, says string
		async                bool
	}{
		{"dataflow", "", "must be one of flink, prism, spark, universal", false},
		{"", "", "must be one of", false},
		{"flink", "", "--runner flink needs --endpoint", false},
		{"prism", "localhost:8099", "leave --endpoint out", false},
		{"prism", "", "--async", true},
		{"flink", "localhost:8099", "--worker_binary is missing", false},
	} {
		set(t, jobopts.Endpoint, c.endpoint)
		set(t, jobopts.Async, c.async)
		set(t, jobopts.EnvironmentType, "")
		refused(t, possible(c.name), c.says)
	}
}

// TestWorkersThatCannotBe says which flag is missing or wrong.
func TestWorkersThatCannotBe(t *testing.T) {
	for _, c := range []struct{ kind, config, binary, says string }{
		{"", "", "", "--worker_binary is missing"}, // Beam's default is docker
		{"docker", "", os.DevNull, ""},
		{"somewhere", "", "", "must be DOCKER, PROCESS, EXTERNAL or LOOPBACK"},
		{"LOOPBACK", "", "", ""},
		{"PROCESS", "", os.DevNull, "needs --environment_config"},
		{"PROCESS", "/shared/beam", os.DevNull, `it is "/shared/beam"`},
		{"PROCESS", `{"env": {}}`, os.DevNull, "needs --environment_config"},
		{"PROCESS", `{"command": "/shared/beam"}`, "", "--worker_binary is missing"},
		{"process", `{"command": "/shared/beam"}`, os.DevNull, ""},
		{"EXTERNAL", "", os.DevNull, "needs --environment_config"},
		{"EXTERNAL", "localhost:50000", os.DevNull, ""},
	} {
		set(t, jobopts.EnvironmentType, c.kind)
		set(t, jobopts.EnvironmentConfig, c.config)
		set(t, jobopts.WorkerBinary, c.binary)
		if c.says == "" {
			assert.NoError(t, workersPossible(), "%+v", c)
			continue
		}
		refused(t, workersPossible(), c.says)
	}
}

func refused(t *testing.T, err error, says string) {
	t.Helper()
	assert.ErrorContains(t, err, says)
	var usage *session.Failure
	require.ErrorAs(t, err, &usage)
	assert.Equal(t, session.ExitUsage, usage.Status)
}

// TestNobodyAnswers: a port at which no process listens is known before a round begins.
func TestNobodyAnswers(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	closed := listener.Addr().String()
	require.NoError(t, listener.Close())
	err = answers(t.Context(), closed)
	assert.ErrorContains(t, err, "--endpoint "+closed+": no job service answers")
	assert.ErrorContains(t, err, "start it, or give its address")
	assert.NotContains(t, err.Error(), "\n")
	assert.NoError(t, answers(t.Context(), *jobopts.Endpoint), "the embedded runner, which is started")
}
