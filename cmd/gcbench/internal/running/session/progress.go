package session

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// Progress is a line on a terminal that says what is going on, overwritten in
// place. It has no goroutine: on a small machine that would compete with the
// workers being measured. On anything but a terminal it is silent.
type Progress struct {
	w     io.Writer // nil: silent
	width func() int
	now   func() time.Time
	shown bool
	last  time.Time

	relay bool      // the lines are for another process
	began time.Time // when ShowPart was first called
	first float64   // the part that was done then
	part  float64   // what ShowPart was last told
}

const (
	progressEvery = 100 * time.Millisecond
	progressWidth = 79 // a longer line is hard to follow

	// A line that wraps stays. The terminal may have become narrower meanwhile, and
	// then the rest of the line is lost instead (DECAWM).
	noWrap, rewrap = "\x1b[?7l", "\x1b[?7h"

	// An estimate needs some time and some part of the work to build on.
	estimateAfter = time.Second
	estimatePart  = 0.02
)

func newProgress(stderr io.Writer) *Progress {
	if f, ok := stderr.(*os.File); ok && os.Getenv("TERM") != "dumb" {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &Progress{w: stderr, width: func() int { return columns(f) }, now: time.Now}
		}
	}
	return &Progress{}
}

// terminal reports whether a person reads the line.
func (p *Progress) terminal() bool { return p.w != nil && !p.relay }

// Show replaces the line, at most every progressEvery.
func (p *Progress) Show(format string, args ...any) {
	if p.relay {
		p.last = time.Time{} // each is a sign of life, and they are few
	}
	p.show("", format, args)
}

// ShowPart is Show for work of which a part, 0 to 1, is done. The line then ends with an
// estimate of the time left, as if the rest went on like the parts since the first call.
func (p *Progress) ShowPart(part float64, format string, args ...any) {
	if p.w == nil {
		return
	}
	if p.began.IsZero() {
		p.began, p.first = p.now(), part
	}
	p.part = part
	p.show(p.estimate(part), format, args)
}

func (p *Progress) show(end, format string, args []any) {
	if p.w == nil || p.now().Sub(p.last) < progressEvery {
		return
	}
	if p.relay {
		fmt.Fprintf(p.w, relayMark+"%.4f %s\n", p.part, fit(printable.Line(fmt.Sprintf(format, args...)), "", p.width()))
		p.last = p.now()
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K"+noWrap+"%s"+rewrap, fit(printable.Line(fmt.Sprintf(format, args...)), end, p.width()))
	p.shown, p.last = true, p.now()
}

// fit makes a line of text and end for a terminal of that many columns, the last of which
// stays free. The end of the text is cut where it does not fit.
func fit(text, end string, columns int) string {
	room := max(0, min(columns-1, progressWidth))
	line, rest := []rune(text), []rune(end)
	if len(rest) > room {
		rest = nil
	}
	if room -= len(rest); len(line) > room {
		line = line[:room]
		if room > 0 {
			line[room-1] = '…'
		}
	}
	return string(line) + string(rest)
}

// estimate is the end of a line: the time left when a part is done, "" if that cannot be
// said yet.
func (p *Progress) estimate(part float64) string {
	took, done := p.now().Sub(p.began), part-p.first
	if took < estimateAfter || done < estimatePart || part > 1 {
		return ""
	}
	return ", about " + roughly(took.Seconds()/done*(1-part)) + " left"
}

// roughly is a time in seconds with as many figures as an estimate is worth.
func roughly(seconds float64) string {
	switch {
	case seconds < 60:
		return fmt.Sprintf("%.0f s", math.Ceil(seconds))
	case seconds < 3600:
		return fmt.Sprintf("%.0f min", math.Ceil(seconds/60))
	}
	return fmt.Sprintf("%.0f h", math.Ceil(seconds/3600))
}

// Clear takes the line away, before anything else is printed.
func (p *Progress) Clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown, p.last = false, time.Time{}
	}
}
