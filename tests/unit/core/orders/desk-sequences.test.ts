import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderChoice } from '#contract/model/signal.ts';
import { fingerprint } from '#core/orders/fingerprint.ts';
import { blocksDuplicate } from '#core/orders/journal/row-states.ts';
import { DeskRig } from './desk-rig.ts';
import type { RequestOutcome } from './fake-platform.ts';
import { intent, systemId, ticket } from './order-fixtures.ts';
import { recordProbe } from './record-probe.ts';

const choices = OrderChoice.anyOf.map((one) => one.const);

describe('any sequence of events (order-safety J1–J3, J5–J7, P1, P3)', () => {
  const outcome: fc.Arbitrary<RequestOutcome> = fc.oneof(
    fc.constantFrom<RequestOutcome>(
      { kind: 'ok' },
      { kind: 'lost-before' },
      { kind: 'lost-after' },
      { kind: 'garbage' },
      { kind: 'not-sent' },
    ),
    fc.integer({ min: 100, max: 300_000 }).map((ms): RequestOutcome => ({ kind: 'late', ms })),
    fc.boolean().map((isAccepted): RequestOutcome => ({
      kind: 'refused',
      title: 'Unknown typeofsymbol',
      isCarriedOut: isAccepted,
    })),
  );
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('submit' as const),
        intent: fc.nat(9),
        size: fc.integer({ min: 1, max: 4 }),
        outcome,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }) },
    fc.record({ do: fc.constant('restart' as const) }),
    fc.record({ do: fc.constant('cancel' as const), intent: fc.nat(9), outcome }),
    fc.record({ do: fc.constant('decide' as const), choice: fc.constantFrom(...choices), intent: fc.nat(9), outcome }),
    fc.record({ do: fc.constant('prepare' as const), intent: fc.nat(9), size: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ do: fc.constant('record-reuse-probe' as const) }),
    fc.record({ do: fc.constant('kill' as const), on: fc.boolean() }),
    fc.record({ do: fc.constant('lists-changed' as const) }),
    fc.record({ do: fc.constant('hide-ids' as const) }),
  );

  it('keeps every invariant', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const deskRig = new DeskRig();
        const faults: string[] = [];
        deskRig.platform.onSend = (id) => {
          const state = deskRig.stateOnDisk(id);
          const isSubmit = deskRig.platform.sent.at(-1)?.command === 'submitSignal';
          if (isSubmit && state !== 'SENDING') faults.push(`J1: ${id} was sent while ${state}`);
        };
        await deskRig.ready();
        let cancelNumber = 100;
        let intentNumber = 300;
        for (const one of steps) {
          if (one.do === 'submit') {
            deskRig.platform.outcomes.push(one.outcome);
            deskRig.desk.submit(intent(one.intent), ticket({ quantity: String(one.size) }), [
              'same-order',
              'equal-working',
            ]);
            await deskRig.clock.advance(0);
            deskRig.platform.outcomes.length = 0;
          } else if (one.do === 'wait') await deskRig.clock.advance(one.ms);
          else if (one.do === 'restart') {
            deskRig.restart();
            await deskRig.ready();
          } else if (one.do === 'cancel') {
            deskRig.platform.outcomes.push(one.outcome);
            deskRig.desk.cancel(intent(++cancelNumber), systemId, [intent(one.intent)]);
            await deskRig.clock.advance(0);
            deskRig.platform.outcomes.length = 0;
          } else if (one.do === 'lists-changed') deskRig.desk.listsChanged(systemId);
          else if (one.do === 'hide-ids') deskRig.platform.showsOwnIds = false;
          else if (one.do === 'prepare')
            deskRig.desk.prepare(intent(one.intent), ticket({ quantity: String(one.size) }));
          else if (one.do === 'record-reuse-probe') recordProbe(deskRig.journal);
          else if (one.do === 'kill') {
            deskRig.killReason = one.on ? 'killed' : null;
            if (one.on) deskRig.desk.holdNewRisk('killed');
          } else await decide(deskRig, one.choice, one.intent, one.outcome, ++intentNumber);
          expectDistinct(deskRig);
        }
        deskRig.killReason = null;
        await deskRig.clock.advance(400_000);
        deskRig.desk.listsChanged(systemId);
        await deskRig.clock.advance(0);
        expect(faults).toEqual([]);
        expect(deskRig.errors).toEqual([]);
        expectInvariants(deskRig);
        await deskRig.desk.close();
        deskRig.journal.close();
        rmSync(deskRig.dataDir, { recursive: true });
      }),
      { numRuns: 500 },
    );
  });

  /** Makes a decision with every confirmation that it may need. The desk may refuse it. */
  async function decide(
    deskRig: DeskRig,
    choice: OrderChoice,
    number: number,
    outcome: RequestOutcome,
    intentNumber: number,
  ): Promise<void> {
    const serviceId = deskRig.row(number)?.journal?.candidates[0]?.serviceId;
    const typed = deskRig.row(number)?.journal?.typedConfirmation ?? '';
    deskRig.platform.outcomes.push(outcome);
    deskRig.decide(number, choice, {
      confirmed: ['resend-age', 'same-order', 'equal-working'],
      typed,
      intentId: intent(intentNumber),
      ...(serviceId === undefined ? {} : { serviceId }),
    });
    await deskRig.clock.advance(0);
    deskRig.platform.outcomes.length = 0;
  }

  /**
   * order-safety J5: no two open orders are equal. An old order that the user entered again as a
   * new order does not count. An order on hold does not count either: it is compared when sent.
   */
  function expectDistinct(deskRig: DeskRig): void {
    const openOrders = [...deskRig.journal.orders()].filter(
      (row) => blocksDuplicate(row) && row.state !== 'HELD' && row.supersededBy === undefined,
    );
    const fingerprints = openOrders.map((row) => fingerprint(row.ticket));
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  }

  function expectInvariants(deskRig: DeskRig): void {
    const rows = [...deskRig.journal.orders()];
    // order-safety P3: at most one request under an own id, unless the user confirmed it again.
    for (const one of rows) {
      const requestCount = deskRig.submittedOwnIds().filter((id) => id === one.ownId).length;
      expect(requestCount).toBeLessThanOrEqual(one.attempts);
      const confirmCount = deskRig.journal
        .events(one.rowId)
        .filter(({ type }) => type === 'confirmed' || type === 'resend-asked').length;
      expect(one.attempts).toBeLessThanOrEqual(confirmCount + 1);
    }
    expect(new Set(rows.map(({ ownId }) => ownId)).size).toBe(rows.length);
    expect(deskRig.platform.mostInFlight).toBeLessThanOrEqual(1);
    // order-safety J7: no record belongs to two rows.
    const claimed = rows.flatMap(({ serviceIds }) => [serviceIds.signal, serviceIds.target, serviceIds.stop]);
    const ids = claimed.filter((id) => id !== null);
    expect(new Set(ids).size).toBe(ids.length);
    // order-safety P1: the row of an order whose record shows its own id is accepted, never absent.
    for (const signal of deskRig.platform.signals.values()) {
      if (signal.ownId === null) continue;
      const ownRow = rows.find(({ ownId }) => ownId === signal.ownId);
      expect(['ACKED', 'LANDED', 'LANDED_PROBABLE']).toContain(ownRow?.state);
    }
    expect(rows.filter(({ state }) => state === 'SENDING' || state === 'UNKNOWN')).toEqual([]);
  }
});
