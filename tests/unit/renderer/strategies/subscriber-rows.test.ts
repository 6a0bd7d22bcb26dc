import { describe, expect, it } from 'vitest';
import type { Subscriber, SubscriberTerms } from '#contract/model/people.ts';
import { csvHead, csvRow } from '#renderer/export/csv-text.ts';
import { demoSubscribers } from '#renderer/gallery/demo-subscribers.ts';
import { countFilters } from '#renderer/grid/filter-counts.ts';
import { readEnd } from '#renderer/strategies/subscribers/end-form.ts';
import {
  subscriberColumns,
  subscriberExport,
  subscriberMembers,
  subscriberPresets,
} from '#renderer/strategies/subscribers/subscriber-columns.ts';
import {
  exactSum,
  nextBills,
  subscriberFilters,
  subscriberRows,
} from '#renderer/strategies/subscribers/subscriber-rows.ts';

/** 2026-03-02 10:42:07 in New York. */
const now = 1_772_466_127;
const [demoSubscriber] = demoSubscribers;
if (demoSubscriber?.terms === undefined) throw new Error('no subscriber');
const plainTerms: SubscriberTerms = {
  ...demoSubscriber.terms,
  ...{ privateEndsText: '', customId: null, customAmount: null, failedPayments: '0', billingOffText: '' },
};
const subscriber = (more: Partial<Subscriber> = {}, terms: Partial<SubscriberTerms> = {}): Subscriber => ({
  ...demoSubscriber,
  ...{ startedText: '2025-01-14', endedText: '', isPrivate: false, status: 'current', listed: true },
  terms: { ...plainTerms, ...terms },
  ...more,
});
const filtersOf = (more: Partial<Subscriber>, terms: Partial<SubscriberTerms> = {}) =>
  subscriberRows([subscriber(more, terms)], now)[0]?.filters;

describe('the figures of the subscribers', () => {
  it.each([
    [{}, {}, ['all', 'current', 'billed']],
    [{ status: 'Free Trial' }, {}, ['all', 'current', 'trial', 'billed']],
    [{ startedText: '2026-03-01' }, {}, ['all', 'current', 'joined', 'billed']],
    [{ startedText: '2026-02-28' }, {}, ['all', 'current', 'billed']],
    [{ endedText: '2026-03-01 09:00:00', status: 'ended' }, {}, ['all', 'left']],
    [{ endedText: '2026-02-28 23:59:59', status: 'ended' }, {}, ['all']],
    // An end in the future: the subscription is current until then.
    [
      { endedText: '2026-03-20 09:00:00' },
      { failedPayments: '1' },
      ['all', 'current', 'billed', 'failing', 'ending', 'ends-30', 'ends-90'],
    ],
    [{ endedText: 'yes' }, {}, ['all']],
    [{}, { nextPayment: null }, ['all', 'current']],
    [{}, { billingOffText: '2026-03-01 09:00:00' }, ['all', 'current']],
    [{}, { failedPayments: '2' }, ['all', 'current', 'billed', 'failing']],
    [{ endedText: '2026-01-01', status: 'ended' }, { failedPayments: '3' }, ['all']],
    [{}, { privateEndsText: '2026-03-02 10:42:07' }, ['all', 'current', 'billed']],
    [
      {},
      { privateEndsText: '2026-03-02 10:42:08' },
      ['all', 'current', 'billed', 'ending', 'ends-7', 'ends-30', 'ends-90'],
    ],
    [{}, { privateEndsText: '2026-05-31 00:00:00' }, ['all', 'current', 'billed', 'ending', 'ends-90']],
    [{}, { privateEndsText: '2027-01-01 00:00:00' }, ['all', 'current', 'billed', 'ending']],
    [{}, { privateEndsText: 'never' }, ['all', 'current', 'billed']],
    [{ isPrivate: true }, {}, ['all', 'current', 'billed', 'private']],
    [{ isPrivate: null }, { customAmount: '5' }, ['all', 'current', 'billed', 'custom']],
    [{ listed: false }, { privateEndsText: '2027-01-01 00:00:00' }, ['all', 'unlisted']],
  ])('count a subscriber with %o and the terms %o in %o', (more, terms, filters) => {
    expect(filtersOf(more, terms)).toEqual(filters);
  });

  it('count each subscription once in each of its filters, and sum the next bills exactly', () => {
    const rows = subscriberRows(
      [
        subscriber({}, { nextPayment: '0.1' }),
        subscriber({}, { nextPayment: '0.2' }),
        subscriber({}, { nextPayment: null }),
        subscriber({ endedText: '2026-01-01' }, { nextPayment: '50' }),
      ],
      now,
    );
    expect(nextBills(rows)).toBe('0.30');
    expect(countFilters(subscriberFilters, rows).get('billed')).toBe(2);
    expect(countFilters(subscriberFilters, rows).get('all')).toBe(4);
  });

  it.each([
    [[], '0.00'],
    [['79.5', '79.50', '0.005'], '159.005'],
    [['9007199254740993', '0.01'], '9007199254740993.01'],
    [['-5', '2.5'], '-2.50'],
  ])('the sum of %o is %s', (decimals, sum) => expect(exactSum(decimals)).toBe(sum));
});

