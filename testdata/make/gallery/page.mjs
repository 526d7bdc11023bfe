// Opens a page in Chromium, waits until it is quiet, and writes the page's heap to a file:
//
//   node page.mjs chromium.heapsnapshot 'file:///tmp/page.html?rows=5000' 25000
//
// The last argument is how many elements the page must have before its heap is taken.
// It speaks the DevTools protocol over the pipe that Chromium offers, so no port is opened.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [file, url, elements] = process.argv.slice(2);
if (!elements) {
  console.error('usage: page.mjs FILE URL ELEMENTS: it needs the file to write, the page, and how many elements the page has');
  process.exit(2);
}
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
// Without a sandbox, because Chromium has none for root. The page is our own.
const browser = spawn('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync',
  '--disable-background-networking', '--disable-component-update',
  `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

// Messages are JSON, each ended by a zero byte. An answer has the number of its question.
const waiting = new Map();
const output = fs.openSync(file, 'w', 0o600);
let rest = Buffer.alloc(0);
browser.stdio[4].on('data', (data) => {
  rest = Buffer.concat([rest, data]);
  for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
    const message = JSON.parse(rest.subarray(0, end).toString());
    rest = rest.subarray(end + 1);
    if (message.method === 'HeapProfiler.addHeapSnapshotChunk') fs.writeSync(output, message.params.chunk);
    waiting.get(message.id)?.(message);
  }
});
let number = 0;
function ask(method, params = {}, sessionId = undefined) {
  const id = ++number;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
  return new Promise((resolve, reject) => waiting.set(id, (m) => (m.error ? reject(new Error(`${method}: ${m.error.message}`)) : resolve(m.result))));
}

const { targetId } = await ask('Target.createTarget', { url });
const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
let found = 0;
for (let i = 0; i < 240 && found < Number(elements); i++) {
  await new Promise((resolve) => setTimeout(resolve, 250));
  const answer = await ask('Runtime.evaluate', { expression: 'document.querySelectorAll("*").length' }, sessionId);
  found = answer.result.value;
}
if (found >= Number(elements)) {
  await ask('HeapProfiler.enable', {}, sessionId);
  await ask('HeapProfiler.takeHeapSnapshot', { reportProgress: false }, sessionId);
  console.log(`${found} elements`);
} else {
  console.error(`page.mjs: ${url} has ${found} elements after a minute, not ${elements}`);
  process.exitCode = 1;
}
const ended = new Promise((resolve) => browser.on('exit', resolve));
await ask('Browser.close').catch(() => {});
await ended;
fs.closeSync(output);
fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
process.exit();
