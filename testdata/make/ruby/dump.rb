# Parses the sources of Ruby's standard library with Ripper, keeps the trees, and writes the
# heap: ruby dump.rb DUMP [full] [FOLDER]
require "objspace"
require "ripper"

path, *rest = ARGV
full = rest.delete("full")
folder = rest[0] || RbConfig::CONFIG["rubylibdir"]
trees = Dir[File.join(folder, "{irb,net,optparse,rdoc,reline}/**/*.rb")].sort.map { |f| Ripper.sexp(File.read(f)) }
3.times { GC.start }
# Readable by nobody else: a dump holds the program's strings.
File.open(path, "w", 0o600) { |f| ObjectSpace.dump_all(output: f, full: !full.nil?) }
warn "#{trees.size} files"
