import { expect, it } from 'vitest';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { createLicense, subscribePerson } from '#core/acts/platform-acts.ts';
import { sendChange } from '#core/changes/send-change.ts';
import type { Change } from '#rules/changes/change.ts';
import { isMet, type Before, type Value } from '#rules/changes/observe.ts';

it.each([
  ['license.create', createLicense, '101', { license_type_requested: 'basic' }, 'license_id', { licenseId: '9' }],
  ['subscription.begin', subscribePerson, '7/101', { systemid: '7' }, 'subscription_guid', { subscriptionGuid: '9' }],
] as const)('what an earlier creation made is no proof of a %s', async (op, type, targetId, fields, field, shown) => {
  const change: Change = { id: '1', op, personId: '101', fields };
  const value = (current: string): Value => ({ field, proof: 'new', current, wanted: 'new' });
  let before: Before = {};
  const acts = {
    acts: (...asked: readonly unknown[]) => (asked[0] === type && asked[1] === targetId ? [{ shown }, {}] : []),
    send: (_: unknown, input: { readonly before: Before }) => {
      before = input.before;
      return Promise.resolve({ ok: true });
    },
  };
  const facts = { now: 0, people: new Map(), strategies: new Map() };
  const toSend = { ...{ change, facts, name: '', values: [value('8')], intentId: '1' }, password: null };
  await sendChange(acts as unknown as ActDesk, { ...toSend, run: { runId: '1', digest: 'd' } }, () =>
    expect.unreachable('no strategy is created'),
  );
  // The list did not show 9 yet when the second creation was sent.
  expect(isMet([value('8 9')], before)).toBe(false);
  expect(isMet([value('10 8 9')], before)).toBe(true);
});
