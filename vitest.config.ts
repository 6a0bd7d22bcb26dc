// The projects of Vitest that `npm test` runs. Each can be run alone: `vitest run --project rules`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/fixtures/longest-first.ts';

/**
 * `STRATDESK_PROMISES=full` runs all cases of the tests for docs/promises.md. `npm test` runs a
 * sample of the cases, which takes less time.
 */
const unitTimeout = process.env['STRATDESK_PROMISES'] === 'full' ? 600_000 : 30_000;

type Suite = { name: string; include: string[]; exclude?: string[]; testTimeout: number; environment?: string };

const suite = (options: Suite) => ({
  extends: true as const,
  test: {
    environment: 'node',
    setupFiles: ['tests/fixtures/property-seed.ts'],
    hookTimeout: options.testTimeout,
    ...options,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker evaluates a module once for all the test files that it runs. A test must not leave
    // state in a module.
    isolate: false,
    // The tests must run on a machine with two cores.
    maxWorkers: 2,
    passWithNoTests: false,
    retry: 0,
    unstubGlobals: true,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      suite({
        name: 'unit',
        include: ['tests/unit/**/*.test.ts'],
        exclude: ['tests/unit/renderer/**'],
        testTimeout: unitTimeout,
      }),
      {
        // Files with runes are compiled as for the page, so that effects run. The tests run in Node
        // without a DOM.
        plugins: [svelte()],
        resolve: { conditions: ['browser', 'svelte', 'module', 'import', 'default'] },
        ...suite({
          name: 'renderer',
          include: ['tests/unit/renderer/**/*.test.ts'],
          environment: './tests/unit/renderer/page-environment.ts',
          testTimeout: 30_000,
        }),
      },
      suite({ name: 'rules', include: ['tests/rules/**/*.test.ts'], testTimeout: 30_000 }),
      suite({ name: 'conformance', include: ['tests/conformance/**/*.test.ts'], testTimeout: 30_000 }),
      suite({ name: 'hosts', include: ['tests/hosts/**/*.test.ts'], testTimeout: 60_000 }),
      suite({ name: 'chaos', include: ['tests/chaos/**/*.test.ts'], testTimeout: 500_000 }),
    ],
  },
});
