package walk_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/seed-3ccf4018/halfmark/mark/walk"
)

// The graph is a tree of files, and it is not known before the folders are read. Up to 64
// folders are read at once.
func ExampleReach() {
	files := fstest.MapFS{
		"src/main.go":         {Data: []byte("package main")},
		"src/parse/parse.go":  {},
		"src/parse/lexer.go":  {},
		"docs/index.md":       {},
		"docs/old/history.md": {},
	}
	folder := func(_ context.Context, name string, yield func(string) bool) error {
		info, err := fs.Stat(files, name)
		if err != nil || !info.IsDir() {
			return err
		}
		entries, err := fs.ReadDir(files, name)
		for _, entry := range entries {
			if !yield(path.Join(name, entry.Name())) {
				break
			}
		}
		return err
	}
	reached, err := walk.Reach(context.Background(), []string{"src"}, folder, walk.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(slices.Sorted(reached.All()))
	fmt.Println(reached.Path("src/parse/lexer.go"))
	fmt.Println(reached.Has("docs/index.md"))
	// Output:
	// [src src/main.go src/parse src/parse/lexer.go src/parse/parse.go]
	// [src src/parse src/parse/lexer.go]
	// false
}

// Files name other files, and one of them is missing. The error says which, and Path says
// who asked for it. The result holds what has been found.
func ExampleReach_error() {
	files := fstest.MapFS{
		"site.conf":  {Data: []byte("users.conf hosts.conf")},
		"users.conf": {Data: []byte("groups.conf")},
		"hosts.conf": {},
	}
	includes := func(_ context.Context, name string, yield func(string) bool) error {
		text, err := fs.ReadFile(files, name)
		for _, other := range strings.Fields(string(text)) {
			if !yield(other) {
				break
			}
		}
		return err
	}
	reached, err := walk.Reach(context.Background(), []string{"site.conf"}, includes, walk.Options{})
	fmt.Println(err)
	var failed *walk.KeyError
	if errors.As(err, &failed) {
		fmt.Println(reached.Path(failed.Key.(string)))
	}
	fmt.Println(errors.Is(err, fs.ErrNotExist), slices.Collect(reached.Unvisited()))
	// Output:
	// walk: successors of "groups.conf": open groups.conf: file does not exist
	// [site.conf users.conf groups.conf]
	// true [groups.conf]
}
