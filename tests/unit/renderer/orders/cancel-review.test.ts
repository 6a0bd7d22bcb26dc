import { describe, expect, test, vi } from 'vitest';
import type { CancelPlan } from '#contract/model/ticket.ts';
import { done, failed } from '#contract/outcome.ts';
import { CancelStore } from '#renderer/stores/cancel-store.svelte.ts';
import { CancelReview } from '#renderer/orders/blotter/cancel-review.svelte.ts';

const planOf = (rowIds: readonly string[], more: Partial<CancelPlan> = {}): CancelPlan => ({
  rowIds: [...rowIds],
  label: { code: 'cancel.nothing' },
  requests: rowIds.length,
  alsoCanceled: [],
  stops: [],
  entries: [],
  skipped: [],
  unreached: [],
  ...more,
});
const fullPlan = planOf(['entry', 'stop'], {
  stops: [{ rowId: 'stop', symbol: 'AAPL', quantity: '100' }],
  entries: ['entry'],
});
type Signals = ConstructorParameters<typeof CancelReview>[0]['signals'];

/** A review of the cancel of all orders: one entry and one stop. */
function reviewOf({
  planCancel = (rowIds) => Promise.resolve(done(rowIds.length === 2 ? fullPlan : planOf(rowIds))),
  cancel = (_intentId, rowIds) => Promise.resolve(done({ queued: [...rowIds], skipped: [] })),
}: Partial<Signals>) {
  let idCount = 0;
  const signals = { planCancel, cancel: vi.fn(cancel) };
  const uuid = (): string => `intent-${++idCount}`;
  const review = new CancelReview({ signals, uuid, rowIds: fullPlan.rowIds, all: true });
  const sent = () => signals.cancel.mock.calls.map(([intentId, rowIds]) => ({ intentId, rowIds }));
  return { review, sent };
}
const connectionLost = failed('disconnected', 'The connection was lost.');

test('a late answer does not close the dialog of other orders', () => {
  const cancels = new CancelStore();
  cancels.ask(['first']);
  const first = cancels.rowIds ?? [];
  cancels.drop(first);
  cancels.ask(['second']);
  cancels.drop(first);
  expect(cancels.rowIds).toEqual(['second']);
  cancels.drop();
  expect(cancels.rowIds).toBeNull();
});

describe('the review of a cancel of all orders while a stop is working', () => {
  test('cancels only the entries unless all orders are chosen', async () => {
    const { review, sent } = reviewOf({});
    await review.open();
    expect(review).toMatchObject({ hasChoice: true, scope: 'entries', plan: { rowIds: ['entry'] } });
    review.choose('all');
    expect(await review.send()).toBe(fullPlan);
    expect(sent()).toMatchObject([{ rowIds: ['entry', 'stop'] }]);
  });

  test('reports a refusal that arrives after its dialog was closed', async () => {
    const gate = Promise.withResolvers<typeof connectionLost>();
    const { review } = reviewOf({ cancel: () => gate.promise });
    await review.open();
    const sent = review.send();
    const report = vi.fn();
    review.leave(report);
    gate.resolve(connectionLost);
    expect(await sent).toBeNull();
    expect(report.mock.calls).toEqual([['The connection was lost.']]);
  });

  test('keeps its intent id when it is sent again after a lost answer', async () => {
    const { review, sent } = reviewOf({ cancel: () => Promise.resolve(connectionLost) });
    await review.open();
    expect(await review.send()).toBeNull();
    await review.send();
    const [first, second] = sent();
    expect(first).toEqual(second);
  });

  test('shows a new plan instead of a success if no order could be canceled any more', async () => {
    let planCount = 0;
    const { review } = reviewOf({
      planCancel: (rowIds) => {
        planCount += 1;
        return Promise.resolve(done(planOf(rowIds)));
      },
      cancel: (_intentId, rowIds) => Promise.resolve(done({ queued: [], skipped: [...rowIds] })),
    });
    await review.open();
    const earlierCount = planCount;
    expect(await review.send()).toBeNull();
    expect(planCount).toBeGreaterThan(earlierCount);
  });

  test('gets a new intent id when another choice of orders is sent', async () => {
    const { review, sent } = reviewOf({ cancel: () => Promise.resolve(connectionLost) });
    await review.open();
    await review.send();
    review.choose('all');
    expect(review.failure).toBe('The connection was lost.');
    await review.send();
    const [first, second] = sent();
    expect(second?.rowIds).toEqual(['entry', 'stop']);
    expect(second?.intentId).not.toBe(first?.intentId);
  });

  test('shows the failure and no plan if a cancel of only the entries cannot be planned', async () => {
    const { review } = reviewOf({
      planCancel: (rowIds) => Promise.resolve(rowIds.length === 2 ? done(fullPlan) : connectionLost),
    });
    await review.open();
    expect(review).toMatchObject({ hasChoice: false, plan: null, failure: 'The connection was lost.' });
  });
});
