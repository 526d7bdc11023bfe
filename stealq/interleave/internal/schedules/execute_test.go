package schedules

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// packages are those whose tests explore, the longest first. All but the explorer's own
// explore their own source, with the build tag.
var packages = []string{"./mark/internal/engine", "./stealq", "./mark/reach", "./mark/walk", "./mark/internal/crew", "./mark/internal/forward", "./overflow", explorer}

const explorer = "./stealq/interleave"

// command runs the tests of a package that explore.
func command(pkg string) (*exec.Cmd, error) {
	args := []string{"test", "-count=1", "-v", "-timeout", "20h"}
	if pkg != explorer {
		pattern, err := tagged.Pattern(filepath.Join(root, pkg))
		if err != nil {
			return nil, err
		}
		args = append(args, "-vet=off", "-tags", tagged.Tag, "-run", pattern)
	}
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = root
	return cmd, nil
}

// explore runs the tests of all packages at once and shows each row when it comes.
func explore(long bool) (rows []row, err error) {
	var all sync.WaitGroup
	found, failures := make([][]row, len(packages)), make([]error, len(packages))
	for i, p := range packages {
		all.Go(func() {
			test, err := command(p)
			if err != nil {
				failures[i] = err
				return
			}
			test.Env = append(os.Environ(), tagged.Environment, "HALFMARK_SCHEDULES=1", "HALFMARK_LONG="+map[bool]string{true: "1"}[long])
			out, err := test.StdoutPipe()
			if err == nil {
				test.Stderr = os.Stderr
				err = test.Start()
			}
			if err != nil {
				failures[i] = err
				return
			}
			rows, log, err := scan(out, os.Stdout)
			if stopped := test.Wait(); stopped != nil {
				err = fmt.Errorf("%s: %w\n%s", p, stopped, log)
			}
			found[i], failures[i] = rows, err
		})
	}
	all.Wait()
	for i := range packages {
		if failures[i] != nil {
			return nil, failures[i]
		}
		rows = append(rows, found[i]...)
	}
	return rows, nil
}

// read takes the rows from a file. It is an error if a test has failed there, or some
// package is not there to its end.
func read(name string) ([]row, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all strings.Builder
	rows, log, err := scan(io.TeeReader(f, &all), io.Discard)
	if err != nil {
		return nil, err
	}
	if strings.Contains(log, "FAIL") {
		return nil, fmt.Errorf("%s: a test has failed:\n%s", name, log)
	}
	for _, p := range packages {
		if ended := regexp.MustCompile(`(?m)^ok .*` + regexp.QuoteMeta(strings.TrimPrefix(p, ".")) + `\s`); !ended.MatchString(all.String()) {
			return nil, fmt.Errorf("%s: the tests of %s have not come to their end there", name, p)
		}
	}
	return rows, nil
}

// scan finds the rows in what go test -v prints, copies them to w, and returns the
// other lines from the first that tells of a failure on.
func scan(r io.Reader, w io.Writer) (rows []row, log string, err error) {
	var rest strings.Builder
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if found, ok := parse(line); ok {
			rows = append(rows, found)
			fmt.Fprintln(w, found)
		} else if rest.Len() > 0 || strings.Contains(line, "FAIL") || strings.Contains(line, "Error Trace") || strings.HasPrefix(line, "panic") {
			rest.WriteString(line + "\n")
		}
	}
	return rows, rest.String(), lines.Err()
}
