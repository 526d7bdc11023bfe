package lab

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The files that students get, the answers and all typical wrong answers keep the rules. A rule
// therefore refuses no student who does what the labs ask for.
func TestLabsKeepTheRules(t *testing.T) {
	for _, l := range All() {
		assert.Empty(t, inspect(l, l.skeleton("Ann")), l.Name)
		for n := range l.Wrongs() + 1 { // 0 is the right answer
			assert.Empty(t, inspect(l, l.answer("Ann", n)), "%s %d", l.Name, n)
		}
	}
}
