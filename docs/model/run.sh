#!/bin/sh
# Checks the Promela models with spin, and prints for each what was found and how
# many states were visited.
#
#   docs/model/run.sh          every row but the long ones: a few minutes, under 4 GB
#   docs/model/run.sh quick    a few rows of each kind, seconds
#   docs/model/run.sh long     all: up to an hour, under 12 GB
#   docs/model/run.sh list     the rows, without running them
#   docs/model/run.sh trail N  the shortest failing schedule of row N, step by step
#
# Exits with 1 if a verdict is not the expected one, with 0 if all are, or if spin
# or a C compiler is missing, which it says.

set -u
here=$(cd "$(dirname "$0")" && pwd)
mode=${1:-default}
compiler=${CC:-cc}

# mode | model | options | expected verdict | what it is
# Verdicts: "holds", the name of an assertion's variable, "stuck" (a deadlock), or
# "never" (a fair run that does not end).
rows() {
	cat <<'ROWS'
default|stealhalf|-DN=2 -DTHIEVES=1|holds|1 thief, no end of operations
quick|stealhalf|-DN=2 -DTHIEVES=2|holds|2 thieves, no end of operations
quick|stealhalf|-DN=4 -DTHIEVES=1|holds|1 thief, no end of operations
default|stealhalf|-DN=2 -DDEQUES=2 -DTHIEVES=0|holds|2 deques that rob one another, no end of operations
default|stealhalf|-DN=4 -DTHIEVES=2 -DOPS=8 -DSTEALS=1|holds|2 thieves
default|stealhalf|-DN=8 -DTHIEVES=1 -DOPS=12 -DSTEALS=2|holds|1 thief
default|stealhalf|-DN=2 -DTHIEVES=2 -DTAG=8 -DOPS=6 -DSTEALS=2|holds|the same with a tag of 8 bits
default|stealhalf|-DN=2 -DDEQUES=2 -DTHIEVES=1 -DOPS=3 -DSTEALS=1|holds|2 deques and a thief
long|stealhalf|-DN=4 -DTHIEVES=2|holds|2 thieves, no end of operations
long|stealhalf|-DN=2 -DTHIEVES=3|holds|3 thieves, no end of operations
long|stealhalf|-DN=4 -DDEQUES=2 -DTHIEVES=0 -DOPS=5|holds|2 deques that rob one another
quick|stealhalf|-DPRINTED -DN=4 -DONLY_ITEMS|taken_twice|all of figures 3, 5, 7 as printed
default|stealhalf|-DLATE_THEFT_TEST|taken_twice|a: range asked before theft
default|stealhalf|-DEMPTY_MEANS_THEFT|false_empty|a: an empty range taken for theft
default|stealhalf|-DBOTTOM_TO_ZERO -DONLY_ITEMS|taken_twice|b: bottom to 0
default|stealhalf|-DNEVER_EMPTY -DTHIEVES=2 -DONLY_ITEMS|taken_twice|c: a thief leaves at least one
quick|stealhalf|-DRANGE_FIRST -DTHIEVES=2 -DONLY_ITEMS|taken_twice|d: range first, then bottom
default|stealhalf|-DPUSH_ONCE|range_off|e: push tries once
default|stealhalf|-DPUSH_ONCE -DONLY_ITEMS|holds|e: safe, but for the range
default|stealhalf|-DTHIEF_ONCE -DDEQUES=2 -DTHIEVES=0|range_off|f: a thief tries its own range once
default|stealhalf|-DTHIEF_ONCE -DDEQUES=2 -DTHIEVES=0 -DONLY_ITEMS|holds|f: safe, but for the range
default|stealhalf|-DREREAD -DONLY_ITEMS|taken_twice|g: expected value read again
default|stealhalf|-DBOTTOM_BEFORE -DTHIEVES=2 -DONLY_ITEMS|taken_twice|h: bottom before range
default|stealhalf|-DSILENT_CROSSING -DTHIEVES=2 -DONLY_ITEMS|taken_twice|i: no swap where the length stays
default|stealhalf|-DNARROW|lost|j: N items, indices modulo N
default|stealhalf|-DTAG=1 -DONLY_ITEMS|taken_twice|k: a tag of 1 bit
default|stealhalf|-DTAG=2 -DONLY_ITEMS|taken_twice|k: a tag of 2 bits
default|stealhalf|-DTAG=3 -DONLY_ITEMS|taken_twice|k: a tag of 3 bits
default|stealhalf|-DMISSED_JUMP -DN=4 -DDEQUES=2 -DTHIEVES=0|range_off|a theft jumps over a power of two
default|stealhalf|-DLATE_COPY -DONLY_ITEMS|taken_twice|copy after the swap
quick|termination|-DWORKERS=2 -DROOTS=2 -DOBJECTS=5|holds|2 workers, marks without end
default|termination|-DWORKERS=2 -DROOTS=1 -DOBJECTS=6 -DCAP=4|holds|2 workers, larger deques
default|termination|-DWORKERS=3 -DROOTS=1 -DOBJECTS=4|holds|3 workers
default|termination|-DWORKERS=2 -DROOTS=1 -DOBJECTS=4 -DLONE|holds|worker 0 may wake nobody
default|termination|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DNO_PARK -DNO_STEAL|holds|every fair run ends
default|termination|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DNO_STEAL|holds|every fair run ends
default|termination|-DWORKERS=3 -DROOTS=1 -DOBJECTS=3 -DTHOROUGH -DMARKS=1 -DNO_STEAL|holds|every fair run ends, 3 workers
default|termination|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DNO_STEAL -DWANTED_FOR_QUIET|never|stays awake because nobody is active
default|termination|-DROOTS=2 -DOBJECTS=5 -DWANTED_FOR_QUIET|holds|the same: safe, if it ends
default|termination|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DNO_PARK|never|two steal one item from each other
long|termination|-DWORKERS=3 -DROOTS=2 -DOBJECTS=4|holds|3 workers, 2 chunks of roots
quick|termination|-DROOTS=2 -DOBJECTS=4 -DLOOK_BEFORE_QUIET|work_left|the look before quiet
default|termination|-DROOTS=2 -DOBJECTS=4 -DLOOK_BEFORE_QUIET -DTHOROUGH|holds|the same, leaving only after a look
default|termination|-DROOTS=2 -DOBJECTS=6 -DNO_ACTIVATIONS|work_left|activations not compared
default|termination|-DROOTS=2 -DOBJECTS=6 -DNO_ACTIVATIONS -DTHOROUGH|holds|the same, leaving only after a look
quick|termination|-DROOTS=2 -DOBJECTS=5 -DANNOUNCE_AFTER_LOOK|sleeps_beside_work|announced after the look
default|termination|-DROOTS=2 -DOBJECTS=5 -DLATE_JOIN|work_left|takes, then joins
default|termination|-DEARLY_LEAVE|work_left|leaves with an object in hand
default|termination|-DROOTS=2 -DOBJECTS=5 -DDEQUES_ONLY|work_left|the look leaves out the overflow list
default|termination|-DWORKERS=3 -DROOTS=1 -DOBJECTS=5 -DNO_WAKE_AFTER_STEAL|sleeps_beside_work|a thief of several wakes nobody
default|termination|-DNO_WAKE_AT_END|stuck|worker 0 is not woken
default|termination|-DNO_DRAIN|awake_after_mark|returns with others awake
quick|owners|-DOBJECTS=4|holds|2 owners, marks without end
default|owners|-DROOTS=2 -DOBJECTS=5|holds|2 owners, 2 roots
default|owners|-DWORKERS=3|holds|3 owners
default|owners|-DOBJECTS=5 -DNO_BIT|holds|2 owners, no exclusive bit
default|owners|-DWORKERS=3 -DOBJECTS=4 -DNO_BIT|holds|3 owners, no exclusive bit
default|owners|-DROOTS=2 -DOBJECTS=5 -DSHARED|holds|the exclusive bit, no owners
default|owners|-DWORKERS=3 -DSHARED|holds|the same, 3 workers
default|owners|-DOBJECTS=4 -DTHOROUGH -DMARKS=1|holds|every fair run ends
default|owners|-DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DNO_PARK|holds|every fair run ends
default|owners|-DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DSHARED|holds|every fair run ends, no owners
default|owners|-DWORKERS=3 -DTHOROUGH -DMARKS=1 -DFAIR_LOCK|holds|every fair run ends, 3 owners
default|owners|-DWORKERS=3 -DTHOROUGH -DMARKS=1|never|the lock of the lobby takes sides
long|owners|-DWORKERS=3 -DROOTS=2 -DOBJECTS=4|holds|3 owners, 2 roots
quick|owners|-DOBJECTS=4 -DJOIN_BLINDLY|two_writers|joins without a look at the bit
default|owners|-DOBJECTS=4 -DJOIN_BLINDLY -DSHARED -DNO_PARK|two_writers|the same, no owners
default|owners|-DOBJECTS=4 -DEXCLUDE_BLINDLY|two_writers|takes the bit, the word not compared
default|owners|-DOBJECTS=4 -DACTIVE_ONLY|sleeps_beside_work|takes the bit, active alone compared
default|owners|-DOBJECTS=4 -DNO_LOOK|sleeps_beside_work|takes the bit without a look
default|owners|-DOBJECTS=4 -DLOOK_BEFORE_LONE|sleeps_beside_work|takes the bit after an early look
default|owners|-DOBJECTS=4 -DNO_ABSORB|sleeps_beside_work|the holder leaves inboxes as they are
default|owners|-DOBJECTS=4 -DCLEAR_LAST|sleeps_beside_work|wakes before the bit is clear
default|owners|-DROOTS=2 -DOBJECTS=4 -DLEAVES_WORK|sleeps_beside_work|the holder leaves beside hidden work
default|owners|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DLEAVES_WORK -DLEAVE_THE_BIT|never|the bit stays after a leave
default|owners|-DROOTS=2 -DOBJECTS=4 -DTHOROUGH -DMARKS=1 -DLEAVE_THE_BIT|holds|the same, if nothing is left
default|owners|-DOBJECTS=4 -DMARKS_FOREIGN|two_writers|marks references of all segments
default|owners|-DOBJECTS=4 -DTAKES_FOREIGN|two_writers|empties the inbox of another owner
default|owners|-DOBJECTS=4 -DSLOT_LEFT|work_left|leaves with an open slot
quick|owners|-DOBJECTS=4 -DINBOX_UNSEEN|work_left|the look leaves out the inboxes
default|owners|-DOBJECTS=4 -DNO_WAKE_OWNER|sleeps_beside_work|forwards, and wakes nobody
default|owners|-DWORKERS=3 -DWAKE_ANY|sleeps_beside_work|forwards, and wakes anybody
default|owners|-DTHOROUGH -DMARKS=1 -DONLY_END -DNO_WAKE_OWNER|holds|forwards, wakes nobody: it ends
default|owners|-DTHOROUGH -DMARKS=1 -DONLY_END -DNO_WAKE_OWNER -DNO_ROUSE|never|nor does who sees it
default|owners|-DTHOROUGH -DMARKS=1 -DONLY_END -DNO_WAKE_OWNER -DPARKS_BESIDE|never|nor does who sees it, and parks
default|owners|-DOBJECTS=4 -DPARKS_BESIDE|holds|who forwards wakes, who sees it parks
default|owners|-DTHOROUGH -DMARKS=1 -DPARKS_BESIDE|holds|the same: every fair run ends
ROWS
}

