package session

import "io"

// Sink is standard output or standard error. It keeps the first error of
// writing to it, which not everything that prints passes on.
type Sink struct {
	io.Writer
	err error
}

func (s *Sink) Write(p []byte) (int, error) {
	n, err := s.Writer.Write(p)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}
