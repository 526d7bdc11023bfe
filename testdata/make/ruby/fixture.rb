# Writes the heap of an idle Ruby without the values of its strings, compressed:
#   ruby --disable-all fixture.rb ruby-3.1.json.gz
# A dump holds the strings of the program, which can be paths and secrets.
require "objspace"

path = ARGV[0]
raw = path + ".raw"
GC.start
File.open(raw, "w") { |f| ObjectSpace.dump_all(output: f) }
scrubbed = File.binread(raw).gsub(/, "value":"(?:\\.|[^"\\])*"/n, "")
File.delete(raw)
require "zlib"
Zlib::GzipWriter.open(path, 9) do |gzip|
  gzip.mtime = 1
  gzip.write(scrubbed)
end