describe('the columns of the subscribers', () => {
  it('are the 25 fields of a subscriber record, and every preset shows at least nine of them', () => {
    expect(new Set(subscriberMembers.map(({ id }) => id)).size).toBe(25);
    expect([...subscriberPresets.keys()]).toEqual(['Contact', 'Billing', 'Private', 'All columns']);
    for (const text of subscriberPresets.values()) {
      const { columns } = JSON.parse(text) as { columns: { id: string; hidden: boolean }[] };
      expect(columns.map(({ id }) => id).toSorted()).toEqual(subscriberMembers.map(({ id }) => id).toSorted());
      expect(columns.filter(({ hidden }) => !hidden).length).toBeGreaterThan(8);
    }
  });

  it('mask addresses on screen and in the export, and neutralize formulas', () => {
    const [row] = subscriberRows([subscriber({ email: 'ada@example.org', firstName: '=cmd()' })], now);
    if (row === undefined) throw new Error('no row');
    const emailText = (isEmailShown: boolean) =>
      subscriberColumns(isEmailShown)
        .find(({ id }) => id === 'email')
        ?.text(row);
    expect([emailText(false), emailText(true)]).toEqual(['a•••@example.org', 'ada@example.org']);
    const exported = (isEmailShown: boolean) => csvRow(subscriberExport(isEmailShown), row);
    expect(csvHead(subscriberExport(false))).toContain('E-mail');
    expect(exported(false)).toContain('a•••@example.org');
    expect(exported(false)).not.toContain('ada@');
    expect(exported(true)).toContain('ada@example.org');
    expect(exported(false)).toContain("'=cmd()");
  });
});

describe('the time of an end', () => {
  it.each([
    ['', null, 'at once', false],
    ['2026-03-02 10:43', null, 'Ends at 2026-03-02 10:43 ET', false],
    ['2026-03-02 10:42', null, 'past', false],
    ['2026-11-01 01:30', null, 'later hour is assumed', true],
    ['2025-11-02 01:30', null, 'past', false],
    ['2026-11-01 00:59', null, 'Ends at', false],
    ['2026-03-08 02:30', 'no such time', '', false],
    ['2026-02-30 10:00', 'no such time', '', false],
    ['2026-03-02', 'Write 2026-03-02 15:30', '', false],
    ['tomorrow', 'Write', '', false],
  ])('is read or refused: %j', (text, refusal, explanation, isRepeated) => {
    const read = readEnd(text, now);
    if (refusal === null) expect(read.refusal).toBeNull();
    else expect(read.refusal).toContain(refusal);
    expect(read.explanation).toContain(explanation);
    expect(read.isRepeated).toBe(isRepeated);
  });
});
