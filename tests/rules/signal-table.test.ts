import { describe, expect, it } from 'vitest';
import { fixed } from '#rules/decimal.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import type { RuleOptions } from '#rules/signals/rule-options.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { BookOwner, order, START, type Order } from './desk.ts';
import { combinations, switchText } from './rule-values.ts';

const DAY_END = fromNewYork({ year: 2026, month: 3, day: 2, hour: 16, minute: 5, second: 0 }).earliest;
const BRACKET = { limit: '260', profitTarget: '270', stopLoss: '250' } as const;
/** A buy limit far below the prices of these tests. */
const FAR_LIMIT = { limit: '1' } as const;

/**
 * One row of a table: its text, the switches that the test varies, and what must hold for each
 * combination of their values.
 */
type Row<Name extends keyof RuleOptions = keyof RuleOptions> = {
  readonly row: string;
  readonly switches: readonly Name[];
  readonly holds: (desk: BookOwner, chosen: RuleOptions) => void;
};

const row = <Name extends keyof RuleOptions>(
  text: string,
  switches: readonly Name[],
  holds: (desk: BookOwner, chosen: Pick<RuleOptions, Name>) => void,
): Row => ({ row: text, switches, holds });

type Bracket = { entry: Signal; target: Signal; stop: Signal };

function placeBracket(desk: BookOwner, extra: Order = {}): Bracket {
  const entry = desk.place({ ...BRACKET, ...extra });
  return { entry, target: desk.get(entry.profitTargetId), stop: desk.get(entry.stopLossId) };
}

/** Places a signal and brings it to this ended state. */
function placeAndEnd(desk: BookOwner, state: 'traded' | 'canceled' | 'expired', input: Order = {}): Signal {
  const signal = desk.place({ limit: '250', duration: 'DAY', ...input });
  if (state === 'traded') desk.tick('250');
  if (state === 'canceled') desk.cancel(signal.id);
  if (state === 'expired') desk.advanceTo(DAY_END);
  return desk.get(signal.id);
}

const expectUnchanged = (desk: BookOwner, attempt: () => void): void => {
  const before = desk.archive.signals();
  const eventCount = desk.events.length;
  attempt();
  expect(desk.archive.signals()).toEqual(before);
  expect(desk.events).toHaveLength(eventCount);
};

const CHILD_STATE = { cancelChild: 'canceled', expireChild: 'expired', keepChild: 'waiting' } as const;

