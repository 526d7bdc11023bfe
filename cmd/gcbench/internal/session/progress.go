package session

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress is a line on a terminal that says what is going on, overwritten in
// place. It has no goroutine of its own: on a small machine that would compete
// with the workers being measured. On anything but a terminal it is silent.
type Progress struct {
	w     io.Writer // nil: silent
	shown bool
	last  time.Time
}

const (
	progressEvery = 100 * time.Millisecond
	progressWidth = 60 // a longer line is hard to follow

	// A line that wraps stays, so on a narrow terminal the rest of it is lost
	// instead (DECAWM).
	noWrap, wrap = "\x1b[?7l", "\x1b[?7h"
)

func newProgress(stderr io.Writer) *Progress {
	if f, ok := stderr.(*os.File); ok && os.Getenv("TERM") != "dumb" {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &Progress{w: stderr}
		}
	}
	return &Progress{}
}

// Show replaces the line, at most every progressEvery.
func (p *Progress) Show(format string, args ...any) {
	if p.w == nil || time.Since(p.last) < progressEvery {
		return
	}
	line := []rune(fmt.Sprintf(format, args...))
	fmt.Fprintf(p.w, "\r\x1b[K"+noWrap+"%s"+wrap, string(line[:min(len(line), progressWidth)]))
	p.shown, p.last = true, time.Now()
}

// Clear takes the line away, before anything else is printed.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown, p.last = false, time.Time{}
	}
}
