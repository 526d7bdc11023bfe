// Writes a heap snapshot again without the texts that no class needs as its name:
//
//	node strip.mjs FILE.heapsnapshot OUT.heapsnapshot
//
// The strings that are left out become empty, so nodes and edges stay as they are.
import {readFileSync, writeFileSync} from 'node:fs';

const [from, to] = process.argv.slice(2);
const snapshot = JSON.parse(readFileSync(from, 'utf8'));
const {node_fields: fields, node_types: types} = snapshot.snapshot.meta;
const type = fields.indexOf('type'), name = fields.indexOf('name');
const kept = new Set();
for (let i = 0; i < snapshot.nodes.length; i += fields.length) {
  if (['object', 'native', 'synthetic'].includes(types[type][snapshot.nodes[i + type]])) kept.add(snapshot.nodes[i + name]);
}
snapshot.strings = snapshot.strings.map((text, i) => kept.has(i) ? text : '');
snapshot.locations = [];
writeFileSync(to, JSON.stringify(snapshot));
