# Which references does a dump show for WeakMap and WeakRef, and for the cache of a constant?
# ruby weak.rb [gc]: prints, for each class of object, how many there are, how many an edge or
# a root leads to, and by which keys. With gc, three full collections come before the dump.
require "json"
require "objspace"
require "tmpdir"
require "weakref"

class MapKey; end
class MapValue; end
class Referred; end
class Constant; end

def fill
  $map = ObjectSpace::WeakMap.new
  $keys = Array.new(3) { MapKey.new }     # held elsewhere, their values by the map alone
  $values = Array.new(3) { MapValue.new } # held elsewhere, their keys by the map alone
  $keys.each { |k| $map[k] = MapValue.new }
  $values.each { |v| $map[MapKey.new] = v }
  5.times { $map[MapKey.new] = MapValue.new }
  $weak = WeakRef.new(Referred.new)
  Object.const_set(:GONE, Constant.new)
  nil
end

def read_constant = GONE.class

def clear_stack(n = 200) = n.zero? ? nil : clear_stack(n - 1)

fill
read_constant
Object.send(:remove_const, :GONE) # only the cache in read_constant has it now
clear_stack
3.times { GC.start } if ARGV[0] == "gc"
GC.disable

objects = {}
leads = Hash.new { |h, k| h[k] = [] }
Dir.mktmpdir do |dir|
  path = File.join(dir, "dump")
  File.open(path, "w") { |f| ObjectSpace.dump_all(output: f) }
  File.foreach(path) do |line|
    o = JSON.parse(line)
    objects[o["address"]] = o
    (o["references"] || []).each { |to| leads[to] << (o["root"] || o["type"]) + ".references" }
    leads[o["class"]] << [o["type"], o["imemo_type"]].compact.join(":") + ".class" if o["class"]
  end
end
[MapKey, MapValue, Referred, Constant].each do |c|
  address = objects.find { |_, o| o["name"] == c.name }[0]
  all = objects.values.select { |o| o["class"] == address && o["type"] == "OBJECT" }
  by = all.flat_map { |o| leads[o["address"]] }.tally
  puts "#{c}: #{all.size} objects, #{all.count { |o| !leads[o['address']].empty? }} with an edge to them #{by}"
end
