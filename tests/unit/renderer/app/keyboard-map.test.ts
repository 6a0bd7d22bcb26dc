import { describe, expect, test } from 'vitest';
import { quickOrderChange } from '#renderer/orders/quick-order/quick-order-change.ts';
import { quickOrderEffects, quickOrderKey, mayRepeat } from '#renderer/orders/quick-order/quick-order-keys.ts';
import { emptyDraft, type TicketDraft } from '#renderer/stores/ticket-draft.ts';
import { hotkeyVerbs } from '#renderer/stores/hotkey-verbs.ts';
import { comboFault } from '#renderer/stores/key-combo.ts';
import { routes } from '#renderer/stores/router-store.svelte.ts';
import { chordCombos, chordText, hintKeys, keysOfAction, shownKeys } from '#renderer/ui/chord-text.ts';
import { keyAction } from '#renderer/ui/key-action.ts';
import { keyRows, keyScopes } from '#renderer/ui/keyboard-map.ts';

type Press = Partial<Pick<KeyboardEvent, 'code' | 'repeat' | 'isComposing'>> & { readonly with?: readonly string[] };

/** A key press in Chromium on Linux. */
const press = (key: string, { with: down = [], code = key, repeat = false, isComposing = false }: Press = {}) =>
  ({ key, code, repeat, isComposing, getModifierState: (name: string) => down.includes(name) }) as KeyboardEvent;

describe('the keyboard map', () => {
  test('has no combination twice in a scope, however it is written', () => {
    for (const scope of keyScopes) {
      const owners = new Map<string, string>();
      for (const { action, chord } of keyRows(scope))
        for (const combo of chordCombos(chord)) {
          expect(owners.get(combo) ?? action, `${scope}: ${combo}`).toBe(action);
          owners.set(combo, action);
        }
    }
  });

  test('uses no chord of the scope "Everywhere" again in the scope of a part of the window', () => {
    const everywhere = new Set(keyRows('Everywhere').flatMap(({ chord }) => chordCombos(chord)));
    for (const scope of keyScopes.filter((one) => one !== 'Everywhere' && one !== 'System-wide'))
      for (const { chord } of keyRows(scope))
        for (const combo of chordCombos(chord)) expect(everywhere.has(combo), `${scope}: ${combo}`).toBe(false);
  });

  test('shows a label and its keys for every row', () => {
    for (const scope of keyScopes)
      for (const { label, keys } of shownKeys(scope)) {
        expect(label).toMatch(/^[A-Z]/);
        expect(keys).not.toBe('');
      }
  });

  test('has a chord for every page', () => {
    expect(routes.map((route) => keysOfAction('Everywhere', route))).toEqual([
      'Alt+1',
      'Alt+2',
      'Alt+3',
      'Alt+4',
      'Alt+5',
      'Alt+6',
      'Alt+7',
    ]);
  });

  test('reserves its combinations: a hotkey cannot be bound to them', () => {
    for (const scope of keyScopes.filter((one) => one !== 'Orders'))
      for (const { chord } of keyRows(scope))
        for (const combo of chordCombos(chord)) expect(comboFault(combo, false), combo).not.toBeNull();
    expect(hotkeyVerbs.map(({ combo }) => comboFault(combo, false)).filter((fault) => fault !== null)).toEqual([]);
  });
});

describe('a key press', () => {
  test.each([
    ['Everywhere', press('F1'), 'shortcuts'],
    ['Everywhere', press('?', { code: 'Slash', with: ['Shift'] }), 'shortcuts'],
    ['Everywhere', press('?', { code: 'KeyM' }), 'shortcuts'],
    ['Everywhere', press('k', { code: 'KeyK', with: ['Control'] }), 'palette'],
    ['Everywhere', press('3', { code: 'Digit3', with: ['Alt'] }), 'strategies'],
    ['Everywhere', press('F6', { with: ['Shift'] }), 'previous-panel'],
    ['Ticket', press('Enter', { with: ['Meta'] }), 'preview'],
    ['Positions table', press('R', { code: 'KeyR', with: ['CapsLock'] }), 'reverse'],
    ['Order preview by key', press('+', { code: 'Equal', with: ['Shift'] }), 'quantity-up'],
    ['Order preview by key', press('+', { code: 'NumpadAdd' }), 'quantity-up'],
    ['Order preview by key', press('-', { code: 'NumpadSubtract', with: ['Shift'] }), 'quantity-down-10'],
    ['Order preview by key', press('&', { code: 'Digit1' }), 'size-1'],
    ['Order preview by key', press('ArrowUp', { with: ['Shift'] }), 'price-up-10'],
    ['Order preview by key', press('Tab', { with: ['Shift'] }), 'previous-order'],
    ['Order preview by key', press('r', { code: 'KeyR' }), 'rehearse'],
    ['Review', press(' ', { code: 'Space' }), 'explain'],
  ] as const)('in %s finds its action', (scope, event, action) => {
    expect(keyAction(scope, event)).toBe(action);
  });

  test.each([
    ['Everywhere', press('k', { code: 'KeyK' })],
    ['Everywhere', press('k', { code: 'KeyK', with: ['Control', 'Shift'] })],
    ['Everywhere', press('?', { code: 'Slash', with: ['Control', 'Shift'] })],
    ['Positions table', press('R', { code: 'KeyR', with: ['Shift'] })],
    ['Order preview by key', press('M', { code: 'KeyM', with: ['Shift'] })],
    ['Order preview by key', press('!', { code: 'Digit1', with: ['Shift'] })],
    ['Order preview by key', press('Enter')],
    ['Ticket', press('Enter')],
  ] as const)('in %s with other modifiers has no action', (scope, event) => {
    expect(keyAction(scope, event)).toBeNull();
  });

  test('acts once while the key is held down, except for the steps of the quick order', () => {
    expect(keyAction('Positions table', press('r', { repeat: true }))).toBeNull();
    expect(keyAction('Everywhere', press('F1', { repeat: true }))).toBeNull();
    expect(keyAction('Order preview by key', press('ArrowUp', { repeat: true }))).toBe('price-up');
  });

  test('has no action while characters are composed', () => {
    expect(keyAction('Order preview by key', press('m', { isComposing: true }))).toBeNull();
  });
});

