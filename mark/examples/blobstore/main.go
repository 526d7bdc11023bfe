// Blobstore lists the blobs of a store of images that no image names any more, so that they
// may be deleted. The store is a folder in the layout of the Open Container Initiative (OCI):
// index.json names manifests, and these name other manifests, configurations and layers.
//
//	go run ./mark/examples/blobstore FOLDER
//	go run ./mark/examples/blobstore -why DIGEST FOLDER     why is this blob kept?
//
// It is not known in advance which manifests there are, so the graph is found while it is
// walked. Several manifests are read at once. A manifest that is missing or broken is an
// error: then the blobs that it would name are unknown, and nothing may be deleted.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

func main() {
	why := flag.String("why", "", "say why the blob with this digest is kept")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: blobstore [-why DIGEST] FOLDER")
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	err := run(context.Background(), out, store(flag.Arg(0)), *why)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "blobstore:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, s store, why string) error {
	roots, err := manifest(filepath.Join(string(s), "index.json"))
	if err != nil {
		return err
	}
	named, err := walk.Reach(ctx, roots, s.successors, walk.Options{})
	if err != nil {
		return err
	}
	if why != "" {
		return explain(out, named, why)
	}
	return s.printUnnamed(out, named)
}

// store is the folder of a store.
type store string

// blob is what a manifest says of a blob: the digest, and whether it is a manifest itself.
type blob struct {
	digest   string
	manifest bool
}

// String is how errors name a blob.
func (b blob) String() string { return b.digest }

// successors reads a manifest, and yields the blobs that it names. Other blobs name nothing,
// and are not opened. Several goroutines call it at once.
func (s store) successors(_ context.Context, b blob, yield func(blob) bool) error {
	if !b.manifest {
		return nil
	}
	named, err := manifest(filepath.Join(string(s), "blobs", filepath.FromSlash(strings.Replace(b.digest, ":", "/", 1))))
	for _, n := range named {
		if !yield(n) {
			break
		}
	}
	return err
}

// descriptor is how JSON files of this layout name a blob.
type descriptor struct{ MediaType, Digest string }

var (
	// manifestType matches the media types of manifests and of lists of manifests.
	manifestType = regexp.MustCompile(`^application/vnd\.(oci\.image\.(index|manifest)\.v1|docker\.distribution\.manifest(\.list)?\.v2)\+json$`)
	digest       = regexp.MustCompile(`^[a-z0-9]+:[a-f0-9]{32,}$`) // a file name that stays in the store
)

// manifest reads a JSON file, and returns the blobs that it names.
func manifest(path string) (named []blob, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var m struct {
		Manifests, Layers []descriptor
		Config, Subject   *descriptor
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: it must be JSON: %w", path, err)
	}
	for _, d := range m.Manifests {
		if !manifestType.MatchString(d.MediaType) {
			return nil, fmt.Errorf("%s: it names a manifest of type %q: this program does not know what such a manifest names", path, d.MediaType)
		}
	}
	all := slices.Concat(m.Manifests, m.Layers)
	for _, d := range []*descriptor{m.Config, m.Subject} {
		if d != nil {
			all = append(all, *d)
		}
	}
	for _, d := range all {
		if !digest.MatchString(d.Digest) {
			return nil, fmt.Errorf("%s: it names the digest %q: it must be like sha256:0123456789abcdef…", path, d.Digest)
		}
		named = append(named, blob{d.Digest, manifestType.MatchString(d.MediaType)})
	}
	return named, nil
}

// printUnnamed prints each blob of the store that nothing names, and its size in bytes.
func (s store) printUnnamed(out io.Writer, named *walk.Reached[blob]) error {
	root := os.DirFS(string(s))
	files, err := fs.Glob(root, "blobs/*/*")
	for _, name := range files {
		digest := path.Base(path.Dir(name)) + ":" + path.Base(name)
		if named.Has(blob{digest, true}) || named.Has(blob{digest, false}) {
			continue
		}
		info, err := fs.Stat(root, name)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, digest, info.Size())
	}
	return err
}

// explain prints how the blob was found: from a root to the blob.
func explain(out io.Writer, named *walk.Reached[blob], digest string) error {
	way := named.Path(blob{digest, false})
	if way == nil {
		way = named.Path(blob{digest, true})
	}
	if way == nil {
		fmt.Fprintln(out, digest, "is not named")
	}
	for i, b := range way {
		fmt.Fprintln(out, strings.Repeat("  ", i)+b.digest)
	}
	return nil
}
