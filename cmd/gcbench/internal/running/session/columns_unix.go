//go:build unix

package session

import (
	"os"

	"golang.org/x/sys/unix"
)

// columns is the width of a terminal now, 80 if it does not say.
func columns(terminal *os.File) int {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return 80
	}
	return int(size.Col)
}
