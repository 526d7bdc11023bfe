package session

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/pkg/profile"
)

// profiles are the modes of --profile and the files they write.
var profiles = map[string]struct {
	mode func(*profile.Profile)
	file string
	tool string // that reads it
}{
	"cpu":   {profile.CPUProfile, "cpu.pprof", "pprof"},
	"mem":   {profile.MemProfile, "mem.pprof", "pprof"},
	"mutex": {profile.MutexProfile, "mutex.pprof", "pprof"},
	"block": {profile.BlockProfile, "block.pprof", "pprof"},
	"trace": {profile.TraceProfile, "trace.out", "trace"},
}

// ProfileModes returns the modes in order of name.
func ProfileModes() []string { return slices.Sorted(maps.Keys(profiles)) }

// StartProfile starts the profile of this mode, "" being none. The returned
// function ends it, completes the file and says where it is.
func (s *Session) StartProfile(mode, dir string) (stop func(), err error) {
	if mode == "" {
		return func() {}, nil
	}
	if dir == "" {
		dir = "."
	}
	p := profiles[mode]
	// The package ends the process if it cannot write: find out before.
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	path := filepath.Join(dir, p.file)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	running := profile.Start(p.mode, profile.ProfilePath(dir), profile.NoShutdownHook, profile.Quiet)
	return func() {
		running.Stop()
		s.Progress.Clear()
		fmt.Fprintf(s.Stderr, "gcbench: the %s profile is in %s: go tool %s %s\n", mode, path, p.tool, path)
		if mode == "cpu" {
			fmt.Fprintf(s.Stderr, "gcbench: of marks alone, which have labels for worker and activity: go tool pprof -tagfocus=activity %s\n", path)
		}
	}, nil
}
