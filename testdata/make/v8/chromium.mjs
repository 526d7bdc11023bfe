// Writes the heap snapshot of a page in Debian's Chromium:
//
//	node chromium.mjs PAGE.html OUT.heapsnapshot [CHROMIUM]
//
// It talks to the browser through two pipes, with messages of JSON that end in a zero byte.
import {spawn} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [page, out, chromium = 'chromium'] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'snapshot-'));
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync',
  '--disable-background-networking', '--disable-component-update', '--allow-file-access-from-files'];
const browser = spawn(chromium, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'],
  {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
const gone = new Promise(done => browser.once('exit', done));

const waiting = new Map(), listeners = new Map();
let rest = '', last = 0;
browser.stdio[4].setEncoding('utf8').on('data', data => {
  const messages = (rest + data).split('\0');
  rest = messages.pop();
  for (const m of messages.map(text => JSON.parse(text))) {
    if (!m.id) listeners.get(m.method)?.(m.params);
    else if (m.error) waiting.get(m.id)[1](new Error(m.error.message));
    else waiting.get(m.id)[0](m.result);
  }
});
const call = (method, params, sessionId) => new Promise((done, fail) => {
  waiting.set(++last, [done, fail]);
  browser.stdio[3].write(JSON.stringify({id: last, method, params, sessionId}) + '\0');
});

const {targetInfos} = await call('Target.getTargets', {});
const {targetId} = targetInfos.find(t => t.type === 'page');
const {sessionId} = await call('Target.attachToTarget', {targetId, flatten: true});
await call('Page.enable', {}, sessionId);
const loaded = new Promise(done => listeners.set('Page.loadEventFired', done));
await call('Page.navigate', {url: pathToFileURL(resolve(page)).href}, sessionId);
await loaded;
await call('HeapProfiler.enable', {}, sessionId);
await call('HeapProfiler.collectGarbage', {}, sessionId);
const file = openSync(out, 'w');
listeners.set('HeapProfiler.addHeapSnapshotChunk', p => writeSync(file, p.chunk));
await call('HeapProfiler.takeHeapSnapshot', {reportProgress: false}, sessionId);
closeSync(file);
browser.kill();
await gone;
rmSync(profile, {recursive: true, force: true, maxRetries: 5});
