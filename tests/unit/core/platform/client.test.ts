import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#contract/model/activity.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { ConnectionOptions, PlatformConnection } from '#core/platform/connection.ts';
import { paceSlackMs } from '#core/platform/pacer.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import type { TransportResult } from '#core/platform/transport.ts';
import { misbehavingServer, type Behavior } from '#tests/fixtures/platform/misbehaving-server.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { realClock } from '#tests/fixtures/platform/real-clock.ts';

const apiKey = 'canary-KEY-4711';
const read: PlatformRequest = {
  command: 'retrieveSignalsWorking',
  body: { systemid: '77' },
  lane: 'view',
  systemId: '77',
};
const submit: PlatformRequest = {
  command: 'submitSignal',
  body: { systemid: '77', signal: { action: 'BTO', limit: '10.50' } },
  lane: 'submit',
  systemId: '77',
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const serverThat = async (behave: Behavior) => {
  const server = await misbehavingServer(behave);
  opened.push(server);
  return server;
};

const activity: ActivityEntry[] = [];
const connect = (
  baseUrl: string,
  more: Partial<Omit<ConnectionOptions, 'profile'>> & { profile?: Partial<ConnectionOptions['profile']> } = {},
): PlatformConnection => {
  activity.length = 0;
  const connection = createPlatformClient({
    apiKey,
    clock: realClock,
    random: { fraction: () => 0.5, uuid: () => 'id' },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    onActivity: (entry) => activity.push(entry),
    answerBytes: 100_000,
    ...more,
    profile: {
      name: 'Test',
      kind: 'practice',
      baseUrl,
      altBaseUrl: null,
      platformId: null,
      paceMs: 0,
      ...more.profile,
    },
  });
  opened.push(connection);
  return connection;
};

const ok: Behavior = (response) =>
  response.setHeader('content-type', 'application/json').end('{"ok":"1","response":[]}');

it('a password is cut only out of the answer to the request that contained it', async () => {
  const server = await serverThat((response) => response.end('{"ok":"0","error":{"title":"No pass-word-1"}}'));
  const connection = connect(server.baseUrl);
  const textOf = async (more: Partial<PlatformRequest>) => {
    const result = await connection.send({ ...submit, command: 'startAutoTrade', ...more });
    return result.kind === 'answer' ? Buffer.from(result.bytes).toString() : result.kind;
  };
  expect(await textOf({ secrets: ['pass-word-1'] })).toBe('{"ok":"0","error":{"title":"No [key]"}}');
  expect(JSON.stringify(activity)).not.toContain('pass-word-1');
  expect(await textOf({})).toContain('pass-word-1');
});

describe('a platform that repeats the key', () => {
  const answerWithKey = {
    ok: '0',
    error: { title: `Bad key ${apiKey}`, message: Buffer.from(apiKey).toString('base64'), errors: [encodeURI(apiKey)] },
    response: [{ comment: Buffer.from(apiKey).toString('hex') }],
  };

  it('the key is removed from every answer, even from an HTML page', async () => {
    for (const body of [JSON.stringify(answerWithKey), `<h1>${apiKey} is not valid</h1>`, `{"error":"${apiKey}`]) {
      const server = await serverThat((response) => response.end(body));
      const connection = connect(server.baseUrl);
      const result = await connection.send(read);
      const text = result.kind === 'answer' ? Buffer.from(result.bytes).toString() : '';
      expect(text).toContain('[key]');
      for (const spelling of [apiKey, ...['base64', 'hex'].map((form) => Buffer.from(apiKey).toString(form as 'hex'))])
        expect(text + JSON.stringify([activity, connection.health()])).not.toContain(spelling);
    }
  });
});

describe('a service that hangs on a read', () => {
  it('gets an order at once; the stopped read is repeated and is no failure', async () => {
    let readCount = 0;
    const server = await serverThat((response, socket, request) => {
      if (request.url?.endsWith('submitSignal') || (readCount += 1) > 1) ok(response, socket, request);
    });
    const connection = connect(server.baseUrl);
    const first = connection.send(read);
    await expect.poll(() => server.received.length).toBe(1);
    expect((await connection.send(submit)).kind).toBe('answer');
    expect((await first).kind).toBe('answer');
    expect(activity.map(({ command, verdict }) => [command, verdict])).toEqual([
      ['retrieveSignalsWorking', 'no-answer'],
      ['submitSignal', 'ok'],
      ['retrieveSignalsWorking', 'ok'],
    ]);
    expect(activity[0]?.text).toEqual({ code: 'request.stopped' });
    expect(connection.health().state).toBe('answering');
  });
});

describe('requests', () => {
  it('are JSON with the key, posted to the world path or the platform path', async () => {
    const server = await serverThat(ok);
    await connect(server.baseUrl).send(submit);
    await connect(`${server.baseUrl}/`, { profile: { platformId: '12' } }).send(read);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/world/apiv3/submitSignal',
      '/platform/apiv3/12/retrieveSignalsWorking',
    ]);
    expect(JSON.parse(server.received[0]!.body)).toEqual({
      systemid: '77',
      signal: { action: 'BTO', limit: '10.50' },
      apikey: apiKey,
    });
    expect(server.received[0]!.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('use a new socket for every mutating call and keep one socket for reads', async () => {
    const server = await serverThat(ok);
    const connection = connect(server.baseUrl);
    for (const request of [read, submit, { ...read, systemId: '78', body: { systemid: '78' } }, submit]) {
      await connection.send(request);
    }
    const ports = server.received.map(({ port }) => port);
    expect(ports[2]).toBe(ports[0]);
    expect(new Set([ports[0], ports[1], ports[3]]).size).toBe(3);
    expect(server.received[1]!.headers.connection).toBe('close');
  });

  it('are paced from the time the bytes are sent, even on a busy machine', async () => {
    const server = await serverThat(ok);
    let monotonic = 0;
    const waits: number[] = [];
    const clock = {
      // The client reads the wall clock between its turn and its request. Here this takes 700 ms.
      now: () => ((monotonic += 700), 1),
      monotonic: () => monotonic,
      after: (ms: number) => (waits.push(ms), () => undefined),
    };
    const connection = connect(server.baseUrl, { clock, profile: { paceMs: 1_000 } });
    await connection.send(read);
    expect(server.received).toHaveLength(1);
    monotonic = 700;
    void connection.send({ ...read, systemId: '78', body: { systemid: '78' } });
    expect(waits.at(-1)).toBe(1_000 + paceSlackMs);
  });

  it('are refused for unknown commands, platform commands on the world path, and bad addresses', async () => {
    const server = await serverThat(ok);
    const connection = connect(server.baseUrl);
    expect(await connection.send({ ...read, command: '../x' })).toMatchObject({ kind: 'not-sent' });
    expect(await connection.send({ ...read, command: 'deleteUser' })).toMatchObject({ kind: 'not-sent' });
    expect(server.received).toEqual([]);
    for (const [kind, baseUrl] of [
      ['practice', 'https://example.com'],
      ['practice', 'http://localhost:9'],
      ['practice', 'http://127.0.0.1.example.com'],
      ['world', 'http://example.com'],
      ['world', 'ftp://example.com'],
      ['world', 'nonsense'],
      ['world', 'https://user:password@example.com'],
    ] as const) {
      const result = await connect(baseUrl, { profile: { kind } }).send(read);
      expect(result, `${kind} ${baseUrl}`).toMatchObject({ kind: 'not-sent' });
    }
  });
});

describe('the result not-sent, which needs proof', () => {
  it('is given for a refused connection and an unknown host name', async () => {
    const server = await serverThat(ok);
    const { baseUrl } = server;
    await server.close();
    opened.length = 0;
    expect(await connect(baseUrl).send(submit)).toMatchObject({
      kind: 'not-sent',
      text: { code: 'network.failed', failure: 'refused' },
    });
    const unknown = connect('https://name.invalid', { profile: { kind: 'world' } });
    expect(await unknown.send(submit)).toMatchObject({ kind: 'not-sent' });
    expect(activity).toMatchObject([{ verdict: 'not-sent', mode: 'LIVE', durationMs: null, bytes: null }]);
  });

  it('is given for a TLS handshake that fails or never ends', async () => {
    const server = await serverThat(ok);
    const https = server.baseUrl.replace('http:', 'https:');
    expect(await connect(https).send(submit)).toMatchObject({ kind: 'not-sent' });
    const sockets: Socket[] = [];
    const silentServer = createTcpServer((socket) => void sockets.push(socket));
    await new Promise<void>((listening) => silentServer.listen(0, '127.0.0.1', listening));
    const close = (): Promise<void> =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        silentServer.close(() => closed());
      });
    opened.push({ close });
    const { port } = silentServer.address() as AddressInfo;
    const stuck = await connect(`https://127.0.0.1:${port}`, { timeouts: { tlsMs: 80 } }).send(submit);
    expect(stuck).toMatchObject({ kind: 'not-sent' });
    expect(server.received).toEqual([]);
  });
});

