package flags

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// Report is the flag for a JSON report, in subcommands that write no other.
type Report struct {
	JSON string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// WriteReport opens the file of the report, which may be none of those that are read, has work print for people, and
// writes what work returns.
func (f *Report) WriteReport(s *session.Session, read []string, work func(people io.Writer) (report any, err error)) error {
	out, err := s.OpenOutputs(read, session.Destination{Flag: "json", Path: f.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	report, err := work(out.Human())
	if err != nil {
		return err
	}
	return out.Finish(report)
}
