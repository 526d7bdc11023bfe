// Package cast imports what the engine has beside its own scenes: packages that give something to package stage
// when the program begins. In a workshop a file is added that imports copies of such packages.
package cast

import _ "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/marker" // scenes of whole marks
