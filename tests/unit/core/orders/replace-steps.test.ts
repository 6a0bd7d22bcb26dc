import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';
import type { RequestOutcome } from './fake-platform.ts';

const parkedUntil = Date.UTC(2026, 2, 2, 20, 30) / 1000;
const confirmed = [
  'replace-two-steps',
  'replace-without-release',
  'replace-ends-group',
  'same-order',
  'market',
  'may-turn',
];
const oldId = '148220811';
let rig: DeskRig;

/** Adds a parked limit order that the journal does not know. */
const place = (changes: Partial<CachedSignal> = {}): void =>
  rig.platform.add(record(oldId, { status: 'waiting', statusText: 'working', parkedUntil, ...changes }));

const replacement = (changes: Partial<Ticket> = {}): Ticket =>
  ticket({
    price: { kind: 'limit', limit: '151.00' },
    replaces: { serviceId: oldId, leaveOcaIntact: true },
    ...changes,
  });

async function replace(changes: Partial<Ticket> = {}, ...requestOutcomes: RequestOutcome[]) {
  rig.platform.outcomes.push(...requestOutcomes);
  const outcome = rig.desk.submit(intent(1), replacement(changes), [...confirmed, 'links-unknown', 'stale']);
  await rig.clock.advance(0);
  return outcome;
}

const commands = (): string[] => rig.platform.sent.map(({ command }) => command);
const reason = (): unknown => rig.journal.order(intent(1))?.reason;
const row = () => rig.journal.order(intent(1));

beforeEach(async () => {
  rig = new DeskRig();
  place();
  await rig.ready();
});
afterEach(() => rig.dispose());

