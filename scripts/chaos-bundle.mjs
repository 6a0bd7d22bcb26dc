import { build } from 'vite';
import { inRoot } from './project.mjs';

/**
 * Bundles programs that a test starts repeatedly. A bundled program starts in a tenth of a second,
 * and edits of its sources do not change a run in progress.
 * @param {string} folder where the bundles go
 * @param {Readonly<Record<string, string>>} input the file of each program, by its name
 */
export async function bundlePrograms(folder, input) {
  await build({
    configFile: false,
    root: inRoot(),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}

/**
 * Bundles the chaos harness and the core that it kills.
 * @param {string} folder where the bundles go
 */
export const bundleChaos = (folder) =>
  bundlePrograms(folder, {
    run: inRoot('tests', 'chaos', 'run.ts'),
    soak: inRoot('tests', 'chaos', 'soak.ts'),
    'core-process': inRoot('tests', 'chaos', 'core-process.ts'),
    'practice-process': inRoot('tests', 'chaos', 'practice-process.ts'),
    'ingest-worker': inRoot('src-main', 'core', 'ingest', 'worker.ts'),
  });
