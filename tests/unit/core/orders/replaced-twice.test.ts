import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { DeskRig } from './desk-rig.ts';
import type { RequestOutcome } from './fake-platform.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

const oldId = '148220811';
const codes = [
  'replace-two-steps',
  'replace-without-release',
  'replace-ends-group',
  'same-order',
  'links-unknown',
  'stale',
];
const replacement = (limit: string, parkUntil: number | null): Ticket =>
  ticket({ price: { kind: 'limit', limit }, parkUntil, replaces: { serviceId: oldId, leaveOcaIntact: true } });

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  rig.platform.add(record(oldId));
  await rig.ready();
});
afterEach(() => rig.dispose());

it('a replacement on hold is not sent when another replacement cancels the old order', async () => {
  const lost = { kind: 'lost-before' } as const;
  rig.platform.outcomes.push(lost, lost, lost);
  const later = Math.floor(rig.clock.now() / 1000) + 7_200;
  expect(rig.desk.submit(intent(1), replacement('151.00', later), codes)).toMatchObject({ ok: true });
  await rig.clock.advance(4_000);
  expect(rig.state(intent(1))).toBe('HELD');
  expect(rig.desk.submit(intent(2), replacement('152.00', null), codes)).toMatchObject({ ok: true });
  await rig.clock.advance(0);
  expect(rig.submittedOwnIds()).toHaveLength(1);
  rig.platform.set(oldId, { status: 'canceled', canceledAt: Math.floor(rig.clock.now() / 1000) });
  rig.desk.listsChanged(systemId);
  await rig.clock.advance(0);
  expect(rig.submittedOwnIds()).toHaveLength(1);
  const warned = { state: 'HELD', reason: { code: 'replace.replaced-already' } };
  expect(rig.journal.order(intent(1))).toMatchObject(warned);
  rig.restart();
  await rig.ready();
  expect(rig.journal.order(intent(1))).toMatchObject(warned);
});

it('no stop is called missing if another replacement of the old stop works', async () => {
  const exit = { action: 'STC', profitTarget: null, stopLoss: null } as const;
  const stopAt = (stop: string, parkUntil: number | null): Ticket => ({
    ...replacement('1', parkUntil),
    ...{ ...exit, price: { kind: 'stop', stop } },
  });
  rig.platform.set(oldId, { action: 'STC', kind: 'stop', stop: '147', limit: null });
  rig.positions = [{ ...longPosition, quantity: '100' }];
  const lost = { kind: 'lost-before' } as const;
  rig.platform.outcomes.push(lost, lost, lost);
  const allCodes = [...codes, 'may-turn', 'exit-unknown'];
  const later = Math.floor(rig.clock.now() / 1000) + 7_200;
  expect(rig.desk.submit(intent(1), stopAt('148', later), allCodes)).toMatchObject({ ok: true });
  await rig.clock.advance(4_000);
  expect(rig.desk.submit(intent(2), stopAt('149', null), allCodes)).toMatchObject({ ok: true });
  await rig.clock.advance(0);
  rig.platform.set(oldId, { status: 'canceled', canceledAt: Math.floor(rig.clock.now() / 1000) });
  rig.desk.listsChanged(systemId);
  await rig.clock.advance(0);
  expect(rig.journal.order(intent(1))).toMatchObject({
    ...{
      state: 'HELD',
      reason: { code: 'replace.replaced-already' },
      cancelFirst: { proof: { rule: 'canceled-time' } },
    },
  });
  expect(rig.row(1)?.journal?.alarm).toBeNull();
});

it('a confirmed cancel of the old order releases the new one, even after a lost replacement', async () => {
  rig.platform.outcomes.push({ kind: 'lost-before' });
  expect(rig.desk.submit(intent(1), replacement('151.00', null), codes)).toMatchObject({ ok: true });
  await rig.clock.advance(130_000);
  expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  const later = Math.floor(rig.clock.now() / 1000) + 7_200;
  const outcome = rig.desk.submit(intent(2), replacement('152.00', later), [...codes, 'duplicate']);
  expect(outcome).toMatchObject({ ok: true });
  await rig.clock.advance(0);
  expect(rig.state(intent(2))).toBe('ACKED');
});

it.each<[string, RequestOutcome]>([
  ['has no answer', { kind: 'lost-before' }],
  ['waits for its answer', { kind: 'hang' }],
  ['was accepted after the list was read', { kind: 'ok' }],
])('an entry is not replaced a second time while its first replacement %s', async (_what, outcome) => {
  await rig.clock.advance(1_000);
  rig.platform.outcomes.push(outcome);
  expect(rig.desk.submit(intent(1), replacement('151.00', null), codes)).toMatchObject({ ok: true });
  await rig.clock.advance(0);
  const refusal = { failure: { code: 'blocked', message: { code: 'replace.in-progress' } } };
  expect(rig.desk.submit(intent(2), replacement('152.00', null), codes)).toMatchObject(refusal);
  expect(rig.submittedOwnIds()).toHaveLength(1);
});

it('a stop that was replaced is not called lost because a second replacement was refused', async () => {
  rig.platform.obeysReplace = true;
  rig.platform.set(oldId, { action: 'STC', kind: 'stop', stop: '147', limit: null });
  rig.positions = [{ ...longPosition, quantity: '100' }];
  const stopAt = (stop: string): Ticket => ({
    ...replacement('1', null),
    ...{ action: 'STC', profitTarget: null, stopLoss: null, price: { kind: 'stop', stop } },
  });
  expect(rig.desk.submit(intent(1), stopAt('148'), [...codes, 'may-turn'])).toMatchObject({ ok: true });
  rig.platform.outcomes.push({ kind: 'refused', title: 'The signal to be replaced has ended' });
  expect(rig.desk.submit(intent(2), stopAt('149'), [...codes, 'may-turn'])).toMatchObject({ ok: true });
  await rig.clock.advance(130_000);
  const { serviceId } = rig.row(1) ?? {};
  expect(rig.journal.order(intent(2))).toMatchObject({
    ...{ state: 'PROBABLY_ABSENT', alarm: null },
    reason: { code: 'absent.replace-not-done', old: { replacedBy: serviceId } },
  });
  expect(rig.row(2)?.journal?.exposed).toBe(false);
});
