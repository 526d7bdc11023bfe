#!/bin/sh
# Marks heaps that are larger than the memory that they may use.
#
#   sh testdata/make/beyond-memory.sh [FOLDER]
#
# It makes heaps of 512 MiB in three layouts, 1.6 GB in all, in FOLDER (default
# beyond-memory). It computes the digest of each with the oracle, in memory. Then it marks each of
# them in a control group of its own that may have 128 MiB, with the pages of files that are mapped or
# cached for it. Before that the file's pages are dropped from the cache, because pages
# that somebody else has read do not count. Each run may take TIME_LIMIT seconds (default 180).
#
# It needs Linux, root, a Go toolchain, and memory control groups of version 1 or 2. If a group cannot be
# made, it says so and ends with status 1. It ends with status 1 as well if a digest differs, if a run takes too
# long, or if the kernel has killed something for want of memory.
set -eu
folder=${1:-beyond-memory}
limit=$((128 << 20))
mkdir -p "$folder"
go build -o "$folder/gcbench" ./cmd/gcbench
cd "$folder"

# A group of version 1 lies beside the others of the memory controller, and one of version 2 below the root.
if [ -f /sys/fs/cgroup/memory/memory.limit_in_bytes ]; then
	group=/sys/fs/cgroup/memory/halfmark-$$ most=memory.limit_in_bytes swap=memory.memsw.limit_in_bytes
	peak=memory.max_usage_in_bytes events=memory.oom_control
else
	group=/sys/fs/cgroup/halfmark-$$ most=memory.max swap=memory.swap.max
	peak=memory.peak events=memory.events
fi

# held COMMAND... runs the command in a new group.
held() {
	mkdir "$group" && echo "$limit" >"$group/$most" || {
		echo "no control group of $limit bytes can be made in ${group%/*}: be root, on Linux"
		exit 1
	}
	if [ -f "$group/$swap" ]; then # no swap, so that memory means memory
		case $swap in *memsw*) echo "$limit" ;; *) echo 0 ;; esac >"$group/$swap"
	fi
	status=0
	(
		echo 0 >"$group/cgroup.procs" # this shell
		exec timeout "${TIME_LIMIT:-180}" "$@"
	) || status=$?
	echo "peak of the group: $(cat "$group/$peak" 2>/dev/null || echo unknown) of $limit bytes"
	killed=$(sed -n 's/^oom_kill //p' "$group/$events")
	rmdir "$group"
	[ "$status" = 0 ] && [ "${killed:-0}" = 0 ] || {
		echo "FAILED: status $status (124 is too slow), killed for memory: ${killed:-0}"
		exit 1
	}
}

# digest_of FILE prints the digest in a JSON report.
digest_of() { sed -n 's/^ *"digest": "\([0-9a-f]*\)".*/\1/p' "$1" | sort -u; }

for layout in alloc bfs shuffled; do
	file=$layout.heap
	[ -f "$file" ] || ./gcbench gen random --objects 15200000 --layout $layout -o "$file"
	[ -f "$layout.info.json" ] || ./gcbench info --no-map "$file" --json "$layout.info.json"
	echo "== $layout: in memory"
	./gcbench run --no-map --heap "$file" --workers 2 --reps 6 --invocations 1
	echo "== $layout: in $limit bytes"
	dd of="$file" oflag=nocache conv=notrunc,fdatasync count=0 status=none # drops its pages
	held ./gcbench run --heap "$file" --workers 2 --reps 3 --invocations 1 --csv "$layout.csv"
	want=$(digest_of "$layout.info.json")
	if grep -q ",$want," "$layout.csv"; then
		echo "digest $want, as the oracle said before"
	else
		echo "FAILED: the oracle said $want, and $layout.csv says something else"
		exit 1
	fi
done
