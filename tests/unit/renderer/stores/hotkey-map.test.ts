import { describe, expect, it } from 'vitest';
import {
  bindHotkey,
  defaultHotkeys,
  parseHotkeys,
  readOffset,
  verbOf,
  withBinding,
} from '#renderer/stores/hotkey-map.ts';
import { hotkeyVerbs } from '#renderer/stores/hotkey-verbs.ts';
import { comboFault, keyCombo, type KeyFacts } from '#renderer/stores/key-combo.ts';

const press = (key: string, facts: Partial<KeyFacts> = {}): KeyFacts => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...facts,
});

describe('a key combination', () => {
  it('has every modifier that is down, in a fixed order', () => {
    expect(keyCombo(press('b', { altKey: true }), false)).toBe('Alt+B');
    expect(keyCombo(press('B', { altKey: true, shiftKey: true, ctrlKey: true }), false)).toBe('Ctrl+Alt+Shift+B');
    expect(keyCombo(press('Alt', { altKey: true }), false)).toBeNull();
  });

  it('reads digits by position, and letters by label unless physical is set', () => {
    expect(keyCombo(press('!', { code: 'Digit1', altKey: true, shiftKey: true }), false)).toBe('Alt+Shift+1');
    const azerty = press('a', { code: 'KeyQ', altKey: true });
    expect(keyCombo(azerty, false)).toBe('Alt+A');
    expect(keyCombo(azerty, true)).toBe('Alt+Q');
  });

  it('uses the letter of the key position if Alt changes the character', () => {
    expect(keyCombo(press('ß', { code: 'KeyS', altKey: true }), false)).toBe('Alt+S');
  });

  it('is refused if the window or page uses it, or if it is a single key and single keys are off', () => {
    for (const combo of ['B', 'Shift+B', '7', 'Enter', 'Tab', 'Escape', 'Shift+ArrowUp', 'Alt+1', 'Ctrl+K', 'Ctrl+C'])
      expect(comboFault(combo, false), combo).not.toBeNull();
    for (const combo of ['Alt+B', 'F9', 'Shift+F9', 'Ctrl+Alt+Delete'])
      expect(comboFault(combo, false), combo).toBeNull();
    expect(comboFault('B', true)).toBeNull();
    expect(comboFault('Enter', true)).not.toBeNull();
  });
});

describe('a typed offset', () => {
  it('is the same after storing, or is refused', () => {
    for (const text of ['0', '0.25', '1,5', ' 3', '999999999', '0.123456789', '1234567890', '0.1234567891', '', '-1']) {
      const read = readOffset(text);
      const stored = read.state === 'read' ? read.value : '7';
      expect(parseHotkeys(JSON.stringify({ ...defaultHotkeys, offset: stored })).offset, text).toBe(stored);
    }
    expect(readOffset('1,5')).toMatchObject({ state: 'read', value: '1.5' });
    expect(['1234567890', '0.1234567891'].map((text) => readOffset(text).state)).toEqual(['refused', 'refused']);
  });
});

describe('the bindings', () => {
  it('have a unique valid key for every verb by default, all set to Preview', () => {
    const combos = hotkeyVerbs.map(({ id }) => defaultHotkeys.bindings[id].combo);
    expect(new Set(combos).size).toBe(hotkeyVerbs.length);
    expect(combos.map((combo) => comboFault(combo ?? '', false))).toEqual(combos.map(() => null));
    expect(Object.values(defaultHotkeys.bindings).some(({ send }) => send)).toBe(false);
  });

  it('refuse a combination of another verb, and name that verb', () => {
    expect(bindHotkey(defaultHotkeys, 'kill', 'Alt+B')).toEqual({
      fault: 'Alt+B is already used for "Buy at market".',
    });
    const bound = bindHotkey(defaultHotkeys, 'kill', 'F9');
    if ('fault' in bound) throw new Error(bound.fault);
    expect(verbOf(bound, 'F9')).toBe('kill');
    expect(verbOf(bound, 'Alt+Shift+K')).toBeNull();
    expect(bindHotkey(bound, 'kill', 'F9')).toEqual(bound);
  });

  it('cannot be set to Send for verbs that may not send at once', () => {
    for (const verb of ['flatten', 'repeat', 'protect', 'kill'] as const)
      expect(withBinding(defaultHotkeys, verb, { combo: 'F9', send: true }).bindings[verb].send).toBe(false);
    expect(withBinding(defaultHotkeys, 'close', { combo: 'F9', send: true }).bindings.close.send).toBe(true);
  });

  it('are restored from text, and a damaged binding leaves its verb without a key', () => {
    const stored = {
      ...withBinding(defaultHotkeys, 'close', { combo: 'F9', send: true }),
      physical: true,
      offset: '0.05',
    };
    expect(parseHotkeys(JSON.stringify(stored))).toEqual(stored);
    const damaged = {
      bindings: {
        'buy-market': { combo: 'B', send: true },
        close: { combo: 'F9' },
        reverse: { combo: 'F9' },
        kill: { combo: 7 },
        flatten: { combo: 'F8', send: true },
      },
      offset: '-1',
    };
    const read = parseHotkeys(JSON.stringify(damaged));
    expect(read.bindings['buy-market']).toEqual({ combo: null, send: true });
    expect([read.bindings.close.combo, read.bindings.reverse.combo]).toEqual(['F9', null]);
    expect(read.bindings.kill.combo).toBeNull();
    expect(read.bindings.flatten).toEqual({ combo: 'F8', send: false });
    expect(read.offset).toBe('0');
    for (const text of [null, '', '{', '[]', 'null', '7', '{}']) expect(parseHotkeys(text)).toEqual(defaultHotkeys);
  });

  it('keep their keys if a later version has a verb with the same default key', () => {
    const bound = withBinding(defaultHotkeys, 'close', { combo: 'Alt+B', send: true });
    const { 'buy-market': _addedLater, ...bindings } = bound.bindings;
    const read = parseHotkeys(JSON.stringify({ ...bound, bindings }));
    expect(verbOf(read, 'Alt+B')).toBe('close');
    expect(read.bindings['buy-market']).toEqual({ combo: null, send: false });
  });
});
