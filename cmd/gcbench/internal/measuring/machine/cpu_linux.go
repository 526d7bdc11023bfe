package machine

// cpuModel returns the processor's name; on arm64 the kernel does not tell it.
func cpuModel() string { return procField("/proc/cpuinfo", "model name") }
