import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MadeFrom } from '#contract/model/made-from.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type Mirror, type OrderRow } from '#core/orders/journal/order-row.ts';
import type { Mode } from '#contract/model/status.ts';
import { Rehearsals } from '#core/orders/risk/rehearsals.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newOrder, startWall as at, ticket } from '#tests/unit/core/orders/order-fixtures.ts';

let dataDir: string;
let lostFiles: string[];
let isRequired: boolean;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rehearsals-'));
  lostFiles = [];
  isRequired = true;
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const template: MadeFrom = { kind: 'bracket-template', name: 'Standard', fingerprint: '1' };
const editedTemplate: MadeFrom = { ...template, fingerprint: '2' };
const open = (): Rehearsals =>
  new Rehearsals({
    dataDir,
    clock: new FakeClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    isRequired: () => isRequired,
    lost: ({ name }) => lostFiles.push(name),
  });

/** An accepted order that was made from these templates. */
function accepted(mode: Mode, madeFrom: readonly MadeFrom[], status: Mirror['status'] = 'working'): OrderRow {
  const mirror = { status, tradedPrice: status === 'traded' ? '150.1' : null, at: null };
  const serviceIds = { ...noServiceIds, signal: '500' };
  const events: OrderEvent[] = [
    { type: 'created', ...newOrder(1, { madeFrom: [...madeFrom] }), mode, ownId: '177246180000001' },
    { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] },
    { type: 'accepted', at, serviceIds, mirror, answer: [], alarm: null },
  ];
  return events.reduce<OrderRow | null>((row, event) => reduce(row, event), null)!;
}

const codes = (rehearsals: Rehearsals, madeFrom: readonly MadeFrom[] = [template]): string[] =>
  rehearsals.checks(ticket({ madeFrom: [...madeFrom] })).map(({ code }) => code);

describe('the rehearsal rule on a live connection', () => {
  it('allows a template that ran on practice, until it is edited', () => {
    const rehearsals = open();
    expect(codes(rehearsals)).toEqual(['not-rehearsed-bracket-template']);
    rehearsals.orderChanged(accepted('PRACTICE', [template]));
    expect(codes(rehearsals)).toEqual(['rehearsed']);
    expect(codes(rehearsals, [editedTemplate])).toEqual(['not-rehearsed-bracket-template']);
  });

  it('allows a template that was confirmed and accepted live, also after a restart', () => {
    open().orderChanged(accepted('LIVE', [template]));
    expect(codes(open())).toEqual([]);
    expect(codes(open(), [editedTemplate])).toEqual(['not-rehearsed-bracket-template']);
  });

  it('allows every template if the trader has switched the rule off', () => {
    isRequired = false;
    expect(codes(open())).toEqual([]);
  });

  it('does not apply to an order that only closes', () => {
    expect(open().checks(ticket({ action: 'STC', madeFrom: [template] }))).toEqual([]);
  });

  it('asks about a template whose order was refused on practice', () => {
    const rehearsals = open();
    const created: OrderEvent = {
      type: 'created',
      ...newOrder(1, { madeFrom: [template] }),
      ownId: '177246180000001',
    };
    const sent = reduce(reduce(null, created), { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] });
    rehearsals.orderChanged(sent);
    rehearsals.orderChanged(reduce(sent, { type: 'refused', at, answer: ['No'] }));
    expect(codes(rehearsals)).toEqual(['not-rehearsed-bracket-template']);
  });
});

it('the shown outcome on practice is the fill, once there is one', () => {
  const rehearsals = open();
  const outcome = () => rehearsals.checks(ticket({ madeFrom: [template] }))[0]?.text;
  rehearsals.orderChanged(accepted('PRACTICE', [template]));
  expect(outcome()).toMatchObject({ outcome: { state: 'working', price: '150.10' } });
  rehearsals.orderChanged(accepted('PRACTICE', [template], 'traded'));
  rehearsals.orderChanged(accepted('PRACTICE', [template]));
  expect(outcome()).toMatchObject({ outcome: { state: 'traded', price: '150.1' } });
});

it('a damaged file is reported, and each template is asked about again', () => {
  writeFileSync(join(dataDir, 'rehearsals.json'), '{"version":1,"items":[{"kind":"hotkey"}]}');
  expect(codes(open())).toEqual(['not-rehearsed-bracket-template']);
  expect(lostFiles).toEqual(['rehearsals.json']);
});
