// Counts a heap snapshot with two parsers that know nothing of Halfmark:
//
//	npm install --ignore-scripts heap-snapshot-toolkit@1.1.3 @memlab/core@2.0.5
//	node --max-old-space-size=8000 count.mjs FILE.heapsnapshot...
//
// The first is that of Chromium's DevTools. It prints the nodes, the edges, and how many nodes
// are reached from the root: along the edges that DevTools calls essential, all but weak ones
// and shortcuts inside the graph; and in its own search for distances. The second is memlab's.
// Its own rule for the search is written out here.
import {createReadStream} from 'node:fs';
import {parse} from 'heap-snapshot-toolkit';
import memlab from '@memlab/core';

for (const file of process.argv.slice(2)) {
  console.log(file);
  try {
    devtools(await parse(createReadStream(file, 'utf-8')));
  } catch (e) {
    console.log(`  DevTools fails: ${e.message}`);
  }
  try {
    memlabs(await memlab.utils.getSnapshotFromFile(file, {buildNodeIdIndex: true, verbose: false}));
  } catch (e) {
    console.log(`  memlab fails: ${e.message}`);
  }
}

function devtools(s) {
  const width = s.nodeFieldCount, nodes = s.nodeCount;
  const seen = new Uint8Array(nodes), stack = [0];
  let reached = seen[0] = 1;
  while (stack.length > 0) {
    const n = stack.pop();
    for (let e = s.firstEdgeIndexes[n]; e < s.firstEdgeIndexes[n + 1]; e += s.edgeFieldsCount) {
      if (!s.computeIsEssentialEdge(n * width, e, null)) continue;
      const to = s.containmentEdges.getValue(e + s.edgeToNodeOffset) / width;
      if (!seen[to]) { seen[to] = 1; reached++; stack.push(to); }
    }
  }
  let near = 0;
  const alone = {};
  for (let n = 0; n < nodes; n++) {
    if (s.nodeDistances[n] !== -5) near++; // -5: no distance
    if (seen[n] === 1 && s.nodeDistances[n] === -5 || !seen[n]) {
      const node = s.createNode(n * width), key = `${seen[n] ? 'reached' : 'orphan'} ${node.type()}`;
      alone[key] = (alone[key] ?? 0) + 1;
    }
  }
  const edges = s.firstEdgeIndexes[nodes] / s.edgeFieldsCount;
  console.log(`  DevTools: ${nodes} nodes, ${edges} edges, ${reached} reached, ${near} with a distance`, alone);
}

function memlabs(s) {
  const seen = new Set([0]), stack = [s.nodes.get(0)];
  while (stack.length > 0) {
    const node = stack.pop();
    node.forEachReference(edge => {
      if (edge.type === 'weak' || edge.type === 'shortcut' && node.id !== s.nodes.get(0).id) return;
      const to = edge.toNode;
      if (!seen.has(to.nodeIndex)) { seen.add(to.nodeIndex); stack.push(to); }
    });
  }
  let edges = 0;
  s.edges.forEach(() => { edges++; });
  console.log(`  memlab: ${s.nodes.length} nodes, ${edges} edges, ${seen.size} reached`);
}
