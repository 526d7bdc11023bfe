# Does Ruby's collector follow the word that a dump calls the class of an internal object?
# ruby imemo.rb: walks the heap with ObjectSpace.reachable_objects_from, and prints for each
# type of internal object how often the word is the address of an object and is followed.
require "erb"
require "fiddle"
require "json"
require "objspace"
require "optparse"
require "set"
require "tmpdir"

module Refined # so that a cref has a table of refinements
  refine(String) { def twice = self + self }
end
using Refined
def doubled = "a".twice
doubled

def internal?(o) = ObjectSpace::InternalObjectWrapper === o
def address(o) = internal?(o) ? o.inspect[/0x\h+/].to_i(16) : Fiddle.dlwrap(o)

GC.start
GC.disable
all = Set.new
internal = []
Dir.mktmpdir do |dir|
  path = File.join(dir, "dump")
  File.open(path, "w") { |f| ObjectSpace.dump_all(output: f) }
  File.foreach(path) do |line|
    o = JSON.parse(line)
    all << o["address"].to_i(16) if o["address"]
    internal << [o["address"].to_i(16), o["imemo_type"], o["class"]&.to_i(16)] if o["type"] == "IMEMO"
  end
end

seen = {}
follows = {}
todo = ObjectSpace.reachable_objects_from_root.values.flatten(1)
until todo.empty?
  o = todo.pop
  a = address(o)
  next if seen[a] || !all.include?(a) || [seen, follows, all, internal, todo].any? { |mine| mine.equal?(o) }
  seen[a] = true
  to = ObjectSpace.reachable_objects_from(o) or next
  todo.concat(to)
  follows[a] = to.map { |x| address(x) } if internal?(o) && o.type == :T_IMEMO
end

table = Hash.new { |h, k| h[k] = Hash.new(0) }
internal.each do |a, type, word|
  next unless follows[a]
  table[type][word ? "#{all.include?(word) ? 'object' : 'no object'}, #{follows[a].include?(word) ? 'followed' : 'not followed'}" : "no word"] += 1
end
table.sort.each { |type, counts| puts "#{type}: #{counts.map { |k, n| "#{n} #{k}" }.join('; ')}" }
