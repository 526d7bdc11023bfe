package source

// IsStdin reports whether the path of a file to read stands for standard input. A file
// of that name is ./-.
func IsStdin(path string) bool { return path == "-" || path == "/dev/stdin" }

const shownStdin = "stdin"

// Shown is what reports and errors call the file at path.
func Shown(path string) string {
	if IsStdin(path) {
		return shownStdin
	}
	return path
}
