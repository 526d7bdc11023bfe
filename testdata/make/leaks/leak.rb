# A program that leaks on purpose: a constant array remembers each job that a worker has done, and the thread's
# variables a cache of results, and neither ever forgets. After each 2,000 jobs it writes its heap to the next argument:
#
#   ruby leak.rb 1.json 2.json 3.json
require "objspace"

class Job
  def initialize(number)
    @number = number
    @lines = ["job #{number}", "queued"]
  end
end

HISTORY = [] # BUG: a log of all jobs, for a page that shows the last ten

def work(job)
  HISTORY << job
  cache = Thread.current[:results] ||= {} # BUG: no limit
  cache["result of #{job.object_id}"] = 42
end

done = 0
ARGV.each do |file|
  2_000.times { work(Job.new(done += 1)) }
  3.times { GC.start }
  # Readable by nobody else: a dump holds the program's strings.
  File.open(file, "w", 0o600) { |f| ObjectSpace.dump_all(output: f) }
end
