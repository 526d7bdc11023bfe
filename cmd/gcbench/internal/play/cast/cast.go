// Package cast is what the engine has beside its own scenes. Programs import it for what its packages give to
// package stage when the program begins. In a workshop a file is added that imports copies of such packages.
package cast
