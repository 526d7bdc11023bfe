#!/bin/sh
# Measures the heaps that gallery.sh has made, and synthetic heaps beside them:
#
#   testdata/make/gallery-measure.sh FOLDER [FILE | SHAPE,LAYOUT,OBJECTS]...
#
# Each heap takes a minute or two. Without heaps it measures all files in FOLDER. At the end
# it prints the tables of all that is in FOLDER/measured.
set -eu

[ $# -ge 1 ] || { echo "usage: gallery-measure.sh FOLDER [FILE | SHAPE,LAYOUT,OBJECTS]...: it needs the folder of gallery.sh" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(cd "$1" && pwd)
shift
to=$out/measured
mkdir -p "$to"
[ -x "$to/gcbench" ] || # made once: delete it after a change
	(cd "$root" && go build -o "$to/gcbench" ./cmd/gcbench)

# Measures the heap that the flags choose, and leaves two files with this name.
measure() {
	name=$1
	shift
	"$to/gcbench" run "$@" --workers 1,2 --speculation auto,off --invocations "${INVOCATIONS:-4}" --json "$to/run-$name.json"
	"$to/gcbench" sim mark "$@" --workers 2,8,64 --json "$to/sim-$name.json" >/dev/null
}

[ $# -gt 0 ] || set -- "$out"/*.*
for heap; do
	case $heap in
	*,*,*)
		shape=${heap%%,*} rest=${heap#*,}
		measure "$shape-${rest%,*}-${rest#*,}" --shape "$shape" --layout "${rest%,*}" --objects "${rest#*,}"
		;;
	*)
		name=$(basename "$heap" | cut -d. -f1)
		"$to/gcbench" info "$heap" --json "$to/info-$name.json"
		"$to/gcbench" convert "$heap" "$to/$name.heap"
		measure "$name" --heap "$to/$name.heap"
		;;
	esac
done
(cd "$root" && go run ./testdata/make/gallery/table "$to")
