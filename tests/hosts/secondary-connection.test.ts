// Tests a secondary connection: a live one while practice is in use, and practice while a live one
// is in use. Both services have the same strategies.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventName } from '#contract/events.ts';
import type { Session } from '#core/session/session.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { control, OtherService, submittedOwnIds } from './other-service.ts';
import { limitOrder, untilReadyToSend, submit } from './session-orders.ts';

let program: CoreOnPractice;
let other: OtherService;
let liveId: string;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  other = await OtherService.start();
  liveId = await other.save(program);
  systemId = program.practice.world.systemids[0] ?? '';
});
afterEach(async () => {
  await program.dispose();
  await other.dispose();
});

async function openSecondary(profileId: string): Promise<Session> {
  const opened = await program.sessions.open(profileId);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

/** Milliseconds between the requests that the service received. */
async function gapsAt({ ready }: OtherService): Promise<number[]> {
  const { requests } = (await control(ready, 'GET', 'requests')) as { requests: readonly { at: number }[] };
  const times = requests.map(({ at }) => at).sort((earlier, later) => earlier - later);
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

/** The rows of the live journal. The command `profiles.test` must not change them. */
function liveJournal(): unknown[][] {
  const database = new DatabaseSync(join(program.dataDir, 'orders-live', 'journal.db'), { readOnly: true });
  try {
    const others = ['intents', 'ids', 'acts', 'cancels', 'connections'].map((table) => `SELECT * FROM ${table}`);
    const ordersQuery = 'SELECT row_id, state, attempts, sent_at FROM orders';
    return [ordersQuery, ...others].map((query) => database.prepare(query).all());
  } finally {
    database.close();
  }
}

const stateOf = (session: Session, rowId: string) => session.desk.order(rowId)?.state;
const status = () => program.until('status.changed', {}, () => true);

test('an order of a secondary connection reaches only its service, and the windows do not list it', async () => {
  const sessionInUse = program.sessions.inUse();
  await untilReadyToSend(sessionInUse, systemId);
  const secondarySession = await openSecondary(liveId);
  const eventCounts = new Map<EventName, number>();
  await untilReadyToSend(secondarySession, systemId);
  // The desk in use must not read: its events would be counted below.
  sessionInUse.watch(systemId, []);
  await new Promise((resolve) => setTimeout(resolve, 200));
  program.listenToAll(systemId, (name) => void eventCounts.set(name, (eventCounts.get(name) ?? 0) + 1));
  const countsBefore = new Map(eventCounts);
  const revision = sessionInUse.desk.revision(systemId);
  const rowId = submit(secondarySession, limitOrder(systemId));
  await expect.poll(() => stateOf(secondarySession, rowId), { timeout: 10_000 }).toBe('ACKED');

  expect(await submittedOwnIds(other.ready)).toHaveLength(1);
  expect(await submittedOwnIds(program.practice)).toEqual([]);
  expect(sessionInUse.desk.order(rowId)).toBeUndefined();
  expect(sessionInUse.desk.revision(systemId)).toBe(revision);
  const inUseEvents = ['strategy.changed', 'strategies.changed', 'desk.changed', 'exit.changed', 'notes.changed'];
  for (const name of inUseEvents as EventName[])
    expect([name, eventCounts.get(name)]).toEqual([name, countsBefore.get(name)]);
  expect(await status()).toMatchObject({
    profile: { id: 'practice' },
    mode: 'PRACTICE',
    secondary: [{ name: 'Main', mode: 'LIVE', unknownOrders: 0 }],
  });
  const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'all' });
  expect(signals.some((signal) => signal.rowId === rowId)).toBe(false);
});

