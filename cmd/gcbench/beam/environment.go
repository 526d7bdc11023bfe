package main

import (
	"os"
	"slices"
	"strings"

	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// environments are where steps can run, by Beam's names in small letters. Beam takes every
// other name for docker.
var environments = []string{"docker", "process", "external", inThisProcess}

// workersPossible says why no worker can start with Beam's flags, as a usage error. Beam says it
// in the first round, in words that do not name the flag.
func workersPossible() error {
	kind := strings.ToLower(*jobopts.EnvironmentType)
	if kind == "" && *jobopts.Endpoint == "" {
		return nil // of the embedded runner, whose steps run in this process
	}
	if kind == "" {
		kind = environments[0]
	}
	var command pipepb.ProcessPayload
	wrong := protojson.Unmarshal([]byte(*jobopts.EnvironmentConfig), &command)
	switch {
	case !slices.Contains(environments, kind):
		return session.BadUsage("--environment_type %q: must be DOCKER, PROCESS, EXTERNAL or LOOPBACK", *jobopts.EnvironmentType)
	case kind == "process" && (wrong != nil || command.GetCommand() == ""):
		return session.BadUsage("--environment_type PROCESS needs --environment_config with the program that a runner starts as a worker, "+
			`such as {"command": "/shared/beam"}; it is %q`, *jobopts.EnvironmentConfig)
	case kind == "external" && *jobopts.EnvironmentConfig == "":
		return session.BadUsage("--environment_type EXTERNAL needs --environment_config, the address of a pool of workers, such as localhost:50000")
	case kind != inThisProcess && *jobopts.WorkerBinary == "":
		return session.BadUsage("--worker_binary is missing, the program for the workers (%s): give %s if they have it, as those of "+
			"--environment_type PROCESS have, else a file with this program, built for their system", strings.ToUpper(kind), os.DevNull)
	}
	return nil
}
