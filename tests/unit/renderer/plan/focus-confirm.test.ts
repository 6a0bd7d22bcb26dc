import { afterEach, expect, it, vi } from 'vitest';
import { focusConfirm } from '#renderer/plan/focus-confirm.ts';

afterEach(() => vi.unstubAllGlobals());

/** True if the button was focused. `place`: where the keyboard focus was. */
function takesFocus(place: 'this dialog' | 'another dialog' | 'the page'): boolean {
  const focused = { matches: () => place !== 'the page' };
  vi.stubGlobal('document', { activeElement: focused });
  const dialog = { contains: (element: unknown) => element === focused && place === 'this dialog' };
  const button = { closest: () => dialog, focus: vi.fn() };
  focusConfirm(button as never);
  return button.focus.mock.calls.length > 0;
}

it('focuses the button that sends, unless the keyboard is on another control of its dialog', () => {
  expect(takesFocus('the page')).toBe(true);
  expect(takesFocus('this dialog')).toBe(false);
});

it('takes the focus from a control of another dialog', () => {
  expect(takesFocus('another dialog')).toBe(true);
});
