package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// This file has how far a student is. A folder knows what its last check has found, and of which files.

// Checked is what a check has found.
type Checked struct {
	Verdict verdict.Verdict `json:"verdict"`
	Files   string          `json:"files"` // digest of the files that were judged
}

// digest is the same for the same files, and for no others.
func digest(answer Files) string {
	text, err := json.Marshal(answer) // in the order of the names
	if err != nil {
		panic(err) // texts always can
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Remember notes in the folder what a check has found. A check that has not come as far as the answer, or that was of
// an archive, is not noted.
func (r *Report) Remember() error {
	if r.files == "" || !hasState(r.Dir) {
		return nil
	}
	now, _, err := Open(r.Dir) // during the check, the student may have asked for a hint
	if err != nil {
		return err
	}
	now.Checked = &Checked{r.Verdict, r.files}
	return now.save()
}

// Started is the folder of a lab that a student has started.
type Started struct {
	Folder  *Folder
	Lab     *Lab
	Changed bool // there was a check, and the answer is no longer what was checked
}

// StartedIn returns the folders of labs in dir, in the order of the course. If dir is such a folder
// itself, it returns those that lie beside it. The lines say which folders cannot be read, and why.
func StartedIn(dir string) (all []Started, unread []string, err error) {
	if hasState(dir) {
		dir = filepath.Join(dir, "..")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		if sub := filepath.Join(dir, e.Name()); hasState(sub) {
			s, err := started(sub)
			if err != nil {
				unread = append(unread, err.Error())
				continue
			}
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b Started) int { return number(a.Lab) - number(b.Lab) })
	return all, unread, nil
}

func hasState(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, stateFile))
	return err == nil
}

// number is the place of a lab in the course.
func number(l *Lab) int { return slices.Index(all, l) }

func started(dir string) (s Started, err error) {
	if s.Folder, s.Lab, err = Open(dir); err != nil {
		return s, err
	}
	if s.Folder.Checked != nil {
		answer, err := s.Folder.Answered()
		if err != nil {
			return s, err
		}
		s.Changed = digest(answer) != s.Folder.Checked.Files
	}
	return s, nil
}

// Answered returns the files of the answer as they are now. Files that cannot be part of an answer are
// not among them.
func (f *Folder) Answered() (Files, error) {
	l, err := Named(f.Lab)
	if err != nil {
		return nil, err
	}
	return f.read(l, NotJudged(f, l))
}

// instead says what to do with a folder that is not that of a lab: it may be the one around some.
func instead(dir string) string {
	const most = 3
	inside, _, err := StartedIn(dir)
	if err != nil || len(inside) == 0 {
		return "gcbench lab start makes one"
	}
	var names []string
	for _, s := range inside[:min(len(inside), most)] {
		names = append(names, s.Folder.Dir)
	}
	if len(inside) > most {
		names = append(names, "and others")
	}
	return "do you mean one of " + strings.Join(names, ", ")
}
