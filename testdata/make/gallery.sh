#!/bin/sh
# Makes heaps of real programs, for docs/results/gallery.md:
#
#   testdata/make/gallery.sh FOLDER [HEAP...]
#
# The heaps are go, java, node, chromium, ruby and git, which is this repository; without
# names all are made. git:PATH is another repository. For each heap a line says what was made, its size, and how long the program took. What this machine
# lacks is skipped with a line that says how to install it. The programs are in gallery/.
# Downloads (npm packages, sources of the JDK) go to FOLDER/work, and stay there.
#
# A dump holds what the program held. Keep FOLDER to yourself.
set -eu

[ $# -ge 1 ] || { echo "usage: gallery.sh FOLDER [HEAP...]: it needs the folder to write to" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1/work"
out=$(cd "$1" && pwd)
shift
work=$out/work

# needs NAME COMMAND HOW: whether the command is there, or a line that says how to get it.
needs() {
	command -v "$2" >/dev/null || { echo "$1: skipped: there is no $2; $3"; return 1; }
}

# make NAME FILE COMMAND...: runs the command, which writes the file, and says how it went.
make() {
	name=$1 file=$2
	shift 2
	rm -f "$file"
	begin=$(date +%s)
	if ! "$@" >"$work/$name.out" 2>"$work/$name.err" || [ ! -s "$file" ]; then
		echo "$name: failed: $(grep -v "^exit status" "$work/$name.err" | tail -n 1); more is in $work/$name.err" >&2
		return 1
	fi
	echo "$name: $file: $(($(wc -c <"$file") / 1000000)) MB in $(($(date +%s) - begin)) s ($(tail -n 1 "$work/$name.out"))"
}

make_go() {
	needs go go "install Go from go.dev/dl" || return 0
	# The compiler finds the sources of the standard library through GOROOT.
	GOROOT=$(go env GOROOT) make go "$out/go.dump" go run "$here/gallery/compiler" "$out/go.dump" \
		net/http go/types encoding/xml image/png
}

make_java() {
	needs java javac "apt-get install openjdk-17-jdk" || return 0
	if [ ! -d "$work/jdk/java.base" ]; then
		home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
		sources=$(find -L "$home/lib" /usr/lib/jvm "$work" -name src.zip -type f 2>/dev/null | head -n 1)
		if [ -z "$sources" ]; then
			echo "java: skipped: there is no src.zip of the JDK; apt-get install openjdk-17-source"
			return 0
		fi
		mkdir -p "$work/jdk" && (cd "$work/jdk" && jar xf "$sources" java.base)
	fi
	make java "$out/javac.hprof" java -Xmx3g "$here/gallery/Compiler.java" "$out/javac.hprof" \
		"$work/jdk/java.base" java/util java/lang java/io java/nio java/time java/net java/text java/math
}

# npm_packages installs what the bundler bundles and what the page shows.
npm_packages() {
	[ -d "$work/npm/node_modules" ] && return
	mkdir -p "$work/npm"
	(cd "$work/npm" && npm init -y && npm install --no-audit --no-fund webpack@5.112.2 three@0.187.0 \
		lodash-es@4.18.1 date-fns@4.4.0 react@18.3.1 react-dom@18.3.1) >"$work/npm.err" 2>&1
}

make_node() {
	needs node npm "install Node.js from nodejs.org" || return 0
	npm_packages || { echo "node: skipped: npm installed nothing; $work/npm.err says why"; return 0; }
	(cd "$work/npm" && make node "$out/node-bundler.heapsnapshot" node --max-old-space-size=6000 \
		"$here/gallery/bundle.cjs" "$out/node-bundler.heapsnapshot" three lodash-es date-fns react-dom)
}

make_chromium() {
	needs chromium chromium "apt-get install chromium" || return 0
	needs chromium npm "install Node.js from nodejs.org" || return 0
	npm_packages || { echo "chromium: skipped: npm installed nothing; $work/npm.err says why"; return 0; }
	cp "$here/gallery/page.html" "$work/npm/page.html"
	make chromium "$out/chromium.heapsnapshot" node "$here/gallery/page.mjs" "$out/chromium.heapsnapshot" \
		"file://$work/npm/page.html?rows=5000" 40000
}

make_ruby() {
	needs ruby ruby "apt-get install ruby" || return 0
	make ruby "$out/ruby.json" ruby "$here/gallery/documents.rb" "$out/ruby.json"
}

# make_git FOLDER NAME: the objects of a repository, as NAME.heap.
make_git() {
	needs git git "apt-get install git" || return 0
	(cd "$root" && make git "$out/$2.heap" go run ./cmd/gcbench convert "git:$1" "$out/$2.heap")
}

[ $# -gt 0 ] || set -- go java node chromium ruby git
failed=0
for heap; do
	case $heap in
	go | java | node | chromium | ruby) "make_$heap" || failed=1 ;;
	git) make_git "$root" git || failed=1 ;;
	git:*) make_git "$(cd "${heap#git:}" && pwd)" "git-$(basename "$heap")" || failed=1 ;;
	*) echo "gallery.sh: $heap: the heaps are go, java, node, chromium, ruby, git and git:PATH" >&2; exit 2 ;;
	esac
done
exit $failed
