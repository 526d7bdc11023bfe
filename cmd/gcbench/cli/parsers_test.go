package cli

import (
	"fmt"
	"io"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
)

// parsers are those that no command line uses at the moment, by the facts that their help texts mention. To make a
// parser takes longer than to carry out most command lines of the tests.
type parsers struct {
	mu   sync.Mutex
	free map[string][]*kong.Kong
}

func (p *parsers) take(stdout, stderr io.Writer) (parser *kong.Kong, done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	facts := fmt.Sprint(flags.Facts())
	if last := len(p.free[facts]) - 1; last >= 0 {
		parser = p.free[facts][last]
		p.free[facts] = p.free[facts][:last]
		forget(parser)
		parser.Stdout, parser.Stderr = stdout, stderr
	} else {
		parser = newParser(stdout, stderr)
	}
	return parser, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.free == nil {
			p.free = map[string][]*kong.Kong{}
		}
		p.free[facts] = append(p.free[facts], parser)
	}
}

// forget has a parser read a command line as if it were the first.
func forget(parser *kong.Kong) {
	*parser.Model.Target.Addr().Interface().(*commandLine) = commandLine{}
	_ = kong.Visit(parser.Model.Node, func(n kong.Visitable, next kong.Next) error {
		switch n := n.(type) {
		case *kong.Node:
			n.Active = false
		case *kong.Flag:
			n.Active, n.Set = false, false
		case *kong.Value:
			n.Active, n.Set = false, false
		}
		return next(nil)
	})
}
