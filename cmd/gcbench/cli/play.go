package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play"
)

// playCmd is gcbench play: a page on which a person is the scheduler.
type playCmd struct {
	Link   string `arg:"" optional:"" help:"Where the page opens: a scene, as in theft, or one after a schedule, as in theft@a3b4a."`
	Output string `short:"o" type:"output" placeholder:"FILE" help:"Write the page to this file instead of serving it; - is standard output."`
	Listen string `type:"address" placeholder:"HOST:PORT" help:"Serve the page there (default 127.0.0.1:0, a free port that only this machine can reach)."`
	Lab    string `type:"folder" placeholder:"DIR" help:"Play with the answer in this folder, which lab start has made, instead of the scenes."`
	Source string `type:"folder" placeholder:"DIR" help:"The folder with the source of gcbench (default: where it was built)."`

	site bool // the page is one of a website: see siteCmd
}

// Help says what the page is, and what it takes to make it.
func (*playCmd) Help() string {
	return "Makes one HTML page on which you are the scheduler: you choose which worker makes the next step, and try to make the code lose something. " +
		"The page runs the source of gcbench, which it compiles with the go command. It needs no network and no other file, so with -o it can be sent. " +
		"Without -o the command serves the page until Ctrl-C. " +
		"The page lists its scenes, and so does docs/play.md. A whole link is SCENE~LINES@SCHEDULE:STEP, and the page writes it: " +
		"~0 is the scene with all its lines right, a3b4a are three steps of worker a, four of b and one of a, and :4 opens the page at step 4. " +
		"With --lab the page has the programs with which lab check judges, and the answer's own lines."
}

// Run carries out gcbench play.
func (c *playCmd) Run(s *session.Session) error {
	link, err := play.Link(c.Link)
	if err == nil && link != "" && c.Lab == "" { // which has other scenes
		err = play.Known(link)
	}
	if err != nil && link != "" && c.Source != "" {
		s.Warn("%v. The source in %s may have the scene", err, c.Source)
		err = nil
	}
	switch {
	case err != nil:
		return session.BadUsage("%w", err)
	case c.Output != "" && c.Listen != "":
		return session.BadUsage("--output and --listen exclude each other: the page is written or served")
	case c.Output == "-" && link != "":
		return session.BadUsage("-o - prints no address, and the link %s needs one: leave the link out, or write a file", c.Link)
	case c.Output != "":
		return c.write(s, link)
	}
	return c.serve(s, link)
}

// write makes the page, and writes it to a file.
func (c *playCmd) write(s *session.Session, link string) error {
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "output", Path: c.Output})
	if err != nil {
		return err
	}
	defer out.Abandon()
	page, err := c.page(s)
	if err != nil {
		return err
	}
	err = out.Write("output", func(w io.Writer) error { _, err := w.Write(page); return err })
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil || c.Output == "-" {
		return err
	}
	address, err := play.FileAddress(c.Output, link)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Stdout, "%s: %d bytes\n%s\n", c.Output, len(page), address)
	return err
}

// serve makes the page, and serves it until an interrupt. That is how it always ends, so the
// interrupt is no failure.
func (c *playCmd) serve(s *session.Session, link string) error {
	at := cmp.Or(c.Listen, "127.0.0.1:0")
	if !isAddress(at) {
		return session.BadUsage("--listen: %q cannot be used: it must be an address with a port, such as 127.0.0.1:8080", at)
	}
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return fmt.Errorf("--listen: %q cannot be used: %w", at, err)
	}
	defer listener.Close()
	page, err := c.page(s)
	if err != nil {
		return err
	}
	interfaces, err := net.InterfaceAddrs()
	if err != nil {
		s.Warn("cannot list the addresses of this machine: %v", err)
	}
	address, others := play.Address(listener, interfaces, link)
	fmt.Fprintf(s.Stdout, "%s\nOpen this address in a browser. Ctrl-C ends the command.\n", address)
	if others != nil {
		s.Warn("other machines can reach the page, too: %s", strings.Join(others, " "))
	}
	host, _, _ := net.SplitHostPort(at)
	return play.Serve(s, listener, host, page)
}

// isAddress says whether a text has the form of an address to listen at.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return err == nil
}

// page compiles the page.
func (c *playCmd) page(s *session.Session) ([]byte, error) {
	defer s.Progress.Clear()
	if err := origin.FindGo(); err != nil {
		return nil, err
	}
	source, err := origin.Source(s, c.Source)
	if err != nil {
		return nil, err
	}
	toolchain, err := play.Find(s, source)
	if err != nil {
		return nil, err
	}
	if toolchain.Version != runtime.Version() {
		s.Warn("%s compiles the page, and gcbench was compiled by %s", toolchain.Version, runtime.Version())
	}
	toolchain.Site = c.site
	s.Progress.Show("compiling the page with %s: seconds, and a minute the first time", toolchain.Version)
	var page []byte
	if c.Lab != "" {
		page, err = c.pageOfLab(s, source, toolchain)
	} else {
		page, err = toolchain.Scenes(s, source, c.given(s, source))
	}
	if s.Err() != nil {
		return nil, &session.Interrupted{Kept: "there is no page"}
	}
	return page, err
}

// given compares the source that a person has named with the one that gcbench was built from, and says how it differs. It is nil if
// no source was named.
func (c *playCmd) given(s *session.Session, source string) *play.Given {
	if c.Source == "" {
		return nil
	}
	g := &play.Given{}
	if library, err := origin.Source(s, ""); err == nil {
		if compared, err := play.Compare(source, library); err == nil {
			g = compared
		}
	}
	if g.String() != "" {
		s.Warn("the page runs the source in %s, %s", c.Source, g)
	}
	return g
}

// pageOfLab compiles a page with the answer to a lab in it. An answer that lab check would not
// compile has no page either, for the same reasons and with the same exit status.
func (c *playCmd) pageOfLab(s *session.Session, source string, toolchain *play.Toolchain) ([]byte, error) {
	f, l, err := lab.Open(c.Lab)
	if err != nil {
		return nil, session.BadUsage("--lab: %w", err)
	}
	if why := l.Unplayed(); why != "" {
		return nil, session.BadUsage("--lab: lab %s has no schedules to play: %s", l.Name, why)
	}
	p, why, err := f.Play(s, source, l)
	switch {
	case err != nil:
		return nil, err
	case why != nil:
		return nil, notPlayed(l, why)
	}
	defer p.Close()
	for _, note := range p.Notes {
		s.Warn("%s", note)
	}
	from, err := filepath.Abs(c.Lab)
	if err != nil {
		return nil, err
	}
	page, err := toolchain.Page(s, play.Program{Dir: p.Dir, From: from, Package: ".", Tags: p.Tags, Sources: p.Sources, Compile: p.Compile})
	if limit := lab.OverLimit(""); errors.As(err, &limit) {
		return nil, notPlayed(l, []string{limit.Error()})
	}
	if failed := (*origin.Failure)(nil); errors.As(err, &failed) {
		return nil, notPlayed(l, lab.Problems(failed))
	}
	return page, err
}

// notPlayed says why an answer cannot be played, in lines.
func notPlayed(l *lab.Lab, why []string) error {
	return session.CannotJudge("lab %s: the answer cannot be played:\n%s", l.Name, strings.Join(why, "\n"))
}
