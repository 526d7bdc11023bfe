// Package git reads the objects of a git repository as a heap. A repository is a heap with
// a garbage collector: refs are its roots, and "git gc" deletes what no root reaches.
// [Read] asks the git command, so every kind of repository can be read that git can read:
// with SHA-1 and with SHA-256, bare ones, worktrees, packed ones, with alternates.
//
//	refs/heads/main ──> commit ──> tree ──> blob          parents, trees of commits,
//	                      │          └────> tree ──> blob  tree entries
//	                      └──> commit ──> tree
//	refs/tags/v1 ──> tag ──> commit                       tagged objects
//
// # What becomes what
//
// Every object of the repository becomes one object of the heap, reachable or not. Its
// size is that of its content, before git compresses it. An object lies in the heap where
// it lies in the repository: loose objects come first, then the objects of each pack in the order of
// the pack. The heap has the locality that git has given the pack. This order is also the one in
// which git reads contents fastest. The order of hashes would be random in memory, and a mark of it
// would measure cache misses only. The price is that another clone of the same repository has
// another order, and so has this one after "git gc".
//
// The edges of an object have the order of its content:
//
//	parents            from a commit to commits
//	trees of commits   from a commit to its tree
//	tree entries       from a tree to blobs and trees
//	tagged objects     from a tag to whatever it names
//	submodule links    from a tree to a commit of another repository; never followed
//
// Blob contents are never asked for. Names of files, authors and messages are skipped. The
// names of refs are kept.
//
// # Roots
//
// The roots are all refs, HEAD, and HEAD of each other worktree, as with "git rev-list
// --all". The newest stash is a ref. Reflogs (which hold the older stashes) and the index are not roots. Only
// "git gc" keeps what they name: so less may be reached here than gc keeps, and "git fsck
// --unreachable --no-reflogs" says the same as a mark, but for what is staged.
//
// # What can be missing
//
// A shallow clone has commits whose parents are not there. A partial clone lacks blobs or
// trees. Edges to such objects are counted as dangling, and nothing is fetched. Git knows the empty tree
// even where it is not stored. Here it is then missing. Grafts and replace refs do not
// change what an object names: the objects are read as they are stored. The replacing
// objects hang on the refs under refs/replace.
package git
