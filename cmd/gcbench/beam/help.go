package main

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// unlisted are flags of Beam that no user types here: a runner gives them to a worker, or
// this program refuses them.
var unlisted = []string{"worker", "id", "logging_endpoint", "control_endpoint", "artifact_endpoint", "provision_endpoint",
	"semi_persist_dir", "options", "async"}

// here says what flags of Beam mean in this program, where their own text says it of other ones,
// or leaves something out.
var here = map[string]string{
	"endpoint":         "address of the job service; --runner flink, spark and universal need it",
	"environment_type": "where the steps run: DOCKER, PROCESS, EXTERNAL or LOOPBACK (default LOOPBACK with prism, else DOCKER)",
	"environment_config": "how a worker starts: with PROCESS a JSON object such as {\"command\": \"/shared/beam\"}, " +
		"with EXTERNAL the address of a pool of workers, with DOCKER the image of a container",
	"worker_binary": "program that is sent to the workers; without LOOPBACK it must be given. " +
		"The empty file /dev/null sends none",
	"sdk_harness_container_image_override": "two values with a comma between them: a pattern for images, and the image that " +
		"replaces them. The flag may be repeated",
}

// usage prints the help.
func usage(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Usage: beam [flags] DIR\n\n" +
		"Marks the parts in DIR, which gcbench export has written, in rounds on Apache\n" +
		"Beam. If it is interrupted, the same command goes on after the last complete\nround.\n\n")
	for _, name := range ours {
		show(&b, flag.Lookup(name))
	}
	b.WriteString("\nFlags of Beam, for runners elsewhere:\n")
	flag.VisitAll(func(f *flag.Flag) {
		// Packages for tests have flags with a dot, and Beam has none.
		if !slices.Contains(ours, f.Name) && !slices.Contains(unlisted, f.Name) && !strings.Contains(f.Name, ".") {
			show(&b, f)
		}
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// show prints a flag and what it means.
func show(b *strings.Builder, f *flag.Flag) {
	name, usage := flag.UnquoteUsage(f)
	if ours, ok := here[f.Name]; ok {
		usage = ours
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	b.WriteString(wrap.Text("--"+f.Name+" "+name, "  ", "      "))
	b.WriteString(wrap.Text(usage, "      ", "      "))
}

// version prints what was built, and with which Beam.
func version(w io.Writer) error {
	_, err := fmt.Fprintf(w, "beam %s, Apache Beam %s, %s %s/%s\n", machine.Program(), core.SdkVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
