package shard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// filesOf are the files of a folder, with their contents.
func filesOf(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		all[path], err = os.ReadFile(path)
		return err
	}))
	return all
}

// requireNoticed drives an export with a damaged file. Either there is an error that names the file
// or its part, or nothing has read what is damaged, and everything comes to the same.
func requireNoticed(t *testing.T, dir, work, file string, want *Manifest, engine Engine) (noticed bool) {
	t.Helper()
	total, err := Drive(t.Context(), dir, work, engine, func(Done) {})
	if err == nil {
		require.NoError(t, total.Differs(want), file)
		return false
	}
	var ours *DamageError
	var heaps *heap.FormatError
	if !errors.As(err, &ours) && !errors.As(err, &heaps) {
		require.ErrorIs(t, err, fs.ErrNotExist, "%s: %v", file, err)
	}
	require.ErrorContains(t, err, filepath.Base(file))
	return true
}

// TestDamagedExport flips a bit of one byte in seven that have a meaning, and cuts every file at these
// bytes. Nothing panics, and the error names the file and the place.
func TestDamagedExport(t *testing.T) { damagedExports(t, 7) }

// TestSlowDamagedExport does so with every byte.
func TestSlowDamagedExport(t *testing.T) {
	tagged.Slow(t)
	damagedExports(t, 1)
}

func damagedExports(t *testing.T, every int) {
	if testing.Short() {
		every *= 3
	}
	engine := plain(t)
	dir, _ := exported(t, sized(t, 3, 0b010_100_110, 0b101, 3), 2, shape.BFS)
	good, err := Open(dir)
	require.NoError(t, err)
	files := filesOf(t, dir)
	require.Len(t, files, 7)
	work := t.TempDir()
	for path, whole := range files {
		for at := range whole {
			header := strings.HasSuffix(path, ".heap") && at > 120 && at < heap.SnapshotHeaderBytes-8
			if header && at%509 != 0 || at%every != len(whole)%every {
				continue // zeros under one checksum
			}
			flipped := append([]byte{}, whole...)
			flipped[at] ^= 1 << (at % 8)
			for _, bad := range [][]byte{flipped, whole[:at], append(flipped[:len(whole):len(whole)], 0)} {
				require.NoError(t, os.WriteFile(path, bad, 0o600))
				require.NoError(t, os.RemoveAll(work))
				require.True(t, requireNoticed(t, dir, work, path, &good.Manifest, engine), "%s, byte %d", path, at)
			}
		}
		require.NoError(t, os.Remove(path))
		require.NoError(t, os.RemoveAll(work))
		require.True(t, requireNoticed(t, dir, work, path, &good.Manifest, engine))
		require.NoError(t, os.WriteFile(path, whole, 0o600))
	}
}

// TestDamagedManifestSaysWhere: the error names the place, and a later version before anything that is new in it.
func TestDamagedManifestSaysWhere(t *testing.T) {
	dir, _ := exported(t, sized(t, 3, 0b010_100_110, 0b101, 3), 2, shape.Alloc)
	path := filepath.Join(dir, manifestName)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(whole)
	for changed, says := range map[string]string{
		strings.Replace(text, "version", "6ersion", 1):                     "offset 0: version 0 is not supported",
		strings.Replace(text, "layout", "Xayout", 1):                       "offset 19: from here on the file is not as it was written",
		strings.Replace(text, `"version": 2`, `"version": 3, "new": 7`, 1): "offset 0: version 3 is not supported, only version 2",
		strings.Replace(text, `"objects": 3`, `"objects": []`, 1):          "offset ",
		text[:100]: "offset 100: it is not what an export or a round writes: unexpected end of JSON input",
		strings.Replace(text, "alloc", "allok", 1): "from here on the file is not as it was written",
	} {
		require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
		_, err := Open(dir)
		require.ErrorContains(t, err, path+": offset ")
		require.ErrorContains(t, err, says)
		require.NotContains(t, err.Error(), fmt.Sprintf("offset %d:", len(text)))
	}
}

