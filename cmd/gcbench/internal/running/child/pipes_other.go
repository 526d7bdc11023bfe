//go:build !unix

package child

// SurviveBrokenPipes does nothing: a write to a broken pipe is an error here.
func SurviveBrokenPipes() {}
