package cli

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// limitFlags bound what a file can make gcbench take in. Zero values mean not
// given.
type limitFlags struct {
	MaxBytes        uint64 `type:"number" group:"limits" placeholder:"N" help:"Bytes of a file, as it lies there, such as ${sizes} (default ${default_bytes})."`
	MaxObjects      uint64 `type:"number" group:"limits" placeholder:"N" help:"Objects of a heap, such as ${millions} (default by format and memory)."`
	MaxEdges        uint64 `type:"number" group:"limits" placeholder:"N" help:"References and roots of a heap, such as ${millions} (default by format and memory)."`
	MaxDecompressed uint64 `type:"number" group:"limits" placeholder:"N" help:"Bytes that a compressed file (zstd, gzip) unpacks to, such as ${sizes} (default ${default_bytes})."`
}

// maxLimit leaves room for sums of two limits.
const maxLimit = 1 << 62

// limitVars are the defaults that the help texts mention.
func limitVars() map[string]string {
	return map[string]string{"default_bytes": fmt.Sprintf("%dGiB", uint64(source.DefaultBytes)>>30)}
}

// limits returns what the flags ask for, and the memory that there is now.
func (f *limitFlags) limits() source.Limits {
	return source.Limits{Bytes: f.MaxBytes, Objects: f.MaxObjects, Edges: f.MaxEdges, Decompressed: f.MaxDecompressed, Memory: availableMemory()}
}

// needFile complains about limits where no file is read; what names the flag or
// argument that would give one.
func (f *limitFlags) needFile(what string) error {
	if given := f.spelled(); given != nil {
		return session.BadUsage("%s means nothing without %s: it limits what a file may ask for", given[0], what)
	}
	return nil
}

// spelled returns the flags that were given, each followed by its value.
func (f *limitFlags) spelled() (words []string) {
	for _, flag := range []struct {
		name  string
		value uint64
	}{{"max-bytes", f.MaxBytes}, {"max-objects", f.MaxObjects}, {"max-edges", f.MaxEdges}, {"max-decompressed", f.MaxDecompressed}} {
		if flag.value != 0 {
			words = append(words, "--"+flag.name, fmt.Sprint(flag.value))
		}
	}
	return words
}
