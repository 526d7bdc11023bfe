// Package lab has the labs of the course: exercises in Go, which gcbench judges. The files
// of each are in a folder of _labs. The go command does not compile what is there: a lab is
// compiled when it is checked.
//
//	README.md   the task, and hints in separate sections
//	given       files that a student gets and does not change; the judge uses its own copy
//	skeleton    files that a student completes
//	answer      the same files, right
//	wrong       diffs that make typical wrong answers; the first line is a part of what the judge says
//	judge       the main package of the process that judges
//	twins       files that the judge compiles beside the given ones; a build tag decides
package lab

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/edit"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/bugs"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/variants"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

//go:embed all:_labs
var embedded embed.FS

// Lab is an exercise.
type Lab struct {
	Name    string
	Title   string // a line, which says what is to be written
	Chapter string // the page of the course that leads to it
	builds  []build
	noWait  bool // workers may not wait for each other: the answer may name no mutex and no giveWay
	played  bool // the judge explores programs, and gcbench play can show their schedules
	// alone says that there is one worker. Then no memory is shared, and atomicsFile is not
	// given.
	alone bool
	// base is a folder of _labs with what several labs share: given files, and the judge of
	// labs that have none. Labs may leave different parts out of one whole: then a given file
	// of the base that the skeleton names is the answer.
	base string
	// timed says that the answer is also judged by its time: against the skeleton, which the
	// judge finds in its folder plain, and the answer, which it finds in model.
	timed bool
	// apart says that the judge goes on after a check that is broken.
	apart bool
	// arrange makes the files of one student from those of the lab; nil: all students get
	// the same.
	arrange func(student string, files Files) Files
}

// build is a way to compile a judge.
type build struct {
	name  string
	flags []string
	race  bool // needs the race detector, which some machines lack
}

var (
	explored = build{name: "explored", flags: []string{"-tags", "interleave"}}
	raced    = build{name: "raced", flags: []string{"-race"}, race: true}
	plain    = build{name: "plain"}
	watched  = build{name: "watched", flags: []string{"-tags", "watched"}}
)

// all are the labs in the order of the course.
var all = []*Lab{
	{Name: "mark", Title: "mark a heap with a stack", Chapter: "01-reachability.md", builds: []build{plain}, alone: true, base: "heap"},
	{Name: "pending", Title: "mark a heap without a stack", Chapter: "02-one-worker.md", builds: []build{plain}, alone: true, base: "heap"},
	{Name: "prefetch", Title: "mark without waiting for memory", Chapter: "02-one-worker.md", builds: []build{watched, plain}, alone: true, timed: true},
	{Name: "bit", Title: "claim a mark bit: one winner", Chapter: "03-two-workers.md", builds: []build{explored, raced}, played: true, noWait: true, arrange: variants.Bit},
	{Name: "locked", Title: "a deque behind a lock", Chapter: "04-deques.md", builds: []build{explored, raced}, played: true, arrange: variants.Locked},
	{Name: "chaselev", Title: "Chase and Lev's deque: Pop and Steal", Chapter: "04-deques.md", builds: []build{explored, raced}, played: true, noWait: true},
	{Name: "popbottom", Title: "StealHalf's popBottom", Chapter: "05-stealhalf.md", builds: []build{explored, raced}, played: true, noWait: true, base: "stealhalf"},
	{Name: "trytosteal", Title: "StealHalf's tryToSteal", Chapter: "05-stealhalf.md", builds: []build{explored, raced}, played: true, noWait: true, base: "stealhalf"},
	{Name: "overflow", Title: "an overflow list, and when all work is done", Chapter: "06-overflow.md", builds: []build{explored, raced}, played: true, noWait: true},
	{Name: "termination", Title: "when all workers may stop", Chapter: "07-termination.md", builds: []build{explored, raced}, played: true},
	{Name: "bugs", Title: "find the bug: six wrong deques", Chapter: "09-testing.md", builds: []build{explored}, apart: true, arrange: bugs.Arrange},
	{Name: "barrier-insert", Title: "Dijkstra's barrier, and the end of its mark", Chapter: "11-mutator.md", builds: []build{explored, raced}, played: true, noWait: true, base: "barriers"},
	{Name: "barrier-delete", Title: "Yuasa's barrier, and the colour of new objects", Chapter: "11-mutator.md", builds: []build{explored, raced}, played: true, noWait: true, base: "barriers"},
}

