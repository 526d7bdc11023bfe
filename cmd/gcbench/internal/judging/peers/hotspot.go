package peers

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

var parallelGC = hotspotCollector("parallel",
	"Phase \"Par Mark\" of a full collection in the JVM's log (all of \"Marking Phase\" where a JVM does not log its parts), without reference processing and class unloading.",
	"-XX:+UseParallelGC", "-XX:-UseAdaptiveSizePolicy", "-XX:-ScavengeBeforeFullGC")

var g1 = hotspotCollector("g1",
	"\"Phase 1: Mark live objects\" of a full collection in the JVM's log, less its parts reference processing, weak processing and class unloading.",
	"-XX:+UseG1GC", "-XX:InitiatingHeapOccupancyPercent=100")

// hotspotCollector is the one of HotSpot that these flags choose. The first full collection moves the objects to their
// places.
func hotspotCollector(name, what string, flags ...string) Collector {
	return Collector{Name: name, What: what, warm: 2, base: 120 << 20, bytes: javaPeak, prepare: hotspot(name, flags...)}
}

const javaReserve = 64 << 20 // of each generation

// javaBytes is the size of an object with compressed references and its entries
// in the two arrays that exist while the heap is built.
func javaBytes(refs, words uint32) uint64 { return 16 + (4*uint64(refs)+7)/8*8 + 8*uint64(words) + 8 }

// javaPeak: objects are built in the young generation and moved to the old.
func javaPeak(refs, words uint32) uint64 { return 2 * javaBytes(refs, words) }

// hotspot returns how to run a JVM with the collector that the flags choose.
// The objects stay where they were allocated, in order of address, until a full
// collection slides them together: a collection of the young generation, which
// would copy them in another order, never takes place.
func hotspot(name string, flags ...string) func(context.Context, *site) (*command, error) {
	return func(ctx context.Context, s *site) (*command, error) {
		if s.java == nil {
			var err error
			if s.java, err = compileJava(ctx, s); err != nil {
				return nil, err
			}
		}
		if err := s.java.supports(ctx, flags); err != nil {
			return nil, err
		}
		data := uint64(0)
		for _, r := range s.heap.Objects() {
			data += javaBytes(measures(s.heap, r))
		}
		young := (data*5/4 + javaReserve) >> 20 // a fifth of it is for survivors
		old := (data*9/8 + javaReserve) >> 20
		logFile := name + ".log"
		args := append(flags[:len(flags):len(flags)],
			fmt.Sprintf("-XX:ParallelGCThreads=%d", s.workers), "-XX:-UseDynamicNumberOfGCThreads",
			fmt.Sprintf("-Xms%dm", young+old), fmt.Sprintf("-Xmx%dm", young+old), fmt.Sprintf("-Xmn%dm", young),
			"-XX:-UsePerfData", "-Xlog:disable", "-Xlog:gc,gc+phases=debug:file="+logFile+":none:filecount=0",
			"-cp", ".", "Peer", graphFile)
		if runtime.GOOS == "linux" { // elsewhere the JVM does not know the option
			args = append([]string{"-XX:+UseTransparentHugePages"}, args...)
		}
		cmd := exec.CommandContext(ctx, s.java.java, args...)
		cmd.Dir = s.dir
		cmd.Env = javaEnv()
		log := &gcLog{path: s.path(logFile)}
		return &command{cmd, func(string) (float64, error) { return log.markTime() }}, nil
	}
}

// javaEnv is the environment without what would change or announce flags.
func javaEnv() []string {
	return environ("JAVA_TOOL_OPTIONS=", "_JAVA_OPTIONS=", "JDK_JAVA_OPTIONS=", "CLASSPATH=")
}

// jdk is a Java development kit that has compiled the peer, or why there is
// none.
type jdk struct {
	java   string
	reason string
}

// compileJava compiles the peer with the classes that the heap needs.
func compileJava(ctx context.Context, s *site) (*jdk, error) {
	javac, err := exec.LookPath("javac")
	java, err2 := exec.LookPath("java")
	if err := errors.Join(err, err2); err != nil {
		return &jdk{reason: "no JDK: there is no javac or no java in PATH"}, nil
	}
	if java, err = filepath.Abs(java); err != nil {
		return nil, err
	}
	source, err := javaSource(s.heap)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(s.path("Peer.java"), source, 0o600); err != nil {
		return nil, err
	}
	// The better compiler of the JVM that runs javac would cost more than it gains.
	compile := exec.CommandContext(ctx, javac, "-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn", "Peer.java")
	compile.Dir, compile.Env = s.dir, javaEnv()
	out, err := compile.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &jdk{reason: "javac cannot compile the peer, it said: " + firstError(out)}, nil
	}
	return &jdk{java: java}, nil
}

// supports returns an *Unavailable if there is no JDK, or if its JVM is not
// HotSpot or lacks the collector.
func (j *jdk) supports(ctx context.Context, flags []string) error {
	if j.reason != "" {
		return unavailable("%s", j.reason)
	}
	probe := exec.CommandContext(ctx, j.java, append(flags[:len(flags):len(flags)], "-version")...)
	probe.Env = javaEnv()
	out, err := probe.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return unavailable("the JVM lacks the collector, it said: %s", firstError(out))
	case strings.Contains(string(out), "OpenJ9"):
		return unavailable("the JVM in PATH is OpenJ9 and not HotSpot")
	}
	return nil
}

// gcLog reads what a JVM's log tells about one collection after the other.
type gcLog struct {
	path   string
	offset int64
}

// markTime returns the mark time of the last full collection in what was added
// to the log since the previous call.
func (l *gcLog) markTime() (float64, error) {
	f, err := os.Open(l.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if _, err := f.Seek(l.offset, io.SeekStart); err != nil {
		return 0, err
	}
	added, err := io.ReadAll(f)
	l.offset += int64(len(added))
	if err != nil {
		return 0, err
	}
	return parseMarkTime(string(added))
}
