package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// TestBadUsage: each bad command line ends with status 2 before any work, and
// with an error that names the flag and what is allowed.
func TestBadUsage(t *testing.T) {
	for i, c := range []struct {
		args string // "''" stands for an empty argument
		says string // words in this order
	}{
		{"frobnicate", `"frobnicate" subcommands are run Try: gcbench --help`},
		{"--nosuch", "unknown flag --nosuch"},
		{"gen tree x.heap", `unexpected argument "x.heap"; what is written goes after -o: gcbench gen ... -o x.heap Try: gcbench gen --help`},
		{"export x.heap parts", `unexpected argument "parts"; what is written goes after -o: gcbench export ... -o parts`},
		{"info x.heap extra", `unexpected argument "extra": gcbench info takes no more Try: gcbench info --help`},
		{"--reps 6 extra", `unexpected argument "extra": gcbench run takes no more`},
		{"internal", `"internal" subcommands are run`}, // a folder here
		{"run extra", `unexpected argument "extra" Try: gcbench run --help`},
		{"verify --floor", "unknown flag --floor"},
		{"run mine.heap", `"mine.heap" after --heap: gcbench run --heap mine.heap`},
		{"mine.el.zst --reps 6", `"mine.el.zst" after --heap: gcbench run --heap mine.el.zst`},
		{"peers mine.dump", `"mine.dump" after --heap: gcbench peers --heap mine.dump`},
		{"sim mark mine.heap", `"mine.heap" after --heap: gcbench sim mark --heap mine.heap`},
		{"sim mark --shape tree --heap x.heap", "--shape and --heap exclude"},
		{"explain", "name of a file, or --shape"},
		{"explain --shape tree x.heap", "--shape and a file exclude"},
		{"explain --shape nosuch", "--shape nosuch list"},
		{"explain --shape tree --workers 1,2", `--workers "1,2" 1 to 1024`},
		{"explain --shape tree --max-bytes 5", "--max-bytes file"},
		{"explain --shape uniform --objects 4000000000", "--objects uniform 32 GiB"},
		{"explain x.heap y.heap", `"y.heap": gcbench explain takes no more`},
		{"info ''", "<file>: name of a file is missing"},
		{"reach", "missing argument: <file>"},
		{"reach ''", "<file>: name of a file is missing"},
		{"reach x.el ''", "<root> name of an object is missing"},
		{"reach x.el --why ''", "--why: name of an object is missing"},
		{"reach x.el --why", "--why: name of an object is missing"},
		{"reach x.el --why --not", `--why: "--not" looks like a flag --why=--not`},
		{"reach x.el --why a --not", "--why and --not exclude"},
		{"reach x.el --why a --count", "--why and --count exclude"},
		{"reach x.el --levels --not", "--levels and --not exclude"},
		{"reach x.el --levels --count", "--levels and --count exclude gcbench info"},
		{"reach x.el --reverse", "--reverse needs a root"},
		{"info x.csv --separator semicolon", `--separator: "semicolon" auto, blank, tab or comma`},
		{"info x.csv --columns 1", `--columns: "1" two numbers of columns such as 1,3`},
		{"info x.csv --columns 0,1", `--columns: "0" 1 to 10000`},
		{"info x.csv --columns 2,02", "--columns: source and target must be different columns"},
		{"run --header", "--header means nothing without --heap"},
		{"verify --columns 1,3", "--columns means nothing without FILE"},
		{"verify ''", "<file>]: name of a file is missing"},
		{"convert '' x.el", "<in>: name of a file is missing"},
		{"convert x.el ''", "<out>: name of a file is missing"},
		{"gen tree -o ''", "--output: name of a file is missing"},
		{"run --json ''", "--json: name of a file is missing"},

		{"export x.heap -o parts", "missing flags: --shards"},
		{"export x.heap --shards 0 -o parts", "--shards 1 to 4096"},
		{"export x.heap --shards 5000 -o parts", `--shards "5000" 1 to 4096, such as 16`},
		{"export x.heap --shards 2", "--output is missing: folder or give --dry-run"},
		{"export x.heap --shards 2 -o ''", "--output: name of a folder is missing"},
		{"export x.heap --shards 2 -o parts --dry-run", "--output and --dry-run exclude"},
		{"export x.heap --shards 2 -o parts --layout shuffled", "--layout shuffled alloc or bfs"},
		{"rounds", "missing argument: <dir>"},
		{"rounds ''", "<dir>: name of a folder is missing"},
		{"rounds parts --workers 0", "--workers 1 to 1024"},
		{"rounds parts --work ''", "--work: name of a folder is missing"},

		{"--shape nosuch", "--shape nosuch list deep tree"},
		{"--shape tree,nosuch", "--shape nosuch"},
		{"--shape tree,tree", "--shape tree twice"},
		{"--shape ''", "--shape empty"},
		{"--shape all,tree", `--shape: "tree" is in the list twice`},
		{"gen all -o x.heap", `"all" list deep`},
		{"run --heap all --shape all", "--shape and --heap exclude"},
		{"--shape tree --heap x.heap", "--shape and --heap exclude"},
		{"--heap", "--heap empty"},
		{"--heap ''", "--heap empty"},
		{"--layout random", "--layout alloc, shuffled, bfs or all"},

		{"--objects 0", "--objects 1 to 4294967294"},
		{"--objects -5", `--objects "-5" 1 to 4294967294`},
		{"--objects 1.5", "--objects whole number"},
		{"--objects 1.0005k", `--objects "1.0005k" whole number, such as 2_000_000, 2e6 or 2M`},
		{"--objects 1MiB", `--objects "1MiB" such as 2_000_000, 2e6 or 2M`},
		{"--objects 10e9", `--objects "10e9" 1 to 4294967294, such as 2_000_000, 2e6 or 2M`},
		{"--objects _1", `--objects "_1" whole number`},
		{"--max-bytes 1MB", `--max-bytes "1MB" such as 500M or 64GiB`},
		{"--objects many", "--objects whole number"},
		{"--objects ''", "--objects empty"},
		{"--objects 4294967295", "--objects 1 to 4294967294"},
		{"--objects 99999999999999999999999", "--objects 1 to 4294967294"},
		{"--shape uniform --objects 4000000000", "--objects uniform 32 GiB"},
		{"gen uniform -o x.heap --objects 4000000000", "--objects uniform 32 GiB"},
		{"verify --shape uniform --objects 4000000000", "--objects uniform 32 GiB"},
		{"gen tree -o x.heap --objects 0", "--objects 1 to 4294967294"},
		{"verify --objects 0", "--objects 1 to 4294967294"},
		{"--reps 20k", `--reps "20k" 1 to 10000, such as 10`},
		{"sim mark --cost miss=1.5", `--cost "miss=1.5" miss=NS whole number of nanoseconds, 0 to 1000000, such as 50 or 2k`},
		{"--seed -1", "--seed 0 to 18446744073709551615"},
		{"--seed 18446744073709551616", "--seed 0 to 18446744073709551615"},

		{"--workers 0", "--workers 1 to 1024"},
		{"--workers -1", "--workers 1 to 1024"},
		{"--workers 1,2,2000", `--workers "2000" 1 to 1024`},
		{"--workers 1025", "--workers 1 to 1024"},
		{"--workers 1,01", "--workers twice"},
		{"--workers 1,,2", "--workers empty"},
		{"--workers 1,2,", "--workers empty"},
		{"--workers four", "--workers whole number, 1 to 1024, such as 8, or a range, such as 1-4 or 1-64*2"},
		{"--workers 4-1", `--workers "4-1" range goes down must go up, such as 1-4 or 1-64*2`},
		{"--workers 1-2000", `--workers "1-2000" "2000" 1 to 1024`},
		{"--workers 1-4000000000", `--workers "4000000000" 1 to 1024`},
		{"--workers 1-4,3", "--workers: 3 is in the list twice"},
		{"--workers 1-8*2,6-8", "--workers: 8 is in the list twice"},
		{"peers --workers 1-4", `--workers "1-4" whole number, 1 to 1024`},
		{"verify --workers 2000", "--workers 1 to 1024"},
		{"--deque nosuch", "--deque stealhalf, or"},
		{"--deque stealhalf,stealhalf", "--deque twice"},
		{"verify --deque nosuch", "--deque stealhalf, locked"},
		{"--grain 0", "--grain 1 to 4096"},
		{"--grain 4097", "--grain 1 to 4096"},
		{"--capacity 0", "--capacity power of two from 2 to 65536"},
		{"--capacity 3", "--capacity power of two from 2 to 65536"},
		{"--capacity 131072", "--capacity power of two from 2 to 65536"},
		{"--overflow -1", "--overflow 0 to 16777216"},
		{"--overflow 16777217", "--overflow 0 to 16777216"},
		{"--workers 1024 --capacity 65536 --grain 4096", "--capacity MiB"},
		{"--steal often", "--steal empty, probabilistic, factor or all"},
		{"--amount some", "--amount one, half"},
		{"--amount all --deque stealhalf", "--amount all stealhalf: balance, one or half"},
		{"--amount all --deque abp,stealhalf", "--amount all abp: it must be one\n"},
		{"--amount half,all --deque abp", "--amount half abp: it must be one\n"},
		{"--amount half --deque abp", "--amount half abp: it must be one\n"},
		{"--amount balance --deque abp", "--amount balance abp one"},
		{"--deque central --steal factor", "--steal factor central empty"},
		{"--deque central --steal factor,probabilistic", "--steal factor central empty"},
		{"--grain 1,16,1", "--grain: 1 is in the list twice"},
		{"--seed 1-5,3", "--seed: 3 is in the list twice"},
		{"--layout all,bfs", `--layout: "bfs" is in the list twice`},
		{"--capacity 64-1000", `--capacity "64-1000" range "1000" power of two`},
		{"--shape tree --grain 1-1024 --workers 1-1024", "--grain (1024), --workers (1024) make 1048576 combinations: at most 10000"},
		{"--objects 1-100 --seed 1-100 --layout all --workers 1", "--shape (8), --objects (100), --layout (3), --seed (100) make 240000"},
		{"peers --objects 1-101 --seed 1-100", "--objects (101), --seed (100) make 10100"},
		{"verify --objects 1-101 --seed 1-100", "make 161600 combinations"},
		{"sim mark --objects 1-101 --grain 1-100 --workers 1 --shape tree", "--objects (101), --grain (100) make 10100"},
		{"--shape tree --objects 10,4000000000", "--objects: 4000000000 objects of shape tree"},
		{"gen tree --objects 1k,2k -o x.heap", "--objects has 2 values: gen writes one heap, so give one"},
		{"gen tree --seed 1-5 -o x.heap", "--seed has 5 values: gen writes one heap"},
		{"gen tree --layout all -o x.heap", "--layout has 3 values: gen writes one heap"},
		{"--heap - --seed 1,2", "--seed: standard input can be read once: give one seed"},
		{"verify - --seed 1,2", "--seed: standard input can be read once: give one seed"},
		{"--deque central --victim last", "--victim last central random"},
		{"--preset cms", "--preset halfmark, hotspot, go, goworkbuf, zgc, openj9, boehm or all"},
		{"--preset go,go", "--preset twice"},
		{"--preset hotspot --amount half", "--amount half contradicts --preset hotspot --deque abp --grain 1 --amount one"},
		{"--preset hotspot --overflow 0", "--overflow 0 contradicts --preset hotspot --overflow"},
		{"--preset hotspot,go --deque abp", "--deque abp contradicts --preset go --deque stealhalf"},
		{"--preset hotspot --deque abp,locked", "--deque abp,locked contradicts --preset hotspot"},
		{"--preset go --idle spin", "--idle spin contradicts --preset go --idle park"},
		{"--preset hotspot,go --marking owner", "--marking: owner grain 1 auto or shared"},
		{"--grain 1 --marking owner", "--marking: owner grain 1 auto or shared"},
		{"--marking mine", "--marking auto, owner, shared or all"},
		{"--preset hotspot,go --speculation force", "--speculation: force grain 1 lone, auto or off"},
		{"--grain 1 --speculation force", "--speculation: force grain 1 lone, auto or off"},
		{"sim mark --grain 1 --speculation force", "--speculation: force grain 1 lone, auto or off"},
		{"--speculation on", "--speculation lone, auto, off, force or all"},
		{"--speculation off,off", "--speculation twice"},
		{"--victim me", "--victim random, last, roundrobin, neighbour or all"},
		{"--idle sleep", "--idle park, spin, yield, backoff or all"},

		{"--reps 0", "--reps 1 to 10000"},
		{"--reps -3", "--reps 1 to 10000"},
		{"--reps 10001", "--reps 1 to 10000"},
		{"verify --reps 0", "--reps 1 to 10000"},
		{"--trust-file", "--trust-file --heap"},
		{"--profile all", "--profile cpu mem"},
		{"--profile-dir here", "--profile-dir --profile"},
		{"--json", "--json missing"},
		{"--json --csv x", `--json "--csv"`},
		{"--json - --csv -", "--json --csv standard output"},
		{"--json x --bench ./x", "--json --bench ./x"},

		{"peers extra", `unexpected argument "extra"`},
		{"peers --peers zgc", "--peers go, parallel, g1, boehm or all"},
		{"peers --peers go,go", "--peers twice"},
		{"peers --peers", "--peers empty"},
		{"peers --workers 1,2", `--workers "1,2" 1 to 1024`},
		{"peers --reps 0", "--reps 1 to 10000"},
		{"peers --shape nosuch", "--shape nosuch list"},
		{"peers --shape tree --heap x.heap", "--shape and --heap exclude"},
		{"peers --objects 0", "--objects 1 to 4294967294"},
		{"peers --shape uniform --objects 4000000000", "--objects uniform 32 GiB"},
		{"peers --limit", "unknown flag --limit"},

		{"gen", "--output"},
		{"gen tree", "--output"},
		{"gen -o x.heap", "<shape>"},
		{"gen nosuch -o x.heap", "nosuch list deep"},
		{"gen tree -o x.bin", "x.bin .heap .el"},
		{"gen tree -o -", "- .heap"},
		{"gen tree -o x.heap.zst", "x.heap.zst: write x.heap compress zstd --rm x.heap"},
		{"gen tree -o x.heap.gz", "x.heap.gz: write x.heap compress gzip x.heap"},
		{"peers mine.el.gz", `"mine.el.gz" after --heap: gcbench peers --heap mine.el.gz`},
		{"gen tree -o x.heap --json x.heap", "x.heap needs a separate file"},
		{"info", "<file>"},
		{"why", "<file>"},
		{"convert", "<in>"},
		{"convert x", "<out>"},
		{"verify --shape tree --workers", "--workers empty"},
	} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(c.args, func(t *testing.T) {
			t.Chdir(t.TempDir()) // for what a defect would write
			args := strings.Fields(c.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "''", "")
			}
			status, stdout, stderr := runCLI(args...)
			assert.Equal(t, session.ExitUsage, status, stderr)
			assert.Empty(t, stdout)
			rest := stderr
			for _, word := range strings.Fields(c.says) {
				_, after, ok := strings.Cut(rest, word)
				require.True(t, ok, "%q is missing in %q", word, stderr)
				rest = after
			}
			assert.Contains(t, stderr, "--help\n")
			assert.Empty(t, filesIn(t, "."))
		})
	}
}

