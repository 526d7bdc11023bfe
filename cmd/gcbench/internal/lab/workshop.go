package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/origin"
)

// workshop is a folder in which the judge of one answer is compiled: a module with the
// lab's main package, and the answer as a package beside it. Its path lets it import this
// module's internal packages.
type workshop struct {
	dir string
}

const (
	shopModule = origin.Module + "/cmd/gcbench/labcheck"
	answerDir  = "answer"
	// what a timed answer is compared with
	modelDir = "model"
	plainDir = "plain"
)

// newWorkshop makes the folder. What the student was given is taken from the lab, and never
// from the student.
func newWorkshop(source string, l *Lab, student string, answer Files) (*workshop, error) {
	dir, err := os.MkdirTemp("", "halfmark-lab-")
	if err != nil {
		return nil, err
	}
	w := &workshop{dir}
	if err := w.fill(source, l, student, answer); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *workshop) fill(source string, l *Lab, student string, answer Files) error {
	modules, err := moduleFiles(source)
	if err != nil {
		return err
	}
	given, twins := l.given(student), l.under("twins")
	if !l.alone {
		twins[atomicsTwin] = mustRead("_labs/" + atomicsTwin)
	}
	parts := []shopPart{{".", modules}, {".", l.judge()}, {answerDir, answer}, {answerDir, given}, {answerDir, twins}}
	if l.timed {
		parts = append(parts, shopPart{modelDir, l.Answers(student, "answer")}, shopPart{modelDir, given},
			shopPart{plainDir, l.Answers(student, "skeleton")}, shopPart{plainDir, given})
	}
	for _, part := range parts {
		dir := filepath.Join(w.dir, part.dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		if err := write(dir, part.files); err != nil {
			return err
		}
	}
	return nil
}

// shopPart is some files of a workshop.
type shopPart struct {
	dir   string
	files Files
}

// moduleFiles returns go.mod and go.sum. They ask for the modules that this module asks for.
func moduleFiles(source string) (Files, error) {
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(source, "go.sum"))
	if err != nil {
		return nil, err
	}
	text := strings.Replace(string(mod), "module "+origin.Module, "module "+shopModule, 1)
	text += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %q\n", origin.Module, origin.Module, filepath.ToSlash(source))
	return Files{"go.mod": text, "go.sum": string(sum)}, nil
}

// close removes the folder. After an interrupt, what the go command has started may use files
// there for a moment, and then a file cannot be removed in Windows.
func (w *workshop) close() {
	for range 20 {
		if os.RemoveAll(w.dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// build compiles the judge. Problems are lines of the compiler, in which the files have the
// names that they have in the student's folder.
func (w *workshop) build(ctx context.Context, b build) (program string, problems []string, err error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", nil, fmt.Errorf("a check needs the go command, which is not on PATH: install Go from https://go.dev/dl")
	}
	program = filepath.Join(w.dir, "judge-"+b.name)
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	cmd := exec.CommandContext(ctx, "go", append(append([]string{"build"}, b.flags...), "-o", program, ".")...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOOS=", "GOARCH=",
		"GOTMPDIR="+w.dir) // an interrupted go build leaves its files behind: then they go with the workshop
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", nil, ctx.Err()
	}
	if err != nil {
		return "", compilerLines(output.String()), nil
	}
	return program, nil, nil
}

var fileLine = regexp.MustCompile(`^(the judge calls your code in its )?[^/: ]+\.go:\d+`)

// blames says whether lines of the go command blame the answer, and not the machine. What
// compiles for the explorer need not compile without it: only there atomics.go has imports, for
// example, and their names.
func blames(problems []string) bool { return slices.ContainsFunc(problems, fileLine.MatchString) }

// heading says who is to blame for lines of the go command.
func heading(problems []string) string {
	if blames(problems) {
		return "it does not compile:"
	}
	return "the go command cannot compile here:"
}

// compilerLines are the lines that say what does not compile, the first ones.
func compilerLines(output string) (lines []string) {
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if file, rest, found := strings.Cut(line, ".go:"); found {
			line = strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "./") + ".go:" + rest
		}
		if rest, inAnswer := strings.CutPrefix(line, answerDir+"/"); inAnswer {
			line = rest
		} else if strings.HasPrefix(line, "main.go:") {
			line = "the judge calls your code in its " + line
		}
		if lines = append(lines, line); len(lines) == 10 {
			break
		}
	}
	if lines == nil {
		lines = []string{"the go command fails and says nothing"}
	}
	return lines
}
