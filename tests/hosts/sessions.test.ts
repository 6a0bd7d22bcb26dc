import { expect, test } from 'vitest';
import { Sessions } from '#hosts/browser/sessions.ts';

test('a code is spent by its first use, also where no other is issued after it', () => {
  const sessions = new Sessions(() => undefined);
  const code = sessions.issueCode();
  const first = sessions.exchange(code);
  expect(first?.printed).toBe(true);
  expect(sessions.exchange(code)).toBeUndefined();
  expect(sessions.isToken(first?.session.token ?? '')).toBe(true);
});

test('a code is no token, and a renewal neither', () => {
  const sessions = new Sessions(() => undefined);
  const code = sessions.issueCode();
  const renewal = sessions.exchange(code)?.session.renewal ?? '';
  expect([code, renewal, ''].filter((text) => sessions.isToken(text))).toEqual([]);
});

test('sessions without a page are forgotten beyond 32, oldest first, and those with a page are kept', () => {
  const pages: number[] = [];
  const sessions = new Sessions((count) => pages.push(count));
  const open = () => sessions.exchange(sessions.issueCode())?.session.token ?? '';
  const kept = open();
  const detach = sessions.attach(kept, () => expect.unreachable());
  const tokens = Array.from({ length: 40 }, open);
  expect(sessions.isToken(kept)).toBe(true);
  expect(tokens.filter((token) => sessions.isToken(token))).toEqual(tokens.slice(-31));
  detach?.();
  detach?.();
  expect(pages).toEqual([1, 0]);
});