// TestFlagsThatNeedAShape: with a file they would be ignored.
func TestFlagsThatNeedAShape(t *testing.T) {
	file := genHeap(t, "tree", "20")
	for _, args := range [][]string{
		{"run", "--heap", file, "--objects", "5"}, {"run", "--heap", file, "--layout", "bfs"},
		{"verify", file, "--objects", "5"}, {"verify", file, "--layout", "bfs"}, {"verify", file, "--shape", "tree"},
		{"peers", "--heap", file, "--objects", "5"}, {"peers", "--heap", file, "--layout", "bfs"},
	} {
		status, _, stderr := runCLI(args...)
		assert.Equal(t, session.ExitUsage, status, "%v: %s", args, stderr)
		assert.Contains(t, stderr, args[len(args)-2])
	}
}

// TestOutputMayNotBeInput: a typing error must not cost a dump.
func TestOutputMayNotBeInput(t *testing.T) {
	file := genHeap(t, "tree", "20")
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "link.heap")
	require.NoError(t, os.Symlink(file, link))
	for _, args := range [][]string{
		{"run", "--heap", file, "--json", file}, {"run", "--heap", file, "--csv", link}, {"run", "--heap", file, "--bench", file},
		{"info", file, "--json", link}, {"why", file, "0", "--json", link}, {"verify", file, "--json", file}, {"peers", "--heap", file, "--json", link}, {"sim", "mark", "--heap", file, "--svg", link}, {"explain", file, "--json", link}, {"convert", file, file}, {"convert", file, link},
		{"convert", file, filepath.Join(t.TempDir(), "x.el"), "--json", file},
	} {
		status, _, stderr := runCLI(args...)
		assert.Equal(t, session.ExitUsage, status, "%v: %s", args, stderr)
		after, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, before, after, "%v", args)
	}
}

// TestUnwritableOutputFailsFirst: before anything is measured.
func TestUnwritableOutputFailsFirst(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "no", "folder")
	file := genHeap(t, "tree", "20")
	for _, args := range [][]string{
		{"run", "--shape", "tree", "--objects", "100", "--json", nowhere},
		{"run", "--shape", "tree", "--objects", "100", "--csv", t.TempDir()},
		{"gen", "tree", "--objects", "100", "-o", nowhere + ".heap"},
		{"convert", file, nowhere + ".el"},
		{"info", file, "--json", nowhere},
		{"run", "--shape", "tree", "--objects", "100", "--profile", "cpu", "--profile-dir", filepath.Join(file, "sub")},
	} {
		status, stdout, stderr := runCLI(args...)
		assert.Equal(t, session.ExitFailed, status, "%v", args)
		assert.Empty(t, stdout, "%v", args)
		assert.Contains(t, stderr, "gcbench: ", "%v", args)
	}
}
