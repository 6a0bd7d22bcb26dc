// cspell:ignore behaviour
// The planted violations, and what each gate must report: a line of output that contains both
// `file` and `says`. The clean files resemble violations but are correct: a gate that reports them
// proves nothing.

/** @typedef {{ gate: string, file: string, says: string }} Plant */

/** @param {string} gate @param {Record<string, string>} table @returns {Plant[]} */
const plants = (gate, table) => Object.entries(table).map(([file, says]) => ({ gate, file, says }));

/** @type {readonly Plant[]} */
export const PLANTS = [
  ...plants('types', {
    'src-preload/contract/canary-node.ts': 'TS2591',
    'src-preload/index.ts': 'TS2322',
    'src-main/core/sync/canary-types.ts': 'TS2322',
    'src-main/core/sync/canary-dom.ts': 'TS2584',
    'tests/unit/canary-types.test.ts': 'TS2322',
    'scripts/canary-types.mjs': 'TS2322',
    'src-renderer/ui/CanaryTypes.svelte': "Type 'string' is not assignable to type 'number'",
    'src-renderer/ui/CanaryTemplate.svelte': 'lenght',
    'src-renderer/ui/CanaryWarning.svelte': 'a11y',
    'src-renderer/stores/canary-types.svelte.ts': "Type 'string' is not assignable to type 'number'",
    'src-renderer/stores/canary-process.ts': 'process',
    'src-main/core/review/canary-promise.ts': 'no-floating-promises',
    'src-main/core/review/canary-as.ts': 'no-unsafe-type-assertion',
    'src-renderer/stores/canary-promise.svelte.ts': 'no-floating-promises',
  }),
  ...plants('lint', {
    'src-main/core/review/canary-any.ts': '@typescript-eslint/no-explicit-any',
    'src-main/core/review/canary-default.ts': 'no-restricted-syntax',
    'src-main/core/review/canary-barrel.ts': 'no-restricted-syntax',
    'src-main/core/review/canary-barrel-named.ts': 'no-restricted-syntax',
    'src-main/core/review/canary-parents.ts': 'no-restricted-imports',
    'src-main/core/review/canary-practice.ts': 'no-restricted-imports',
    'src-main/core/review/canary-electron.ts': 'no-restricted-imports',
    'src-main/core/review/canary-null.ts': '@typescript-eslint/no-non-null-assertion',
    'src-main/core/review/canary-disable.ts': 'Unused eslint-disable directive',
    'src-main/core/review/canary-spelling.ts': 'Unknown word (behaviour)',
    'src-main/core/review/canary-long.ts': 'max-lines-per-function',
    'src-main/core/review/canary-lines.ts': 'max-lines',
    'src-main/rules/canary-node.ts': 'no-restricted-imports',
    'src-main/practice/canary-client.ts': 'no-restricted-imports',
    'src-preload/contract/canary-core.ts': 'no-restricted-imports',
    'src-renderer/ui/CanaryHtml.svelte': 'svelte/no-at-html-tags',
    'src-renderer/ui/CanaryKeys.svelte': 'svelte/require-each-key',
    'src-renderer/ui/CanaryPromise.svelte': '@typescript-eslint/no-floating-promises',
    'src-renderer/ui/canary-charts.ts': 'no-restricted-imports',
    'src-renderer/views/CanaryMain.svelte': 'no-restricted-imports',
    'src-renderer/stores/canary-node.svelte.ts': 'no-restricted-imports',
  }),
  ...plants('format', {
    'src-main/core/review/canary-format.ts': '[warn]',
    'src-renderer/ui/CanaryFormat.svelte': '[warn]',
  }),
  ...plants('dependencies', {
    'src-renderer/format/canary-circle-a.ts': 'no-circular',
    'src-main/core/events/canary-nowhere.ts': 'not-resolvable',
    'src-main/core/cache/canary-dev.ts': 'bundled-packages',
    'src-preload/contract/canary-core.ts': 'contract-alone',
    'src-preload/index.ts': 'preload-thin',
    'src-main/rules/canary-node.ts': 'rules-alone',
    'src-main/core/events/canary-host.ts': 'core-knows-no-host',
    'src-main/core/orders/canary-up.ts': 'core-commands-on-top',
    'src-main/core/commands/canary-platform.ts': 'core-commands-through-services',
    'src-main/core/platform/canary-up.ts': 'core-platform-at-the-bottom',
    'src-main/core/cache/canary-up.ts': 'core-leaves',
    'src-main/practice/canary-client.ts': 'practice-independent',
    'src-main/practice/canary-wire.ts': 'practice-wire-types-only',
    'src-main/hosts/electron/canary-browser.ts': 'host-electron-alone',
    'src-main/hosts/browser/canary-electron.ts': 'host-browser-alone',
    'src-main/hosts/desktop/canary-host.ts': 'host-desktop-below-hosts',
    'src-main/hosts/browser/canary-page.ts': 'main-knows-no-renderer',
    'src-main/core/sync/canary-electron.ts': 'electron-only-in-its-shell',
    // A rule about folders names the folder.
    'src-main/core/sqlite': 'folders-have-no-cycles',
    'src-renderer/views/CanaryMain.svelte': 'renderer-knows-the-contract-only',
    'src-renderer/stores/canary-node.svelte.ts': 'renderer-has-no-node',
    'src-renderer/views/canary-up.ts': 'renderer-tiers-down-views',
    'src-renderer/orders/CanaryUp.svelte': 'renderer-tiers-down-orders',
    'src-renderer/ui/canary-up.ts': 'renderer-tiers-down-ui',
    'src-renderer/format/canary-up.ts': 'renderer-tiers-down-format',
    'src-renderer/common/canary-homeless.ts': 'renderer-folder-has-a-tier',
    'src-renderer/equity/CanaryChart.svelte': 'charts-in-one-place',
  }),
  ...plants('unused', {
    'src-main/core/review/canary-unused-file.ts': 'canary-unused-file',
    'src-main/core/review/canary-unused-export.ts': 'canaryUnused',
    'src-main/core/review/canary-unlisted.ts': 'fastq',
  }),
  ...plants('unit', {
    'tests/unit/canary-red.test.ts': 'FAIL',
    'tests/unit/renderer/canary-red.test.ts': 'FAIL',
    // Not a violation: it passes only if rune files are really compiled.
    '|renderer| tests/unit/renderer/canary-runes.test.ts': '(1 test)',
  }),
  ...plants('rules', { 'tests/rules/canary-red.test.ts': 'FAIL' }),
  ...plants('conformance', { 'tests/conformance/canary-red.test.ts': 'FAIL' }),
  ...plants('hosts', { 'tests/hosts/canary-red.test.ts': 'FAIL' }),
  ...plants('e2e', { 'e2e/canary-red.spec.ts': 'canary' }),
  ...plants('build', {
    'canary-nowhere.ts': 'src-main/browser.ts',
    'out/main/browser.js': 'reaches electron',
    'out/preload/index.cjs': 'node:fs',
    'out/renderer/index.html': 'inline script',
    'out/renderer/canary.css': 'data:',
    'build of renderer': 'canary warns',
    'out/main/practice.js': 'is missing',
  }),
];

/** The gates that read sources. They must not report the files in `CLEAN`. */
export const CLEAN_GATES = ['types', 'lint', 'format', 'dependencies'];
export const CLEAN = [
  'src-main/practice/canary-clean-wire.ts',
  'src-main/practice/canary-clean-rules.ts',
  'src-renderer/views/CanaryClean.svelte',
  'src-renderer/ui/CanaryClean.svelte',
  'src-renderer/stores/canary-clean.svelte.ts',
];
