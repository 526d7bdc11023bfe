//go:build !linux && !darwin

package machine

func cpuModel() string { return "" }
