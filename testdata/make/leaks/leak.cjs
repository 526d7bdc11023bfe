// A program that leaks on purpose: each request starts a timer that is never cleared, and the closure of the timer holds
// the request's body. After each 2,000 requests it writes its heap to the next of its arguments:
//
//	node leak.cjs 1.heapsnapshot 2.heapsnapshot 3.heapsnapshot
const v8 = require("node:v8");

class Upload {
  constructor(number) {
    this.name = `upload-${number}`;
    this.parts = [number, number + 1, { checksum: number * 31 }];
    this.seen = 0;
  }
}

function receive(number) {
  const upload = new Upload(number);
  // BUG: when the upload is done, nothing clears the timer
  setInterval(() => { upload.seen++; }, 3_600_000);
}

let requests = 0;
for (const file of process.argv.slice(2)) {
  for (let i = 0; i < 2_000; i++) receive(requests++);
  v8.writeHeapSnapshot(file); // collects first
}
process.exit(0); // or the timers would keep the program alive
