package mutants

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// verdict is what a layer says of a mutant.
type verdict struct {
	applies bool
	test    string // the test that failed first; none if the mutant survives
	how     string // hanging, a conservation law, a panic; empty for a plain failure
}

func (v verdict) String() string {
	switch {
	case !v.applies:
		return "–"
	case v.test == "":
		return "survives"
	case v.how != "":
		return fmt.Sprintf("`%s` (%s)", v.test, v.how)
	}
	return fmt.Sprintf("`%s`", v.test)
}

// limit is what one suite may take before it counts as hanging.
const limit = 10 * time.Minute

// judge runs the suites of a layer that can meet a mutant of the packages, until one
// fails. Without an overlay it runs them on the code as it is.
func (l layer) judge(root, overlay string, packages []string) (v verdict, err error) {
	for _, s := range l.suites {
		if !slices.ContainsFunc(s.of, func(p string) bool { return slices.Contains(packages, p) }) {
			continue
		}
		v.applies = true
		out, failed, err := s.execute(root, overlay)
		if err != nil {
			return v, err
		}
		if failed {
			v.test, v.how = cause(out)
			if v.test == "" {
				return v, fmt.Errorf("%s: no test failed, yet go test did:\n%s", s.pkg, out)
			}
			return v, nil
		}
	}
	return v, nil
}

// execute runs one suite and reports whether it failed.
func (s suite) execute(root, overlay string) (out string, failed bool, err error) {
	args := []string{"test", "-vet=off", "-count=1", "-failfast", "-v", "-timeout", limit.String(), "-run", s.run}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	args = append(append(args, "./"+s.pkg), s.flags...)
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	b, err := cmd.CombinedOutput()
	out = string(b)
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		return out, false, err
	case strings.Contains(out, "[build failed]") || strings.Contains(out, "[setup failed]"):
		return out, false, fmt.Errorf("%s does not compile:\n%s", s.pkg, out)
	case strings.Contains(out, "no tests to run"):
		return out, false, fmt.Errorf("%s: no test matches %s", s.pkg, s.run)
	}
	return out, err != nil, nil
}

var (
	failedTest  = regexp.MustCompile(`(?m)^--- FAIL: (Test\w+)`)
	runningTest = regexp.MustCompile(`(?m)^running tests:\n\s+(Test\w+)`)
)

// cause finds the test that failed, and how, in what go test printed.
func cause(out string) (test, how string) {
	if m := runningTest.FindStringSubmatch(out); m != nil {
		return m[1], "no end in " + limit.String()
	}
	m := failedTest.FindStringSubmatch(out)
	if m == nil {
		return "", ""
	}
	switch {
	case strings.Contains(out, "every thread waits for ever"):
		how = "every thread waits"
	case strings.Contains(out, "conservation law broken"):
		how = "a conservation law"
	}
	return m[1], how
}
