module github.com/seed-3ccf4018/halfmark/testdata/make/gonum

go 1.25.0

require (
	github.com/seed-3ccf4018/halfmark v0.0.0
	gonum.org/v1/gonum v0.17.0
)

require github.com/cespare/xxhash/v2 v2.3.0 // indirect

replace github.com/seed-3ccf4018/halfmark => ../../..
