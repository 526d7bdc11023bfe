package session

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// terminal is a terminal of that many columns whose clock the test sets.
type terminal struct {
	bytes.Buffer
	columns int
	clock   time.Time
}

func newTerminal(columns int) (*terminal, *Progress) {
	t := &terminal{columns: columns, clock: time.Unix(1000, 0)}
	return t, &Progress{w: t, width: func() int { return t.columns }, now: func() time.Time { return t.clock }}
}

// line is what was shown last, without what controls the terminal.
func (t *terminal) line() string {
	_, line, _ := strings.Cut(t.String()[strings.LastIndex(t.String(), "\r"):], noWrap)
	return strings.TrimSuffix(line, rewrap)
}

// TestProgress is one line, which never wraps and leaves nothing behind.
func TestProgress(t *testing.T) {
	screen, p := newTerminal(200)
	p.Show("%s", strings.Repeat("long ", 30))
	assert.Equal(t, "\r\x1b[K\x1b[?7l"+strings.Repeat("long ", 15)+"lon…\x1b[?7h", screen.String())
	p.Show("too soon")
	p.Clear()
	p.Clear()
	assert.True(t, strings.HasSuffix(screen.String(), "\x1b[?7h\r\x1b[K"), screen.String())

	screen.Reset()
	newProgress(screen).Show("no terminal")
	newProgress(screen).ShowPart(0.5, "no terminal")
	assert.Empty(t, screen.String())
}

// TestWarn breaks a warning into lines for a person, and leaves it whole for a program.
func TestWarn(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("%d words and ", 9))
	_, seen := newTerminal(80)
	for _, of := range []*Progress{seen, {}} {
		var printed bytes.Buffer
		s := New(t.Context(), nil, &printed, &printed)
		s.Progress = of
		s.Warn(long, 1, 2, 3, 4, 5, 6, 7, 8, 9)
		lines := strings.Split(strings.TrimSuffix(printed.String(), "\n"), "\n")
		if of != seen {
			assert.Len(t, lines, 1)
			continue
		}
		assert.Len(t, lines, 2)
		for _, line := range lines {
			assert.LessOrEqual(t, len(line), 80)
		}
		assert.True(t, strings.HasPrefix(lines[1], "  "), lines[1])
		printed.Reset()
		again := "Repeat with: " + strings.Repeat("a command that is long ", 5)
		s.Conclude(fmt.Errorf("%s\n  one of these:\n%s", long, again), "gcbench")
		assert.Equal(t, strings.Join([]string{"  one of these:", again, ""}, "\n"), printed.String()[strings.Index(printed.String(), "  one of"):])
	}
}

// TestProgressFits on terminals of any width. The text is cut, and the estimate stays as
// long as there is room for it.
func TestProgressFits(t *testing.T) {
	for _, columns := range []int{0, 1, 2, 10, 20, 40, 80, 200} {
		screen, p := newTerminal(columns)
		p.ShowPart(0, "gcbench (8 of 15): every object through the deque, sample %d of %d", 1, 100)
		screen.clock = screen.clock.Add(10 * time.Second)
		p.ShowPart(0.1, "gcbench (8 of 15): every object through the deque, sample %d of %d", 11, 100)
		assert.Less(t, utf8.RuneCountInString(screen.line()), max(1, columns), "%d columns: %q", columns, screen.line())
		assert.NotContains(t, screen.String(), "\n")
		if columns >= 40 {
			assert.True(t, strings.HasPrefix(screen.line(), "gcbench (8 of 15)"), screen.line())
			assert.True(t, strings.HasSuffix(screen.line(), ", about 2 min left"), screen.line())
		}
	}
}

// TestEstimate: the rest takes as long as the parts did since the first one was shown.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		first, part float64
		took        time.Duration
		want        string
	}{
		{0, 0.5, 900 * time.Millisecond, ""}, // too early
		{0, 0.01, time.Minute, ""},           // too little
		{0, 0.5, 20 * time.Second, ", about 20 s left"},
		{0, 0.25, 20 * time.Second, ", about 1 min left"},
		{0.5, 0.75, 20 * time.Second, ", about 20 s left"},
		{0, 0.1, 10 * time.Second, ", about 2 min left"},
		{0, 0.1, time.Hour, ", about 9 h left"},
		{0, 1, time.Minute, ", about 0 s left"},
		{0, 1.5, time.Minute, ""},
	} {
		screen, p := newTerminal(80)
		p.ShowPart(c.first, "work")
		assert.Equal(t, "work", screen.line())
		screen.clock = screen.clock.Add(c.took)
		p.ShowPart(c.part, "work")
		assert.Equal(t, "work"+c.want, screen.line(), "%+v", c)
	}
}
