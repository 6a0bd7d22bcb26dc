import { beforeEach, expect, test } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import { SessionKeeper } from '#core/session/session-keeper.ts';
import { NoConnection } from '#core/session/sessions.ts';

const profile = (id: string): Profile => ({
  id,
  name: id.toUpperCase(),
  kind: 'world',
  baseUrl: 'https://api.example.com',
  altBaseUrl: null,
  platformId: null,
  paceMs: 1_000,
  keyPlace: 'session',
});

let events: string[];
/** Why a connection cannot be opened, or closed, by its id. */
let faults: Map<string, Error>;
let keeper: SessionKeeper;
beforeEach(() => {
  events = [];
  faults = new Map();
  const meet = (act: string): void => {
    events.push(act);
    const fault = faults.get(act);
    if (fault !== undefined) throw fault;
  };
  keeper = new SessionKeeper({
    find: (id) => {
      const fault = faults.get(`find ${id}`);
      if (fault !== undefined) throw fault;
      return profile(id);
    },
    open: async (wanted) => {
      meet(`open ${wanted.id}`);
      // What the keeper asks of a session.
      return { profile: wanted, close: async () => meet(`close ${wanted.id}`) } as never;
    },
    changed: () => events.push('changed'),
    log: { info: () => undefined, warn: () => undefined, error: (event) => events.push(event) },
  });
});

const lack = (): unknown => {
  try {
    return keeper.own();
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

test('between two connections there is none, and a second change is refused', async () => {
  await keeper.change('a');
  const change = keeper.change('b');
  expect(await keeper.change('c')).toBe('busy');
  expect(keeper.isChosen('c')).toBe(false);
  await change;
  expect(keeper.opened()?.profile.id).toBe('b');
});

test('a profile that cannot be looked up changes nothing, and the next change is made', async () => {
  await keeper.change('a');
  faults.set('find b', new Error('The list of connections is damaged'));
  await expect(keeper.change('b')).rejects.toThrow('The list of connections is damaged');
  expect(keeper.own().profile.id).toBe('a');
  faults.clear();
  expect(await keeper.change('b')).toBe('opened');
});

test('one that cannot be opened says why, and another or the same can be chosen', async () => {
  await keeper.change('a');
  faults.set('open b', new Error('The disk is full'));
  expect(await keeper.change('b')).toBe('not-opened');
  const text = { code: 'connection.not-opened', name: 'B', reason: 'The disk is full' };
  expect(keeper.notOpened()).toEqual({ profile: profile('b'), text });
  expect(lack()).toBeInstanceOf(NoConnection);
  expect(lack()).toMatchObject({ code: 'no-connection', text });
  expect(events).toEqual(['open a', 'changed', 'close a', 'open b', 'session.not-opened', 'changed']);
  expect(keeper.isChosen('b')).toBe(true);

  expect(await keeper.change('a')).toBe('opened');
  expect(keeper.notOpened()).toBeNull();
  faults.clear();
  expect(await keeper.change('b')).toBe('opened');
  expect(keeper.own().profile.id).toBe('b');
});

test('where the old one does not close, the new one is not opened beside it', async () => {
  await keeper.change('a');
  faults.set('close a', new Error('The file is locked'));
  expect(await keeper.change('b')).toBe('not-opened');
  expect(events).not.toContain('open b');
  expect(lack()).toMatchObject({ text: { name: 'B', reason: 'The file is locked' } });
  expect(await keeper.change('a')).toBe('opened');
});
