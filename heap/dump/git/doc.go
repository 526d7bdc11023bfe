// Package git reads the objects of a git repository as a heap: refs are its roots, and "git
// gc" collects what no root reaches.
//
// Call [Read], which runs the git command:
//
//	d, err := git.Read(ctx, ".", sink.Options{})
//	live, err := heap.Reachable(d.Heap)
//
// Every kind of repository can be read that git can read: with SHA-1 or SHA-256, bare,
// packed, worktrees, with alternates.
//
//	refs/heads/main ──> commit ──> tree ──> blob          parents, trees of commits,
//	                      │          └────> tree ──> blob  tree entries
//	                      └──> commit ──> tree
//	refs/tags/v1 ──> tag ──> commit                       tagged objects
//
// # What becomes what
//
// Every object of the repository becomes one object of the heap, reachable or not. Its size
// is that of its content, before git compresses it. Its class is blob, tree, commit or tag.
// Loose objects come first, then the objects of each pack in the order of the pack. Another
// clone of the same repository has another order, and so has this one after "git gc".
//
// The edges of an object have the order of its content:
//
//	parents            from a commit to commits
//	trees of commits   from a commit to its tree
//	tree entries       from a tree to blobs and trees
//	tagged objects     from a tag to whatever it names
//	submodule links    from a tree to a commit of another repository; never followed
//
// Names of refs are kept. Contents of blobs, names of files, authors and messages are not.
//
// # Roots
//
// The roots are all refs, HEAD, and HEAD of each other worktree, as with "git rev-list
// --all". The newest stash is a ref. Reflogs, which hold the older stashes, and the index are
// no roots. Because "git gc" keeps what they name, less may be reached here than gc keeps.
// But for what is staged, "git fsck --unreachable --no-reflogs" says the same as a mark.
//
// # What can be missing
//
// A shallow clone has commits whose parents are not there. A partial clone lacks blobs or
// trees. The empty tree may be missing, because git knows it where it is not stored. Edges to
// such objects are counted as dangling, and nothing is fetched. Objects are read as they are
// stored: grafts and replace refs do not change what an object names.
package git
