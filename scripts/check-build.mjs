// Checks what only the bundles can show: the programs and workers for plain Node do not import
// electron (the import would start a download), the sandboxed preload requires only electron, the
// page has no inline script and no data: address except for pictures, and no build had a warning.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { filesUnder } from './tree-hash.mjs';
import { root } from './project.mjs';

const { values } = parseArgs({ options: { root: { type: 'string', default: root } } });
const out = join(values.root, 'out');

/** Static and dynamic imports, re-exports and requires of built code. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'\n]+)["']/g;

/** @param {string} code */
const importsOf = (code) => [...code.matchAll(IMPORTS)].map((match) => match[1] ?? '');

/**
 * @param {string} file
 * @param {Map<string, string>} seen package name → the file that imports it
 * @param {Set<string>} visited
 */
function collectPackages(file, seen, visited) {
  if (visited.has(file) || !existsSync(file)) return;
  visited.add(file);
  for (const name of importsOf(readFileSync(file, 'utf8'))) {
    if (name.startsWith('.')) collectPackages(join(dirname(file), name), seen, visited);
    else seen.set(name, file);
  }
}

/** @type {string[]} */
const problems = [];

for (const entry of ['browser.js', 'practice.js', 'practice-worker.js', 'ingest-worker.js']) {
  if (!existsSync(join(out, 'main', entry))) problems.push(`out/main/${entry} is missing`);
  const packages = new Map();
  collectPackages(join(out, 'main', entry), packages, new Set());
  const importer = packages.get('electron');
  if (importer !== undefined) problems.push(`out/main/${entry} reaches electron through ${importer}`);
}

for (const file of filesUnder(out, ['preload']).filter((name) => name.endsWith('js'))) {
  const foreign = importsOf(readFileSync(file, 'utf8')).filter((name) => name !== 'electron');
  if (foreign.length > 0) problems.push(`${file} is not self-contained: ${foreign.join(', ')}`);
}
if (filesUnder(out, ['preload']).filter((name) => name.endsWith('js')).length !== 1) {
  problems.push('the preload is not one file');
}

for (const file of filesUnder(out, ['renderer'])) {
  if (!/\.(html|css)$/.test(file)) continue;
  const text = readFileSync(file, 'utf8');
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(text)) problems.push(`${file} has an inline script`);
  if (/<style[\s>]/i.test(text) && file.endsWith('.html')) problems.push(`${file} has an inline style sheet`);
  // The policy allows data: addresses for pictures only.
  if (/url\(\s*["']?data:(?!image\/)/i.test(text)) problems.push(`${file} has a data: address`);
}

for (const name of ['main', 'preload', 'renderer']) {
  const warnings = join(out, name, '.warnings');
  if (existsSync(warnings)) problems.push(`the build of ${name} warned: ${readFileSync(warnings, 'utf8')}`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
