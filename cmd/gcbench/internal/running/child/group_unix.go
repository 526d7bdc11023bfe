//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// apart puts the process into a new group: an interrupt from the keyboard then
// reaches this process only, which ends the others in good order.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll kills the process and its group: a script that hangs waits for what it has
// started.
func killAll(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
