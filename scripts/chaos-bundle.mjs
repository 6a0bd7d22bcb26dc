// The chaos harness and the program that it kills, bundled: a core process is then there in a tenth of a second, and a run of
// an hour is not changed by what is edited meanwhile.
import { build } from 'vite';
import { inRoot } from './project.mjs';

/** @param {string} folder where the bundles go */
export async function bundleChaos(folder) {
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
        input: {
          run: inRoot('tests', 'chaos', 'run.ts'),
          soak: inRoot('tests', 'chaos', 'soak.ts'),
          'core-process': inRoot('tests', 'chaos', 'core-process.ts'),
          'practice-process': inRoot('tests', 'chaos', 'practice-process.ts'),
          'ingest-worker': inRoot('src-main', 'core', 'ingest', 'worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}
