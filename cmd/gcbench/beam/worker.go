package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// provision is the address at which a runner tells a worker what the worker must know. A runner
// gives it to the program that --environment_config names.
var provision = flag.String("provision_endpoint", "", "Local provision endpoint (required where a runner starts the program).")

// A runner may also give the address of files that a job has brought along. This program needs none.
var _ = flag.String("artifact_endpoint", "", "Local artifact endpoint (unused).")

// becomeWorker sets Beam's flags for a process that a runner has started. This program can therefore itself
// be the command of a PROCESS environment: it carries out steps where it is told to. Beam's container image
// has another program for that purpose, but containers seldom see a folder in common. In a process that a
// person has started it does nothing.
func becomeWorker() error {
	if *provision == "" {
		return nil
	}
	// Prism quotes the name.
	id := strings.Trim(flag.Lookup("id").Value.String(), "'")
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), id), *provision)
	if err != nil {
		return fmt.Errorf("--provision_endpoint %s says nothing: %w", *provision, err)
	}
	for name, value := range map[string]string{
		"worker": "true", "id": id,
		"logging_endpoint": info.GetLoggingEndpoint().GetUrl(),
		"control_endpoint": info.GetControlEndpoint().GetUrl(),
	} {
		if value == "" {
			continue // the runner has given the flag itself
		}
		if err := flag.Set(name, value); err != nil {
			return err
		}
	}
	os.Stdout = os.Stderr // Beam prints to it, and with the embedded runner it is that of the table
	// Beam reads these from the environment.
	os.Setenv("RUNNER_CAPABILITIES", strings.Join(info.GetRunnerCapabilities(), " "))
	os.Setenv("STATUS_ENDPOINT", info.GetStatusEndpoint().GetUrl())
	return nil
}
