// Three bundles. Main includes everything except Electron itself and the native keychain add-on, so
// that few files are read at start and few are shipped. The preload includes everything too (a
// sandboxed preload can require nothing but electron). The renderer gets files only: no inline
// script, no data: URL, so that the content security policy needs no exception.
// STRATDESK_BUNDLES=main,renderer builds only these two bundles; `scripts/build.mjs` sets the
// variable to rebuild only what is stale.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'electron-vite';

const root = import.meta.dirname;

/**
 * Entries by output name. A file that does not exist is left out; `scripts/build.mjs` fails if it
 * needs the output.
 */
function entries(table: Record<string, string>): Record<string, string> {
  const files = Object.entries(table).map(([name, file]): [string, string] => [name, join(root, file)]);
  return Object.fromEntries(files.filter(([, file]) => existsSync(file)));
}

const bundles: Required<UserConfig> = {
  main: {
    publicDir: false,
    build: {
      outDir: join(root, 'out/main'),
      target: 'node24',
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron', 'keytar', /^node:/],
        platform: 'node',
        input: entries({
          index: 'src-main/index.ts',
          browser: 'src-main/browser.ts',
          practice: 'src-main/practice.ts',
          'practice-worker': 'src-main/practice/worker.ts',
          'ingest-worker': 'src-main/core/ingest/worker.ts',
        }),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    publicDir: false,
    build: {
      outDir: join(root, 'out/preload'),
      target: 'node24',
      externalizeDeps: false,
      rolldownOptions: {
        input: entries({ index: 'src-preload/index.ts' }),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: join(root, 'src-renderer'),
    publicDir: false,
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
    build: {
      outDir: join(root, 'out/renderer'),
      emptyOutDir: true,
      target: 'chrome150',
      minify: true,
      sourcemap: true,
      assetsInlineLimit: 0,
      // The page comes from this computer, so a large chunk loads fast.
      chunkSizeWarningLimit: 4_000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // How long plugins take says more about the machine than about the sources.
        checks: { bundlerTimings: false },
        input: entries({
          index: 'src-renderer/index.html',
          gallery: 'src-renderer/gallery.html',
        }),
      },
    },
  },
};

const wanted = process.env['STRATDESK_BUNDLES']?.split(',');
const isWanted = (name: keyof UserConfig): boolean => wanted === undefined || wanted.includes(name);

export default defineConfig({
  ...(isWanted('main') ? { main: bundles.main } : {}),
  ...(isWanted('preload') ? { preload: bundles.preload } : {}),
  ...(isWanted('renderer') ? { renderer: bundles.renderer } : {}),
});
