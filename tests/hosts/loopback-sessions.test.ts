import { once } from 'node:events';
import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { events } from '#contract/events.ts';
import { loopback } from '#contract/loopback.ts';
import { LoopbackFixture } from './loopback-fixture.ts';
import { statusOf } from './raw-request.ts';

let fixture: LoopbackFixture;
beforeEach(async () => {
  fixture = await new LoopbackFixture().start();
});
afterEach(() => fixture.close());

const exchange = (code: string) => fixture.post('/session', { code });
const works = async (token: string) =>
  statusOf(await fixture.post('/call/app.info', {}, { authorization: `Bearer ${token}` })) === 200;

describe('the one-time code', () => {
  test('is in the fragment, which is not sent', () => {
    const url = new URL(fixture.server.newAddress());
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.search).toBe('');
    expect(url.hash).toMatch(/^#code=[\w-]{43}$/);
  });

  test('can be used once', async () => {
    const code = fixture.code();
    expect(statusOf(await exchange(code))).toBe(200);
    expect(statusOf(await exchange(code))).toBe(401);
  });

  test('is new in each printed address, and earlier sessions remain valid', async () => {
    const first = await fixture.session();
    const second = await fixture.session(fixture.code(fixture.server.newAddress()));
    expect(await works(first.token)).toBe(true);
    expect(await works(second.token)).toBe(true);
  });

  test('becomes invalid when the next one is printed', async () => {
    const old = fixture.code();
    fixture.server.newAddress();
    expect(statusOf(await exchange(old))).toBe(401);
  });

  test.each(['', 'x', '__proto__', 'A'.repeat(43)])('%j is refused', async (code) => {
    expect(statusOf(await exchange(code))).toBe(401);
  });

  test.each([{}, { code: 1 }, { code: ['x'] }, null, []].map((body) => [JSON.stringify(body)]))(
    '%s is refused',
    async (body) => {
      expect(statusOf(await fixture.post('/session', body))).toBe(401);
    },
  );
});

describe('a reload', () => {
  test('starts a session with the renewal code of its tab, and the old token is invalid', async () => {
    const first = await fixture.session();
    const second = await fixture.session(first.renewal);
    expect(await works(first.token)).toBe(false);
    expect(await works(second.token)).toBe(true);
    const stream = fixture.stream();
    await stream.opened;
    stream.send({ token: second.token });
    await stream.untilMessages(1);
    expect(statusOf(await exchange(first.renewal))).toBe(401);
    expect(await works(second.token)).toBe(true);
  });

  test('continues with the same renewal code until its session has a stream', async () => {
    const first = await fixture.session();
    const lost = await fixture.session(first.renewal);
    const second = await fixture.session(first.renewal);
    expect(await works(lost.token)).toBe(false);
    expect(statusOf(await exchange(lost.renewal))).toBe(401);
    expect(await works(second.token)).toBe(true);
  });

  test('closes the streams of the previous page', async () => {
    const first = await fixture.session();
    const stream = fixture.stream();
    await stream.opened;
    stream.send({ token: first.token });
    await stream.untilMessages(1);
    await fixture.session(first.renewal);
    expect(await stream.closed).toBe(loopback.refusedClose);
    await expect.poll(() => fixture.pageCounts).toEqual([1, 0]);
  });
});

test('a page whose session was replaced commands nothing more, even if it does not close its stream', async () => {
  const first = await fixture.session();
  const stream = fixture.stream();
  await stream.opened;
  stream.send({ token: first.token });
  await stream.untilMessages(1);
  stream.socket.pause();
  const second = await fixture.session(first.renewal);
  stream.send({ call: { id: 1, name: 'app.info', input: {} } });
  expect(await works(second.token)).toBe(true);
  stream.socket.resume();
  expect(await stream.closed).toBe(loopback.refusedClose);
  expect(fixture.core.calls).toHaveLength(1);
});

