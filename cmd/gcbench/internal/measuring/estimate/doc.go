// Package estimate says what mark times of several processes show. A process is an
// "invocation" here, and it is the unit of replication: the samples of one process share its
// physical pages, so more of them say more about this process and nothing about the next. See
// Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013, and Georges,
// Buytaert and Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007.
//
// All functions are pure: they change nothing that they are given, they draw no random
// numbers, and any goroutine may call them.
//
// # Why ranks
//
// Kalibera and Jones resample: processes first, then the samples of each (a hierarchical
// bootstrap). Georges, Buytaert and Eeckhout use Student's t. Here intervals come from ranks,
// because processes are few and some of them are disturbed. In simulations a 95 % interval
// around the typical time covered it in this share of cases, in percent, and was so wide:
//
//	processes                    n    t        bootstrap    ranks
//	3 % apart                    6   96 ±3.1   88 ±2.1     98 ±3.9
//	                            12   95 ±1.9   92 ±1.6     96 ±2.0
//	                            20   96 ±1.4   94 ±1.3     96 ±1.5
//	1 % apart, 30 % of them      6   87 ±6.4   87 ±4.2     87 ±6.9
//	  15 % slower               12   89 ±4.1   87 ±3.4     91 ±4.4
//	                            20   81 ±3.0   80 ±2.7     94 ±3.5
//	3 % apart, one in 12 is      6   95 ±11    83 ±6.9     96 ±13
//	  30 to 100 % slower        12   97 ±7.9   85 ±6.3     95 ±5.3
//	                            20   94 ±6.2   79 ±5.5     95 ±3.8
//
// The bootstrap takes the few processes that there are for all that could be, and its intervals
// are too narrow. Six processes of two kinds are often all of the kind that is more frequent, and
// then no method can know of the other. Where there are too few processes for ranks, the
// intervals are Student's.
//
// # What can be seen
//
// Of 100 comparisons with DefaultMargin, so many say faster or slower where b takes 0, 5 or
// 10 % longer. The first figure is the false alarms. Welch's t on the logarithms, for
// comparison, finds 16 of 100 where one process in 12 is disturbed and 12 run 3 % apart.
//
//	processes                 n    1 % apart     3 % apart     5 % apart
//	ordinary                  6    0  48 100    0   4  66     0   2  22
//	                         12    0  92 100    0  10  98     0   3  62
//	                         20    0 100 100    0  23 100     0   8  89
//	30 % are 15 % slower      6    0   7  13    0   2  10     0   1   7
//	                         12    0  24  47    0   4  35     0   2  19
//	                         20    0  50  79    0   7  66     0   3  42
//	one in 12 is disturbed    6    0  28  59    0   4  39     0   2  15
//	                         12    0  65  93    0   7  78     0   3  38
//	                         20    0  91 100    0  15  97     0   5  67
//
// There are at most 0.2 false alarms of 100. ComparePairs finds as much, within 5 of 100, or
// up to 15 fewer where 30 % are slower and the others 1 % apart. It goes on finding it while
// the machine drifts. To repeat both tables (some minutes):
//
//	go test ./cmd/gcbench/internal/measuring/estimate -run 'TestTables|TestRivals' -tables 1000
//
// # What ranks do not see
//
// A ratio is that of typical processes. If b makes each fifth process twice as slow and leaves
// the others alone, then most of them are the same, and 67 of 100 comparisons of 12 processes
// 1 % apart say so. Between tells that the processes of b differ.
package estimate
