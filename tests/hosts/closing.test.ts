// Closing a connection does not wait for an answer that never comes, or that comes byte by byte.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { TestHttpServer } from '#tests/fixtures/loopback-server.ts';

let program: CoreOnPractice;
let server: TestHttpServer;
/** Number of requests that the service has received. */
let received = 0;
let behavior: 'hang' | 'drip' = 'hang';
beforeEach(async () => {
  received = 0;
  server = await TestHttpServer.start((_, answer) => {
    received += 1;
    if (behavior === 'hang') return;
    answer.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => answer.write(' '), 50);
    answer.on('close', () => clearInterval(drip));
  });
  program = await CoreOnPractice.start();
});
afterEach(async () => {
  await program.dispose();
  await server.close();
});

/** Switches to the service and waits until a request to it is running. The request never ends. */
async function switchToSlowService(): Promise<void> {
  const { baseUrl } = server;
  const profileInput = { id: null, name: 'Slow', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const saved = await program.call('profiles.save', { ...profileInput, paceMs: 1_000, key: 'a-key-of-a-test' });
  await program.call('profiles.select', { profileId: saved.id });
  await program.call('sync.watch', { systemId: null, datasets: [] });
  await expect.poll(() => received, { timeout: 15_000 }).toBeGreaterThan(0);
}

const durationOf = async (work: Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work;
  return performance.now() - begin;
};

test.each(['hang', 'drip'] as const)('a switch to another connection ends within a second (%s)', async (fault) => {
  behavior = fault;
  await switchToSlowService();
  expect(await durationOf(program.call('profiles.select', { profileId: 'practice' }))).toBeLessThan(1_000);
  const status = await program.until('status.changed', {}, () => true);
  expect(status.mode).toBe('PRACTICE');
});

test.each(['hang', 'drip'] as const)('the core stops within a second (%s)', async (fault) => {
  behavior = fault;
  await switchToSlowService();
  expect(await durationOf(program.stopCore())).toBeLessThan(1_000);
});
