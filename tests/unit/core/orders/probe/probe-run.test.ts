import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandOutcome } from '#contract/commands.ts';
import { done } from '#contract/outcome.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import { Probe } from '#core/orders/probe/probe-run.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { Sender } from '#core/sending/sender.ts';
import { DeskRig } from '../desk-rig.ts';
import { intent, seededRandom, systemId } from '../order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

type Parts = { readonly journal: Journal; readonly desk: OrderDesk };

/** Runs the probe on a platform that accepts a used id a second time. */
async function runProbe({ journal = rig.journal, desk = rig.desk }: Partial<Parts> = {}): Promise<
  CommandOutcome<'orders.probe'>
> {
  const log = { info: () => undefined, warn: () => undefined, error: (event: string) => rig.errors.push(event) };
  const probe = new Probe({
    clock: rig.clock,
    random: seededRandom(7),
    journal,
    sender: new Sender(rig.clock, log, rig.platform),
    reader: rig.platform,
    desk,
    profile: { id: 'practice', mode: 'PRACTICE' },
    killReason: () => null,
    isTestStrategy: () => true,
  });
  const request = { systemId, symbol: 'KO', instrument: 'stock', limit: '1', consent: true } as const;
  const outcome = probe.run({ ...request, intentId: intent(1) });
  await rig.clock.advance(60_000);
  return outcome;
}

const workingCount = (): number => rig.platform.list(systemId).filter(({ status }) => status === 'working').length;

function withMember<Target extends object>(original: Target, name: keyof Target, replacement: unknown): Target {
  return new Proxy(original, {
    get(target, member) {
      const value: unknown = member === name ? replacement : Reflect.get(target, member, target);
      return typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
    },
  });
}

it('the probe cancels both orders if the platform accepts a used id again', async () => {
  expect(await runProbe()).toMatchObject({ ok: true, value: { reuseRefused: false, clean: true } });
  expect([rig.submittedOwnIds().length, workingCount()]).toEqual([2, 0]);
});

it.each([
  ['the second submit', 1, 1],
  ['the first cancel', 2, 2],
  ['the second cancel', 3, 2],
])('the probe cancels its orders when %s has no answer', async (_step, answeredCount, orderCount) => {
  for (let before = 0; before < answeredCount; before++) rig.platform.outcomes.push({ kind: 'ok' });
  rig.platform.outcomes.push({ kind: 'lost-before' });
  expect(await runProbe()).toMatchObject({ ok: false, failure: { code: 'unclear' } });
  expect([rig.platform.signals.size, workingCount()]).toEqual([orderCount, 0]);
});

it('the probe runs once for one press', async () => {
  expect((await runProbe()).ok).toBe(true);
  expect(await runProbe()).toMatchObject({ ok: false, failure: { message: { code: 'order.intent-used' } } });
  expect(rig.submittedOwnIds()).toHaveLength(2);
});

it('the probe cancels its first order when the submit of that order has no answer', async () => {
  rig.platform.outcomes.push({ kind: 'lost-after' });
  expect(await runProbe()).toMatchObject({ ok: false, failure: { code: 'unclear' } });
  expect([rig.platform.signals.size, workingCount()]).toEqual([1, 0]);
});

it('the probe cancels a second order whose answer was lost', async () => {
  rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'lost-after' });
  expect(await runProbe()).toMatchObject({ ok: false, failure: { code: 'unclear' } });
  expect([rig.platform.signals.size, workingCount()]).toEqual([2, 0]);
});

it.each(['reserveGroup', 'saveRun'] as const)('the probe cancels its orders if the journal fails: %s', async (name) => {
  const fails = (): never => {
    throw new JournalError({ code: 'order.unknown-row' });
  };
  expect((await runProbe({ journal: withMember(rig.journal, name, fails) })).ok).toBe(false);
  expect(workingCount()).toBe(0);
});

it('the probe cancels a second order that no list shows yet', async () => {
  const cancel: OrderDesk['cancel'] = (intentId, system, [first = '', ...others]) => {
    const outcome = rig.desk.cancel(intentId, system, [first]);
    return outcome.ok ? done({ ...outcome.value, skipped: others }) : outcome;
  };
  rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'ok' }, { kind: 'lost-before' });
  expect((await runProbe({ desk: withMember(rig.desk, 'cancel', cancel) })).ok).toBe(false);
  expect([rig.platform.signals.size, workingCount()]).toEqual([2, 0]);
});

it('the probe learns nothing about used ids from a refusal that does not name the order', async () => {
  const body = { ok: '0', error: { title: 'Too many requests', message: '' } };
  rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'answered', body });
  expect(await runProbe()).toMatchObject({ ok: true, value: { reuseRefused: null, reuseTitle: '' } });
});
