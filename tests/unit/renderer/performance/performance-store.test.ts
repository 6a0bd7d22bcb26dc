import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PerformanceStore, wholeStrategy } from '#renderer/performance/performance-store.svelte.ts';
import { equityReview, report } from '#tests/unit/core/review/review-fixtures.ts';
import { bridgeOf, settle, strategyOf } from '../bridge-of.ts';

/** The id of the strategy, and revisions by dataset name. */
let idAndRevisions: SvelteMap<string, string>;
let reportInputs: unknown[];
let answer: () => unknown;
let store: PerformanceStore;

const basis = {
  tradesReadAt: 5,
  openTradesReadAt: 6,
  equityReadAt: 7,
  trades: 1,
  points: 2,
  stops: 0,
  unlisted: { trades: 0, points: 0, replaced: 0 },
};

beforeEach(async () => {
  idAndRevisions = new SvelteMap([['systemId', '7']]);
  reportInputs = [];
  answer = () => ({ ok: true, value: { report: report({}), basis } });
  const { bridge } = bridgeOf((name, input) => {
    if (name !== 'review.report') return { ok: true, value: { details: null, margin: null } };
    reportInputs.push(input);
    return answer();
  });
  store = new PerformanceStore(bridge, strategyOf(idAndRevisions));
  await settle();
});
afterEach(() => store.dispose());

describe('the figures of a strategy', () => {
  it('are calculated once, and again when their data or the selection changes', async () => {
    expect(reportInputs).toEqual([{ systemId: '7', selection: wholeStrategy, riskFree: 0 }]);
    idAndRevisions.set('signalsAll', '9');
    await settle();
    expect(reportInputs).toHaveLength(1);
    idAndRevisions.set('equity', '2');
    await settle();
    idAndRevisions.set('orders', '3');
    await settle();
    expect(reportInputs).toHaveLength(3);
    store.select({ symbols: ['AAPL'] }, 0.04);
    await settle();
    expect(reportInputs.at(-1)).toEqual({
      systemId: '7',
      selection: { ...wholeStrategy, symbols: ['AAPL'] },
      riskFree: 0.04,
    });
  });

  it('follow the switch between the curves with and without costs, without another report', async () => {
    const points = [
      ['2026-03-02 16:00', 100],
      ['2026-03-03 16:00', 110],
    ] as const;
    answer = () => ({ ok: true, value: { report: { ...report({}), raw: equityReview(points) }, basis } });
    idAndRevisions.set('equity', '2');
    await settle();
    const change = () => store.equityReview?.figures.find(({ key }) => key === 'equity.change')?.value;
    expect(change()).toBeNull();
    store.withCosts = false;
    expect(change()).toBe(10);
    expect(reportInputs).toHaveLength(2);
  });

  it('in the open dialog are those of the current report, and of no other strategy', async () => {
    const points = (last: number) =>
      [
        ['2026-03-02 16:00', 100],
        ['2026-03-03 16:00', last],
      ] as const;
    const reportAnswer = (last: number) => () => ({
      ok: true,
      value: { report: { ...report({}), withCost: equityReview(points(last)) }, basis },
    });
    answer = reportAnswer(110);
    idAndRevisions.set('equity', '2');
    await settle();
    store.open('equity.change');
    expect(store.opened?.value).toBe(10);
    answer = reportAnswer(130);
    idAndRevisions.set('equity', '3');
    await settle();
    expect(store.opened?.value).toBe(30);
    store.withCosts = false;
    expect(store.opened?.value).toBeNull();
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(store.opened).toBeNull();
  });

  it('remain when another selection is refused, and the reason is shown', async () => {
    answer = () => ({ ok: false, failure: { code: 'bad-period', message: 'The period ends before it begins.' } });
    store.select({ from: '2026-03-02', to: '2026-03-01' });
    await settle();
    expect(store.failure).toBe('The period ends before it begins.');
    expect(store.basis).toEqual(basis);
  });

  it('are never those of the previous strategy', async () => {
    let release: (value: unknown) => void = () => undefined;
    const pendingAnswer = new Promise((resolve) => (release = resolve));
    answer = () => pendingAnswer;
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(store.tradesReview).toBeNull();
    release({ ok: true, value: { report: report({}), basis } });
    await settle();
    expect(store.tradesReview).not.toBeNull();
  });
});