describe('the stream of events', () => {
  const open = async () => {
    const { token } = await fixture.session();
    const stream = fixture.stream();
    await stream.opened;
    stream.send({ token });
    await stream.untilMessages(1);
    return stream;
  };

  test.each(Object.keys(events))(
    'delivers a snapshot and the changes of %s until the stream is closed',
    async (name) => {
      const stream = await open();
      stream.send({ listen: { id: 7, name, params: { systemId: '1' } } });
      await stream.untilMessages(2);
      fixture.core.emit({ seq: 1, payload: 'next' });
      await stream.untilMessages(3);
      expect(stream.messages).toEqual([
        { ready: true },
        { id: 7, seq: 0, payload: { name, snapshot: true } },
        { id: 7, seq: 1, payload: 'next' },
      ]);
      stream.socket.close();
      await stream.closed;
      await expect.poll(() => fixture.core.subscriptions.size).toBe(0);
    },
  );

  test('answers calls by their ids, in the order of completion', async () => {
    const stream = await open();
    let resolveFirst = (_outcome: unknown): void => undefined;
    fixture.core.answer = new Promise((resolve) => (resolveFirst = resolve));
    stream.send({ call: { id: 3, name: 'signals.list', input: { systemId: '1' } } });
    await expect.poll(() => fixture.core.calls).toEqual([{ name: 'signals.list', input: { systemId: '1' } }]);
    fixture.core.answer = { ok: true, value: 'second' };
    stream.send({ call: { id: 4, name: 'app.info', input: {} } });
    await stream.untilMessages(2);
    resolveFirst({ ok: true, value: 'first' });
    await stream.untilMessages(3);
    expect(stream.messages.slice(1)).toEqual([
      { answer: 4, outcome: { ok: true, value: 'second' } },
      { answer: 3, outcome: { ok: true, value: 'first' } },
    ]);
  });

  test('sends an answer that is larger than the backlog limit of events', async () => {
    const stream = await open();
    stream.send({ listen: { id: 1, name: 'status.changed', params: {} } });
    await stream.untilMessages(2);
    const value = 'x'.repeat(24 * 1024 * 1024);
    fixture.core.answer = { ok: true, value };
    stream.socket.pause();
    stream.send({ call: { id: 2, name: 'equity.get', input: {} } });
    await expect.poll(() => fixture.core.calls.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    fixture.core.emit({ seq: 1, payload: 'behind it' });
    stream.socket.resume();
    await stream.untilMessages(4);
    expect(stream.messages.slice(2)).toEqual([
      { answer: 2, outcome: { ok: true, value } },
      { id: 1, seq: 1, payload: 'behind it' },
    ]);
  });

  test('ends one subscription and keeps the other', async () => {
    const stream = await open();
    stream.send({ listen: { id: 1, name: 'status.changed', params: {} } });
    stream.send({ listen: { id: 2, name: 'activity.changed', params: {} } });
    stream.send({ unlisten: { id: 1 } });
    await stream.untilMessages(3);
    await expect.poll(() => [...fixture.core.subscriptions].map(({ name }) => name)).toEqual(['activity.changed']);
  });

  test('does not open for another origin or without one', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://localhost']) {
      expect(await fixture.stream(origin).closed).toBe(1006);
    }
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const headers = { ...upgrade, 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
    expect(statusOf(await fixture.send('GET', '/events', headers))).toBe(403);
    const other = { ...headers, origin: `http://${fixture.host}`, host: 'evil.example' };
    expect(statusOf(await fixture.send('GET', '/events', other))).toBe(403);
  });

  test.each(['/', '/index.html', '/nothing', '/session', '/call/app.info'])('is not opened at %s', async (path) => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
    const headers = { ...upgrade, ...key, origin: `http://${fixture.host}`, host: fixture.host };
    const answer = await fixture.send('GET', path, headers);
    expect(statusOf(answer)).toBe(404);
  });

  test.each([
    ['a wrong token', { token: 'A'.repeat(43) }],
    ['a call before the token', { call: { id: 1, name: 'app.info', input: {} } }],
    ['a subscription before the token', { listen: { id: 1, name: 'status.changed', params: {} } }],
    ['nonsense', 'hello'],
  ])('closes if its first message is %s', async (_name, message) => {
    await fixture.session();
    const stream = fixture.stream();
    await stream.opened;
    stream.socket.send(JSON.stringify(message));
    expect(await stream.closed).toBe(loopback.refusedClose);
    expect(stream.messages).toEqual([]);
    expect(fixture.core.subscriptions.size).toBe(0);
    expect(fixture.core.calls).toEqual([]);
  });

  test.each([
    ['an unknown request', '{"other":1}', 4400],
    ['no JSON', '{', 4400],
    ['a call without an input', '{"call":{"id":1,"name":"app.info"}}', 4400],
    ['a call with a name that is too long', `{"call":{"id":1,"name":"${'x'.repeat(61)}","input":{}}}`, 4400],
    ['a negative id', '{"unlisten":{"id":-1}}', 4400],
    ['a message too big', `{"listen":{"id":1,"name":"x","params":"${'x'.repeat(70_000)}"}}`, 1009],
  ])('closes on %s', async (_name, text, code) => {
    const stream = await open();
    stream.socket.send(text);
    expect(await stream.closed).toBe(code);
    expect(await works((await fixture.session()).token)).toBe(true);
  });

  test('logs an unknown event and remains open', async () => {
    const stream = await open();
    stream.send({ listen: { id: 1, name: 'nothing', params: {} } });
    stream.send({ listen: { id: 2, name: 'status.changed', params: {} } });
    await stream.untilMessages(2);
    expect(fixture.log.lines).toEqual([{ event: 'subscription refused', facts: { name: 'nothing' } }]);
  });

  test('closes on too many subscriptions', async () => {
    const stream = await open();
    for (let id = 1; id <= 201; id += 1) stream.send({ listen: { id, name: 'status.changed', params: {} } });
    expect(await stream.closed).toBe(4400);
    await expect.poll(() => fixture.core.subscriptions.size).toBe(0);
  });
});

describe('the port', () => {
  test('is reported when another program uses it, and the program does not start', async () => {
    await expect(new LoopbackFixture().start(fixture.port)).rejects.toThrow(
      `Port ${fixture.port} is taken by another program. Stratdesk was not started; choose another --port.`,
    );
  });

  test('is open on the loopback address only', async () => {
    const isOpen = async (host: string) => {
      const socket = createConnection({ host, port: fixture.port });
      const connected = once(socket, 'connect', { signal: AbortSignal.timeout(2_000) });
      return connected
        .then(() => true)
        .catch(() => false)
        .finally(() => socket.destroy());
    };
    expect(await isOpen('127.0.0.1')).toBe(true);
    const interfaces = Object.values(networkInterfaces()).flatMap((some = []) => some);
    const addresses = interfaces.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    // 127.0.0.2 is this computer as well, so a computer without a network has an address to try.
    for (const address of new Set([...addresses, '127.0.0.2'])) {
      if (address !== '127.0.0.1') expect(await isOpen(address), address).toBe(false);
    }
  });
});
