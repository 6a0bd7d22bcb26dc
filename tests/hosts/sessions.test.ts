import { expect, test } from 'vitest';
import { Sessions } from '#hosts/browser/sessions.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

test('a code is spent by its first use, also where no other is issued after it', () => {
  const sessions = new Sessions(new FakeClock(), () => undefined);
  const code = sessions.issueCode();
  const first = sessions.exchange(code);
  expect(sessions.exchange(code)).toBeUndefined();
  expect(sessions.isToken(first?.token ?? '')).toBe(true);
});

test('a code is no token, and a renewal neither', () => {
  const sessions = new Sessions(new FakeClock(), () => undefined);
  const code = sessions.issueCode();
  const renewal = sessions.exchange(code)?.renewal ?? '';
  expect([code, renewal, ''].filter((text) => sessions.isToken(text))).toEqual([]);
});

test('sessions without a page are forgotten beyond 32, oldest first, and those with a page are kept', () => {
  const pages: number[] = [];
  const sessions = new Sessions(new FakeClock(), (count) => pages.push(count));
  const open = () => sessions.exchange(sessions.issueCode())?.token ?? '';
  const kept = open();
  const detach = sessions.attach(kept, () => expect.unreachable());
  const tokens = Array.from({ length: 40 }, open);
  expect(sessions.isToken(kept)).toBe(true);
  expect(tokens.filter((token) => sessions.isToken(token))).toEqual(tokens.slice(-31));
  detach?.();
  detach?.();
  expect(pages).toEqual([1, 0]);
});

test('a token ends two minutes after its last page has gone, and not while one is connected', async () => {
  const clock = new FakeClock();
  const sessions = new Sessions(clock, () => undefined);
  const open = () => sessions.exchange(sessions.issueCode()) ?? { token: '', renewal: '' };
  const { token, renewal } = open();
  const first = sessions.attach(token, () => undefined);
  const second = sessions.attach(token, () => undefined);
  await clock.advance(3_600_000);
  first?.();
  await clock.advance(3_600_000);
  second?.();
  await clock.advance(119_000);
  const again = sessions.attach(token, () => undefined);
  await clock.advance(3_600_000);
  expect(sessions.isToken(token)).toBe(true);
  again?.();
  await clock.advance(120_000);
  expect(sessions.isToken(token)).toBe(false);
  expect(sessions.exchange(renewal)).toBeUndefined();
  const unused = open().token;
  await clock.advance(120_000);
  expect(sessions.isToken(unused)).toBe(false);
});