chosen() { # the rows of a mode, numbered
	case $mode in
	quick) keep='^quick' ;;
	long | list | trail) keep='.' ;;
	*) keep='^(quick|default)' ;;
	esac
	rows | grep -nE '.' | sed 's/:/|/' | awk -F'|' -v keep="$keep" '$2 ~ keep'
}

case $mode in
quick | default | long) ;;
list)
	chosen | awk -F'|' '{ printf "%2d  %-8s %-12s %-76s %s\n", $1, $2, $3, $4, $6 }'
	exit 0
	;;
trail) if [ $# -ne 2 ]; then
	echo "run.sh: trail needs the number of a row: see run.sh list" >&2
	exit 2
fi ;;
*)
	echo "run.sh: unknown mode '$mode', want quick, long, list, or trail N, or nothing" >&2
	exit 2
	;;
esac
for tool in spin "$compiler"; do
	if ! command -v "$tool" >/dev/null 2>&1; then
		echo "skipped: $tool is not installed (Debian: apt-get install spin gcc)"
		exit 0
	fi
done

work=$(mktemp -d "${TMPDIR:-/tmp}/model.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1

# check model options: leaves verdict, states, steps, memory (MB), seconds
check() {
	memory=3500
	[ "$mode" = long ] && memory=11500
	optimize=-O1
	[ "$mode" = quick ] && optimize=-O0 # compiling takes longer than searching
	flags="$optimize -DNOREDUCE -DVECTORSZ=2048 -DMEMLIM=$memory"
	run="./pan -n"
	case $2 in
	*MARKS=1*) flags="$flags -DNFAIR=3" run="./pan -n -a -f -m2000000" ;; # spin wants depth first for this
	*) flags="$flags -DSAFETY -DBFS -DCOLLAPSE" ;;
	esac
	rm -f pan.* pan ./*.trail
	verdict=broken states=0 steps=- megabytes=0 seconds=0
	# shellcheck disable=SC2086 # options and flags are lists
	if ! spin -a $2 "$here/$1.pml" >spin.txt 2>&1 || ! $compiler $flags -o pan pan.c >cc.txt 2>&1; then
		cat spin.txt cc.txt >&2
		return
	fi
	$run >pan.txt 2>&1
	states=$(awk '/states, stored/ { print $1; exit }' pan.txt)
	megabytes=$(awk '/total actual memory usage/ { print int($1); exit }' pan.txt)
	seconds=$(awk '/elapsed time/ { print $4; exit }' pan.txt)
	if grep -q 'pan:[0-9]*: assertion violated' pan.txt; then
		verdict=$(sed -n 's/.*assertion violated *!(*\([a-z_]*\).*/\1/p' pan.txt | head -1)
		steps=$(sed -n 's/.*(at depth \([0-9]*\)).*/\1/p' pan.txt | head -1)
	elif grep -q 'pan:[0-9]*: invalid end state' pan.txt; then
		verdict=stuck
		steps=$(sed -n 's/.*(at depth \([0-9]*\)).*/\1/p' pan.txt | head -1)
	elif grep -q 'pan:[0-9]*: acceptance cycle' pan.txt; then
		verdict=never
	elif grep -qE 'out of memory|Search not completed|too small|max search depth' pan.txt; then
		verdict=unfinished
	elif grep -q 'errors: 0' pan.txt; then
		verdict=holds
	fi
}

