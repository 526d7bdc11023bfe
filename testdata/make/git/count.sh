#!/bin/sh
# Counts the objects of a git repository without Halfmark: all of them, and those that refs
# reach, by type. "gcbench info git:FOLDER" must say the same.
#
#	sh testdata/make/git/count.sh FOLDER
#
# With a second argument, a name of a branch or tag, it deletes that ref in a copy, and lists
# how many objects become unreachable by it, as "git fsck" sees it.
set -eu
export GIT_NO_REPLACE_OBJECTS=1 GIT_NO_LAZY_FETCH=1
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

types() { git cat-file --batch-check='%(objecttype)' | sort | uniq -c; }

echo "all objects:"
git cat-file --batch-all-objects --batch-check='%(objecttype)' | sort | uniq -c
echo "reached from refs and HEAD:"
git rev-list --objects --all --no-object-names --missing=print >"$work/list"
grep -v '^?' "$work/list" | sort -u >"$work/reached"
wc -l <"$work/reached"
types <"$work/reached"
echo "missing: $(grep -c '^?' "$work/list" || true)"

if [ $# -gt 1 ]; then
	git clone -q --mirror --no-local . "$work/copy"
	cd "$work/copy"
	git for-each-ref --format='%(refname)' "refs/heads/$2" "refs/tags/$2" | sed 's/^/delete /' | git update-ref --stdin
	echo "unreachable without $2:"
	git fsck --unreachable --no-reflogs --no-progress 2>/dev/null | grep -c '^unreachable' || true
	cd /
fi