// driveTo carries out so many rounds.
func driveTo(t *testing.T, dir, work string, engine Engine, rounds int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Drive(ctx, dir, work, engine, func(d Done) {
		if d.Number == rounds {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
}

// TestDamagedRounds does the same with the files of rounds, after each round.
func TestDamagedRounds(t *testing.T) { damagedRounds(t, 23) }

// TestSlowDamagedRounds does so with more bytes.
func TestSlowDamagedRounds(t *testing.T) {
	tagged.Slow(t)
	damagedRounds(t, 5)
}

func damagedRounds(t *testing.T, every int) {
	if testing.Short() {
		every *= 2
	}
	engine := plain(t)
	dir, p := exported(t, chain(t, 6), 2, shape.Alloc)
	good, err := Open(dir)
	require.NoError(t, err)
	noticed := map[string]bool{}
	for stop := 1; stop <= int(p.Rounds); stop++ {
		work := t.TempDir()
		driveTo(t, dir, work, engine, stop)
		before := filesOf(t, work)
		restore := func() {
			require.NoError(t, os.RemoveAll(work))
			for path, whole := range before {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				require.NoError(t, os.WriteFile(path, whole, 0o600))
			}
		}
		for path, whole := range before {
			for at := range whole {
				if at%every != stop%every {
					continue
				}
				flipped := append([]byte{}, whole...)
				flipped[at] ^= 1 << (at % 8)
				for _, bad := range [][]byte{flipped, whole[:at]} {
					restore()
					require.NoError(t, os.WriteFile(path, bad, 0o600))
					if requireNoticed(t, dir, work, path, &good.Manifest, engine) {
						noticed[filepath.Ext(path)] = true
					}
				}
			}
		}
	}
	require.Equal(t, map[string]bool{".json": true, ".marks": true, ".sent": true}, noticed)
}

// TestFilesOfOtherExports: a file that is whole, but of another export, another part or another round.
func TestFilesOfOtherExports(t *testing.T) {
	engine := plain(t)
	random, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := random.Build(shape.Params{Objects: 40, Seed: 1})
	require.NoError(t, err)
	dir, _ := exported(t, h, 3, shape.BFS)
	other, _ := exported(t, h, 2, shape.BFS)
	good, err := Open(dir)
	require.NoError(t, err)
	swap := func(path, with string) {
		t.Helper()
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		wrong, err := os.ReadFile(with)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, wrong, 0o600))
		require.True(t, requireNoticed(t, dir, t.TempDir(), path, &good.Manifest, engine))
		require.NoError(t, os.WriteFile(path, whole, 0o600))
	}
	for _, extension := range []string{"heap", "out", "ranks"} {
		swap(fileOf(dir, 0, extension), fileOf(other, 0, extension))
		swap(fileOf(dir, 0, extension), fileOf(dir, 1, extension))
	}
	swap(fileOf(dir, 0, "out"), fileOf(dir, 0, "ranks"))
	work := t.TempDir()
	drive(t, other, work, engine)
	_, err = Drive(t.Context(), dir, work, engine, func(Done) {})
	require.ErrorContains(t, err, "round.json: offset 0: the round is of the export ")
	_, err = Open(work)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// TestSnapshotOfAnotherHeap: all counts are those of the manifest, and only the checksum of the file is not.
func TestSnapshotOfAnotherHeap(t *testing.T) {
	export := func(refs ...uint32) string {
		var b heap.Builder
		b.Add(0, refs...)
		b.Add(0)
		b.Root(0)
		h, err := b.Build()
		require.NoError(t, err)
		dir, _ := exported(t, h, 1, shape.Alloc)
		return dir
	}
	dir, other := export(0, 1), export(1, 0)
	data, err := os.ReadFile(fileOf(other, 0, "heap"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(fileOf(dir, 0, "heap"), data, 0o600))
	_, err = Drive(t.Context(), dir, t.TempDir(), plain(t), func(Done) {})
	require.ErrorContains(t, err, "part-0000.heap: offset 4088: the checksum of the header is ")
}

// TestClaimsAllocateNothing: a header that claims much has no more memory than the file is long.
func TestClaimsAllocateNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part-0000.out")
	of := wordsOf{kind: outWords}
	for _, n := range []uint64{1, 1 << 20, 1 << 40, 1<<61 - 7, 1 << 61, 1<<64 - 1} {
		require.NoError(t, os.WriteFile(path, of.header(n, 0), 0o600))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := openWords(path, of)
		runtime.ReadMemStats(&after)
		require.ErrorContains(t, err, "offset 32: the header says", "%d words", n)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	}
	long := filepath.Join(t.TempDir(), manifestName)
	require.NoError(t, os.WriteFile(long, make([]byte, maxJSON+1), 0o600))
	_, err := Open(filepath.Dir(long))
	require.ErrorContains(t, err, "the file has more than 16777216 bytes")
}
