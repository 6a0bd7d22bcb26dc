import http from 'node:http'; import { readFileSync, existsSync } from 'node:fs'; import { join, extname } from 'node:path';
import { chromium } from '@playwright/test'; import packed from '@sparticuz/chromium'; import { AxeBuilder } from '@axe-core/playwright';
const root = new URL('./out/renderer/', import.meta.url).pathname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const server = http.createServer((q, r) => { const f = join(root, new URL(q.url, 'http://x').pathname); if (!existsSync(f)) { r.writeHead(404); return r.end(); } r.writeHead(200, { 'content-type': types[extname(f)] ?? 'application/octet-stream' }); r.end(readFileSync(f)); }).listen(0);
const port = server.address().port;
const browser = await chromium.launch({ executablePath: process.env.STRATDESK_CHROMIUM ?? await packed.executablePath(), args: ['--no-sandbox', '--disable-gpu'] });
const [looks, ...cases] = process.argv.slice(2);
for (const look of looks.split(',')) { const [theme, density] = look.split('-');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } }); const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', e.message)); page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const c of cases) { await page.goto(`http://127.0.0.1:${port}/gallery.html?case=${c}&theme=${theme}&density=${density}`);
    await page.waitForSelector('html[data-ready]', { timeout: 20000 }).catch((e) => console.log(c, 'not ready'));
    await page.waitForTimeout(150);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (over > 0) console.log(c, 'wide', over);
    if (process.env.AXE) { const { violations } = await new AxeBuilder({ page }).analyze(); for (const v of violations) console.log(c, look, v.id, v.nodes.map((n) => n.html).join(' | ').slice(0, 600)); }
    await page.screenshot({ path: `/tmp/figshots/${c}-${theme}-${density}.png` }); }
  await page.close(); }
await browser.close(); server.close();
