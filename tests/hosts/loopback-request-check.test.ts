// Order-safety P15: the loopback host carries out commands only for the page that has the token of
// its session.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import { LoopbackFixture } from './loopback-fixture.ts';
import { rawRequest, statusOf } from './raw-request.ts';

let fixture: LoopbackFixture;
let token: string;
beforeAll(async () => {
  fixture = await new LoopbackFixture().start();
  ({ token } = await fixture.session());
});
afterAll(() => fixture.close());

const bearer = () => ({ authorization: `Bearer ${token}` });
const call = (headers: Record<string, string | undefined> = {}, body: unknown = {}) =>
  fixture.post('/call/app.info', body, { ...bearer(), ...headers });

describe('a command', () => {
  test('reaches the core and returns its outcome', async () => {
    fixture.core.answer = { ok: true, value: { version: 'x' } };
    const answer = await call({}, { here: 1 });
    expect(statusOf(answer)).toBe(200);
    expect(answer).toContain('{"ok":true,"value":{"version":"x"}}');
    expect(fixture.core.calls.at(-1)).toEqual({ name: 'app.info', input: { here: 1 } });
  });

  test.each(Object.keys(commands))('%s of the contract is served', async (name) => {
    expect(statusOf(await fixture.post(`/call/${name}`, {}, bearer()))).toBe(200);
    expect(fixture.core.calls.at(-1)?.name).toBe(name);
  });

  test.each(['nothing.here', '__proto__', 'constructor', 'toString'])('named %s does not exist', async (name) => {
    const before = fixture.core.calls.length;
    expect(statusOf(await fixture.post(`/call/${name}`, {}, bearer()))).toBe(404);
    expect(fixture.core.calls.length).toBe(before);
  });
});

