import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePageFile } from '#hosts/electron/page-files.ts';

let parent: string;
let pages: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'stratdesk-pages-'));
  pages = join(parent, 'renderer');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<!doctype html>');
  writeFileSync(join(pages, 'assets', 'app.js'), 'export {};');
  writeFileSync(join(pages, 'assets', 'font.woff2'), Buffer.from([0, 255]));
  writeFileSync(join(pages, 'notes.txt'), 'an unlisted type');
  writeFileSync(join(pages, '.sources'), 'stamp');
  writeFileSync(join(parent, 'beside.js'), 'OUTSIDE');
  symlinkSync(join(parent, 'beside.js'), join(pages, 'link.js'));
});
afterAll(() => rmSync(parent, { recursive: true }));

const get = (url: string, method = 'GET') => servePageFile(pages, { url, method });

test.each([
  ['stratdesk://app/', 'text/html; charset=utf-8'],
  ['stratdesk://app/index.html', 'text/html; charset=utf-8'],
  ['stratdesk://app/index.html?case=1', 'text/html; charset=utf-8'],
  ['stratdesk://app/assets/app.js', 'text/javascript; charset=utf-8'],
  ['stratdesk://app/assets/font.woff2', 'font/woff2'],
])('%s is served as %s with the content security policy', async (url, type) => {
  const response = await get(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test.each([
  'stratdesk://app/../beside.js',
  'stratdesk://app/%2e%2e/beside.js',
  'stratdesk://app/..%2fbeside.js',
  'stratdesk://app/assets/..%2f..%2fbeside.js',
  'stratdesk://app/..%5cbeside.js',
  'stratdesk://app//beside.js',
  'stratdesk://app/assets//app.js',
  'stratdesk://app/%00index.html',
  'stratdesk://app/C:/beside.js',
  'stratdesk://app/%zz',
  'stratdesk://app/link.js',
  'stratdesk://app/.sources',
  'stratdesk://app/notes.txt',
  'stratdesk://app/assets',
  'stratdesk://app/assets/',
  'stratdesk://app/none.js',
  'stratdesk://evil/index.html',
  'file:///etc/passwd',
])('%s is not served', async (url) => {
  const response = await get(url);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).toBe('');
});

test('only GET and HEAD are served', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    expect((await get('stratdesk://app/', method)).status).toBe(405);
  const head = await get('stratdesk://app/', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('no path leads out of the folder', async () => {
  const part = fc.constantFrom('..', '.', '%2e%2e', '%2f', '%5c', '\\', '/', 'beside.js', 'assets', '%252e', '%c0%ae');
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      expect(await (await get(`stratdesk://app/${parts.join('/')}`)).text()).not.toContain('OUTSIDE');
    }),
    { numRuns: 3_000 },
  );
});
