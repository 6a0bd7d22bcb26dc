import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '#practice/commands/table.ts';
import { Random } from '#practice/market/random.ts';
import { RequestLog } from '#practice/control/request-log.ts';
import { mutate } from './mutations.ts';
import { PracticeProcess } from './practice-process.ts';
import { asList, asMembers, BUY, text } from './service.ts';

/**
 * Megabytes by which the service may grow during all cases. A single answer or a thousand parallel
 * connections take far less.
 */
const MAX_GROWTH = 300;
const PATH = '/world/apiv3/submitSignal';

let service: PracticeProcess;
let megabytesBefore = 0;
beforeAll(async () => {
  service = await PracticeProcess.start();
  await service.isWell();
  megabytesBefore = await service.megabytes();
});
afterEach(async () => {
  expect(await service.isWell()).toBe(true);
  expect((await service.megabytes()) - megabytesBefore).toBeLessThan(MAX_GROWTH);
});
afterAll(() => service.stop());

const post = (body: string, headers = `content-length: ${String(Buffer.byteLength(body))}`): string =>
  `POST ${PATH} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}`;

/**
 * Every answer on a connection has a known HTTP status, and its body, if it has one, is a JSON
 * object with `ok` or `error`. A status of 500 would be a bug of the service.
 */
function expectAnswers(received: string): void {
  if (received === '') return;
  for (const answer of received.split(/(?=HTTP\/1\.1 \d{3} )/)) {
    expect(answer).toMatch(/^HTTP\/1\.1 (100|200|400|401|408|413|431|503) /);
    if (answer.startsWith('HTTP/1.1 100')) continue;
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    if (body !== '') expect(asMembers(JSON.parse(body))).toSatisfy((json: object) => 'ok' in json || 'error' in json);
  }
}

