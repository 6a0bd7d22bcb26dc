// Runs the core in a process of its own with two open connections. The process enters one
// order on each connection, reports the rows of both, and waits to be killed.
import { composeCore } from '#core/compose.ts';
import type { PracticeAccess } from '#core/ports.ts';
import { defaultPreferences, type Preferences } from '#contract/model/preferences.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { systemRandom } from '#hosts/desktop/system-random.ts';
import { limitOrder, untilReadyToSend, submit } from './session-orders.ts';

export type Start = {
  readonly dataDir: string;
  readonly practice: PracticeAccess;
  readonly live: { readonly profileId: string; readonly key: string };
  readonly systemId: string;
};
/** The row ids of the two entered orders. The orders are not necessarily sent yet. */
export type EnteredRows = { readonly practiceRowId: string; readonly liveRowId: string };

const ignore = (): void => undefined;

async function run({ dataDir, practice, live, systemId }: Start): Promise<void> {
  let preferences: Preferences = defaultPreferences;
  const { sessions } = await composeCore({
    clock: systemClock,
    random: systemRandom,
    secrets: {
      state: () => ({ persistent: true, text: { code: 'secrets.stored' } }),
      get: () => Promise.resolve(live.key),
      set: () => Promise.resolve('keychain'),
      delete: () => Promise.resolve('deleted'),
    },
    preferences: { read: () => preferences, write: (value) => void (preferences = value) },
    log: { info: ignore, warn: ignore, error: ignore },
    dataDir,
    practice,
    ingestWorker: new URL('../../src-main/core/ingest/worker.ts', import.meta.url),
    app: { version: '0.0.0', host: 'browser' },
  });
  const opened = await sessions.open(live.profileId);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const [practiceSession, liveSession] = [sessions.inUse(), opened.value];
  await Promise.all([untilReadyToSend(practiceSession, systemId), untilReadyToSend(liveSession, systemId)]);
  const rows: EnteredRows = {
    practiceRowId: submit(practiceSession, limitOrder(systemId)),
    liveRowId: submit(liveSession, limitOrder(systemId)),
  };
  process.send?.(rows);
}

process.on('message', (message) => void run(message as Start));
