package child

import (
	"os"
	"os/exec"
	"runtime"
)

// Self is a command that runs this program once more, even if another one has its name by now.
func Self(args ...string) (*exec.Cmd, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program := name
	if runtime.GOOS == "linux" {
		program = "/proc/self/exe"
	}
	cmd := exec.Command(program, args...)
	cmd.Args[0] = name
	return cmd, nil
}