if [ "$mode" = trail ]; then
	row=$(chosen | awk -F'|' -v n="$2" '$1 == n')
	model=$(echo "$row" | cut -d'|' -f3)
	options=$(echo "$row" | cut -d'|' -f4)
	check "$model" "$options"
	echo "$model $options: $verdict"
	if [ -f "$model.pml.trail" ]; then
		echo "step  process  line of $model.pml: the state it is in, then what it writes"
		# shellcheck disable=SC2086
		spin -k "$model.pml.trail" -p $options "$here/$model.pml" |
			sed -n 's/^ *\([0-9]*\):.*proc *\([0-9]*\) (worker:1) [^ ]*:\([0-9]*\) (state [0-9]*)[^[]*\[\(.*\)\]$/\1 \2 \3 \4/p' |
			awk '{ text = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", text) }
				text ~ /pc==/ { printf "%4d  %d  %5d  %s\n", $1, $2, $3, text; next }
				text ~ /^(D\[[dv]|bottom|top|list|inbox|slot|exclusive|writer|pending|chunks|open|joined|finished|sleepers|parked|token)/ { printf "%19s%s\n", "", text }'
	fi
	exit 0
fi

wrong=0 total=0 count=0
printf '%-12s %-76s %-36s %-18s %5s %11s %6s %8s\n' model options what verdict steps states MB seconds
chosen >rows.txt
while IFS='|' read -r _ _ model options expected what; do
	check "$model" "$options"
	mark=''
	if [ "$verdict" != "$expected" ]; then
		mark="  WRONG, expected $expected"
		wrong=$((wrong + 1))
	fi
	total=$((total + ${states:-0})) count=$((count + 1))
	printf '%-12s %-76s %-36s %-18s %5s %11s %6s %8s%s\n' \
		"$model" "$options" "$what" "$verdict" "$steps" "$states" "$megabytes" "$seconds" "$mark"
done <rows.txt
echo "$count rows, $total states, $wrong wrong verdicts"
[ "$wrong" -eq 0 ]
