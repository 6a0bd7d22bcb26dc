import { expect } from 'vitest';
import type { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

/**
 * Makes the strategy a test strategy, and waits until core has read that. The probe runs on no
 * other strategy.
 */
export async function markAsTest(program: CoreOnPractice, systemId: string): Promise<void> {
  const { baseUrl, world } = program.practice;
  const body = JSON.stringify({ apikey: world.apikey, systemid: systemId, test_system: 1 });
  await fetch(`${baseUrl}/world/apiv3/changeSystemAttribute`, { method: 'POST', body });
  const isTest = async () => {
    await program.call('sync.refresh', { systemId, datasets: ['details'] });
    return (await program.call('strategies.details', { systemId })).details?.test;
  };
  await expect.poll(isTest, { timeout: 15_000 }).toBe(true);
}
