package source

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
)

// gitPrefix begins the path of a heap that is a git repository, and no file: git:FOLDER.
const gitPrefix = "git:"

// IsRepository reports whether the path of a heap to read stands for a git repository. A file
// of such a name is ./git:FOLDER.
func IsRepository(path string) bool { return strings.HasPrefix(path, gitPrefix) }

func repositoryFolder(path string) string { return strings.TrimPrefix(path, gitPrefix) }

// hasRepository says whether git:folder is likely what was meant by folder: it is a working
// tree, or the repository itself.
func hasRepository(folder string) bool {
	has := func(name string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	}
	return has(".git") || has("HEAD") && has("objects") && has("refs")
}

// openRepository reads a git repository. When the context ends, git is killed and waited for.
func openRepository(path string, how Reading) (*Heap, error) {
	d, err := git.Read(cmp.Or(how.Context, context.Background()), repositoryFolder(path), how.sink())
	if err != nil {
		return nil, how.Limits.inFlags(err)
	}
	return &Heap{Heap: d.Heap, Foreign: d, Format: dump.Git}, nil
}
