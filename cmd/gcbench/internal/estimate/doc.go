// Package estimate says what mark times of several processes show. A process is an
// "invocation" here, and it is the unit of replication: the samples of one process share its
// physical pages, so that more of them say more about this process and nothing about the
// next. See Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013, and
// Georges, Buytaert and Eeckhout, "Statistically Rigorous Java Performance Evaluation",
// OOPSLA 2007.
//
// All functions are pure: they change nothing that they are given, they draw no random
// numbers, and any goroutine may call them.
package estimate