const SPECIFICATION: readonly Row[] = [
  row('(none) | submitSignal accepted | no parent | working', ['bracketDuration'], (desk, { bracketDuration }) => {
    const { entry, target, stop } = placeBracket(desk, { duration: 'DAY' });
    expect([entry.state, target.state, stop.state]).toEqual(['working', 'waiting', 'waiting']);
    expect([target.ocaId, stop.ocaId]).toEqual([entry.targetGroupId, entry.targetGroupId]);
    expect(entry.targetGroupId).not.toBeNull();
    const duration = bracketDuration === 'GTC' ? 'GTC' : 'DAY';
    expect([target.duration, stop.duration]).toEqual([duration, duration]);
  }),
  row('(none) | submitSignal accepted | conditionalupon or conditionalUponSignal | not working yet', [], (desk) => {
    const parent = desk.place({ limit: '260' });
    const child = desk.place({ action: 'STC', limit: '270', conditionalUpon: parent.id });
    const nested = desk.place({ action: 'STC', limit: '270', parent: order({ limit: '259' }) });
    expect([child.state, nested.state]).toEqual(['waiting', 'waiting']);
    desk.tick('259.5');
    expect([desk.state(child), desk.state(nested)]).toEqual(['working', 'waiting']);
    desk.tick('259');
    expect(desk.state(nested)).toBe('working');
  }),
  row('working | fill | traded | other members of its OCA group are canceled', [], (desk) => {
    const first = desk.place({ limit: '260', ocaId: 'g' });
    const others = [desk.place({ ...FAR_LIMIT, ocaId: 'g' }), desk.place({ stop: '900', ocaId: 'g' })];
    const ungrouped = desk.place(FAR_LIMIT);
    desk.tick('260');
    expect(desk.get(first.id)).toMatchObject({ state: 'traded', tradedPrice: fixed('260') });
    for (const one of others)
      expect(desk.get(one.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingFilled', by: first.id } });
    expect(desk.state(ungrouped)).toBe('working');
  }),
  row('working | cancelSignal | still working | canceled, others of its group too', [], (desk) => {
    const first = desk.place({ limit: '260', ocaId: 'g' });
    const other = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
    expect(desk.cancel(first.id)).toMatchObject({ ok: true, signal: { state: 'canceled', endedAt: START } });
    expect(desk.get(other.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingCanceled', by: first.id } });
  }),
  row('working | expiry | DAY at expiresat, GTC far in the future | expired', [], (desk) => {
    const day = desk.place({ ...FAR_LIMIT, duration: 'DAY', ocaId: 'g' });
    const sibling = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
    const gtc = desk.place(FAR_LIMIT);
    desk.advanceTo(day.expiresAt - 1);
    expect(desk.state(day)).toBe('working');
    desk.advanceTo(day.expiresAt);
    expect(desk.get(day.id)).toMatchObject({ state: 'expired', endedAt: DAY_END });
    expect(desk.get(sibling.id)).toMatchObject({ state: 'canceled', cause: { kind: 'siblingExpired', by: day.id } });
    expect(desk.state(gtc)).toBe('working');
    desk.advanceTo(gtc.expiresAt);
    expect(desk.state(gtc)).toBe('expired');
  }),
  row(
    'working | submitSignal with xreplace | cancel succeeds | canceled, the new one is submitted',
    ['replacementGroup'],
    (desk, { replacementGroup }) => {
      const old = desk.place({ limit: '250', ocaId: 'g' });
      const sibling = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
      const first = desk.place({ limit: '251', replaces: old.id, leaveOcaIntact: true });
      expect([desk.state(old), desk.state(sibling), first.state]).toEqual(['canceled', 'working', 'working']);
      expect(first.ocaId).toBe(replacementGroup === 'join' ? 'g' : null);
      const second = desk.place({ limit: '252', replaces: sibling.id });
      expect([desk.state(sibling), second.state]).toEqual(['canceled', 'working']);
      expect(desk.state(first)).toBe(replacementGroup === 'join' ? 'canceled' : 'working');
    },
  ),
  row('traded | cancelSignal | always | traded', [], (desk) => {
    const signal = placeAndEnd(desk, 'traded');
    expectUnchanged(desk, () => expect(desk.cancel(signal.id)).toEqual({ ok: false, reason: 'traded', signal }));
  }),
  row('canceled | cancelSignal | always | canceled', [], (desk) => {
    const signal = placeAndEnd(desk, 'canceled');
    expectUnchanged(desk, () => expect(desk.cancel(signal.id)).toEqual({ ok: false, reason: 'canceled', signal }));
  }),
];

/**
 * The states as order-safety 6.1 writes them: ∅ none, P waiting, W working, T traded, C canceled,
 * X expired. B is the replacement.
 */
const ORDER_SAFETY: readonly Row[] = [
  row('∅ | submit | id unused, no parent | W; bracket grouped unless forcenooca', ['bracketDuration'], (desk) => {
    const first = desk.place(FAR_LIMIT);
    const { entry, target, stop } = placeBracket(desk, { forceNoOca: true });
    expect(first.state).toBe('working');
    expect(entry.id).not.toBe(first.id);
    expect([entry.targetGroupId, target.ocaId, stop.ocaId]).toEqual([null, null, null]);
    expect([target.state, stop.state]).toEqual(['waiting', 'waiting']);
  }),
  row(
    '∅ | submit | conditionalupon or nested parent, also deeper than one | P',
    ['strictConditions'],
    (desk, { strictConditions }) => {
      const parent = order({ limit: '258', ownId: 'top' });
      const middle = order({ limit: '259', ownId: 'middle', parent });
      const deep: Order = { action: 'STC', limit: '270', ownId: 'leaf', parent: middle };
      if (strictConditions === 'on') {
        expectUnchanged(desk, () =>
          expect(desk.submit(deep)).toMatchObject({ refusal: { code: 'conditionalOnConditional' } }),
        );
        return;
      }
      const leaf = desk.place(deep);
      const states = (): string[] => ['top', 'middle', 'leaf'].map((id) => desk.book.byOwnId(id)?.state ?? 'none');
      expect(states()).toEqual(['working', 'waiting', 'waiting']);
      desk.tick('258');
      expect(states()).toEqual(['traded', 'working', 'waiting']);
      desk.tick('259');
      expect(states()).toEqual(['traded', 'traded', 'working']);
      desk.tick('270');
      expect(desk.state(leaf)).toBe('traded');
    },
  ),
  row(
    '∅ | submit | id used before (signal or OCA) | refused by rule, reply by switch',
    ['duplicateOwnId'],
    (desk, { duplicateOwnId }) => {
      const first = desk.place({ ...FAR_LIMIT, ownId: 'a' });
      const eventCount = desk.events.length;
      const repeated = desk.submit({ ...FAR_LIMIT, ownId: 'a' });
      if (duplicateOwnId === 'accept') expect('signal' in repeated && repeated.signal.id !== first.id).toBe(true);
      else {
        expect(repeated).toMatchObject(
          duplicateOwnId === 'replay'
            ? { ok: true, replayOf: { id: first.id } }
            : { ok: false, refusal: { code: 'ownIdUsed', id: 'a' } },
        );
        expect(desk.events).toHaveLength(eventCount);
      }
      expect(desk.submit({ ...FAR_LIMIT, ocaId: 'a' })).toMatchObject({ ok: false, refusal: { code: 'ocaIdUsed' } });
    },
  ),
  row('P | parent T | W', ['replacementParent'], (desk) => {
    const { entry, target, stop } = placeBracket(desk);
    desk.tick('260');
    for (const child of [target, stop])
      expect(desk.get(child.id)).toMatchObject({ state: 'working', cause: { kind: 'parentFilled', by: entry.id } });
  }),
  row('P | parent C or X | by switch', ['parentEnds'], (desk, { parentEnds }) => {
    const canceled = placeBracket(desk);
    desk.cancel(canceled.entry.id);
    expect(desk.state(canceled.target)).toBe(CHILD_STATE[parentEnds]);
    const parent = desk.place({ ...FAR_LIMIT, duration: 'DAY' });
    const child = desk.place({ action: 'STC', limit: '900', conditionalUpon: parent.id });
    desk.advanceTo(DAY_END);
    expect(desk.state(parent)).toBe('expired');
    expect(desk.state(child)).toBe(CHILD_STATE[parentEnds]);
  }),
  row('P | cancel | by switch', ['cancelWaiting'], (desk, { cancelWaiting }) => {
    const { target, stop } = placeBracket(desk);
    const result = desk.cancel(target.id);
    const allowed = cancelWaiting === 'allow';
    expect(result).toMatchObject(allowed ? { ok: true } : { ok: false, reason: 'waiting' });
    const state = allowed ? 'canceled' : 'waiting';
    expect([desk.state(target), desk.state(stop)]).toEqual([state, state]);
  }),
  row('P | day end | by switch', ['waitingAtDayEnd'], (desk, { waitingAtDayEnd }) => {
    const parent = desk.place(FAR_LIMIT);
    const child = desk.place({ action: 'STC', limit: '270', duration: 'DAY', conditionalUpon: parent.id });
    desk.advanceTo(DAY_END);
    expect(desk.state(child)).toBe(waitingAtDayEnd === 'expire' ? 'expired' : 'waiting');
  }),
  row(
    '∅ | submit with parkUntilSecs | P until its time, then W',
    ['waitingAtDayEnd', 'cancelWaiting'],
    (desk, chosen) => {
      const parked = desk.place({ limit: '260', releaseAt: START + 60_000 });
      const canceled = desk.place({ limit: '260', releaseAt: START + 60_000 });
      expect(parked.state).toBe('waiting');
      expect(desk.cancel(canceled.id).ok).toBe(chosen.cancelWaiting === 'allow');
      desk.tick('250');
      expect(desk.state(parked)).toBe('waiting');
      desk.advanceTo(START + 60_000);
      expect(desk.get(parked.id)).toMatchObject({ state: 'working', cause: { kind: 'released' } });
    },
  ),
  row(
    'W | fill | market open | T; siblings C; children P to W; price, time, trade id',
    ['closeWithoutPosition'],
    (desk) => {
      const { entry, target, stop } = placeBracket(desk, { ocaId: 'g' });
      const sibling = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
      desk.tick('259.75');
      const filled = desk.get(entry.id);
      expect(filled).toMatchObject({ state: 'traded', tradedPrice: fixed('259.75'), endedAt: START + 1000 });
      expect(filled.openingTradeId).not.toBeNull();
      expect([target, stop, sibling].map((one) => desk.state(one))).toEqual(['working', 'working', 'canceled']);
    },
  ),
  row('W | cancel | C; siblings C; killedwhen', ['parentEnds'], (desk, { parentEnds }) => {
    const { entry, target } = placeBracket(desk, { ocaId: 'g' });
    const sibling = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
    desk.cancel(sibling.id);
    expect(desk.get(entry.id)).toMatchObject({ state: 'canceled', endedAt: START });
    expect(desk.state(target)).toBe(CHILD_STATE[parentEnds]);
  }),
  row('W | day end or GTC end | X; siblings C', ['waitingAtDayEnd'], (desk) => {
    const day = desk.place({ ...FAR_LIMIT, duration: 'DAY', ocaId: 'g' });
    const gtc = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
    desk.advanceTo(DAY_END);
    expect([desk.state(day), desk.state(gtc)]).toEqual(['expired', 'canceled']);
  }),
  row(
    'W | xreplace by B | cancel wins | C, B=W; siblings C unless leave_oca_intact',
    ['replacementGroup', 'parentEnds'],
    (desk, { parentEnds }) => {
      const { entry, target } = placeBracket(desk, { ocaId: 'g' });
      const sibling = desk.place({ ...FAR_LIMIT, ocaId: 'g' });
      const replacement = desk.place({ limit: '261', replaces: entry.id });
      expect(desk.get(entry.id)).toMatchObject({ state: 'canceled', cause: { kind: 'replaced', by: replacement.id } });
      expect(desk.state(sibling)).toBe('canceled');
      expect(desk.state(target)).toBe(CHILD_STATE[parentEnds]);
      expect(replacement).toMatchObject({ state: 'working', replaces: entry.id });
    },
  ),
  row(
    'P | xreplace by B | as the cancel of a waiting signal, by switch',
    ['cancelWaiting', 'replacementParent', 'replacementGroup'],
    (desk, chosen) => {
      const { entry, target, stop } = placeBracket(desk);
      const moved: Order = { action: 'STC', stop: '255', replaces: stop.id, leaveOcaIntact: true };
      if (chosen.cancelWaiting === 'refuse') {
        expectUnchanged(desk, () => expect(desk.submit(moved)).toMatchObject({ refusal: { code: 'notReplaceable' } }));
        return;
      }
      const replacement = desk.place(moved);
      const waits = chosen.replacementParent === 'inherit';
      expect([replacement.state, replacement.parentId]).toEqual(waits ? ['waiting', entry.id] : ['working', null]);
      expect(replacement.ocaId).toBe(chosen.replacementGroup === 'join' ? target.ocaId : null);
      expect([desk.state(stop), desk.state(target)]).toEqual(['canceled', 'waiting']);
    },
  ),
  row('T, C, X | xreplace by B | cancel loses | same, B not created', ['replacementGroup'], (_desk, chosen) => {
    for (const state of ['traded', 'canceled', 'expired'] as const) {
      const desk = new BookOwner(chosen);
      const old = placeAndEnd(desk, state);
      const refused = { ok: false, refusal: { code: 'notReplaceable', id: old.id, state } };
      expectUnchanged(desk, () => expect(desk.submit({ ...FAR_LIMIT, replaces: old.id })).toEqual(refused));
    }
  }),
  row('absent | xreplace by B | B not created', ['duplicateOwnId'], (desk) => {
    expectUnchanged(desk, () =>
      expect(desk.submit({ ...FAR_LIMIT, replaces: '31' })).toEqual({
        ok: false,
        refusal: { code: 'unknownReplaced', id: '31' },
      }),
    );
  }),
  row('T | cancel | T', ['cancelWaiting'], (desk) => {
    const signal = placeAndEnd(desk, 'traded');
    expectUnchanged(desk, () => expect(desk.cancel(signal.id)).toMatchObject({ ok: false, reason: 'traded' }));
  }),
  row('C | cancel | C', ['cancelWaiting'], (desk) => {
    const signal = placeAndEnd(desk, 'canceled');
    expectUnchanged(desk, () => expect(desk.cancel(signal.id)).toMatchObject({ ok: false, reason: 'canceled' }));
  }),
  row('X | cancel | X', ['cancelWaiting'], (desk) => {
    const signal = placeAndEnd(desk, 'expired');
    expectUnchanged(desk, () => expect(desk.cancel(signal.id)).toMatchObject({ ok: false, reason: 'expired' }));
  }),
];

const cases = (rows: readonly Row[]): [string, Row, RuleOptions][] =>
  rows.flatMap((one) =>
    combinations(...one.switches).map(
      (chosen) => [`${one.row} | ${switchText(chosen)}`, one, chosen] as [string, Row, RuleOptions],
    ),
  );

describe('[States/Signal] table of the specification: each row holds for all values of its switches', () => {
  it.each(cases(SPECIFICATION))('%s', (_name, { holds }, chosen) => holds(new BookOwner(chosen), chosen));
});

describe('[States/Signal] table of order-safety 6.1: each row holds for all values of its switches', () => {
  it.each(cases(ORDER_SAFETY))('%s', (_name, { holds }, chosen) => holds(new BookOwner(chosen), chosen));
});
