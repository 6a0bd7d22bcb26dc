// npm run sizes [-- --examples]: prints the lengths of functions, files and components, and the
// metrics of tree-metrics.mjs, each with its aim. Nothing fails here: ESLint checks the limits.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { functionsOf } from './functions-of.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inRoot, root } from './project.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { filesUnder } from './tree-hash.mjs';
import { treeMetrics } from './tree-metrics.mjs';

/** @typedef {import('./functions-of.mjs').Measure} Measure */

const AIMS = {
  functions: { p50: 10, p90: 30, max: 60 },
  files: { p50: Infinity, p90: 250, max: 500 },
  components: { p50: Infinity, p90: 150, max: Infinity },
};

const withExamples = process.argv.includes('--examples');

/** @param {string} text */
const lineCount = (text) => text.trimEnd().split('\n').length;

/**
 * @param {keyof typeof AIMS} kind
 * @param {Measure[]} measures
 */
function table(kind, measures) {
  if (measures.length === 0) return;
  const sorted = measures.toSorted((a, b) => a.lines - b.lines);
  /** @param {number} share */
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]?.lines ?? 0;
  const aim = AIMS[kind];
  const cell = (/** @type {number} */ value, /** @type {number} */ limit) =>
    `${value}${Number.isFinite(limit) ? ` (aim ${limit})` : ''}${value > limit ? ' !' : ''}`;
  console.log(
    `${kind.padEnd(11)} ${String(measures.length).padStart(5)}   median ${cell(percentile(0.5), aim.p50)}   ` +
      `p90 ${cell(percentile(0.9), aim.p90)}   longest ${cell(percentile(1), aim.max)}`,
  );
  if (!withExamples) return;
  for (const { what, lines } of sorted.slice(-3).reverse()) console.log(`    ${String(lines).padStart(4)}  ${what}`);
}

await runMain(async () => {
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  const { default: ts } = await import('typescript');
  const files = filesUnder(root, ['src-preload', 'src-main', 'src-renderer', 'scripts'])
    .filter((file) => /\.(ts|mjs|svelte)$/.test(file))
    .map((file) => ({ name: relative(root, file), text: readFileSync(file, 'utf8') }));
  /** @param {boolean} svelte */
  const sizes = (svelte) =>
    files
      .filter(({ name }) => name.endsWith('.svelte') === svelte)
      .map(({ name, text }) => ({ what: name, lines: lineCount(text) }));
  table(
    'functions',
    files.flatMap(({ name, text }) => functionsOf(ts, name, text)),
  );
  table('files', sizes(false));
  table('components', sizes(true));
  const product = files.filter(({ name }) => name.startsWith('src-'));
  const { imports } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  console.log('');
  for (const { metric, value, aim, examples } of treeMetrics(ts, product, imports)) {
    console.log(`${metric.padEnd(46)} ${String(value).padStart(7)}   aim ${aim}${value > aim ? ' !' : ''}`);
    if (withExamples) for (const example of examples ?? []) console.log(`    ${example}`);
  }
  return 0;
});
