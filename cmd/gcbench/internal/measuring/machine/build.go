package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// Version is the version of this source, or of the release before it.
// docs/CHANGELOG.md has a section for it.
const Version = "v0.2.0"

// dirty ends the commit of a tree with changes.
const dirty = "+dirty"

// Build returns the version, and what tells this program from others: the commit, or a
// hash of the program where no commit is known. A tree with changes has "+dirty" after its
// commit, and the hash beside it. `go run` and -buildvcs=false record no commit, and a
// user's own program is not built in this tree.
func Build() (version, commit, hash string) {
	version = Version
	if info, ok := debug.ReadBuildInfo(); ok {
		version, commit = buildOf(info)
	}
	if commit == "" || strings.HasSuffix(commit, dirty) {
		hash = programHash()
	}
	return version, commit, hash
}

// Program is what Build returns as a phrase: v0.2.0 (build 0123456789ab).
func Program() string {
	version, commit, hash := Build()
	var which []string
	if commit != "" {
		which = append(which, "commit "+commit)
	}
	if hash != "" {
		which = append(which, "build "+hash)
	}
	if which == nil {
		return version
	}
	return version + " (" + strings.Join(which, ", ") + ")"
}

// buildOf returns the version and the commit that the go command recorded, also where this module is a part of another
// one's program. Where the commit is known, the version that the go command makes up for a tree only repeats it. Where
// the commit is not known, the module may have come through a proxy, under the version that was asked for.
func buildOf(info *debug.BuildInfo) (version, commit string) {
	module := &info.Main
	if module.Path == origin.Module {
		commit = commitOf(info.Settings)
	} else {
		for _, d := range info.Deps {
			if d.Path == origin.Module && d.Replace == nil {
				module = d
			}
		}
	}
	if module.Path != origin.Module || commit != "" || module.Version == "" || module.Version == "(devel)" {
		return Version, commit
	}
	return strings.TrimPrefix(module.Version, "v"), ""
}

func commitOf(settings []debug.BuildSetting) (commit string) {
	changes := ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = dirty
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changes
}

// programHash returns the first 12 hexadecimal digits of the SHA-256 of the file that
// this process runs, "" if the file cannot be read. Two builds of one source with the same
// release of Go and the same flags have the same hash.
var programHash = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
})
