# Parses Ruby sources as RDoc does, keeps the syntax trees and what RDoc knows of all classes
# and methods, and writes the heap of this process to a file:
#
#   ruby documents.rb ruby.json set.rb json
#
# The names are files and folders of Ruby's standard library. Without names it takes all of it.
require 'objspace'
require 'rdoc'
require 'rdoc/rdoc'
require 'ripper'

file, *names = ARGV
abort 'usage: documents.rb FILE [NAME...]: it needs the file to write' unless file

library = RbConfig::CONFIG.fetch('rubylibdir')
names = ['.'] if names.empty?
sources = names.flat_map { |n| n.end_with?('.rb') ? [File.join(library, n)] : Dir[File.join(library, n, '**/*.rb')].sort }

$VERBOSE = nil # RDoc warns about pages that Debian does not install
store = RDoc::Store.new
documents = RDoc::RDoc.new
documents.options = RDoc::Options.new.tap { |o| o.verbosity = 0 }
documents.store = store
store.rdoc = documents
documents.instance_variable_set(:@stats, RDoc::Stats.new(store, sources.size, 0))
trees = sources.map do |path|
  documents.parse_file(path)
  Ripper.sexp(File.read(path, encoding: 'UTF-8'))
end
GC.start
File.open(file, 'w', 0o600) { |f| ObjectSpace.dump_all(output: f) }
puts "#{trees.size} files, #{store.all_classes_and_modules.size} classes and modules"
