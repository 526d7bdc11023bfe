// Bundles packages with webpack, holds all that webpack knows of them, and writes the heap of
// this process to a file. It runs in a folder where npm has installed the packages:
//
//   node bundle.cjs node-bundler.heapsnapshot three lodash-es
const fs = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const { createRequire } = require('node:module');

const [file, ...packages] = process.argv.slice(2);
if (packages.length === 0) {
  console.error('usage: bundle.cjs FILE PACKAGE...: it needs the file to write and packages, such as three');
  process.exit(2);
}
const webpack = createRequire(path.resolve('package.json'))('webpack');

fs.writeFileSync('entry.mjs', packages.map((p, i) => `export * as p${i} from '${p}';\n`).join(''));
const compiler = webpack({ mode: 'production', entry: './entry.mjs', context: process.cwd(),
  output: { path: path.resolve('bundle'), library: { type: 'commonjs' } }, optimization: { minimize: false } });
compiler.run((err, result) => {
  const problems = err ? [err] : result.compilation.errors;
  if (problems.length > 0) {
    console.error('bundle.cjs:', problems[0].message);
    process.exit(1);
  }
  v8.writeHeapSnapshot(file); // compiler and result are still in use below
  console.log(`${result.compilation.modules.size} modules, ${compiler.name ?? 'one bundle'}`);
});