describe('keys as text', () => {
  test.each([
    ['Alt+Digit1', 'Alt+1', 'Alt+1'],
    ['$mod+KeyK', 'Ctrl+K', '⌘+K'],
    ['[Shift]+?', '?', '?'],
    ['[Shift]++', '+', '+'],
    ['Shift+ArrowUp', 'Shift+↑', 'Shift+↑'],
    ['r', 'R', 'R'],
  ])('shows %s as %s, on macOS as %s', (chord, text, mac) => {
    expect(chordText(chord, false)).toBe(text);
    expect(chordText(chord, true)).toBe(mac);
  });

  test('groups the chords of a label, and leaves out those of other operating systems', () => {
    expect(shownKeys('Ticket', false)).toEqual([{ label: 'Preview the order', keys: 'Ctrl+Enter' }]);
    expect(shownKeys('Ticket', true)).toEqual([{ label: 'Preview the order', keys: '⌘+Enter' }]);
    expect(shownKeys('Everywhere', false)[0]).toEqual({ label: 'Keyboard shortcuts', keys: '? F1' });
  });

  test('lists the keys of the quick order, without those that have no effect', () => {
    const labels = hintKeys('Order preview by key', ['bracket']).map(({ label }) => label);
    expect(labels).toContain('price');
    expect(labels).not.toContain('bracket');
    expect(Object.keys(quickOrderEffects).length).toBeGreaterThan(labels.length);
  });
});

describe('a key of the quick order', () => {
  test('chooses a size, or is a digit of the size if the size has to be typed', () => {
    const two = press('2', { code: 'Digit2' });
    expect(quickOrderKey(two, false)).toEqual({ type: 'size', preset: 2 });
    expect(quickOrderKey(two, true)).toEqual({ type: 'type-size' });
    expect(quickOrderKey(press('0', { code: 'Digit0' }), true)).toEqual({ type: 'type-size' });
    expect(quickOrderKey(press('0', { code: 'Digit0' }), false)).toBeNull();
    expect(quickOrderKey(press('ArrowUp'), true)).toEqual({ type: 'price', ticks: 1 });
  });

  test('changes the quantity by ten steps with Shift, which makes another character of the minus key', () => {
    const ten = { type: 'quantity', steps: -10 };
    expect(quickOrderKey(press('_', { code: 'Minus', with: ['Shift'] }), false)).toEqual(ten);
    expect(quickOrderKey(press('-', { code: 'NumpadSubtract', with: ['Shift'] }), false)).toEqual(ten);
  });

  test('for another order type keeps the price that is shown', () => {
    const facts = { tick: '0.01', sizes: [] };
    let draft: TicketDraft = { ...emptyDraft, symbol: 'AAPL', limit: '110' };
    const prices = (['stop', 'price-up-10', 'limit', 'market', 'stop'] as const).map((action) => {
      draft = { ...draft, ...quickOrderChange(draft, quickOrderEffects[action], facts) };
      return [draft.kind, draft.kind === 'market' ? '' : draft[draft.kind]].join(' ');
    });
    expect(prices).toEqual(['stop 110', 'stop 110.10', 'limit 110.10', 'market ', 'stop 110.10']);
  });

  test('acts again while it is held down only if it steps a price or a quantity', () => {
    const held = Object.entries(quickOrderEffects).filter(([, act]) => mayRepeat(act));
    expect(held.map(([action]) => action)).toEqual([
      'price-up',
      'price-down',
      'price-up-10',
      'price-down-10',
      'quantity-up',
      'quantity-down',
      'quantity-up-10',
      'quantity-down-10',
    ]);
  });
});