async function answerTo(body: string): Promise<unknown> {
  const answer = await fetch(service.url(PATH), { method: 'POST', body });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('[Requests] [Notes/2] malformed HTTP', () => {
  it.each([
    ['no request line', '\r\n\r\n\r\n'],
    ['a word', 'HELLO\r\n\r\n'],
    ['an unknown method', 'BREW /world/apiv3/submitSignal HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['no host', 'GET /world/apiv3/listAllSystems HTTP/1.1\r\n\r\n'],
    ['a path of 100,000 characters', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['a header of a megabyte', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`],
    ['10,000 headers', `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost x\r\n\r\n'],
    ['a header folded over lines', 'GET / HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n'],
    ['two different lengths', post('{}', 'content-length: 2\r\ncontent-length: 3')],
    ['length and chunks together', post('0\r\n\r\n', 'content-length: 5\r\ntransfer-encoding: chunked')],
    ['a negative length', post('{}', 'content-length: -2')],
    ['a length that is not a number', post('{}', 'content-length: two')],
    ['a length beyond all memory', post('{}', 'content-length: 99999999999999999999')],
    ['a length larger than the body', post('{}', 'content-length: 500')],
    ['a chunk size that is not a number', post('zz\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: chunked')],
    ['a chunk size beyond all memory', post('ffffffffffffffff\r\n{}\r\n', 'transfer-encoding: chunked')],
    ['chunks without their end', post('2\r\n{}\r\n', 'transfer-encoding: chunked')],
    ['an unknown encoding', post('{}', 'transfer-encoding: brew')],
    [
      'a chunk extension of 200,000 characters',
      post(`2;${'a'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n`, 'transfer-encoding: chunked'),
    ],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['NUL bytes', Buffer.alloc(4096)],
    ['an upgrade', 'GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
    ['a path that cannot be decoded', 'GET /world/apiv3/%ff%fe?%zz=%c0 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a thousand requests at once', post('{}').repeat(1000)],
  ])('%s gets an envelope, or the connection is closed', async (_row, bytes) => {
    expectAnswers(await service.say(bytes));
  });

  it('input that is not HTTP gets an envelope', async () => {
    const received = await service.say('HELLO\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual({
      ok: '0',
      error: { title: 'Request failed', message: 'The request is not HTTP.' },
    });
  });
});

describe('[Requests] [Notes/2] malformed JSON', () => {
  const key = (): string => JSON.stringify(service.credentials).slice(1, -1);

  it.each([
    ['lists nested a million deep and never closed', () => '['.repeat(1_000_000)],
    ['lists nested half a million deep', () => '['.repeat(500_000) + ']'.repeat(500_000)],
    ['objects nested 100,000 deep', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a signal nested 5,000 deep', () => `{${key()},"signal":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
    ['1,000 square brackets in a string, without an apikey', () => `{"x":"${'['.repeat(1000)}"}`],
    ['a string that never ends', () => `{"apikey":"${'\\"'.repeat(400_000)}`],
    ['a number of 900,000 digits', () => `{${key()},"signal":{"quant":${'9'.repeat(900_000)}}}`],
    ['80,000 members', () => `{${Array.from({ length: 80_000 }, (_, at) => `"m${String(at)}":1`).join(',')}}`],
    ['half a surrogate', () => '{"apikey":"\\ud800"}'],
    ['a byte order mark', () => `\uFEFF{${key()}}`],
  ])('%s gets a failure envelope', async (_row, body) => {
    expect(await answerTo(body())).toMatchObject({ ok: '0' });
  });

  it('a body larger than a megabyte is refused, whether sent with a length or in chunks', async () => {
    const body = `{"x":"${'y'.repeat(1_100_000)}"}`;
    const refused = { ok: '0', error: { title: 'Request failed', message: 'The body is larger than a megabyte.' } };
    expect(await answerTo(body)).toMatchObject(refused);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const received = await service.say(post(chunked, 'transfer-encoding: chunked'));
    expectAnswers(received);
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject(refused);
  });

  it('names like __proto__ are data for every command', async () => {
    const trick =
      '"__proto__":{"polluted":1,"ok":"1"},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":null';
    for (const command of COMMANDS.keys()) {
      for (const body of [
        `{${key()},${trick}}`,
        `{${key()},"signal":{${trick}},"positions":[{${trick}}],"systemid":{${trick}}}`,
      ]) {
        const answer = await fetch(service.url(`/world/apiv3/${command}`), { method: 'POST', body });
        expect(answer.status).toBe(200);
        expect(asMembers(await answer.json()), command).toHaveProperty('ok');
      }
    }
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf']) {
      const answer = await fetch(service.url(`/world/apiv3/${name}`), { method: 'POST', body: `{${key()}}` });
      expect(await answer.json()).toMatchObject({ ok: '0', error: { title: 'Unknown API command' } });
      const control = await fetch(service.url('/practice/switches'), {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}` },
        body: `{"${name}":"1"}`,
      });
      expect(control.status).toBe(400);
    }
  });
});

describe('[Usage rules] many clients', () => {
  const opened: Socket[] = [];
  afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));

  it('1,000 parallel connections are all answered', async () => {
    const body = JSON.stringify({ ...service.credentials, signal: { ...BUY, limit: 1 } });
    const answers = await Promise.all(Array.from({ length: 1000 }, () => service.say(post(body))));
    expect(answers.filter((answer) => answer.includes('"ok": "1"'))).toHaveLength(1000);
  });

  it('slow senders delay no other request, and the memory for their bodies is bounded', async () => {
    const head = post('', 'content-length: 1000000');
    const part = 'x'.repeat(900_000);
    const turnedAway = Promise.withResolvers<string>();
    for (let sender = 0; sender < 200; sender += 1) {
      const socket = service.open();
      opened.push(socket);
      socket.write(head + part);
      socket.on('data', (said: Buffer) => turnedAway.resolve(said.toString()));
    }
    expect(await turnedAway.promise).toContain('Too many requests are being received.');
    expect(await service.isWell()).toBe(true);
    expect((await service.megabytes()) - megabytesBefore).toBeLessThan(MAX_GROWTH);
  });

  it('a sender that stops within its headers delays nothing', async () => {
    for (let sender = 0; sender < 500; sender += 1) opened.push(service.open().setNoDelay(true));
    for (const socket of opened) socket.write('POST /world/apiv3/submitSignal HTTP/1.1\r\nhost');
    expect(await service.isWell()).toBe(true);
  });
});

describe('[Usage rules] the record of requests is bounded', () => {
  const entryOf = (size: number) => ({
    at: 0,
    method: 'POST',
    url: '/',
    contentType: null,
    body: Buffer.alloc(size, 'x'),
    fault: null,
  });

  it('the record is bounded by number', () => {
    const log = new RequestLog([]);
    for (let turn = 0; turn < 50_000; turn += 1) log.add(entryOf(1));
    expect(log.list().length).toBeLessThanOrEqual(20_000);
    expect(log.list().at(-1)?.number).toBe(50_000);
  });

  it('the record is bounded by size, including headers and addresses', () => {
    const log = new RequestLog([]);
    const size = (): number =>
      log
        .list()
        .reduce((sum, { body, url, contentType }) => sum + body.length + url.length + (contentType?.length ?? 0), 0);
    for (let turn = 0; turn < 100; turn += 1) {
      log.add({ ...entryOf(1_000_000), url: 'u'.repeat(10_000), contentType: 'c'.repeat(10_000) });
      expect(size()).toBeLessThanOrEqual(16 * 1024 * 1024);
    }
    expect(log.list().length).toBeGreaterThan(0);
  });

  it('the service bounds its record by size too', async () => {
    const body = 'x'.repeat(900_000);
    for (let turn = 0; turn < 30; turn += 1) await answerTo(`${String(turn)}${body}`);
    const headers = { authorization: `Bearer ${service.token}` };
    const listed = asMembers(await (await fetch(service.url('/practice/requests'), { headers })).json());
    const kept = asList(listed['requests']);
    expect(kept.length).toBeLessThan(30);
    expect(text(kept.at(-1) ?? {}, 'body')).toMatch(/^29x/);
  });
});

describe('damaged requests', () => {
  const total = Number(process.env['STRATDESK_FUZZ'] ?? '3000');
  const seed = process.env['STRATDESK_FUZZ_SEED'] ?? '1';
  /** The number of requests that are sent in parallel. */
  const BATCH = 50;

  it(
    `each of ${String(total)} seeded mutations gets an envelope, or the connection is closed`,
    { timeout: 60_000 + total * 20 },
    async () => {
      const random = new Random(`${seed}/mutations`);
      const commands = [...COMMANDS.keys()];
      const validRequest = (): Buffer => {
        const body = JSON.stringify({
          ...service.credentials,
          signal: { ...BUY, limit: 1 },
          positions: [],
          signalid: 1,
        });
        const path = random.chance(0.1) ? '/practice/state' : `/world/apiv3/${random.pick(commands)}`;
        const httpMethod = random.chance(0.8) ? 'POST' : 'GET';
        return Buffer.from(
          `${httpMethod} ${path}?a=b HTTP/1.1\r\nhost: x\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`,
        );
      };
      for (let done = 0; done < total; done += BATCH) {
        const requests = Array.from({ length: Math.min(BATCH, total - done) }, () => mutate(validRequest(), random));
        for (const received of await Promise.all(requests.map((bytes) => service.say(bytes)))) expectAnswers(received);
      }
    },
  );
});
