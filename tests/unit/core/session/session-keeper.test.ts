import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import type { PageWatch } from '#core/session/page-watches.ts';
import { SessionKeeper } from '#core/session/session-keeper.ts';
import { modeOf } from '#core/owner.ts';
import { NoConnection } from '#core/session/sessions.ts';

/** Ids that begin with "p" are practice connections. */
const profile = (id: string): Profile => ({
  id,
  name: id.toUpperCase(),
  kind: id.startsWith('p') ? 'practice' : 'world',
  baseUrl: 'https://api.example.com',
  altBaseUrl: null,
  platformId: null,
  paceMs: 1_000,
  keyPlace: 'session',
});

let events: string[];
/** The errors to throw, by step and connection id, such as `open b`. */
let faults: Map<string, Error>;
/** Resolves when a connection may finish opening. */
let mayOpen: Promise<void>;
/** The watches of the pages, in every session. */
let watches: PageWatch[];
let keeper: SessionKeeper;
beforeEach(() => {
  events = [];
  watches = [];
  mayOpen = Promise.resolve();
  faults = new Map();
  const throwFault = (step: string): void => {
    const fault = faults.get(step);
    if (fault !== undefined) throw fault;
  };
  const note = (step: string): void => {
    events.push(step);
    throwFault(step);
  };
  keeper = new SessionKeeper({
    profiles: {
      find: (id) => {
        throwFault(`find ${id}`);
        return id === 'missing' ? undefined : profile(id);
      },
      practice: () => profile('p'),
    },
    opener: {
      open: async (wanted, place) => {
        note(`open ${wanted.id}${place === 'secondary' ? ' beside' : ''}`);
        await mayOpen;
        // The members that the keeper uses.
        return {
          profile: wanted,
          mode: modeOf(wanted),
          watches: () => watches,
          watch: (systemId: string, datasets: string[], viewer: string) =>
            note(`watch ${wanted.id} ${systemId} ${datasets.join()} ${viewer}`),
          close: async () => note(`close ${wanted.id}`),
        } as never;
      },
    },
    changed: () => events.push('changed'),
    secondaryChanged: () => events.push('beside changed'),
    log: { info: () => undefined, warn: () => undefined, error: (event) => events.push(event) },
  });
});

const inUseOrError = (): unknown => {
  try {
    return keeper.inUse();
  } catch (error) {
    return error;
  }
};

test('the old session is closed before the new one opens', async () => {
  await keeper.change('a');
  expect(await keeper.change('b')).toBe('opened');
  expect(events).toEqual(['open a', 'changed', 'close a', 'open b', 'changed']);
  expect(keeper.current().profile.id).toBe('b');
});

test('during a change of connection, no connection is open, and a second change is refused', async () => {
  await keeper.change('a');
  const gate = Promise.withResolvers<void>();
  mayOpen = gate.promise;
  const change = keeper.change('b');
  await expect.poll(() => events).toContain('open b');
  expect(keeper.inUseOrNull()).toBeNull();
  expect(await keeper.change('c')).toBe('busy');
  expect(keeper.isChosen('c')).toBe(false);
  gate.resolve();
  await change;
  expect(keeper.inUseOrNull()?.profile.id).toBe('b');
});

test('the watches of the pages are restored when their connection is opened again, but not when another one is', async () => {
  await keeper.change('a');
  watches = [{ viewer: 'page', systemId: '100', datasets: ['margin'] }];
  await keeper.reopen('a');
  await keeper.change('b');
  expect(events.filter((event) => event.startsWith('watch'))).toEqual(['watch a 100 margin page']);
});

test('a connection counts as chosen while it opens, and is reopened if edited during the opening', async () => {
  await keeper.change('a');
  const gate = Promise.withResolvers<void>();
  mayOpen = gate.promise;
  const change = keeper.change('b');
  expect(keeper.isChosen('b')).toBe(true);
  await expect.poll(() => events).toContain('open b');
  expect(keeper.isChosen('b')).toBe(true);
  const reopened = keeper.reopen('b', 'c');
  gate.resolve();
  expect(await change).toBe('opened');
  expect(await reopened).toBe('opened');
  expect(keeper.inUse().profile.id).toBe('c');
  expect(keeper.isChosen('b')).toBe(false);
});

