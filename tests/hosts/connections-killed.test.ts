// The program is killed while an order of each of two open connections is in flight.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { control, OtherService, submittedOwnIds } from './other-service.ts';
import type { EnteredRows, Start } from './two-connections-process.ts';

let program: CoreOnPractice;
let other: OtherService;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  other = await OtherService.start();
});
afterEach(async () => {
  await program.dispose();
  await other.dispose();
});

const stateOf = (session: Session, rowId: string) => session.desk.order(rowId)?.state;

/** Runs the program with both connections until each has an order in flight, and kills it. */
async function killWithBothInFlight(start: Start): Promise<EnteredRows> {
  const entry = fileURLToPath(new URL('two-connections-process.ts', import.meta.url));
  const child = fork(entry, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  child.send(start);
  const endedEarly = ended.then(([code]) => Promise.reject(new Error(`the program ended by itself: ${String(code)}`)));
  const [sent] = (await Promise.race([once(child, 'message'), endedEarly])) as [EnteredRows];
  // From here on, the end of the program is expected.
  endedEarly.catch(() => undefined);
  const received = async (): Promise<number[]> =>
    (await Promise.all([submittedOwnIds(program.practice), submittedOwnIds(other.ready)])).map(({ length }) => length);
  await expect.poll(received, { timeout: 15_000 }).toEqual([1, 1]);
  child.kill('SIGKILL');
  await ended;
  return sent;
}

test('after a kill each connection finds its own order, and neither order is sent twice', async () => {
  const live = { profileId: await other.save(program), key: other.ready.world.apikey };
  const systemId = program.practice.world.systemids[0] ?? '';
  if ('failure' in program.access) throw new Error(program.access.failure);
  await program.stopCore();
  for (const ready of [program.practice, other.ready]) {
    await control(ready, 'POST', 'faults', { command: 'submitSignal', kind: 'hang', processed: true });
  }
  const sent = await killWithBothInFlight({ dataDir: program.dataDir, practice: program.access, live, systemId });

  await program.startCore();
  const sessionInUse = program.sessions.inUse();
  expect(stateOf(sessionInUse, sent.practiceRowId)).toBe('UNKNOWN');
  expect(stateOf(sessionInUse, sent.liveRowId)).toBeUndefined();
  const opened = await program.sessions.open(live.profileId);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const secondarySession = opened.value;
  expect(stateOf(secondarySession, sent.liveRowId)).toBe('UNKNOWN');
  expect(stateOf(secondarySession, sent.practiceRowId)).toBeUndefined();
  await expect.poll(() => stateOf(sessionInUse, sent.practiceRowId), { timeout: 20_000 }).toBe('LANDED');
  await expect.poll(() => stateOf(secondarySession, sent.liveRowId), { timeout: 20_000 }).toBe('LANDED');
  expect([sessionInUse.desk.unknownCount(), secondarySession.desk.unknownCount()]).toEqual([0, 0]);
  expect((await submittedOwnIds(program.practice)).length).toBe(1);
  expect((await submittedOwnIds(other.ready)).length).toBe(1);
}, 90_000);
