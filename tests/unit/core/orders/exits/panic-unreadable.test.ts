// A panic with records that cannot be read (order-safety 8.4, 8.8; trial-safety A4).
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { words } from '#renderer/messages/words.ts';
import { intent, record, systemId } from '../order-fixtures.ts';
import { ExitRig } from './exit-rig.ts';

const flatten = { kind: 'flatten' as const, systemId };
const msToEvening = 12 * 3_600_000;

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
});
afterEach(() => rig.dispose());

/** An order that works at the platform and whose record cannot be read, except these members. */
function addUnreadable(serviceId: string | null, members: Partial<UnreadableSignal> = {}): void {
  const one = { systemId, ownId: null, symbol: null, action: null, postedAt: null, raw: '{}', contradicts: false };
  const key = serviceId ?? 'no id';
  rig.platform.add(record(key, { symbol: 'KO' }));
  rig.platform.unreadable.set(key, { ...one, serviceId, problem: 'signal: quant', ...members });
}
const execute = async (): Promise<void> => {
  rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
  await rig.runToEnd();
};
const texts = (): string[] => rig.planOf(flatten).steps.map(({ text }) => words(text));
const notes = (): string[] => rig.planOf(flatten).checks.map(({ text }) => words(text));
const residue = (): string[] | undefined => rig.exits.progress(systemId)?.residue.map(words);
const showNoPositionsOnRead = (): void => {
  rig.onRead = () => (rig.positions = []);
};

it('a panic cancels, by its id, an unreadable order that cannot be the stop of a position', async () => {
  addUnreadable('500', { symbol: 'KO' });
  expect(texts()).toContain('Cancel 1 unreadable order');
  showNoPositionsOnRead();
  await execute();
  expect(rig.platform.sent.filter(({ id }) => id === '500')).toHaveLength(1);
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
  expect(rig.lists).toEqual(['flat', 'stop']);
});

it('a panic only names an unreadable order that may be the stop of a retained position', async () => {
  rig.clock.jumpWall(msToEvening);
  addUnreadable('500', { symbol: 'AAPL', action: 'STC' });
  expect(notes()).toContain('An order of AAPL cannot be read. It may be a stop, so it is not canceled now.');
  await execute();
  expect(rig.platform.sent.some(({ id }) => id === '500')).toBe(false);
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
});

it('a panic cancels an unreadable order that may be a stop once the position is closed', async () => {
  addUnreadable('500', { symbol: 'AAPL' });
  rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
  await rig.clock.advance(0);
  expect(rig.platform.sent.some(({ id }) => id === '500')).toBe(false);
  rig.positions = [];
  await rig.runToEnd();
  expect(rig.platform.signals.get('500')?.status).toBe('canceled');
  expect(rig.lists).toEqual(['flat', 'stop']);
});

it('a panic is not finished while an unreadable order remains whose id cannot be read', async () => {
  addUnreadable(null);
  rig.positions = [];
  expect(notes()).toEqual([
    'An order cannot be read, and its id is not readable either. It is not canceled: cancel it on the website.',
  ]);
  await execute();
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
  expect(residue()).toEqual(['an order that cannot be read']);
});

it('a panic keeps the target mode and does not report flat if an open trade cannot be read', async () => {
  showNoPositionsOnRead();
  rig.hasUnreadableTrades = true;
  expect(notes()).toContain(
    'An open trade cannot be read. A position may be missing in this plan: look on the website.',
  );
  await execute();
  expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
  expect(residue()).toEqual(['an open trade that cannot be read']);
  expect(rig.lists).toEqual(['flat']);
});

it('a panic cancels no stop of a position that may be the open trade that cannot be read', async () => {
  rig.platform.add(record('600', { symbol: 'KO', action: 'STC', kind: 'stop', limit: null, stop: '60' }));
  addUnreadable('601', { symbol: 'PEP', action: 'STC' });
  addUnreadable('602', { symbol: 'PEP', action: 'BTO' });
  rig.hasUnreadableTrades = true;
  showNoPositionsOnRead();
  await execute();
  const sentIds = rig.platform.sent.map(({ id }) => id);
  expect(sentIds).not.toContain('600');
  expect(sentIds).not.toContain('601');
  // The stop of AAPL, whose position is closed as a reading shows, and the entry in PEP.
  expect(sentIds).toEqual(expect.arrayContaining(['201', '602']));
  expect(residue()).toEqual([
    'STC 100 KO is still working',
    'an order of PEP that cannot be read',
    'an open trade that cannot be read',
  ]);
});
