package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/handin"
)

// HandedIn judges what a student has handed in: see open. Where it cannot be judged, the report says why. The
// error is the context's, or one of [fs.ErrNotExist] if there is no such file.
func (j *Judge) HandedIn(ctx context.Context, path string) (*Report, error) {
	var wanted *Lab
	if j.Lab != "" {
		var err error
		if wanted, err = Named(j.Lab); err != nil {
			return nil, err
		}
	}
	f, l, err := open(path, wanted, j.Student)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return NotJudged(&Folder{Student: j.Student}, wanted, err.Error()), nil
	}
	defer f.Close()
	r, err := f.judgedBy(ctx, j, l)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		r = NotJudged(f, l, err.Error())
	}
	r.Dir = f.Dir
	return r, nil
}

// judgedBy lets the judge judge, if it can judge at all.
func (f *Folder) judgedBy(ctx context.Context, j *Judge, l *Lab) (*Report, error) {
	if j.Lacks != nil {
		return nil, j.Lacks
	}
	return j.Check(ctx, f, l)
}

// open opens what a student has handed in: the folder of a lab, a folder around it, or a zip archive of one
// of them. wanted is the lab that it has to be of, nil for any: then a folder without lab.json, which has the files
// that this lab asks for, is taken for one of this lab and student. The error says why it cannot be judged, and is
// of [fs.ErrNotExist] if there is no such file. Close the folder after use.
func open(path string, wanted *Lab, student string) (*Folder, *Lab, error) {
	files, archive, err := handin.Open(path)
	if err != nil {
		return nil, nil, err
	}
	f, l, err := find(files, wanted, student)
	switch {
	case errors.Is(err, handin.ErrNone):
		err = fmt.Errorf("%s is not the folder of a lab, because it has no %s: gcbench lab start makes one", path, stateFile)
	case err != nil:
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		archive.Close()
		return nil, nil, err
	}
	if f.archive = archive; !handin.IsZip(path) || isFolder(path) {
		f.Dir = filepath.Join(path, f.Dir)
	} else {
		f.Dir = ""
	}
	return f, l, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// find finds the folder of a lab. Its Dir is that in files.
func find(files fs.FS, wanted *Lab, student string) (*Folder, *Lab, error) {
	has := func(files fs.FS, name string) bool {
		info, err := fs.Stat(files, name)
		return err == nil && !info.IsDir()
	}
	inner, at, err := handin.Find(files, func(f fs.FS) bool { return has(f, stateFile) })
	if err == nil {
		f := &Folder{Dir: filepath.FromSlash(at), files: inner}
		l, err := f.load()
		return f, l, err
	}
	if wanted == nil || !errors.Is(err, handin.ErrNone) {
		return nil, nil, err
	}
	inner, at, err = handin.Find(files, func(f fs.FS) bool {
		for name := range wanted.skeleton("") {
			if has(f, name) {
				return true
			}
		}
		return false
	})
	return &Folder{Dir: filepath.FromSlash(at), Lab: wanted.Name, Student: student, files: inner}, wanted, err
}

// Close closes the archive from which the folder is read, if it is read from one.
func (f *Folder) Close() error {
	if f.archive == nil {
		return nil
	}
	return f.archive.Close()
}

// in is the files of the folder.
func (f *Folder) in() fs.FS {
	if f.files != nil {
		return f.files
	}
	return os.DirFS(f.Dir)
}

// readSmall reads a regular file that is not large, whatever it claims, or says what it is instead.
func (f *Folder) readSmall(name string) (text, problem string) {
	info, err := fs.Lstat(f.in(), name)
	switch {
	case err != nil:
		return "", "cannot be read: " + err.Error()
	case !info.Mode().IsRegular():
		return "", "is no regular file"
	case info.Size() > largest:
		return "", fmt.Sprintf("has %d bytes: an answer has at most %d", info.Size(), largest)
	}
	file, err := f.in().Open(name)
	if err != nil {
		return "", "cannot be read: " + err.Error()
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, largest+1))
	switch {
	case err != nil:
		return "", "cannot be read: " + err.Error()
	case len(content) > largest:
		return "", fmt.Sprintf("has more than %d bytes: an answer may not have more", largest)
	}
	return string(content), ""
}
