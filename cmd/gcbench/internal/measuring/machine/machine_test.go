package machine

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDescribe(t *testing.T) {
	args := []string{"run", "--reps", "6"}
	env := Describe(args)
	assert.Equal(t, runtime.GOARCH, env.GOARCH)
	assert.Equal(t, runtime.Version(), env.Go)
	assert.Positive(t, env.CPUs)
	assert.NotEmpty(t, env.Version)
	args[0] = "changed"
	assert.Equal(t, []string{"run", "--reps", "6"}, env.Command)
	_, err := time.Parse(time.RFC3339, env.Date)
	require.NoError(t, err)
	assert.NotNil(t, Describe(nil).Command, "an empty list in JSON, not null")
}

// TestBuildOf: the version is the constant, unless the module came with its own version.
func TestBuildOf(t *testing.T) {
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "06ab52c"}, {Key: "vcs.modified", Value: "true"}}
	dependency := func(d debug.Module) []*debug.Module {
		d.Path = origin.Module
		return []*debug.Module{{Path: "x", Version: "v9"}, &d}
	}
	const pseudo = "0.0.0-20261122063927-06ab52c1c673"
	for name, c := range map[string]struct {
		info            debug.BuildInfo
		version, commit string
	}{
		"go run":              {debug.BuildInfo{Main: debug.Module{Path: origin.Module, Version: "(devel)"}}, Version, ""},
		"no version":          {debug.BuildInfo{Main: debug.Module{Path: origin.Module}}, Version, ""},
		"go build":            {debug.BuildInfo{Main: debug.Module{Path: origin.Module, Version: "v" + pseudo + "+dirty"}, Settings: commit}, Version, "06ab52c+dirty"},
		"go install @v0.3.1":  {debug.BuildInfo{Main: debug.Module{Path: origin.Module, Version: "v0.3.1"}}, "0.3.1", ""},
		"go install @main":    {debug.BuildInfo{Main: debug.Module{Path: origin.Module, Version: "v" + pseudo}}, pseudo, ""},
		"a program":           {debug.BuildInfo{Main: debug.Module{Path: "x", Version: "v2.0.0"}, Settings: commit, Deps: dependency(debug.Module{Version: "v0.3.1"})}, "0.3.1", ""},
		"a program, replaced": {debug.BuildInfo{Main: debug.Module{Path: "x"}, Deps: dependency(debug.Module{Version: "v0.0.0", Replace: &debug.Module{}})}, Version, ""},
		"no such dependency":  {debug.BuildInfo{Main: debug.Module{Path: "x"}}, Version, ""},
	} {
		version, commit := buildOf(&c.info)
		assert.Equal(t, c.version, version, name)
		assert.Equal(t, c.commit, commit, name)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "go.mod"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "module "+origin.Module+"\n")
}

// TestChangelog: the newest section is about this version, and says whether there is one.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "CHANGELOG.md"))
	require.NoError(t, err)
	_, newest, _ := strings.Cut(string(text), "\n## ")
	heading, _, _ := strings.Cut(newest, "\n")
	number, dev := strings.CutSuffix(Version, "-dev")
	release, _, _ := strings.Cut(heading, " ")
	assert.Equal(t, number, release)
	assert.Equal(t, dev, strings.HasSuffix(heading, "(not yet released)"), heading)
}

// TestBuild: a commit without changes says it all; otherwise the program's content does.
func TestBuild(t *testing.T) {
	for want, settings := range map[string][]debug.BuildSetting{
		"":          {{Key: "vcs.modified", Value: "true"}, {Key: "-race", Value: "true"}},
		"abc":       {{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}},
		"abc+dirty": {{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "abc"}},
	} {
		assert.Equal(t, want, commitOf(settings))
	}
	path, err := os.Executable()
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(program))[:12], programHash())

	version, commit, build := Build()
	assert.NotEmpty(t, version)
	if commit == "" { // as a test is built by default
		assert.Equal(t, programHash(), build)
		assert.Equal(t, version+" (build "+build+")", Program())
	}
	assert.Equal(t, build, Describe(nil).Build)
}

// TestMemoryGroups: every group above the process's own may have a limit.
func TestMemoryGroups(t *testing.T) {
	var dirs []string
	for _, g := range groupsOf("4:cpu:/x\n3:hugetlb,memory:/a/b\n0::/user.slice/../s\n", "memory") {
		dirs = append(dirs, g.dir+"/"+g.memory().limit)
	}
	assert.Equal(t, []string{
		"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "/sys/fs/cgroup/s/memory.max",
		"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
	}, dirs)
	assert.Len(t, groupsOf("", "memory"), 2, "the roots")
}

// TestReclaimable: the content of files that have been read is not in anybody's way.
func TestReclaimable(t *testing.T) {
	g := group{t.TempDir(), true}
	assert.Zero(t, g.reclaimable(), "nothing is known")
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, "memory.stat"), []byte("anon 5\ninactive_file 4096\nactive_file 512\ntotal_inactive_file 7\n"), 0o600))
	assert.EqualValues(t, 4096+512, g.reclaimable())
	g.unified = false
	assert.EqualValues(t, 7, g.reclaimable())
}

func TestAvailableMemory(t *testing.T) {
	assert.Greater(t, AvailableMemory(), uint64(1<<20), "this test runs, so some is left")
}