describe('replacing a parked order', () => {
  it('cancels it first, and sends the new order without xreplace once the cancel is proved', async () => {
    expect(await replace()).toMatchObject({ ok: true });
    expect(commands()).toEqual(['cancelSignal', 'submitSignal']);
    expect(rig.state(intent(1))).toBe('ACKED');
    expect(rig.platform.sentSignals.at(-1)).not.toHaveProperty('xreplace');
  });

  it('refuses another replacement of the same order until this one is over', async () => {
    await replace({}, { kind: 'hang' });
    expect(rig.desk.hasWaiting()).toBe(true);
    const other = replacement({ price: { kind: 'limit', limit: '152.00' } });
    const refusal = { failure: { code: 'blocked', message: { code: 'replace.in-progress' } } };
    const codes = [...confirmed, 'links-unknown', 'stale'];
    expect(rig.desk.submit(intent(2), other, codes)).toMatchObject(refusal);
    rig.desk.prepare(intent(3), other);
    expect(rig.desk.confirm(intent(3), codes)).toMatchObject(refusal);
  });

  it('leaves no on-hold notice after the new order is sent', async () => {
    await replace();
    expect(rig.state(intent(1))).toBe('ACKED');
    expect([[...rig.shownNotices.values()], rig.desk.hasWaiting()]).toEqual([[], false]);
  });

  it('has the new order HELD on the disk before the cancel is sent', async () => {
    let seen: unknown;
    rig.platform.onSend = (id) => {
      if (id === oldId) seen = rig.stateOnDisk(row()?.ownId ?? '');
    };
    await replace();
    expect(seen).toBe('HELD');
  });

  it('shows the two steps in the preview and asks for a confirmation', () => {
    const preview = rig.desk.preview(replacement());
    expect(preview.twoSteps).toBe(true);
    expect(preview.checks.map(({ code }) => code)).toContain('replace-two-steps');
    expect(rig.desk.submit(intent(1), replacement(), [])).toMatchObject({ failure: { code: 'unconfirmed' } });
    expect(rig.platform.sent).toEqual([]);
  });

  it('sends the new order too if the answer says that the old one was canceled already', async () => {
    rig.platform.blocked = true;
    await replace();
    rig.platform.set(oldId, { status: 'canceled', canceledAt: null });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal', 'submitSignal']);
  });

  it('sends no new order if the cancel finds the old one filled, and reports it', async () => {
    rig.platform.blocked = true;
    await replace();
    rig.platform.set(oldId, { status: 'traded', tradedAt: 1 });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(rig.state(intent(1))).toBe('ABANDONED');
    expect(reason()).toEqual({ code: 'replace.old-traded' });
    expect(rig.notices.map(({ title }) => title)).toContainEqual({
      code: 'notice.order',
      news: 'not-replaced',
      action: 'BTO',
      quantity: '100',
      symbol: 'AAPL',
    });
  });

  it('never accepts absence from the lists as proof when all answers are lost', async () => {
    const lost = { kind: 'lost-before' } as const;
    rig.platform.blocked = true;
    await replace({}, lost, lost, lost);
    rig.platform.signals.delete(oldId);
    rig.platform.unblock();
    await rig.clock.advance(20_000);
    rig.desk.listsChanged(systemId);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(rig.state(intent(1))).toBe('HELD');
    expect(reason()).toEqual({ code: 'replace.cancel-not-proved' });
  });

  it('sends the new order after a repeated cancel if only the first answer is lost', async () => {
    await replace({}, { kind: 'lost-after' });
    expect(commands()).toEqual(['cancelSignal', 'cancelSignal', 'submitSignal']);
    const unproved = { code: 'order.on-hold', reason: { code: 'replace.cancel-not-proved' } };
    expect(rig.notices.map(({ text }) => text)).not.toContainEqual(unproved);
  });

  it('sends the new order if canceled_time in a list proves the cancel within 15 s', async () => {
    rig.platform.blocked = true;
    await replace();
    rig.platform.set(oldId, { status: 'canceled', canceledAt: Math.floor(rig.clock.now() / 1000) });
    await rig.clock.advance(5_000);
    rig.desk.listsChanged(systemId);
    expect(row()?.cancelFirst?.proof).toMatchObject({ rule: 'canceled-time' });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('waits for one confirmation if the cancel is proved after 15 s, and cancels only once', async () => {
    rig.platform.blocked = true;
    await replace();
    await rig.clock.advance(16_000);
    expect(reason()).toEqual({ code: 'replace.cancel-not-proved' });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(rig.decide(1, 'send-again', { confirmed: [] })).toMatchObject({ ok: true });
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal', 'submitSignal']);
    expect(rig.state(intent(1))).toBe('ACKED');
  });

  it('cancels again if the trader confirms without a proof, and waits for the answer', async () => {
    const lost = { kind: 'lost-before' } as const;
    await replace({}, lost, lost, lost);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(rig.decide(1, 'send-again', { confirmed: [] })).toMatchObject({ ok: true });
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal', 'cancelSignal', 'cancelSignal', 'cancelSignal', 'submitSignal']);
  });

  it('cancels again if the old order was released and the first cancel has no proof', async () => {
    const lost = { kind: 'lost-before' } as const;
    await replace({}, lost, lost, lost);
    rig.platform.set(oldId, { status: 'working', parkedUntil: null });
    rig.desk.listsChanged(systemId);
    expect(rig.desk.review(intent(1))).toMatchObject({ value: { preview: { twoSteps: true } } });
    expect(rig.decide(1, 'send-again', { confirmed: [] })).toMatchObject({ ok: true });
    await rig.clock.advance(0);
    expect(commands().slice(3)).toEqual(['cancelSignal', 'submitSignal']);
    expect(rig.platform.sentSignals.at(-1)).not.toHaveProperty('xreplace');
  });

  it.each(['canceled', 'expired'] as const)(
    'cancels again if the old order is listed as %s without a time',
    async (status) => {
      await replace({}, { kind: 'lost-before' }, { kind: 'lost-before' }, { kind: 'lost-before' });
      rig.platform.set(oldId, { status, canceledAt: null });
      rig.desk.listsChanged(systemId);
      await rig.clock.advance(20_000);
      if (status === 'expired') rig.platform.outcomes.push({ kind: 'refused', title: 'Signal expired' });
      expect(rig.desk.confirm(intent(1), [...confirmed, 'rule-notReplaceable'])).toEqual({ ok: true, value: {} });
      await rig.clock.advance(0);
      expect(rig.state(intent(1))).toBe(status === 'canceled' ? 'ACKED' : 'HELD');
    },
  );

  it('cancels again if the old order left the lists and the first cancel has no proof', async () => {
    place({ action: 'STC', kind: 'stop', stop: '147', limit: null });
    const lost = { kind: 'lost-before' } as const;
    await replace({}, lost, lost, lost);
    const asked = row()?.cancelFirst;
    expect(asked).toMatchObject({ names: [oldId], isStop: true, proof: null });
    rig.platform.signals.delete(oldId);
    rig.desk.listsChanged(systemId);
    rig.platform.blocked = true;
    expect(rig.decide(1, 'send-again', { confirmed: ['rule-unknownReplaced'] })).toMatchObject({ ok: true });
    expect(row()?.cancelFirst).toEqual({ names: [oldId], isStop: true, proof: null });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.sent.slice(3).map(({ command }) => command)).toEqual(['cancelSignal']);
    expect(rig.state(intent(1))).toBe('HELD');
    expect(rig.submittedOwnIds()).toEqual([]);
  });

  it('sends no new order if the old one was canceled already and a sibling may have filled', async () => {
    rig.platform.add(record('148220812', { ocaId: '7', action: 'STC' }));
    rig.platform.set(oldId, { ocaId: '7', status: 'waiting' });
    rig.platform.blocked = true;
    await replace({}, { kind: 'ok' });
    rig.platform.set(oldId, { status: 'canceled', canceledAt: null });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
  });

  it('sends no new order if a list shows that a sibling has filled', async () => {
    rig.platform.add(record('148220812', { ocaId: '7', action: 'STC' }));
    rig.platform.set(oldId, { ocaId: '7', status: 'waiting' });
    rig.platform.blocked = true;
    await replace();
    const now = Math.floor(rig.clock.now() / 1000);
    rig.platform.set('148220812', { status: 'traded', tradedAt: now });
    rig.platform.set(oldId, { status: 'canceled', canceledAt: now });
    rig.desk.listsChanged(systemId);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
  });

  it('sends no new order if a sibling that was entered here is filled when a list first shows it', async () => {
    rig.platform.set(oldId, { ocaId: '7' });
    const noBracket = { profitTarget: null, stopLoss: null };
    await rig.submit(
      2,
      { ...noBracket, price: { kind: 'limit', limit: '149.00' }, ocaGroupId: '7' },
      { kind: 'lost-after' },
    );
    rig.platform.blocked = true;
    await replace(noBracket);
    const sibling = rig.platform.list(systemId).find(({ serviceId }) => serviceId !== oldId)?.serviceId ?? '';
    const now = Math.floor(rig.clock.now() / 1000);
    rig.platform.set(sibling, { status: 'traded', tradedAt: now });
    rig.platform.set(oldId, { status: 'canceled', canceledAt: now });
    expect(rig.state(intent(2))).toBe('UNKNOWN');
    rig.desk.listsChanged(systemId);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
  });

  it('sends no new order if the other leg of the bracket has filled, even without a listed group', async () => {
    rig.platform.showsGroups = false;
    await rig.submit(2, { symbol: 'MSFT' }, { kind: 'lost-after' });
    const leg = { symbol: 'MSFT', action: 'STC', status: 'waiting' } as const;
    rig.platform.add(record('301', { ...leg, limit: '160' }));
    rig.platform.add(record('302', { ...leg, kind: 'stop', limit: null, stop: '145.5' }));
    await rig.clock.advance(2_000);
    expect(rig.journal.order(intent(2))).toMatchObject({ serviceIds: { target: '301', stop: '302', ocaGroup: null } });
    const now = Math.floor(rig.clock.now() / 1000);
    rig.platform.set(rig.row(2)?.serviceId ?? '', { status: 'traded', tradedAt: now });
    rig.platform.set('301', { status: 'working' });
    rig.positions = [{ ...longPosition, symbol: 'MSFT', quantity: '100' }];
    rig.desk.listsChanged(systemId);
    rig.platform.blocked = true;
    const moved = ticket({ symbol: 'MSFT', action: 'STC', price: { kind: 'stop', stop: '146.00' } });
    await replace({
      ...moved,
      profitTarget: null,
      stopLoss: null,
      replaces: { serviceId: '302', leaveOcaIntact: true },
    });
    rig.platform.set('301', { status: 'traded', tradedAt: now });
    rig.platform.set('302', { status: 'canceled', canceledAt: now });
    rig.desk.listsChanged(systemId);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
  });

  it('sends the cancel but not the new order when the kill switch is on', async () => {
    rig.platform.blocked = true;
    await replace();
    rig.killReason = 'Pressed by hand.';
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal']);
    expect(rig.state(intent(1))).toBe('HELD');
  });
});

describe('a stop that is replaced in two steps', () => {
  const stop: Partial<Ticket> = {
    action: 'STC',
    price: { kind: 'stop', stop: '148' },
    profitTarget: null,
    stopLoss: null,
  };

  it('raises an alarm while its position has no stop and the new one waits', async () => {
    place({ action: 'STC', kind: 'stop', stop: '147', limit: null });
    rig.positions = [{ id: '1', systemId, symbol: 'AAPL', side: 'long', quantity: '100' } as never];
    rig.platform.blocked = true;
    await replace(stop);
    await rig.clock.advance(16_000);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'replace.stop-missing', symbol: 'AAPL' });
    rig.decide(1, 'send-again', { confirmed: [] });
    await rig.clock.advance(0);
    expect(rig.row(1)?.journal?.alarm).toBeNull();
  });

  it('raises the alarm too when the proof of the cancel could not be written at once', async () => {
    place({ action: 'STC', kind: 'stop', stop: '147', limit: null });
    rig.positions = [{ id: '1', systemId, symbol: 'AAPL', side: 'long', quantity: '100' } as never];
    rig.platform.blocked = true;
    await replace(stop);
    const failingWrites = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    });
    rig.platform.unblock();
    await rig.clock.advance(0);
    failingWrites.mockRestore();
    await rig.clock.advance(20_000);
    expect(commands()).toEqual(['cancelSignal']);
    expect(reason()).toEqual({ code: 'replace.proved-late' });
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'replace.stop-missing', symbol: 'AAPL' });
  });

  it.each<[string, RequestOutcome, string]>([
    ['cannot be sent', { kind: 'not-sent' }, 'NOT_SENT'],
    ['is refused', { kind: 'refused', title: 'Unknown typeofsymbol' }, 'REJECTED'],
    ['waits too long for its turn', { kind: 'ok' }, 'HELD'],
  ])('raises the alarm too when the new one %s', async (_what, outcome, state) => {
    place({ action: 'STC', kind: 'stop', stop: '147', limit: null });
    rig.positions = [{ id: '1', systemId, symbol: 'AAPL', side: 'long', quantity: '100' } as never];
    rig.platform.onSend = (id) => {
      rig.platform.blocked = id === oldId && state === 'HELD';
    };
    await replace(stop, { kind: 'ok' }, outcome);
    await rig.clock.advance(16_000);
    expect(rig.state(intent(1))).toBe(state);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'replace.stop-missing', symbol: 'AAPL' });
    expect(rig.notices).toContainEqual(
      expect.objectContaining({ level: 'danger', text: { code: 'replace.stop-missing', symbol: 'AAPL' } }),
    );
    expect(rig.decide(1, state === 'REJECTED' ? 'acknowledge' : 'abandon').ok).toBe(true);
    expect(rig.row(1)?.journal?.alarm).toBeNull();
  });
});