test('a profile that cannot be looked up changes nothing, and the next change is made', async () => {
  await keeper.change('a');
  faults.set('find b', new Error('The list of connections is damaged'));
  await expect(keeper.change('b')).rejects.toThrow('The list of connections is damaged');
  expect(keeper.inUse().profile.id).toBe('a');
  faults.clear();
  expect(await keeper.change('b')).toBe('opened');
});

test('a connection that cannot be opened says why, and any connection can be chosen next', async () => {
  await keeper.change('a');
  faults.set('open b', new Error('The disk is full'));
  expect(await keeper.change('b')).toBe('not-opened');
  const text = { code: 'connection.not-opened', name: 'B', reason: 'The disk is full' };
  expect(keeper.notOpened()).toEqual({ profile: profile('b'), text });
  expect(inUseOrError()).toBeInstanceOf(NoConnection);
  expect(inUseOrError()).toMatchObject({ code: 'no-connection', text });
  expect(events).toEqual(['open a', 'changed', 'close a', 'open b', 'session.not-opened', 'changed']);
  expect(keeper.isChosen('b')).toBe(true);

  expect(await keeper.change('a')).toBe('opened');
  expect(keeper.notOpened()).toBeNull();
  faults.clear();
  expect(await keeper.change('b')).toBe('opened');
  expect(keeper.inUse().profile.id).toBe('b');
});

test('when the old session does not close, the new one is not opened', async () => {
  await keeper.change('a');
  faults.set('close a', new Error('The file is locked'));
  expect(await keeper.change('b')).toBe('not-opened');
  expect(events).not.toContain('open b');
  expect(inUseOrError()).toMatchObject({ text: { name: 'B', reason: 'The file is locked' } });
  expect(await keeper.change('a')).toBe('opened');
});

const ids = (): string[] => keeper.all().map((session) => session.profile.id);

/** The code of the failure; empty on success. */
async function refusalOf(profileId: string): Promise<string> {
  const outcome = await keeper.open(profileId);
  return outcome.ok ? '' : outcome.failure.code;
}

