import { describe, expect, it } from 'vitest';
import type { RosterEntry } from '#contract/model/people.ts';
import type { Subscription } from '#contract/model/subscription.ts';
import { demoProfiles } from '#renderer/gallery/demo-status.ts';
import { demoSubscriptions } from '#renderer/gallery/demo-subscriptions.ts';
import { renewalsOf } from '#renderer/strategies/renewals.ts';
import { comparisonRows, readCapital } from '#renderer/strategies/roster-comparison.ts';
import { RosterMarks } from '#renderer/strategies/roster-marks.svelte.ts';

const entry: RosterEntry = {
  systemId: '1',
  name: 'Trend',
  owner: 'northbay',
  createdText: '2023-03-02',
  monthlyFee: '79.50',
  freeTrialDays: '14',
  minimumPortfolio: '40000',
  startingCapital: '50000',
  alive: true,
  inactiveSince: null,
  instruments: ['futures', 'stocks short'],
  listed: true,
};
const now = Date.UTC(2026, 2, 2) / 1000;

describe('the comparison of strategies', () => {
  const cells = (capital: string | null, one: RosterEntry = entry) =>
    Object.fromEntries(comparisonRows([one], { capital, now }).map((row) => [row.label, row.cells[0]]));

  it('shows the fees, their share of the capital, and the terms', () => {
    expect(cells('20000')).toEqual({
      'Monthly fee': '$79.50',
      'Fee a year': '$954.00',
      'Fee a year, share of my capital': '4.77 %',
      'Free trial': '14 days',
      'Minimum capital': '$40,000, more than my capital',
      'Starting capital': '$50,000',
      Age: '3.0 years',
      Instruments: 'futures, stocks short',
      State: 'Active',
      Owner: 'northbay',
    });
  });

  it('shows a dash without a typed capital, and for values that the roster does not have', () => {
    expect(cells(null)).toMatchObject({ 'Fee a year, share of my capital': '–', 'Minimum capital': '$40,000' });
    expect(cells('40000')).toMatchObject({ 'Minimum capital': '$40,000' });
    const entryWithoutValues = { ...entry, monthlyFee: null, createdText: '', minimumPortfolio: null, instruments: [] };
    expect(cells('20000', entryWithoutValues)).toMatchObject({
      'Monthly fee': '–',
      'Fee a year': '–',
      'Fee a year, share of my capital': '–',
      'Minimum capital': '–',
      Age: '–',
      Instruments: '–',
    });
  });

  it('reads a typed capital, and refuses other text', () => {
    expect(readCapital('25 000')).toEqual({ value: '25000', error: null });
    expect(readCapital('')).toEqual({ value: null, error: null });
    expect(readCapital('0').value).toBeNull();
    expect(readCapital('0').error).toMatch(/more than 0/);
    expect(readCapital('1e5').error).not.toBeNull();
    expect(readCapital('much').error).not.toBeNull();
  });
});

describe('the marks of the roster', () => {
  /** The marks of a connection, stored in preferences that survive a restart. */
  function rig(views = new Map<string, string>()) {
    const [profile = null] = demoProfiles;
    const preferences = {
      view: (name: string) => views.get(name) ?? null,
      setView: (name: string, text: string) => void views.set(name, text),
    };
    return { views, marks: (one = profile) => new RosterMarks({ preferences, status: { profile: one } }) };
  }

  it('are saved for each connection, and survive a restart', () => {
    const { marks } = rig();
    const first = marks();
    first.toggleWatched('1');
    first.toggleWatched('2');
    first.setCapital('25000');
    expect(marks().watched).toEqual(['1', '2']);
    expect(marks().capital).toBe('25000');
    expect(marks(demoProfiles[1]).watched).toEqual([]);
    marks().toggleWatched('1');
    expect(marks().watched).toEqual(['2']);
  });

  it('are empty if the stored text is damaged, and skip entries that are not texts', () => {
    const { views, marks } = rig();
    views.set('roster.watch practice', '[1,{"a"');
    expect(marks().watched).toEqual([]);
    views.set('roster.watch practice', '["7",8]');
    expect(marks().watched).toEqual(['7']);
  });

  it('compare at most five strategies', () => {
    const marks = rig().marks();
    for (const id of ['1', '2', '3', '4', '5', '6']) marks.toggleCompared(id);
    expect(marks.compared).toEqual(['1', '2', '3', '4', '5']);
    marks.toggleCompared('2');
    marks.toggleCompared('6');
    expect(marks.compared).toEqual(['1', '3', '4', '5', '6']);
    marks.endComparison();
    expect(marks.compared).toEqual([]);
  });
});

describe('the calendar of renewals', () => {
  const at = (text: string): number => Date.parse(text) / 1000;
  const [base] = demoSubscriptions as readonly [Subscription];
  const subscriptionWith = (changes: Partial<Subscription>): Subscription => ({ ...base, ...changes });

  it('lists the payments of all subscriptions by date, with the sum of each month', () => {
    const list = [
      subscriptionWith({
        systemId: '1',
        name: 'A',
        monthlyFee: '79',
        upcoming: [at('2026-03-20T15:00Z'), at('2026-04-20T15:00Z')],
      }),
      subscriptionWith({
        systemId: '2',
        name: 'B',
        monthlyFee: '20.50',
        upcoming: [at('2026-03-05T15:00Z')],
        paid: '41.00',
      }),
      subscriptionWith({ systemId: '3', name: 'C', state: 'current', upcoming: [], paid: null }),
      subscriptionWith({ systemId: '4', name: 'D', state: 'ended', upcoming: [], paid: '70.00' }),
    ];
    const renewals = renewalsOf(list, 'ET');
    expect(renewals.rows.map(({ cells }) => cells)).toEqual([
      ['2026-03-05', 'B', '$20.50', ''],
      ['2026-03-20', 'A', '$79.00', '$99.50'],
      ['2026-04-20', 'A', '$79.00', '$79.00'],
    ]);
    expect(renewals).toMatchObject({ yearSum: '$178.50', paid: '$190.00', unknown: ['C'] });
  });
});
