package session

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestProgress is one line, which never wraps and leaves nothing behind.
func TestProgress(t *testing.T) {
	var terminal bytes.Buffer
	p := &Progress{w: &terminal}
	p.Show("%s", strings.Repeat("long ", 30))
	assert.Equal(t, "\r\x1b[K\x1b[?7l"+strings.Repeat("long ", 12)+"\x1b[?7h", terminal.String())
	p.Show("too soon")
	p.Clear()
	p.Clear()
	assert.True(t, strings.HasSuffix(terminal.String(), "\x1b[?7h\r\x1b[K"), terminal.String())

	terminal.Reset()
	newProgress(&terminal).Show("no terminal")
	assert.Empty(t, terminal.String())
}
