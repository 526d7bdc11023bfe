package mark

// pad keeps its neighbours in a struct on different cache lines of 64 bytes. Deques
// and the overflow list keep twice this distance (stealq, overflow), because they are
// written all the time and processors fetch lines in pairs. What is padded here is
// read after each batch and written seldom, so it is no loss to share a pair.
type pad [64]byte
