import { expect, test } from 'vitest';
import { PageSessions } from '#hosts/browser/page-sessions.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

test('a code can be used only once, also if no other code was issued after it', () => {
  const sessions = new PageSessions(new FakeClock(), () => undefined);
  const code = sessions.issueCode();
  const first = sessions.exchange(code);
  expect(sessions.exchange(code)).toBeUndefined();
  expect(sessions.isToken(first?.token ?? '')).toBe(true);
});

test('neither a code nor a renewal code is a token', () => {
  const sessions = new PageSessions(new FakeClock(), () => undefined);
  const code = sessions.issueCode();
  const renewal = sessions.exchange(code)?.renewal ?? '';
  expect([code, renewal, ''].filter((text) => sessions.isToken(text))).toEqual([]);
});

test('at most 32 sessions are kept, and the oldest of those without a page is deleted', () => {
  const pages: number[] = [];
  const sessions = new PageSessions(new FakeClock(), (count) => pages.push(count));
  const open = () => sessions.exchange(sessions.issueCode())?.token ?? '';
  const attachedToken = open();
  const detach = sessions.attach(attachedToken, () => expect.unreachable());
  const tokens = Array.from({ length: 40 }, open);
  expect(sessions.isToken(attachedToken)).toBe(true);
  expect(tokens.filter((token) => sessions.isToken(token))).toEqual(tokens.slice(-31));
  detach?.();
  detach?.();
  expect(pages).toEqual([1, 0]);
});

test('a token expires two minutes after its last page was closed', async () => {
  const clock = new FakeClock();
  const sessions = new PageSessions(clock, () => undefined);
  const open = () => sessions.exchange(sessions.issueCode()) ?? { token: '', renewal: '' };
  const { token, renewal } = open();
  const detachFirst = sessions.attach(token, () => undefined);
  const detachSecond = sessions.attach(token, () => undefined);
  await clock.advance(3_600_000);
  detachFirst?.();
  await clock.advance(3_600_000);
  detachSecond?.();
  await clock.advance(119_000);
  const detachThird = sessions.attach(token, () => undefined);
  await clock.advance(3_600_000);
  expect(sessions.isToken(token)).toBe(true);
  detachThird?.();
  await clock.advance(120_000);
  expect(sessions.isToken(token)).toBe(false);
  expect(sessions.exchange(renewal)).toBeUndefined();
  const unused = open().token;
  await clock.advance(120_000);
  expect(sessions.isToken(unused)).toBe(false);
});

test('a new page gets a valid token even if each of the 32 kept sessions has an open page', () => {
  const sessions = new PageSessions(new FakeClock(), () => undefined);
  const tokens = Array.from({ length: 32 }, () => sessions.exchange(sessions.issueCode())?.token ?? '');
  for (const token of tokens) sessions.attach(token, () => undefined);
  const session = sessions.exchange(sessions.issueCode());
  expect(sessions.isToken(session?.token ?? '')).toBe(true);
  expect(tokens.every((token) => sessions.isToken(token))).toBe(true);
});