describe('a request is refused, and the core gets no call, with', () => {
  const cases: [string, number, () => Promise<string>][] = [
    ['no token', 401, () => call({ authorization: undefined })],
    ['a wrong token', 401, () => call({ authorization: `Bearer ${'A'.repeat(43)}` })],
    ['a token in another scheme', 401, () => call({ authorization: `Basic ${token}` })],
    ['a token in the address', 401, () => fixture.post(`/call/app.info?token=${token}`, {})],
    ['no Origin', 403, () => call({ origin: undefined })],
    ['the origin null', 403, () => call({ origin: 'null' })],
    ['another origin', 403, () => call({ origin: 'http://evil.example' })],
    ['the origin of another port', 403, () => call({ origin: 'http://127.0.0.1:1' })],
    ['the origin under another name', 403, () => call({ origin: `http://localhost:${fixture.port}` })],
    ['the origin with https', 403, () => call({ origin: `https://${fixture.host}` })],
    ['a rebound Host', 403, () => call({ host: `evil.example:${fixture.port}` })],
    ['Host localhost', 403, () => call({ host: `localhost:${fixture.port}` })],
    ['Host 0.0.0.0', 403, () => call({ host: `0.0.0.0:${fixture.port}` })],
    ['Host ::1', 403, () => call({ host: `[::1]:${fixture.port}` })],
    ['Host without port', 403, () => call({ host: '127.0.0.1' })],
    ['an empty Host', 403, () => call({ host: '' })],
    ['no Host', 400, () => call({ host: undefined })],
    ['an HTML form', 415, () => call({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')],
    ['text that looks like JSON', 415, () => call({ 'content-type': 'text/plain' })],
    ['a type with parameters', 415, () => call({ 'content-type': 'application/json; charset=utf-8' })],
    ['no type', 415, () => call({ 'content-type': undefined })],
    ['Sec-Fetch-Site: cross-site', 403, () => call({ 'sec-fetch-site': 'cross-site' })],
    ['Sec-Fetch-Site: same-site', 403, () => call({ 'sec-fetch-site': 'same-site' })],
    ['a body that is no JSON', 400, () => call({}, '{"a":')],
    ['an empty body', 400, () => call({}, '')],
    ['a body with a prototype', 400, () => call({}, '{"__proto__":{"x":1}}')],
    ['a body too big', 413, () => call({}, `"${'x'.repeat(limits.commandBytes)}"`)],
    ['the method GET', 404, () => fixture.send('GET', '/call/app.info', bearer())],
    ['the method PUT', 405, () => fixture.send('PUT', '/call/app.info', bearer())],
    [
      'the method OPTIONS, a preflight',
      405,
      () => fixture.send('OPTIONS', '/call/app.info', { origin: 'http://evil.example' }),
    ],
  ];
  test.each(cases)('%s → %i', async (_name, status, request) => {
    const before = fixture.core.calls.length;
    const answer = await request();
    expect(statusOf(answer)).toBe(status);
    expect(answer.toLowerCase()).not.toContain('access-control-');
    expect(fixture.core.calls.length).toBe(before);
  });

  test('a second Host header', async () => {
    const text = `GET / HTTP/1.1\r\nhost: ${fixture.host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`;
    expect(statusOf(await rawRequest(fixture.port, text))).toBe(403);
  });

  test('an absolute address of another host in the request line', async () => {
    const text = `GET http://evil.example/ HTTP/1.1\r\nhost: ${fixture.host}\r\nconnection: close\r\n\r\n`;
    expect(statusOf(await rawRequest(fixture.port, text))).toBe(400);
  });

  test('the method CONNECT, a tunnel', async () => {
    const text = `CONNECT evil.example:443 HTTP/1.1\r\nhost: ${fixture.host}\r\n\r\n`;
    expect(statusOf(await rawRequest(fixture.port, text))).toBe(0);
  });

  test('any forged combination of Host, Origin, token, method and type', async () => {
    const maybe = (...values: (string | undefined)[]) => fc.constantFrom(...values);
    const requests = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'TRACE'),
      path: fc.constantFrom('/call/app.info', '/call/orders.submit', '/session', '/events', '/call/%2e%2e/x'),
      host: maybe('evil.example', '127.0.0.1', 'localhost', '127.0.0.1.nip.io', undefined),
      origin: maybe('null', 'http://evil.example', undefined),
      authorization: maybe(undefined, 'Bearer ', `Bearer ${'b'.repeat(43)}`),
      type: maybe('application/json', 'text/plain', 'multipart/form-data', undefined),
    });
    const before = fixture.core.calls.length;
    await fc.assert(
      fc.asyncProperty(requests, async ({ method, path, host, origin, authorization, type }) => {
        const answer = await fixture.send(method, path, { host, origin, authorization, 'content-type': type }, '{}');
        expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 500 },
    );
    expect(fixture.core.calls.length).toBe(before);
  });
});

describe('malformed HTTP', () => {
  test('is answered with 4xx or closed, and the program continues', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const status = statusOf(await rawRequest(fixture.port, Buffer.concat([bytes, Buffer.from('\r\n\r\n\r\n')])));
        expect(status === 0 || (status >= 400 && status < 500)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(statusOf(await call())).toBe(200);
  });

  test.each([
    ['a header too long', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'length and chunks at once',
      'POST /session HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST /session HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcd'],
    ['a negative length', 'POST /session HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\n folded\r\n\r\n'],
    ['a broken escape', 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('is refused: %s', async (_name, text) => {
    const status = statusOf(await rawRequest(fixture.port, text));
    expect(status >= 400 && status < 500).toBe(true);
    expect(statusOf(await call())).toBe(200);
  });
});

describe('files', () => {
  const get = (path: string, headers = {}) => fixture.send('GET', path, headers);

  test('of the page are served under a strict policy', async () => {
    for (const path of ['/', '/assets/app.js']) {
      const answer = await get(path);
      expect(statusOf(answer)).toBe(200);
      expect(answer).toContain("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';");
      expect(answer).toContain(`connect-src 'self' ws://${fixture.host};`);
      expect(answer).toContain("frame-ancestors 'none'");
      expect(answer).toContain('x-content-type-options: nosniff');
    }
    expect(await get('/assets/app.js')).toContain('content-type: application/javascript');
  });

  test('in the assets folder stay cached, and the page is revalidated', async () => {
    expect(await get('/assets/app.js')).toContain('cache-control: public, max-age=31536000, immutable');
    expect(await get('/')).toContain('cache-control: public, max-age=0');
  });

  test.each([
    '/../beside.txt',
    '/assets/../../beside.txt',
    '/%2e%2e/beside.txt',
    '/..%2fbeside.txt',
    '/assets/%2e%2e%2f%2e%2e%2fbeside.txt',
    '/..%5cbeside.txt',
    '/%252e%252e/beside.txt',
    '//etc/passwd',
    '/beside.txt%00.js',
    '/.sources',
    '/assets',
  ])('%s serves nothing from outside the folder', async (path) => {
    const answer = await get(path);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(300);
    expect(answer).not.toContain('OUTSIDE');
    expect(answer).not.toContain('root:');
  });

  test('require the exact Host and cannot be embedded by another site', async () => {
    expect(statusOf(await get('/', { host: 'evil.example' }))).toBe(403);
    expect(statusOf(await get('/assets/app.js', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }))).toBe(
      403,
    );
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(statusOf(await get('/', link))).toBe(200);
    expect(statusOf(await get('/', { ...link, 'sec-fetch-dest': 'iframe' }))).toBe(403);
  });
});
