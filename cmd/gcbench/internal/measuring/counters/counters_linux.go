package counters

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// config is an event as perf_event_open(2) knows it.
type config struct {
	kind   uint32
	number uint64
}

// hardware has the configuration of each Event.
var hardware = [numEvents]config{
	CacheMisses:  {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES},
	TLBMisses:    {unix.PERF_TYPE_HW_CACHE, unix.PERF_COUNT_HW_CACHE_DTLB | unix.PERF_COUNT_HW_CACHE_OP_READ<<8 | unix.PERF_COUNT_HW_CACHE_RESULT_MISS<<16},
	Instructions: {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
	Cycles:       {unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES},
}

// process counts the events of all threads of this process: those that exist have a
// counter each, and those that they start later inherit it. A thread that is started
// while the counters are opened may be missed.
type process struct {
	files [numEvents][]int // of each event, one for each thread
}

// Open begins to count, and says which events are counted: perhaps not all of them. The
// error says why some are missing, and what would give them. The Source is nil if all are.
func Open() (Source, []Event, error) { return open(hardware) }

func open(configs [numEvents]config) (Source, []Event, error) {
	threads, err := threads()
	if err != nil {
		return nil, nil, err
	}
	p := &process{}
	var counted []Event
	var missing error
	for event, c := range configs {
		if err := p.open(event, c, threads); err != nil {
			missing = err
			continue
		}
		counted = append(counted, Event(event))
	}
	if missing != nil {
		missing = errors.New(reason(missing))
	}
	if counted == nil {
		return nil, nil, missing
	}
	return p, counted, missing
}

// threads are those of this process.
func threads() (ids []int, err error) {
	entries, err := os.ReadDir("/proc/self/task")
	for _, e := range entries {
		if id, err := strconv.Atoi(e.Name()); err == nil {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// open counts one event of the threads, of all that have not ended meanwhile.
func (p *process) open(event int, c config, threads []int) error {
	attr := unix.PerfEventAttr{
		Type: c.kind, Config: c.number, Size: unix.PERF_ATTR_SIZE_VER5,
		Bits:        unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	}
	for _, thread := range threads {
		file, err := unix.PerfEventOpen(&attr, thread, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
		switch {
		case errors.Is(err, unix.ESRCH):
			continue
		case err != nil:
			closeAll(p.files[event])
			p.files[event] = nil
			return err
		}
		p.files[event] = append(p.files[event], file)
	}
	return nil
}

// Read adds up the threads. If the processor has fewer counters than events the kernel
// lets them take turns, and a count stands for the whole time.
func (p *process) Read() (v Values, err error) {
	var buffer [24]byte // the count, the time since it was opened, and the time it ran
	for event, files := range p.files {
		for _, file := range files {
			n, err := unix.Read(file, buffer[:])
			if err == nil && n != len(buffer) {
				err = fmt.Errorf("%d bytes were read, not %d", n, len(buffer))
			}
			if err != nil {
				return v, fmt.Errorf("--counters: cannot read the processor's counters: %w", err)
			}
			v[event] += scaled(binary.NativeEndian.Uint64(buffer[:]), binary.NativeEndian.Uint64(buffer[8:]), binary.NativeEndian.Uint64(buffer[16:]))
		}
	}
	return v, nil
}

// scaled is what count would be if it had run all the time.
func scaled(count, enabled, running uint64) uint64 {
	if running == 0 || running >= enabled {
		return count
	}
	return uint64(float64(count) * (float64(enabled) / float64(running)))
}

// Close ends the count.
func (p *process) Close() {
	for _, files := range p.files {
		closeAll(files)
	}
}

func closeAll(files []int) {
	for _, file := range files {
		_ = unix.Close(file) // it was open, and nothing was written
	}
}

// reason says why perf_event_open failed, and what would help.
func reason(err error) string {
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		level, _ := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
		return fmt.Sprintf("the system does not permit them (kernel.perf_event_paranoid is %q): sysctl kernel.perf_event_paranoid=2 does, or CAP_PERFMON; a container must permit perf_event_open, too", strings.TrimSpace(string(level)))
	case errors.Is(err, unix.ENOSYS):
		return "the kernel or the container has no perf_event_open: a kernel with CONFIG_PERF_EVENTS does, and a container that permits this call"
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EINVAL):
		return fmt.Sprintf("the processor shows no such counters (%v): a virtual machine needs a virtual PMU from its host", err)
	}
	return fmt.Sprintf("perf_event_open: %v", err)
}