describe('the result no-answer, after which the request may have been carried out', () => {
  const gzipBomb = gzipSync(Buffer.alloc(5_000_000, 0x20));
  const brotliBomb = brotliCompressSync(Buffer.alloc(5_000_000, 0x20));
  const cases: readonly [string, Behavior][] = [
    ['reset before the headers', (_response, socket) => socket.resetAndDestroy()],
    ['closed before the headers', (_response, socket) => socket.destroy()],
    [
      'cut in the body, length announced',
      (response, socket) => {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{"ok":"1","respo', () => socket.destroy());
      },
    ],
    [
      'cut in the body, chunked',
      (response, socket) => {
        response.write('{"ok":"1","respo', () => socket.resetAndDestroy());
      },
    ],
    ['silent', () => undefined],
    [
      'sent one byte at a time',
      (response) => {
        response.write('{');
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
    ['larger than the limit', (response) => response.end(Buffer.alloc(200_000, 0x20))],
    ['a gzip bomb', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipBomb)],
    ['a brotli bomb', (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliBomb)],
    ['invalid gzip', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"ok":"1"}')],
    ['no HTTP at all', (_response, socket) => socket.end('SSH-2.0-x\r\n\r\n')],
  ];
  it.each(cases)('is given if the answer is %s', async (_name, behave) => {
    const server = await serverThat(behave);
    // Long enough for a busy machine to connect. Before that, the result would be `not-sent`.
    const timeouts = { answerMs: 150, totalMs: 2_000 };
    const result = await connect(server.baseUrl, { timeouts }).send(submit);
    expect(result).toMatchObject({ kind: 'no-answer', sentAt: expect.any(Number) as number });
    expect(JSON.stringify([result, activity])).not.toContain(apiKey);
    expect(server.received, 'nothing is repeated').toHaveLength(1);
    expect(activity).toMatchObject([{ verdict: 'no-answer' }]);
  });
});

describe('answers', () => {
  it('are decompressed, keep their status, and follow no redirect', async () => {
    const server = await serverThat((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"ok":1}')),
    );
    const connection = connect(server.baseUrl);
    const zipped = await connection.send(read);
    expect(zipped.kind === 'answer' && new TextDecoder().decode(zipped.bytes)).toBe('{"ok":1}');
    server.setBehavior((response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await connection.send(submit)).toMatchObject({ kind: 'answer', httpStatus: 302 });
    server.setBehavior((response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>'));
    expect(await connection.send(submit)).toMatchObject({ kind: 'answer', httpStatus: 502 });
    expect(server.received).toHaveLength(3);
    expect(activity.map(({ verdict }) => verdict)).toEqual(['ok', 'bad-answer', 'bad-answer']);
  });

  it('give the correct service time after the wall clock is changed', async () => {
    const server = await serverThat(ok);
    let jump = 0;
    const connection = connect(server.baseUrl, { clock: { ...realClock, now: () => Date.now() + jump } });
    await connection.send(read);
    for (const hours of [1, -1]) {
      jump = hours * 3_600_000;
      expect(Math.abs((connection.clockOffsetMs() ?? 0) + jump)).toBeLessThan(2_000);
    }
  });

  it.each(['is made slowly', 'arrives slowly'])('give the correct service time if an answer %s', async (slowness) => {
    let passedMs = 0;
    const clock = {
      ...realClock,
      now: () => Date.now() + passedMs,
      monotonic: () => realClock.monotonic() + passedMs,
    };
    const server = await serverThat((response) => {
      if (slowness === 'is made slowly') passedMs += 60_000;
      response.writeHead(200, { date: new Date(clock.now()).toUTCString() }).flushHeaders();
      setTimeout(() => {
        if (slowness === 'arrives slowly') passedMs += 60_000;
        response.end('{"ok":"1","response":[]}');
      }, 50);
    });
    const connection = connect(server.baseUrl, { clock });
    await connection.send(read);
    expect(Math.abs(connection.clockOffsetMs() ?? Infinity)).toBeLessThan(2_000);
  });

  it('give no service time after a sleep until a later request is answered', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    const server = await serverThat(ok);
    const connection = connect(server.baseUrl);
    await connection.send(read);
    server.setBehavior((response) => void answered.then(() => response.end('{"ok":"1"}')));
    const sent = connection.send(read);
    await expect.poll(() => server.received).toHaveLength(2);
    connection.wokeFromSleep();
    expect(connection.clockOffsetMs()).toBeNull();
    // The request was sent before the sleep, so the age of its answer is not known.
    answer(undefined);
    await sent;
    expect(connection.clockOffsetMs()).toBeNull();
    await connection.send(read);
    expect(connection.clockOffsetMs()).not.toBeNull();
  });

  it('report refusals, the health of the connection and the service time', async () => {
    const server = await serverThat((response) =>
      response
        .writeHead(200, { date: new Date(Date.now() - 86_400_000).toUTCString() })
        .end('{"ok":"0","error":{"title":"No","message":"Not yours"}}'),
    );
    const connection = connect(server.baseUrl);
    expect(connection.health()).toEqual({ state: 'connecting' });
    expect(connection.clockOffsetMs()).toBeNull();
    await connection.send(read);
    expect(activity).toMatchObject([
      {
        verdict: 'refused',
        text: 'No: Not yours',
        command: 'retrieveSignalsWorking',
        systemId: '77',
        mode: 'PRACTICE',
      },
    ]);
    expect(connection.health().state).toBe('answering');
    expect(Math.abs((connection.clockOffsetMs() ?? 0) + 86_400_000)).toBeLessThan(2_000);
    await server.close();
    await connection.send(read);
    // The cut could concern only this list, so the client itself reads the list of strategies.
    await expect
      .poll(() => connection.health(), { timeout: 5_000 })
      .toMatchObject({
        state: 'failing',
        text: { code: 'network.failed', failure: expect.stringMatching(/^(refused|reset|answer-cut)$/) as string },
      });
  });
});

it.each([429, 503])('after an answer with HTTP %s, the next equal read waits two seconds', async (httpStatus) => {
  const clock = new FakeClock();
  const bytes = Buffer.from('{"ok":"0","error":{"title":"Too many requests"}}');
  const statuses: number[] = [];
  const post = (): Promise<TransportResult> => {
    const status = statuses.length === 0 ? httpStatus : 200;
    statuses.push(status);
    return Promise.resolve({ kind: 'answer', httpStatus: status, bytes, date: null, retryAfter: null });
  };
  const transport = { post, prepare: () => undefined, closeUnused: () => undefined, close: () => undefined };
  const connection = connect('http://127.0.0.1:1', { clock, transport });
  await connection.send(read);
  void connection.send(read);
  await clock.advance(1_999);
  expect(statuses).toEqual([httpStatus]);
  await clock.advance(1);
  expect(statuses).toEqual([httpStatus, 200]);
});

it('a service that is busy for every request does not refuse the key', async () => {
  const clock = new FakeClock();
  const bytes = Buffer.from('{"ok":"0","error":{"title":"Too many requests"}}');
  const post = (): Promise<TransportResult> =>
    Promise.resolve({ kind: 'answer', httpStatus: 429, bytes, date: null, retryAfter: null });
  const transport = { post, prepare: () => undefined, closeUnused: () => undefined, close: () => undefined };
  const connection = connect('http://127.0.0.1:1', { clock, transport });
  for (const command of ['retrieveSignalsWorking', 'requestMarginEquity', 'listAllSystems'])
    await Promise.all([connection.send({ ...read, command }), clock.advance(60_000)]);
  expect(connection.keyRefusedSince()).toBeNull();
});

it('a wait that the platform asked for ends during a sleep', async () => {
  const clock = new FakeClock();
  const [busy, done] = [
    { httpStatus: 429, bytes: Buffer.from('{}'), retryAfter: '3600' },
    { httpStatus: 200, bytes: Buffer.from('{"ok":"1","response":[]}'), retryAfter: null },
  ];
  const answers = [busy];
  const post = (): Promise<TransportResult> =>
    Promise.resolve({ kind: 'answer', date: null, ...(answers.shift() ?? done) });
  const transport = { post, prepare: () => undefined, closeUnused: () => undefined, close: () => undefined };
  const connection = connect('http://127.0.0.1:1', { clock, transport });
  await connection.send(read);
  const later = connection.send(read);
  clock.jumpWall(1_800_000);
  connection.wokeFromSleep();
  expect(connection.askedToWaitUntil()).toBe(clock.now() / 1_000 + 1_800);
  clock.jumpWall(8 * 3_600_000);
  connection.wokeFromSleep();
  expect(connection.askedToWaitUntil()).toBeNull();
  await clock.advance(2_000);
  expect(await later).toMatchObject({ httpStatus: 200 });
});

describe('a closed connection', () => {
  const busy = { kind: 'answer', httpStatus: 429, bytes: Buffer.from('{}'), date: null, retryAfter: '3600' } as const;
  const list = { ...busy, httpStatus: 200, bytes: Buffer.from('{"ok":"1","response":[]}'), retryAfter: null } as const;

  it.each<[string, PlatformRequest, TransportResult]>([
    ['was told to wait', { ...read, command: 'listAllSystems', systemId: null }, busy],
    ['failed', { ...submit, beforeSend: () => true }, { kind: 'no-answer', text: 'The connection was cut.' }],
  ])('leaves no timer if a request in flight %s', async (_name, request, transportResult) => {
    const clock = new FakeClock();
    const answer = Promise.withResolvers<TransportResult>();
    const answers = [Promise.resolve(list), answer.promise];
    const post = () => answers.shift() ?? answer.promise;
    const transport = { post, prepare: () => undefined, closeUnused: () => undefined, close: () => undefined };
    const connection = connect('http://127.0.0.1:1', { clock, transport });
    await connection.send(read);
    const result = connection.send(request);
    await clock.advance(1);
    const closing = connection.close();
    answer.resolve(transportResult);
    await Promise.all([result, closing]);
    expect(clock.pendingTimerCount).toBe(0);
  });
});

describe('the alternative host', () => {
  it('is used by reads after a failure, but never by an order or a cancel', async () => {
    const gone = await serverThat((_response, socket) => socket.destroy());
    const alternative = await serverThat(ok);
    const connection = connect(gone.baseUrl, { profile: { altBaseUrl: alternative.baseUrl } });
    expect(await connection.send(read)).toMatchObject({ kind: 'no-answer' });
    await connection.send(submit);
    await connection.send({ ...submit, lane: 'cancel', command: 'cancelSignal' });
    expect(gone.received).toHaveLength(3);
    expect(alternative.received).toEqual([]);
    expect(await connection.send({ ...read, lane: 'reconcile' })).toMatchObject({ kind: 'answer' });
    expect(alternative.received).toHaveLength(1);
  });
});
