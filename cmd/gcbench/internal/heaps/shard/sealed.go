package shard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/draft"
)

// maxJSON bounds a file of JSON in bytes. The manifest of [MaxParts] parts is below it.
const maxJSON = 16 << 20

// sealed is JSON that has its own checksum: the xxhash64 of the same JSON in which the
// checksum is empty.
type sealed interface {
	seal() *string
	supported() int // the version that this program writes
}

// encode returns v as bytes, with its checksum.
func encode(v sealed) ([]byte, error) {
	*v.seal() = ""
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return nil, err
	}
	*v.seal() = hex(xxhash.Sum64(data))
	data, err = json.MarshalIndent(v, "", " ")
	return append(data, '\n'), err
}

// writeSealed writes v to the file at path.
func writeSealed(path string, v sealed) error {
	data, err := encode(v)
	if err != nil {
		return err
	}
	return draft.WriteFile(path, data)
}

// readSealed reads the file at path into v, byte for byte as encode has written it. A file that
// was changed is therefore refused, wherever the change is.
func readSealed(path string, v sealed) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxJSON+1))
	switch {
	case err != nil:
		return err
	case len(data) > maxJSON:
		return damaged(path, maxJSON, "the file has more than %d bytes: it is not a file of an export", maxJSON)
	}
	// Another version may have other fields, so the version is read first.
	var begin struct{ Version int }
	if json.Unmarshal(data, &begin) == nil && begin.Version != v.supported() {
		return damaged(path, 0, "version %d is not supported, only version %d: another program wrote it, so export the heap again, or it is damaged", begin.Version, v.supported())
	}
	if err := json.Unmarshal(data, v); err != nil {
		return &DamageError{path, placeOf(err), "it is not what an export or a round writes", err}
	}
	want, err := encode(v)
	if err != nil {
		return err
	}
	if i := differ(data, want); i >= 0 { // an unknown field, too
		return damaged(path, uint64(i), "from here on the file is not as it was written: its checksum or its form is wrong, so it was changed later")
	}
	return nil
}

// placeOf returns the offset that an error of package json is about.
func placeOf(err error) int64 {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		return kind.Offset
	case errors.As(err, &syntax):
		return syntax.Offset
	}
	return 0
}

// differ returns the first place where two texts differ, -1 if there is none.
func differ(a, b []byte) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// hex is how checksums and digests are written.
func hex(sum uint64) string { return fmt.Sprintf("%016x", sum) }
