#!/bin/sh
# Makes three heap dumps of each of four programs that leak on purpose, for docs/leaks.md:
#
#   testdata/make/leaks/make.sh FOLDER [LANGUAGE...]
#
# The languages are go, java, node and ruby; without names all are made. FOLDER gets go-1.dump, java-1.hprof,
# node-1.heapsnapshot, ruby-1.json and the later ones, and the program of Go for gcbench --binary. What this machine lacks
# is skipped with a line that says how to install it. The program of Go is mark/examples/leak.
set -eu

[ $# -ge 1 ] || { echo "usage: make.sh FOLDER [LANGUAGE...]: it needs the folder to write to" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
mkdir -p "$1"
cd "$1"
shift
[ $# -gt 0 ] || set -- go java node ruby

# needs NAME COMMAND HOW: whether the command is there, or a line that says how to get it.
needs() {
	command -v "$2" >/dev/null || { echo "$1: skipped: there is no $2; $3"; return 1; }
}

for name; do
	case $name in
	go)
		needs go go "go.dev/dl has it" || continue
		(cd "$root" && go build -o "$OLDPWD/leak" ./mark/examples/leak)
		# The runtime gives up if it finds a goroutine on the edge of a system call, which happens by chance.
		for try in 1 2 3 4 5; do
			./leak go-1.dump go-2.dump go-3.dump >leak.txt 2>&1 && break
			[ "$try" -lt 5 ] || { cat leak.txt >&2; exit 1; }
		done
		rm leak.txt
		;;
	java)
		needs java javac "install a JDK" || continue
		javac -d classes "$here/Leak.java"
		java -cp classes Leak "$PWD/java-1.hprof" "$PWD/java-2.hprof" "$PWD/java-3.hprof"
		rm -r classes
		;;
	node)
		needs node node "install Node" || continue
		node "$here/leak.cjs" node-1.heapsnapshot node-2.heapsnapshot node-3.heapsnapshot
		;;
	ruby)
		needs ruby ruby "install Ruby" || continue
		ruby "$here/leak.rb" ruby-1.json ruby-2.json ruby-3.json
		;;
	*)
		echo "make.sh: there is no program in $name: give go, java, node or ruby" >&2
		exit 2
		;;
	esac
	echo "$name: made"
done
