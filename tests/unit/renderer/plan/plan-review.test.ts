import { describe, expect, it } from 'vitest';
import { done, failed, type Outcome } from '#contract/outcome.ts';
import { PlanReview } from '#renderer/plan/plan-review.svelte.ts';

type Plan = { readonly request: string; readonly number: number };
type Answer = Outcome<string, string>;

function rig() {
  let idCount = 0;
  let planCount = 0;
  const review = new PlanReview<string, Plan>({
    plan: (request) =>
      Promise.resolve(
        request === 'nothing' ? failed('blocked', 'Nothing to do.') : done({ request, number: ++planCount }),
      ),
    changes: (before, after) => [`${before.number} is ${after.number} now.`],
    uuid: () => `intent-${++idCount}`,
    intentPolicy: 'keep',
  });
  return review;
}
const answer = (outcome: Answer) => () => Promise.resolve(outcome);

describe('a plan', () => {
  it('is sent with its intent id; its state is sending, then done', async () => {
    const review = rig();
    await review.ask('close');
    const gate = Promise.withResolvers<Answer>();
    const sent: [string, Plan][] = [];
    const sending = review.send((...input) => {
      sent.push(input);
      return gate.promise;
    });
    expect([review.state, review.busy]).toEqual(['sending', true]);
    gate.resolve(done('row'));
    expect(await sending).toEqual(done('row'));
    expect([review.state, review.busy]).toEqual(['done', true]);
    expect(await review.send(answer(done('again')))).toBeNull();
    expect(sent).toEqual([['intent-1', { request: 'close', number: 1 }]]);
  });

  it('is made again when it is outdated, and shown with what changed until the next press', async () => {
    const review = rig();
    await review.ask('close');
    await review.send(answer(failed('outdated', 'Something has changed.')));
    expect(review).toMatchObject({
      plan: { request: 'close', number: 2 },
      changes: ['1 is 2 now.'],
      failure: 'Something has changed.',
      state: 'refused',
    });
    await review.send(answer(done('row')));
    expect(review).toMatchObject({ changes: [], failure: null, state: 'done' });
  });

  it('names no changes after a refusal for another reason', async () => {
    const review = rig();
    await review.ask('close');
    await review.send(answer(failed('unconfirmed', 'Confirm the warning.')));
    expect(review).toMatchObject({ plan: { number: 2 }, changes: [], state: 'refused' });
  });

  it.each([
    ['disconnected', 'no-answer'],
    ['internal', 'no-answer'],
    ['killed', 'refused'],
  ])('after the failure %s is in the state %s', async (code, state) => {
    const review = rig();
    await review.ask('close');
    await review.send(answer(failed(code, 'No.')));
    expect([review.state, review.busy, review.plan?.number]).toEqual([state, false, 1]);
    await review.update('protect');
    expect([review.state, review.failure]).toEqual(['ready', null]);
  });

  it('keeps the failure on screen when it is refreshed, and then has a new intent id', async () => {
    const review = rig();
    await review.refresh();
    expect(review.plan).toBeNull();
    await review.ask('close');
    await review.send(answer(failed('refused', 'One of these: a b.')));
    const refreshing = review.refresh();
    expect([review.busy, review.plan?.number]).toEqual([true, 1]);
    await refreshing;
    expect(review).toMatchObject({ plan: { number: 2 }, failure: 'One of these: a b.', state: 'refused', busy: false });
    expect(await review.send((intentId) => Promise.resolve(done(intentId)))).toEqual(done('intent-2'));
  });

  it('for another request is not compared with the refused plan', async () => {
    const review = rig();
    await review.ask('close');
    const gate = Promise.withResolvers<Answer>();
    const sending = review.send(() => gate.promise);
    await review.ask('protect');
    gate.resolve(failed('outdated', 'Something has changed.'));
    await sending;
    expect(review).toMatchObject({ plan: { request: 'protect' }, changes: [], state: 'ready' });
  });

  it('remains during an update, is hidden by a new request, and is removed by clear', async () => {
    const review = rig();
    await review.ask('close');
    const updated = review.update('protect');
    expect([review.plan?.request, review.busy]).toEqual(['close', true]);
    await updated;
    expect(review.plan?.request).toBe('protect');
    const asked = review.ask('nothing');
    expect(review.plan).toBeNull();
    expect([await asked, review.failure]).toEqual([null, 'Nothing to do.']);
    review.clear();
    expect([review.failure, await review.send(answer(done('row')))]).toEqual([null, null]);
  });
});
