//go:build !interleave || fullsize

package large

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"

// In the page's engine, which is built for the explorer, a copy of this package answers for the
// marker at large, in the sizes of an ordinary build. The original would have the explorer's.
func init() {
	var s Simulator
	stage.AnswerLarge(s.Answer)
}
