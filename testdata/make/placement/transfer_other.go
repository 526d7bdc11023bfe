//go:build !linux

package main

import "errors"

func transfer() (float64, error) {
	return 0, errors.New("threads can be pinned to processors on Linux alone")
}
