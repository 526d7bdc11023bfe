package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/origin"
)

// workshop is a folder in which the judge of one answer is compiled: a module with the
// lab's main package, and the answer as a package beside it. Its path lets it import this
// module's internal packages.
type workshop struct {
	dir     string
	close   func() // removes the folder
	lab     *Lab
	student string // as the folder has it: what is asked may depend on it
}

const (
	shopModule = origin.Module + "/cmd/gcbench/labcheck"
	answerDir  = "answer"
	// what a timed answer is compared with
	modelDir = "model"
	plainDir = "plain"
)

// newWorkshop makes the folder. The files that the student was given are taken from the
// lab, and never from the student.
func newWorkshop(source string, l *Lab, student string, answer Files) (*workshop, error) {
	dir, remove, err := origin.TempDir("lab")
	if err != nil {
		return nil, err
	}
	w := &workshop{dir, remove, l, student}
	if err := w.fill(source, answer); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *workshop) fill(source string, answer Files) error {
	l, student := w.lab, w.student
	modules, err := moduleFiles(source)
	if err != nil {
		return err
	}
	given, twins := l.given(student), l.twins()
	name := Files{"student.go": fmt.Sprintf("package main\n\n// student is the name under which the lab was started, \"\" if there is none.\nconst student = %q\n", student)}
	parts := []shopPart{{".", modules}, {".", name}, {".", l.judge()}, {answerDir, answer}, {answerDir, given}, {answerDir, twins}}
	if l.timed {
		parts = append(parts, shopPart{modelDir, l.answer(student, 0)}, shopPart{modelDir, given},
			shopPart{plainDir, l.skeleton(student)}, shopPart{plainDir, given})
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

// build compiles the judge. Problems are lines of the compiler, in which the files have the
// names that they have in the student's folder. The error is an OverLimit if the compiler needs
// too much.
func (w *workshop) build(ctx context.Context, b build) (program string, problems []string, err error) {
	program = filepath.Join(w.dir, "judge-"+b.name)
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	args := append(append([]string{"build"}, b.flags...), "-o", program, ".")
	_, err = compile(ctx, w.dir, w.dir, []string{"GOOS=", "GOARCH="}, args...)
	var failed *origin.Failure
	if errors.As(err, &failed) {
		return "", inTheFolder(failed.Lines), nil
	}
	return program, nil, err
}

// secret writes a new file in the workshop, whose name cannot be guessed.
func (w *workshop) secret(prefix string, text []byte) (name string, err error) {
	f, err := os.CreateTemp(w.dir, prefix)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.Write(text)
	return f.Name(), err
}

var fileLine = regexp.MustCompile(`^(the judge calls your code in its )?[^/: ]+\.go:\d+`)

// blames says whether lines of the go command blame the answer, and not the machine. An answer
// that compiles for the explorer need not compile without it: only there atomics.go has
// imports, for example, and their names.
func blames(problems []string) bool { return slices.ContainsFunc(problems, fileLine.MatchString) }

// heading says who is to blame for lines of the go command.
func heading(problems []string) string {
	if blames(problems) {
		return "it does not compile:"
	}
	return "the go command cannot compile here:"
}

// inTheFolder are lines of the compiler with the names that the files have in the student's
// folder.
func inTheFolder(said []string) (lines []string) {
	for _, line := range said {
		if file, rest, found := strings.Cut(line, ".go:"); found {
			line = strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "./") + ".go:" + rest
		}
		if rest, inAnswer := strings.CutPrefix(line, answerDir+"/"); inAnswer {
			line = rest
		} else if strings.HasPrefix(line, "main.go:") {
			line = "the judge calls your code in its " + line
		}
		lines = append(lines, line)
	}
	return lines
}