test('the alarm for an unknown order gives the name of its connection; practice still sends', async () => {
  const sessionInUse = program.sessions.inUse();
  await untilReadyToSend(sessionInUse, systemId);
  const secondarySession = await openSecondary(liveId);
  await untilReadyToSend(secondarySession, systemId);
  await control(other.ready, 'POST', 'switches', { ownIdsInLists: 'no' });
  await control(other.ready, 'POST', 'faults', { command: 'submitSignal', kind: 'hang', processed: false });
  const rowId = submit(secondarySession, limitOrder(systemId));
  await expect.poll(() => stateOf(secondarySession, rowId), { timeout: 10_000 }).toBe('SENDING');
  await secondarySession.connection.cutInFlight(0);
  await expect.poll(() => stateOf(secondarySession, rowId), { timeout: 10_000 }).toBe('UNKNOWN');
  const { notices, unknownOrders, secondary } = await status();
  expect(unknownOrders).toBe(0);
  expect(secondary).toEqual([{ name: 'Main', mode: 'LIVE', unknownOrders: 1 }]);
  expect(notices).toContainEqual(
    expect.objectContaining({ level: 'danger', rowId: null, connection: { name: 'Main', mode: 'LIVE' } }),
  );

  const practiceRowId = submit(sessionInUse, limitOrder(systemId));
  await expect.poll(() => stateOf(sessionInUse, practiceRowId), { timeout: 10_000 }).toBe('ACKED');
  expect(await program.outcome('storage.clear', { profileId: liveId, history: false })).toMatchObject({
    failure: { code: 'unknown-order' },
  });

  // Once the connection is in use, it shows the row of its alarm again.
  await program.call('profiles.select', { profileId: liveId });
  const newStatus = await program.until('status.changed', {}, ({ profile }) => profile.id === liveId);
  expect(newStatus).toMatchObject({ unknownOrders: 1, secondary: [] });
  expect(newStatus.notices).toContainEqual(expect.objectContaining({ level: 'danger', rowId }));
});

test('practice as the secondary connection adds no notice, and its closing changes no live desk', async () => {
  await program.call('profiles.select', { profileId: liveId });
  const sessionInUse = program.sessions.inUse();
  await untilReadyToSend(sessionInUse, systemId);
  const firstRowId = submit(sessionInUse, limitOrder(systemId));
  await expect.poll(() => stateOf(sessionInUse, firstRowId), { timeout: 10_000 }).toBe('ACKED');
  const noticesBefore = (await status()).notices.length;
  const secondarySession = await openSecondary('practice');
  await untilReadyToSend(secondarySession, systemId);
  const rejectedRowId = submit(secondarySession, { ...limitOrder(systemId), symbol: 'NOSUCH' });
  await expect.poll(() => stateOf(secondarySession, rejectedRowId), { timeout: 10_000 }).toBe('REJECTED');
  expect((await status()).notices).toHaveLength(noticesBefore);

  await program.sessions.close('practice');
  expect((await status()).secondary).toEqual([]);
  expect(program.sessions.inUse()).toBe(sessionInUse);
  const secondRowId = submit(sessionInUse, limitOrder(systemId, 2));
  await expect.poll(() => stateOf(sessionInUse, secondRowId), { timeout: 10_000 }).toBe('ACKED');
  expect(stateOf(sessionInUse, firstRowId)).toBe('ACKED');
  expect(await submittedOwnIds(other.ready)).toHaveLength(2);
});

test('after the kill switch, queued new risk of a secondary connection is on hold and not sent', async () => {
  const sessionInUse = program.sessions.inUse();
  await untilReadyToSend(sessionInUse, systemId);
  const secondarySession = await openSecondary(liveId);
  await untilReadyToSend(secondarySession, systemId);
  await control(other.ready, 'POST', 'faults', { command: 'submitSignal', kind: 'delay', ms: 1_500, count: 1 });
  const sentRowId = submit(secondarySession, limitOrder(systemId));
  await expect.poll(() => stateOf(secondarySession, sentRowId), { timeout: 10_000 }).toBe('SENDING');
  const waitingRowId = submit(secondarySession, limitOrder(systemId, 2));
  expect(stateOf(secondarySession, waitingRowId)).toBe('QUEUED');
  await program.call('risk.kill', { reason: 'by hand' });
  expect(stateOf(secondarySession, waitingRowId)).toBe('HELD');
  expect(() => submit(secondarySession, limitOrder(systemId, 3))).toThrow('killed');
  await expect.poll(() => stateOf(secondarySession, sentRowId), { timeout: 10_000 }).toBe('ACKED');
  expect(await submittedOwnIds(other.ready)).toHaveLength(1);
});

