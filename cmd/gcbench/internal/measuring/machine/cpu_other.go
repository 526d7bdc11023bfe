//go:build !darwin

package machine

// cpuModel returns the processor's name in Linux; on arm64 the kernel does not tell it.
func cpuModel() string { return procField("/proc/cpuinfo", "model name") }