describe('a restart between the steps', () => {
  /** The program ends while the cancel waits for its turn. */
  async function crashBeforeCancel(...requestOutcomes: RequestOutcome[]): Promise<void> {
    rig.platform.blocked = true;
    await replace({}, ...requestOutcomes);
    rig.restart();
    rig.platform.blocked = false;
    await rig.ready();
    await rig.clock.advance(0);
  }

  it('before the cancel was sent: nothing is sent until a confirmation, then the cancel first', async () => {
    await crashBeforeCancel();
    expect(rig.platform.sent).toEqual([]);
    expect(reason()).toEqual({ code: 'replace.interrupted', canceled: false });
    rig.decide(1, 'send-again', { confirmed: [] });
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal', 'submitSignal']);
  });

  it('with the new order in flight: it is unknown and is never sent again automatically', async () => {
    await replace({}, { kind: 'ok' }, { kind: 'hang' });
    rig.restart();
    await rig.ready();
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('with the proof on the disk: one confirmation sends the order without a second cancel', async () => {
    rig.platform.blocked = true;
    await replace();
    rig.killReason = 'Pressed by hand.';
    rig.platform.unblock();
    await rig.clock.advance(0);
    rig.killReason = null;
    rig.restart();
    await rig.ready();
    expect(reason()).toEqual({ code: 'replace.interrupted', canceled: true });
    rig.decide(1, 'send-again', { confirmed: [] });
    await rig.clock.advance(0);
    expect(commands()).toEqual(['cancelSignal', 'submitSignal']);
  });

  it('with no answer to the cancel: a list proves the cancel, one confirmation sends the order', async () => {
    await replace({}, { kind: 'hang' });
    rig.restart();
    rig.platform.set(oldId, { status: 'canceled', canceledAt: Math.floor(rig.clock.now() / 1000) });
    await rig.ready();
    rig.desk.listsChanged(systemId);
    expect(row()?.cancelFirst?.proof).toMatchObject({ rule: 'canceled-time' });
    expect(rig.submittedOwnIds()).toEqual([]);
    rig.decide(1, 'send-again', { confirmed: [] });
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('before the cancel was sent, and the old order fills: the new order is abandoned', async () => {
    await crashBeforeCancel();
    rig.platform.set(oldId, { status: 'traded', tradedAt: 1 });
    rig.desk.listsChanged(systemId);
    expect(rig.state(intent(1))).toBe('ABANDONED');
    expect(rig.platform.sent).toEqual([]);
  });
});

const possibleOutcomes: readonly RequestOutcome[] = [
  { kind: 'ok' },
  { kind: 'lost-before' },
  { kind: 'lost-after' },
  { kind: 'garbage' },
  { kind: 'not-sent' },
  { kind: 'hang' },
];

it('in random runs the new order is sent at most once, and only after the old one was canceled', async () => {
  const count = process.env['STRATDESK_PROMISES'] === 'full' ? 3_000 : 300;
  let sent = 0;
  for (let seed = 1; seed <= count; seed++) {
    await rig.dispose();
    rig = new DeskRig();
    place();
    await rig.ready();
    const random = seededNumbers(seed);
    const pick = <Value>(all: readonly Value[]): Value => all[Math.floor(random() * all.length)]!;
    const faults: string[] = [];
    rig.platform.onSend = (id) => {
      const status = rig.platform.signals.get(oldId)?.status;
      if (id === row()?.ownId && status !== 'canceled') faults.push(`sent while the old order was ${status}`);
    };
    await replace({}, pick(possibleOutcomes), pick(possibleOutcomes));
    for (let step = 0; step < 6; step++) {
      const event = pick([
        'restart',
        'short-wait',
        'long-wait',
        'fill',
        'cancel',
        'release',
        'list',
        'confirm',
        'answer',
      ] as const);
      if (event === 'restart') {
        rig.restart();
        rig.platform.unblock();
        await rig.ready();
      } else if (event === 'confirm') rig.decide(1, 'send-again', { confirmed: [] });
      else if (event === 'list') rig.desk.listsChanged(systemId);
      else if (event === 'answer') rig.platform.unblock();
      else if (event === 'short-wait' || event === 'long-wait')
        await rig.clock.advance(event === 'long-wait' ? 16_000 : 3_000);
      else if (event === 'release') {
        if (rig.platform.signals.get(oldId)?.status === 'waiting')
          rig.platform.set(oldId, { status: 'working', parkedUntil: null });
      } else if (['waiting', 'working'].includes(rig.platform.signals.get(oldId)?.status ?? '')) {
        rig.platform.set(
          oldId,
          event === 'fill' ? { status: 'traded', tradedAt: 1 } : { status: 'canceled', canceledAt: 1 },
        );
      }
      rig.platform.outcomes.push(pick(possibleOutcomes));
      await rig.clock.advance(0);
    }
    sent += rig.submittedOwnIds().length;
    expect({ seed, faults, twice: rig.submittedOwnIds().length > 1 }).toEqual({ seed, faults: [], twice: false });
  }
  expect(sent).toBeGreaterThan(count / 4);
}, 240_000);
