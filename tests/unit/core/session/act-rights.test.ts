import { describe, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import type { ActTarget } from '#contract/model/act.ts';
import { SessionRights } from '#core/session/act-rights.ts';

/** The thirteen acts (acts.md 1): their targets, and whether only a private platform has them. */
const acts: readonly (readonly [command: string, kind: ActTarget['kind'], platformOnly: boolean])[] = [
  ['setDesiredPositions', 'system', false],
  ['subscribeToStrategy', 'subscription', false],
  ['unsubscribeFromStrategy', 'subscription', false],
  ['createNewSystem', 'person', false],
  ['changeSystemAttribute', 'system', false],
  ['startAutoTrade', 'link', false],
  ['changeAutoTrade', 'link', false],
  ['stopAutoTrade', 'link', false],
  ['change_software_license_status', 'license', true],
  ['create_software_license_record_platform', 'person', true],
  ['deleteUser', 'person', true],
  ['changePersonAttribute', 'person', false],
  ['privateSubManagement_endSubscription', 'subscription', true],
];

const subscriber: Text = { code: 'access.subscriber' };
const unknown: Text = { code: 'access.unknown' };
const rights = (platformId: string | null, lock: Text | null, newRiskLock = lock) =>
  new SessionRights(platformId, { lockReason: (_systemId, effect) => (effect === 'adds' ? newRiskLock : lock) });

describe.each(acts)('%s on a %s', (command, kind, platformOnly) => {
  const target = { kind, id: kind === 'link' ? '101 HARBOR' : '101' };
  const refusals = (sessionRights: SessionRights) => [
    sessionRights.refusal(command, target, 'adds'),
    sessionRights.refusal(command, target, 'reduces'),
  ];

  it('is served on every connection, or on a private platform only, as specified (acts A10)', () => {
    const notServed = { code: 'request.not-served', command };
    expect(refusals(rights(null, null))).toEqual(platformOnly ? [notServed, notServed] : [null, null]);
    expect(refusals(rights('7', null))).toEqual([null, null]);
  });

  it('is refused by the access lock of a strategy that is its target, and is otherwise allowed', () => {
    const isOwnerOnly = kind === 'system';
    const platform = platformOnly ? '7' : null;
    expect(refusals(rights(platform, subscriber))).toEqual(isOwnerOnly ? [subscriber, subscriber] : [null, null]);
    expect(refusals(rights(platform, null, unknown))).toEqual(isOwnerOnly ? [unknown, null] : [null, null]);
  });
});

it('an act that the program does not know is refused', () => {
  expect(rights('7', null).refusal('submitEverything', { kind: 'system', id: '101' }, 'reduces')).toEqual({
    code: 'request.not-served',
    command: 'submitEverything',
  });
});
