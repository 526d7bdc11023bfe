package mark

// pad keeps its neighbours in a struct on different cache lines of 64 bytes.
//
// Deques and the overflow list keep twice this distance (packages stealq and
// overflow). They are written all the time, and processors fetch lines in pairs. What
// is padded here is read after each batch, but seldom written. So two of them may
// share a pair of lines.
type pad [64]byte