// Unplayed is why gcbench play has no schedules of the lab; "" if it has.
func (l *Lab) Unplayed() string {
	switch {
	case l.played:
		return ""
	case l.arrange != nil:
		return bugs.Paper
	}
	return verdict.OneWorker
}

// All returns the labs in the order of the course.
func All() []*Lab { return slices.Clone(all) }

// Named returns the lab of this name.
func Named(name string) (*Lab, error) {
	var names []string
	for _, l := range all {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("there is no lab %q: it must be one of %s", name, strings.Join(names, ", "))
}

// Timed says that the judge also uses a clock. It may therefore say of any answer that this
// machine cannot tell.
func (l *Lab) Timed() bool { return l.timed }

// Files are contents by name. A name has no folder.
type Files = map[string]string

// under returns the files in a folder of the lab, none if there is no such folder.
func (l *Lab) under(folder string) Files { return embeddedFiles(path.Join(l.Name, folder)) }

// embeddedFiles returns the files in a folder of _labs.
func embeddedFiles(dir string) Files {
	files := Files{}
	entries, _ := embedded.ReadDir(path.Join("_labs", dir)) // none if there is no such folder
	for _, e := range entries {
		files[e.Name()] = mustRead(path.Join(dir, e.Name()))
	}
	return files
}

// mustRead reads a file of _labs.
func mustRead(name string) string {
	text, err := embedded.ReadFile("_labs/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// atomicsFile is in the folder of every lab with several workers. Its twin is compiled in its place when the explorer runs.
const (
	atomicsFile = "atomics.go"
	atomicsTwin = "atomics_interleave.go"
)

// given returns the files that a student of this name gets and does not change.
func (l *Lab) given(student string) Files {
	files := l.ofBase()
	maps.Copy(files, l.under("given"))
	for name := range l.under("skeleton") {
		delete(files, name)
	}
	if !l.alone {
		files[atomicsFile] = mustRead(atomicsFile)
	}
	return l.arranged(student, files)
}

// ofBase returns the given files of the base, none if the lab has no base.
func (l *Lab) ofBase() Files { return embeddedFiles(path.Join(l.base, "given")) }

// twins returns the files that the judge compiles beside the given ones.
func (l *Lab) twins() Files {
	files := l.under("twins")
	if !l.alone {
		files[atomicsTwin] = mustRead(atomicsTwin)
	}
	return files
}

// judge returns the files of the lab's judge.
func (l *Lab) judge() Files {
	if own := l.under("judge"); len(own) > 0 {
		return own
	}
	return embeddedFiles(path.Join(l.base, "judge"))
}

// skeleton returns the files that the student completes, as they are given.
func (l *Lab) skeleton(student string) Files { return l.arranged(student, l.under("skeleton")) }

// answer returns these files as they are right, or as they are in the typical wrong answer of the
// given number, if that is not 0.
func (l *Lab) answer(student string, wrong int) Files {
	files := l.under("answer")
	if len(files) == 0 {
		whole := l.ofBase()
		for name := range l.under("skeleton") {
			files[name] = whole[name]
		}
	}
	if wrong > 0 {
		for name := range files { // there is one
			files[name] = l.mistake(name, wrong)
		}
	}
	return l.arranged(student, files)
}

// mistake makes a typical wrong answer of the right one, or of another file that its diff names. A
// comment says what is wrong.
func (l *Lab) mistake(name string, number int) string {
	diff := edit.Diff(mustRead(fmt.Sprintf("%s/wrong/%d.diff", l.Name, number)))
	says, _, _ := strings.Cut(string(diff), "\n")
	comment := "# Wrong: " + says + "\n"
	if strings.HasSuffix(name, ".go") {
		comment = "// Wrong: " + says + "\n\n"
	}
	return comment + diff.Apply(mustRead(diff.File()))
}

func (l *Lab) arranged(student string, files Files) Files {
	if l.arrange == nil {
		return files
	}
	return l.arrange(student, files)
}

// Wrongs is how many typical wrong answers the lab has.
func (l *Lab) Wrongs() int { return len(l.under("wrong")) }
