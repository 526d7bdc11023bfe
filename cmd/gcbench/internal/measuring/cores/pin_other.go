//go:build !linux

package cores

import (
	"errors"
	"runtime"
)

var errNotHere = errors.New("gcbench pins threads to processors on Linux only, and this is " + runtime.GOOS)

func allowed() ([]int, error) { return nil, errNotHere }

func adviseLargePages([]byte) {}

func pin(int) error { return errNotHere }
