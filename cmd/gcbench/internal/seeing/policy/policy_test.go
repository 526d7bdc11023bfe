package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPage: the hash is what a browser says of the script (echo -n 'x' | openssl dgst -sha256 -binary | base64).
func TestPage(t *testing.T) {
	const hash = "'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='"
	assert.Equal(t, "default-src 'none'; style-src 'unsafe-inline'; script-src "+hash+"; base-uri 'none'; form-action 'none'",
		(&Page{Scripts: []string{"x"}}).String())
	assert.Equal(t, "default-src 'none'; style-src 'unsafe-inline'; script-src "+hash+" 'wasm-unsafe-eval'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'",
		(&Page{Scripts: []string{"x"}, Engine: true}).String())
	assert.Equal(t, "default-src 'none'", Of([]byte(`<head><meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"></head>`)))
	assert.Empty(t, Of([]byte("<head></head>")))
}
