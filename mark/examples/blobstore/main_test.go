package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

const (
	imageIndex    = "application/vnd.oci.image.index.v1+json"
	imageManifest = "application/vnd.oci.image.manifest.v1+json"
	imageLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// add writes a blob, and returns its digest.
func (s store) add(t *testing.T, content string) string {
	t.Helper()
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(content)))
	s.write(t, "blobs/sha256/"+hash, content)
	return "sha256:" + hash
}

func (s store) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(string(s), filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
}

func named(mediaType, digest string) string {
	return fmt.Sprintf(`{"mediaType": %q, "digest": %q, "size": 1}`, mediaType, digest)
}

func image(config string, layers ...string) string {
	for i := range layers {
		layers[i] = named(imageLayer, layers[i])
	}
	return fmt.Sprintf(`{"schemaVersion": 2, "config": %s, "layers": [%s]}`, named("application/vnd.oci.image.config.v1+json", config), strings.Join(layers, ", "))
}

func index(manifests ...string) string {
	return `{"schemaVersion": 2, "manifests": [` + strings.Join(manifests, ", ") + "]}"
}

func output(t *testing.T, s store, why string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, run(t.Context(), &out, s, why))
	return out.String()
}

// TestUnnamed: an index leads to an index of two images, which share a layer. The image that
// was replaced still has its blobs.
func TestUnnamed(t *testing.T) {
	s := store(t.TempDir())
	shared, own := s.add(t, "shared layer"), s.add(t, "own layer")
	config := s.add(t, `{"layers": [{"digest": "a configuration is not read"}]}`)
	amd64, arm64 := s.add(t, image(config, shared)), s.add(t, image(config, shared, own))
	both := s.add(t, index(named(imageManifest, amd64), named(imageManifest, arm64)))
	s.write(t, "index.json", index(named(imageIndex, both)))

	gone := s.add(t, "a layer of the old image")
	old := s.add(t, image(config, shared, gone))
	text := output(t, s, "")
	assert.Len(t, strings.Fields(text), 4)
	assert.Contains(t, text, gone+" 24\n")
	assert.Contains(t, text, old+" ")

	assert.Equal(t, both+"\n  "+arm64+"\n    "+own+"\n", output(t, s, own))
	assert.Equal(t, both+"\n  "+amd64+"\n", output(t, s, amd64))
	assert.Equal(t, gone+" is not named\n", output(t, s, gone))
}

// TestBrokenStores: whatever is missing or broken is an error that names the manifest.
func TestBrokenStores(t *testing.T) {
	missing := "sha256:" + strings.Repeat("0", 64)
	for text, says := range map[string]string{
		"{": "it must be JSON",
		`{"config": {"digest": "sha256:../../x"}}`: `it names the digest "sha256:../../x": it must be like`,
		index(named(imageManifest, missing)):       missing,
	} {
		s := store(t.TempDir())
		broken := s.add(t, text)
		s.write(t, "index.json", index(named(imageManifest, broken)))
		err := run(t.Context(), nil, s, "")
		require.ErrorContains(t, err, says)
		var wrong *walk.KeyError
		require.True(t, errors.As(err, &wrong))
		if says == missing {
			assert.Equal(t, blob{missing, true}, wrong.Key)
			require.ErrorIs(t, err, fs.ErrNotExist)
		} else {
			assert.Equal(t, blob{broken, true}, wrong.Key)
		}
	}
	assert.ErrorIs(t, run(t.Context(), nil, store(t.TempDir()), ""), fs.ErrNotExist)
}

// Brackets in the name of the folder are part of the name.
func TestUnnamedInAFolderWithBrackets(t *testing.T) {
	s := store(filepath.Join(t.TempDir(), "s[1]"))
	s.write(t, "index.json", index())
	gone := s.add(t, "nobody names this")
	assert.Equal(t, gone+" 17\n", output(t, s, ""))
}

// The blobs that a manifest of an unknown type names are not known, so no blob may be
// called unnamed.
func TestManifestOfAnUnknownType(t *testing.T) {
	s := store(t.TempDir())
	artifact := s.add(t, "{}")
	s.write(t, "index.json", index(named("application/vnd.oci.artifact.manifest.v1+json", artifact)))
	assert.ErrorContains(t, run(t.Context(), new(strings.Builder), s, ""), "this program does not know what such a manifest names")
}
