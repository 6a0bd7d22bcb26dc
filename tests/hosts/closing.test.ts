// Closing a connection does not wait for a list: neither for one that hangs, nor for one that
// arrives byte by byte.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { LoopbackServer } from '#tests/fixtures/loopback-server.ts';

let both: CoreOnPractice;
let server: LoopbackServer;
/** How many requests the service has received. */
let asked = 0;
let behavior: 'hang' | 'drip' = 'hang';
beforeEach(async () => {
  asked = 0;
  server = await LoopbackServer.start((_, answer) => {
    asked += 1;
    if (behavior === 'hang') return;
    answer.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => answer.write(' '), 50);
    answer.on('close', () => clearInterval(drip));
  });
  both = await CoreOnPractice.start();
});
afterEach(async () => {
  await both.dispose();
  await server.close();
});

/** Switches to a service whose first list request is running and never ends. */
async function onHangingService(): Promise<void> {
  const { baseUrl } = server;
  const typed = { id: null, name: 'Slow', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const saved = await both.call('profiles.save', { ...typed, paceMs: 1_000, key: 'a-key-of-a-test' });
  await both.call('profiles.select', { profileId: saved.id });
  await both.call('sync.watch', { systemId: null, datasets: [] });
  await expect.poll(() => asked, { timeout: 15_000 }).toBeGreaterThan(0);
}

const took = async (work: Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work;
  return performance.now() - begin;
};

test.each(['hang', 'drip'] as const)('switches to another connection within a second (%s)', async (how) => {
  behavior = how;
  await onHangingService();
  expect(await took(both.call('profiles.select', { profileId: 'practice' }))).toBeLessThan(1_000);
  const status = await both.until('status.changed', {}, () => true);
  expect(status.mode).toBe('PRACTICE');
});

test.each(['hang', 'drip'] as const)('closes the program within a second (%s)', async (how) => {
  behavior = how;
  await onHangingService();
  expect(await took(both.stopCore())).toBeLessThan(1_000);
});