test('a connection test shares the pace of the secondary connection and leaves it unchanged', async () => {
  const secondarySession = await openSecondary(liveId);
  await untilReadyToSend(secondarySession, systemId);
  const firstRowId = submit(secondarySession, limitOrder(systemId));
  await expect.poll(() => stateOf(secondarySession, firstRowId), { timeout: 10_000 }).toBe('ACKED');
  const stored = liveJournal();
  const { baseUrl, world } = other.ready;
  const profileInput = { id: null, name: 'Tried', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  const testWithKey = (key: string) => program.outcome('profiles.test', { ...profileInput, paceMs: 1_000, key });
  // The test is started between two requests of the connection.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await testWithKey(world.apikey)).toMatchObject({ ok: true });
  expect(await testWithKey('WRONG-key-1')).toMatchObject({ failure: { code: 'refused' } });
  expect(liveJournal()).toEqual(stored);
  expect(secondarySession.connection.keyRefusedSince()).toBeNull();
  expect(secondarySession.connection.health().state).toBe('answering');
  expect(secondarySession.connection.queue().paceMs).toBe(1_000);
  expect((await status()).secondary).toEqual([{ name: 'Main', mode: 'LIVE', unknownOrders: 0 }]);
  // An order is still sent, in its turn.
  const tested = testWithKey(world.apikey);
  const secondRowId = submit(secondarySession, limitOrder(systemId, 2));
  await expect.poll(() => stateOf(secondarySession, secondRowId), { timeout: 10_000 }).toBe('ACKED');
  expect(await tested).toMatchObject({ ok: true });
  expect(await submittedOwnIds(other.ready)).toHaveLength(2);
  expect(await submittedOwnIds(program.practice)).toEqual([]);
  // Half a second of tolerance, because a busy computer delays what arrives.
  expect(Math.min(...(await gapsAt(other)))).toBeGreaterThan(500);
});

test('a secondary connection is reported as open, cannot be removed, and is opened again after an edit', async () => {
  const secondarySession = await openSecondary(liveId);
  await untilReadyToSend(secondarySession, systemId);
  const { profiles } = await program.call('storage.report', {});
  expect(profiles.filter(({ open }) => open).map(({ profileId }) => profileId)).toEqual(['practice', liveId]);
  expect(await program.outcome('profiles.remove', { profileId: liveId })).toMatchObject({
    failure: { code: 'in-use' },
  });
  await program.call('storage.clear', { profileId: liveId, history: true });
  expect(secondarySession.cache.signals(systemId, 10)).toEqual([]);
  await untilReadyToSend(secondarySession, systemId);

  const { baseUrl } = other.ready;
  const profileInput = {
    id: liveId,
    name: 'Renamed',
    kind: 'world',
    baseUrl,
    altBaseUrl: null,
    platformId: null,
  } as const;
  await program.call('profiles.save', { ...profileInput, paceMs: 2_000, key: null });
  expect((await status()).secondary).toEqual([{ name: 'Renamed', mode: 'LIVE', unknownOrders: 0 }]);
  expect(program.sessions.secondary()).not.toContain(secondarySession);
  expect(program.sessions.secondary()[0]?.connection.queue().paceMs).toBe(2_000);
  expect(program.sessions.inUse().profile.id).toBe('practice');
});

test('practice stays in use, also at the next start, if a secondary connection opens or fails', async () => {
  const sessionInUse = program.sessions.inUse();
  program.beforeKey = () => Promise.reject(new Error('The keychain is locked'));
  expect(await program.sessions.open(liveId)).toMatchObject({
    failure: { code: 'not-opened', message: { name: 'Main', reason: 'The keychain is locked' } },
  });
  expect(program.sessions.inUse()).toBe(sessionInUse);
  expect((await program.call('preferences.get', {})).profileId).toBe('practice');
  program.beforeKey = () => Promise.resolve();
  await openSecondary(liveId);
  expect((await program.call('preferences.get', {})).profileId).toBe('practice');
});
