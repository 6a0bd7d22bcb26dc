import { expect, it } from 'vitest';
import { changePersonAttribute } from '#core/acts/person-acts.ts';
import { ownPerson } from '#core/people/own-person.ts';

const change = (profileId: string, personId: string, seconds: number) => ({
  ...{ command: changePersonAttribute.command, state: 'DONE', profileId, createdAt: seconds * 1000 },
  target: { kind: 'person', id: personId },
});

/** The person of the connection `mine`, which has no own strategy. `sent`: acts, oldest first. */
function personOf(...sent: readonly object[]) {
  const parts = {
    acts: { rowsOf: () => sent },
    cache: { strategies: () => [], details: () => null },
    sync: { access: { of: () => 'unknown' } },
    isPlatform: false,
    profileId: 'mine',
  };
  return ownPerson(parts as unknown as Parameters<typeof ownPerson>[0]);
}

it('a change over another connection to the same address does not name the person', () => {
  expect(personOf(change('mine', '42', 1), change('other', '43', 2))).toMatchObject({
    ...{ personId: '42', source: 'change', lastChange: { at: 1 } },
  });
  expect(personOf(change('other', '43', 2))).toEqual({
    ...{ personId: null, source: null, screenName: null, lastChange: null },
  });
});
