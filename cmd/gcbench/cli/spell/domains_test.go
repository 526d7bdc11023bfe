package spell

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestExamplesAreAllowed: an error must not advise what is refused.
func TestExamplesAreAllowed(t *testing.T) {
	for flag, d := range Domains {
		examples := regexp.MustCompile(`, | or `).Split(d.Example, -1)
		for _, text := range examples {
			_, err := d.Parse(text)
			assert.NoError(t, err, "--%s %s", flag, text)
		}
	}
}
