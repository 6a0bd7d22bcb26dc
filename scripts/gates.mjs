// The gates of `npm test`. A gate fails if one of its commands fails, if its report counts a failed
// case, or if it has test cases and ran none of them. The canary runs the same commands on planted
// violations.
import { inModules } from './project.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {string} tool the script, run by the pinned Node
 * @property {readonly string[]} args
 * @property {'vitest' | 'playwright'} [report] the runner whose JSON report counts the cases
 */

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {readonly Step[]} steps run one after the other, all of them even after a failure, so
 *   that one run reports everything
 * @property {readonly string[]} [needs] gates that must pass before
 * @property {boolean} [alone] measures time or starts programs: nothing else runs beside it
 * @property {number} limitSeconds after which a step is ended, and the gate fails
 */

/**
 * Checks the types of every file that is no Svelte component, with the tsconfig for the runtime of
 * the file. Also checks the lint rules that need types (.oxlintrc.json).
 * @type {Step}
 */
const oxlint = {
  title: 'oxlint',
  tool: inModules('oxlint', 'bin', 'oxlint'),
  args: ['--format=unix', '--deny-warnings', '.'],
};

/** @type {Step} */
const svelteCheck = {
  title: 'svelte-check',
  tool: inModules('svelte-check', 'bin', 'svelte-check'),
  args: ['--tsconfig', './tsconfig.renderer.json', '--fail-on-warnings', '--output', 'machine'],
};

/** @param {readonly string[]} projects @param {readonly string[]} [args] @returns {Step} */
const vitest = (projects, args = []) => ({
  title: `vitest ${projects.join(' ')}`,
  tool: inModules('vitest', 'vitest.mjs'),
  args: ['run', ...projects.flatMap((project) => ['--project', project]), ...args],
  report: 'vitest',
});

/** @type {readonly Gate[]} */
export const GATES = [
  {
    name: 'types',
    steps: [oxlint, svelteCheck],
    limitSeconds: 600,
  },
  {
    name: 'lint',
    steps: [
      { title: 'eslint', tool: inModules('eslint', 'bin', 'eslint.js'), args: ['.', '--max-warnings', '0'] },
      {
        title: 'cspell',
        tool: inModules('cspell', 'bin.mjs'),
        args: ['--no-progress', '--no-summary', '--gitignore', '.'],
      },
    ],
    limitSeconds: 1_200,
  },
  {
    name: 'format',
    steps: [
      {
        title: 'prettier',
        tool: inModules('prettier', 'bin', 'prettier.cjs'),
        args: ['--check', '.', '--log-level', 'warn'],
      },
    ],
    limitSeconds: 300,
  },
  {
    name: 'dependencies',
    steps: [
      {
        title: 'dependency-cruiser',
        tool: inModules('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
        args: [
          '--config',
          '.dependency-cruiser.cjs',
          '--output-type',
          'err',
          'src-main',
          'src-preload',
          'src-renderer',
        ],
      },
    ],
    limitSeconds: 300,
  },
  {
    name: 'unused',
    steps: [
      {
        title: 'knip',
        tool: inModules('knip', 'bin', 'knip.js'),
        args: ['--no-progress', '--treat-config-hints-as-errors'],
      },
    ],
    limitSeconds: 300,
  },
  {
    name: 'build',
    steps: [
      { title: 'build', tool: 'scripts/build.mjs', args: [] },
      { title: 'check of the bundles', tool: 'scripts/check-build.mjs', args: [] },
    ],
    limitSeconds: 600,
  },
  { name: 'unit', steps: [vitest(['unit', 'renderer'])], limitSeconds: 900 },
  { name: 'rules', steps: [vitest(['rules'])], limitSeconds: 600 },
  { name: 'conformance', steps: [vitest(['conformance'])], alone: true, limitSeconds: 600 },
  // Most of these cases wait for the pace of the platform, so two cores can run four workers.
  { name: 'hosts', steps: [vitest(['hosts'], ['--maxWorkers=4'])], needs: ['build'], alone: true, limitSeconds: 900 },
  { name: 'chaos', steps: [vitest(['chaos'])], alone: true, limitSeconds: 600 },
  {
    name: 'e2e',
    steps: [
      {
        title: 'playwright',
        tool: inModules('@playwright', 'test', 'cli.js'),
        args: ['test', '--config', 'tests/e2e/playwright.config.ts'],
        report: 'playwright',
      },
    ],
    needs: ['build'],
    alone: true,
    limitSeconds: 2_400,
  },
  {
    name: 'canary',
    steps: [{ title: 'canary', tool: 'tests/canary/run.mjs', args: [] }],
    alone: true,
    limitSeconds: 600,
  },
];