describe('a secondary connection, beside the one in use', () => {
  beforeEach(async () => {
    await keeper.change('a');
    events = [];
  });

  test('is opened and closed while the one in use continues', async () => {
    const opened = await keeper.open('p');
    expect(opened.ok && opened.value.profile.id).toBe('p');
    expect(keeper.current().profile.id).toBe('a');
    expect(ids()).toEqual(['a', 'p']);
    await keeper.close('p');
    expect(ids()).toEqual(['a']);
    expect(events).toEqual(['open p beside', 'beside changed', 'close p', 'beside changed']);
  });

  test('is one session when opened twice at once, and opening the one in use returns its session', async () => {
    const [first, second] = await Promise.all([keeper.open('p'), keeper.open('p')]);
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
    expect(await keeper.open('a')).toEqual({ ok: true, value: keeper.inUse() });
    expect(events).toEqual(['open p beside', 'beside changed']);
  });

  test('counts as chosen while it is being opened, but not after it could not be opened', async () => {
    const gate = Promise.withResolvers<void>();
    mayOpen = gate.promise;
    faults.set('open p beside', new Error('The disk is full'));
    expect(await refusalOf('p')).toBe('not-opened');
    expect(keeper.isChosen('p')).toBe(false);
    faults.clear();
    const refusal = refusalOf('p');
    await expect.poll(() => events.filter((event) => event === 'open p beside')).toHaveLength(2);
    expect(keeper.isChosen('p')).toBe(true);
    gate.resolve();
    expect(await refusal).toBe('');
  });

  test('a close with the id of the connection in use does nothing', async () => {
    await keeper.close('a');
    await keeper.close('missing');
    expect(events).toEqual([]);
    expect(keeper.inUse().profile.id).toBe('a');
  });

  test('a second connection of the same mode is refused: both would use one journal', async () => {
    const refused = {
      ok: false,
      failure: { code: 'same-mode', message: { code: 'connection.same-mode', mode: 'LIVE', name: 'A' } },
    };
    expect(await keeper.open('b')).toEqual(refused);
    expect(await refusalOf('p')).toBe('');
    expect(await refusalOf('p2')).toBe('same-mode');
    expect(await refusalOf('missing')).toBe('unknown-profile');
    expect(ids()).toEqual(['a', 'p']);
  });

  test('two requests at once never open two connections of one mode', async () => {
    expect((await Promise.all([refusalOf('p'), refusalOf('p2')])).toSorted()).toEqual(['', 'same-mode']);
    expect(events).toEqual(['open p beside', 'beside changed']);
  });

  test('is not opened if a connection of its mode was chosen for use but could not be opened', async () => {
    faults.set('open b', new Error('The disk is full'));
    await keeper.change('b');
    expect(await refusalOf('a')).toBe('same-mode');
    expect(await refusalOf('p')).toBe('');
    expect(ids()).toEqual(['p']);
  });

  test('that cannot be opened does not change the connection in use, and can be opened later', async () => {
    faults.set('open p beside', new Error('The disk is full'));
    const text = { code: 'connection.not-opened-beside', name: 'P', reason: 'The disk is full' };
    expect(await keeper.open('p')).toEqual({ ok: false, failure: { code: 'not-opened', message: text } });
    expect(events).toEqual(['open p beside', 'session.not-opened']);
    expect(keeper.notOpened()).toBeNull();
    expect(ids()).toEqual(['a']);
    faults.clear();
    expect(await refusalOf('p')).toBe('');
  });

  test('stays open when another connection of the mode in use is chosen', async () => {
    await keeper.open('p');
    await keeper.change('b');
    expect(ids()).toEqual(['b', 'p']);
    expect(events).not.toContain('close p');
  });

  test('is closed before it, or another connection of its mode, is opened for use', async () => {
    await keeper.open('p');
    events = [];
    await keeper.change('p');
    expect(ids()).toEqual(['p']);
    expect(events).toEqual(['close a', 'close p', 'beside changed', 'open p', 'changed']);
  });

  test('that is requested during a change is checked against the mode after the change', async () => {
    const change = keeper.change('p');
    const refusal = refusalOf('p2');
    expect(await change).toBe('opened');
    expect(await refusal).toBe('same-mode');
  });

  test('stays secondary when it is reopened, and the reopened connection in use stays in use', async () => {
    await keeper.open('p');
    events = [];
    expect(await keeper.reopen('p')).toBe('opened');
    expect(await keeper.reopen('a', 'b')).toBe('opened');
    expect(await keeper.reopen('c')).toBe('not-opened');
    expect(events.filter((event) => !event.endsWith('changed'))).toEqual([
      'close p',
      'open p beside',
      'close a',
      'open b',
    ]);
    expect(ids()).toEqual(['b', 'p']);
  });

  test('the end of the program closes all in order, even after a failure, and opens nothing', async () => {
    await keeper.open('p');
    events = [];
    faults.set('close p', new Error('The file is locked'));
    const end = keeper.end();
    const [refusal, change] = [refusalOf('b'), keeper.change('b')];
    await expect(end).rejects.toThrow('The file is locked');
    expect(events).toEqual(['close p', 'close a']);
    expect(await change).toBe('busy');
    expect(await refusal).toBe('not-opened');
  });

  test('the end of the program also closes a connection that is still opening', async () => {
    const gate = Promise.withResolvers<void>();
    mayOpen = gate.promise;
    const opened = keeper.open('p');
    await expect.poll(() => events).toContain('open p beside');
    const end = keeper.end();
    gate.resolve();
    await end;
    expect((await opened).ok).toBe(true);
    expect(events).toEqual(['open p beside', 'beside changed', 'close p', 'close a']);
  });
});
