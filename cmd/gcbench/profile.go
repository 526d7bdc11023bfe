package main

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"

	"github.com/pkg/profile"
)

// profiles are the modes of --profile and the files they write.
var profiles = map[string]struct {
	mode func(*profile.Profile)
	file string
}{
	"cpu":   {profile.CPUProfile, "cpu.pprof"},
	"mem":   {profile.MemProfile, "mem.pprof"},
	"mutex": {profile.MutexProfile, "mutex.pprof"},
	"block": {profile.BlockProfile, "block.pprof"},
	"trace": {profile.TraceProfile, "trace.out"},
}

func profileModes() iter.Seq[string] { return maps.Keys(profiles) }

// startProfile starts the profile of this mode, "" being none. The returned
// function ends it and completes the file.
func startProfile(mode, dir string) (stop func(), err error) {
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
	f, err := os.OpenFile(filepath.Join(dir, p.file), os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("--profile-dir: %w", err)
	}
	return profile.Start(p.mode, profile.ProfilePath(dir), profile.NoShutdownHook, profile.Quiet).Stop, nil
}
