//go:build interleave && fullsize

package large

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"

// In the page's engine, which is built for the explorer, the copy of this package in full sizes
// answers for the marker at large. The original would have the explorer's small sizes.
func init() {
	var s Simulator
	stage.AnswerLarge(s.Answer)
}
