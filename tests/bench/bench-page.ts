import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig } from 'vite';

const root = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.html': 'text/html',
};

/** A library of `tests/bench/peers` or of the program. Pages load it from `/peers/NAME.js`. */
export type PeerLibrary = { readonly name: string; readonly script: string; readonly styles?: readonly string[] };

export type BenchPages = {
  /** The address of a page by the name of its entry in `tests/bench/pages`. */
  address(page: string): string;
  close(): Promise<void>;
};

/** Bundles pages in the way the program is bundled, and serves them on this computer. */
export async function servePages(pages: readonly string[], peers: readonly PeerLibrary[]): Promise<BenchPages> {
  process.env['NODE_ENV'] = 'production';
  const folder = mkdtempSync(join(tmpdir(), 'stratdesk-pages-'));
  for (const page of pages) await build(bundleConfig(join(root, `tests/bench/pages/${page}.ts`), join(folder, page)));
  for (const { name, script } of peers) await build(bundleConfig(script, join(folder, 'peers', name)));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.slice(1);
    const content = pages.includes(name) ? html(name, folder, peers) : file(folder, name);
    response.writeHead(content === null ? 404 : 200, {
      'content-type': TYPES[pages.includes(name) ? '.html' : extname(name)] ?? 'application/octet-stream',
    });
    response.end(content);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: (page) => `http://127.0.0.1:${String(port)}/${page}`,
    close: async () => {
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const bundleConfig = (input: string, outDir: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  base: './',
  plugins: [svelte({ configFile: join(root, 'svelte.config.js') })],
  build: {
    outDir,
    target: 'chrome150',
    minify: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input,
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
    },
  },
});

function file(folder: string, name: string): Buffer | null {
  const peer = /^peers\/([a-z-]+)\.js$/.exec(name)?.[1];
  try {
    return readFileSync(join(folder, peer === undefined ? name : `peers/${peer}/page.js`));
  } catch {
    return null;
  }
}

/** The styles of the peer that the page is named after come before those of the page. */
function html(page: string, folder: string, peers: readonly PeerLibrary[]): string {
  const own = file(folder, `${page}/style.css`) === null ? [] : [`<link rel="stylesheet" href="/${page}/style.css">`];
  const styles = peers
    .filter(({ name }) => page.endsWith(name))
    .flatMap((peer) => peer.styles ?? [])
    .map((path) => `<style>${readFileSync(path, 'utf8').replace(/@import[^;]+;/g, '')}</style>`);
  const head = [...styles, ...own].join('');
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${head}<body><script type="module" src="/${page}/page.js"></script>`;
}
