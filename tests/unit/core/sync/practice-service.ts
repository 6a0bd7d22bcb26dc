import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '#practice/service.ts';

/** The practice service in this process, with a manual clock and its own folder. */
export const practiceService = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-practice-'));
  const service = await startPractice({ dataDir, port: 0, seed: 7, clock: 'manual', hours: 'always' });
  const { baseUrl, control, world } = service.ready;
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  return {
    baseUrl,
    apiKey: world.apikey,
    systemIds: world.systemids.map(String),
    /** Sets the price of a symbol in the simulated market. */
    setPrice: (symbol: string, price: string) => post('/practice/market', { symbol, price }),
    advance: (advanceSeconds: number) => post('/practice/clock', { advanceSeconds }),
    /** Adds a fault to the service. */
    addFault: (fault: object) => post('/practice/faults', fault),
    close: async () => {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
