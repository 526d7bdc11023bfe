package peers

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/child"
)

// process is a collector's process. It says "ready", the number of objects that
// it holds and its version when it has built them, answers each line "gc" with
// a line when it has collected once, and ends when its standard input does.
type process struct {
	*child.Process
	name    string
	reached uint64
	version string
}

// start starts the command and waits until it is ready. A cancelled context
// kills it.
func start(ctx context.Context, name string, cmd *exec.Cmd) (*process, error) {
	c, err := child.Start(name, cmd, nil)
	if err != nil {
		return nil, err
	}
	p := &process{Process: c, name: name}
	if err := p.awaitReady(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *process) awaitReady(ctx context.Context) error {
	line, err := p.Line(ctx)
	if err != nil {
		return err
	}
	reached, version, _ := strings.Cut(strings.TrimPrefix(line, "ready "), " ")
	p.reached, err = strconv.ParseUint(reached, 10, 64)
	if p.version = version; err != nil || version == "" || !strings.HasPrefix(line, "ready ") {
		return fmt.Errorf("%s: its process said %q where \"ready COUNT VERSION\" was expected", p.name, line)
	}
	return nil
}

// collect has the process collect once and returns its answer.
func (p *process) collect(ctx context.Context) (string, error) {
	if _, err := io.WriteString(p.In, "gc\n"); err != nil {
		return "", p.Died(ctx)
	}
	return p.Line(ctx)
}
