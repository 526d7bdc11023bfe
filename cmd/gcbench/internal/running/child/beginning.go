package child

import "bytes"

// Beginning keeps what is written to it first.
type Beginning struct {
	bytes.Buffer
	Most int  // bytes that are kept
	More bool // there were more
}

// Write keeps what there is room for, and takes the rest.
func (b *Beginning) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.Most-b.Len())]
	b.More = b.More || len(kept) < len(p)
	b.Buffer.Write(kept)
	return len(p), nil
}
