#!/bin/sh
# Makes heap dumps of a running Java program in every way that the virtual machine has, and counts
# them with the library of VisualVM and with the virtual machine's own histogram.
#
#   sh testdata/make/hprof/dump.sh DIR [JDK ...]      DIR: an empty folder; JDK: /usr/lib/jvm/...
#
# Needs a JDK, and VisualVM's jar, which it takes from Debian's package visualvm if VISUALVM
# does not name one. Then compare with: gcbench info DIR/FILE.hprof
set -eu
here=$(dirname "$(realpath "$0")")
dir=$(realpath "${1:?the folder for the dumps}")
shift
[ $# -gt 0 ] || set -- "$(dirname "$(dirname "$(realpath "$(command -v javac)")")")"
cd "$dir"
if [ -z "${VISUALVM:-}" ]; then
	apt-get download -q visualvm >/dev/null
	dpkg-deb -x visualvm_*.deb visualvm
	VISUALVM=$(find "$PWD/visualvm" -name 'org-graalvm-visualvm-lib-jfluid-heap.jar')
fi
"$1/bin/javac" -nowarn -Xlint:none -cp "$VISUALVM" -d classes "$here/Busy.java" "$here/Count.java" 2>/dev/null

# busy NAME JDK OPTION... runs the program, and dumps its heap: all objects, live ones, and those in
# gzip members. The histogram comes between two dumps, so that it counts the same objects.
busy() {
	name=$1 bin=$2/bin
	shift 2
	rm -f in out
	mkfifo in
	"$bin/java" -Xmx128m "$@" -cp classes Busy <in >out &
	exec 9>in
	until grep -q ready out; do sleep 0.1; done
	pid=$(sed -n 's/^ready //p' out)
	"$bin/jcmd" "$pid" GC.heap_dump -all "$PWD/$name-all.hprof" >/dev/null
	"$bin/jcmd" "$pid" GC.class_histogram >/dev/null # collects
	"$bin/jcmd" "$pid" GC.heap_dump "$PWD/$name-live.hprof" >/dev/null
	"$bin/jcmd" "$pid" GC.class_histogram >"$name.histogram"
	"$bin/jcmd" "$pid" GC.heap_dump -gz=1 "$PWD/$name-live.hprof.gz" >/dev/null
	exec 9>&-
	wait
	echo "$name: histogram $(tail -n 1 "$name.histogram")"
}

for jdk; do
	v=$("$jdk/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')
	busy "$v-g1" "$jdk"
	busy "$v-serial" "$jdk" -XX:+UseSerialGC
	busy "$v-zgc" "$jdk" -XX:+UseZGC
	busy "$v-noshare" "$jdk" -Xshare:off
done
"$1/bin/java" -cp "$VISUALVM:classes" Count ./*.hprof
