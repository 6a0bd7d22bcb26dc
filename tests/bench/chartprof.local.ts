import { servePages } from './bench-page.ts';
import { MeasuredPage } from './measured-page.ts';
import { quantile } from './measure.ts';
import { join } from 'node:path';
const LIB = join(import.meta.dirname, '../../node_modules/lightweight-charts/dist/lightweight-charts.production.mjs');
const [page = 'chart-product', count = '1000000', step = 'zoom', prof = '1'] = process.argv.slice(2);
const pages = await servePages(['chart-product', 'chart-bare'], [{ name: 'lightweight-charts', script: LIB }]);
for (let k = 0; k < (prof === '1' ? 1 : 5); k++) {
const at = await MeasuredPage.open(`${pages.address(page)}?points=${count}`);
const cdp = await at.page.context().newCDPSession(at.page);
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
await at.rest(300);
const run = async (name: string) => {
  if (prof === '1' && name === step) await cdp.send('Profiler.start');
  const c: any = await at.cost(() => at.page.evaluate((n) => (window as any).chartBench[n](), name));
  console.log(page, name, 'main', c.main.toFixed(1), c.frames ? `frame ${(c.main / c.frames.length).toFixed(2)} p95 ${quantile(c.frames, 0.95).toFixed(1)} p90 ${quantile(c.frames, 0.9).toFixed(1)}` : c.painted.toFixed(0));
  if (prof === '1' && name === step) {
    const { profile } = await cdp.send('Profiler.stop') as any;
    const self = new Map<string, number>(); const by = new Map(profile.nodes.map((n: any) => [n.id, n]));
    const incl = new Map<string, number>(); const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
    const nm = (n: any) => `${n.callFrame.functionName || '(anon)'} :${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`;
    profile.samples.forEach((id: number, i: number) => { const dt = profile.timeDeltas[i] / 1000; const n: any = by.get(id); self.set(nm(n), (self.get(nm(n)) ?? 0) + dt); const seen = new Set(); for (let q: number | undefined = id; q !== undefined; q = parent.get(q)) { const m = nm(by.get(q)); if (!seen.has(m)) { seen.add(m); incl.set(m, (incl.get(m) ?? 0) + dt); } } });
    for (const [t, m] of [['self', self], ['incl', incl]] as const) { console.log('--', t); for (const [n, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, 28)) console.log(v.toFixed(0).padStart(6), n); }
  }
};
await run('mount'); await at.rest(400); if (step !== 'mount') { await run('pan'); await at.rest(); await run('zoom'); }
await at.close();
}
await pages.close();
