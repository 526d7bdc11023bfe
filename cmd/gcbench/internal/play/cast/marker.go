//go:build interleave && !fullsize

package cast

import _ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/marker" // its scenes
