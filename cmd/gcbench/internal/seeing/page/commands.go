package page

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
)

// commands has the command of each file.
func (p *pages) commands() *section {
	s := &section{ID: "commands", Title: "Commands", Says: "These commands wrote the files. They measure the same again."}
	for _, f := range p.files {
		words := []string{"gcbench"}
		for _, w := range f.Command {
			words = append(words, explain.Quoted(w))
		}
		command := strings.Join(words, " ")
		if n := len(s.Parts); n > 0 && s.Parts[n-1].Code[0] == command {
			s.Parts[n-1].Title += ", " + f.Name // a command may write several files
			continue
		}
		s.Parts = append(s.Parts, part{Title: f.Name, Code: []string{command}})
	}
	return s
}
