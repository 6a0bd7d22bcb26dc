import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLive, type Signal, type SignalState } from '#rules/signals/signal.ts';
import { BookOwner, START, type Order } from './desk.ts';

/**
 * One step of a random history. `parent`, `replaces` and `which` select one of the signals that
 * exist at that step.
 */
type Step =
  | {
      kind: 'submit';
      order: Order;
      parent: number | null;
      replaces: number | null;
      groupNumber: number | null;
      ownIdNumber: number | null;
    }
  | { kind: 'cancel'; which: number }
  | { kind: 'price'; price: number }
  | { kind: 'time'; minutes: number };

const price = fc.integer({ min: 95, max: 105 }).map(String);
const optionalIndex = fc.option(fc.nat(40), { freq: 2 });

const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    action: fc.constantFrom('BTO', 'STO', 'BTC', 'STC', 'SSHORT'),
    quantity: fc.constantFrom('1', '10', '100'),
    duration: fc.constantFrom('DAY', 'GTC'),
    kind: fc.constantFrom('market', 'limit', 'stop'),
    price,
    bracket: fc.option(fc.record({ profitTarget: price, stopLoss: price })),
    forceNoOca: fc.boolean(),
    leaveOcaIntact: fc.boolean(),
  })
  .map(({ kind, price: level, bracket, ...rest }) => ({
    ...rest,
    ...(kind === 'limit' ? { limit: level } : kind === 'stop' ? { stop: level } : {}),
    ...(bracket && ['BTO', 'STO', 'SSHORT'].includes(rest.action) ? bracket : {}),
  }));

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('submit' as const),
        order: anyOrder,
        parent: optionalIndex,
        replaces: optionalIndex,
        groupNumber: optionalIndex,
        ownIdNumber: optionalIndex,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(40) }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('price' as const), price: fc.integer({ min: 93, max: 107 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('time' as const), minutes: fc.integer({ min: 1, max: 600 }) }),
    },
  ),
  { maxLength: 40 },
);

function run(desk: BookOwner, step: Step): void {
  const known = desk.archive.signals();
  const at = (index: number | null): string | null =>
    index === null ? null : (known[index % Math.max(1, known.length)]?.id ?? null);
  if (step.kind === 'cancel') desk.cancel(at(step.which) ?? 'none');
  else if (step.kind === 'price') desk.tick(String(step.price));
  else if (step.kind === 'time') desk.advanceTo(desk.now + step.minutes * 60_000);
  else {
    desk.submit({
      ...step.order,
      conditionalUpon: step.replaces === null ? at(step.parent) : null,
      replaces: at(step.replaces),
      ocaId: step.groupNumber === null ? null : `g${String(step.groupNumber % 4)}`,
      ownId: step.ownIdNumber === null ? null : `o${String(step.ownIdNumber)}`,
    });
  }
}

type Snapshot = ReadonlyMap<string, Signal>;

function snapshot(desk: BookOwner): Snapshot {
  return new Map(desk.archive.signals().map((signal) => [signal.id, signal]));
}

const ENDED: readonly SignalState[] = ['traded', 'canceled', 'expired'];

/** order-safety.md 6.1, I1 to I7 and I9, over random submits, cancels, prices and times. */
describe('[States/Signal] invariants of signals', () => {
  it('order-safety I1, I3, I7 and I9 hold after every step', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const desk = new BookOwner();
        for (const step of history) {
          const before = snapshot(desk);
          run(desk, step);
          checkStep(before, snapshot(desk), step);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('order-safety I2 and I4 hold over the whole history', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const desk = new BookOwner();
        for (const step of history) run(desk, step);
        const all = desk.archive.signals();
        const groups = Map.groupBy(
          all.filter((signal) => signal.ocaId !== null),
          (signal) => signal.ocaId,
        );
        for (const members of groups.values()) {
          expect(members.filter((signal) => signal.state === 'traded').length).toBeLessThanOrEqual(1);
        }
        const ownIds = all.flatMap((signal) => signal.ownId ?? []);
        expect(new Set(ownIds).size).toBe(ownIds.length);
        const ids = new Set([...ownIds, ...all.map((signal) => signal.id)]);
        expect([...groups.keys()].filter((group) => group !== null && ids.has(group))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('order-safety I5, I6: a replace is wholly done or not at all', () => {
    fc.assert(
      fc.property(steps, fc.nat(40), anyOrder, (history, which, order) => {
        const desk = new BookOwner();
        for (const step of history) run(desk, step);
        const known = desk.archive.signals();
        const old = known[which % Math.max(1, known.length)];
        fc.pre(old !== undefined);
        const before = snapshot(desk);
        const result = desk.submit({ ...order, replaces: old.id });
        const after = desk.get(old.id);
        if ('signal' in result) {
          expect(isLive(old)).toBe(true);
          expect(after.state).toBe('canceled');
          const siblings = [...before.values()].filter(
            (one) => old.ocaId !== null && one.ocaId === old.ocaId && one.id !== old.id && isLive(one),
          );
          for (const one of siblings) {
            const sibling = desk.get(one.id);
            // A sibling that also waits for the replaced signal ends with its parent, not with its
            // group.
            const orphaned = sibling.cause?.kind === 'parentCanceled';
            if (order.leaveOcaIntact !== true) expect(sibling.state).toBe('canceled');
            else if (!orphaned) expect(sibling).toEqual(one);
          }
        } else {
          expect(snapshot(desk)).toEqual(before);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('positions equal the signed sum of fills', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const desk = new BookOwner();
        for (const step of history) run(desk, step);
        const filled = desk.archive.signals().filter((signal) => signal.state === 'traded');
        const net = filled.reduce((sum, one) => sum + (one.action.startsWith('B') ? one.quantity : -one.quantity), 0n);
        const open = desk.book.openTrade('AAPL');
        const held = open ? (open.opened - open.closed) * (open.side === 'long' ? 1n : -1n) : 0n;
        expect(held).toBe(net);
      }),
      { numRuns: 1000 },
    );
  });
});

function checkStep(before: Snapshot, after: Snapshot, step: Step): void {
  for (const [id, signal] of after) {
    const old = before.get(id);
    if (old && ENDED.includes(old.state)) expect(signal, 'I1').toEqual(old);
    if (
      (signal.state === 'working' || signal.state === 'traded') &&
      signal.role !== 'order' &&
      signal.parentId !== null
    ) {
      expect(after.get(signal.parentId)?.state, 'I3').toBe('traded');
    }
    if (signal.state === 'traded') {
      expect(signal.tradedPrice, 'I9').toBeGreaterThan(0n);
      expect(signal.endedAt ?? START, 'I9').toBeGreaterThanOrEqual(signal.postedAt);
    }
    const leftWorking = old?.state === 'working' && signal.state !== 'working';
    const keepsSiblings =
      step.kind === 'submit' && step.order.leaveOcaIntact === true && signal.cause?.kind === 'replaced';
    if (leftWorking && signal.ocaId !== null && !keepsSiblings) {
      const siblings = [...before.values()].filter((one) => one.ocaId === signal.ocaId && isLive(one) && one.id !== id);
      for (const one of siblings) expect(isLive(after.get(one.id) ?? one), 'I7').toBe(false);
    }
  }
}
