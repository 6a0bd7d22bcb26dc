// Tests which senders and inputs the IPC of the Electron host accepts, and when a subscription
// ends. Frames and windows are fakes. electron-built.test.ts tests the IPC of the built program.
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { commands } from '#contract/commands.ts';
import { events } from '#contract/events.ts';
import { serveIpc } from '#hosts/electron/ipc.ts';
import { plainJson } from '#hosts/electron/plain-json.ts';
import { FakeCore } from './fake-core.ts';
import { CollectedLog } from './collected-log.ts';

type Deps = Parameters<typeof serveIpc>[0];
type Listener = (event: unknown, ...args: unknown[]) => unknown;

class FakeContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  mainFrame: { url: string; parent: unknown } = { url: 'stratdesk://app/', parent: null };
  destroyed = false;

  isDestroyed(): boolean {
    return this.destroyed;
  }

  send(...message: unknown[]): void {
    this.sent.push(message);
  }
}

let core: FakeCore;
let log: CollectedLog;
let contents: FakeContents;
let handlers: Map<string, Listener>;
let listeners: Map<string, Listener>;
beforeEach(() => {
  core = new FakeCore();
  log = new CollectedLog();
  contents = new FakeContents();
  handlers = new Map();
  listeners = new Map();
  const ipc = {
    handle: (channel: string, handler: Listener) => void handlers.set(channel, handler),
    on: (channel: string, listener: Listener) => void listeners.set(channel, listener),
  };
  serveIpc({ ipc: ipc as unknown as Deps['ipc'], core, log });
});

const ownEvent = () => ({ sender: contents, senderFrame: contents.mainFrame });
const call = (name: string, input: unknown, event: unknown = ownEvent()) => handlers.get(`call:${name}`)!(event, input);
const listen = (request: unknown, event: unknown = ownEvent()) => listeners.get('listen')!(event, request);
const unlisten = (request: unknown, event: unknown = ownEvent()) => listeners.get('unlisten')!(event, request);

test('every command of the contract has a channel, and there is no other', () => {
  expect([...handlers.keys()].sort()).toEqual(
    Object.keys(commands)
      .map((name) => `call:${name}`)
      .sort(),
  );
  expect([...listeners.keys()].sort()).toEqual(['listen', 'unlisten']);
});

test.each(Object.keys(events))('%s of the contract can be subscribed to', (name) => {
  listen({ id: 3, name, params: { systemId: '1' } });
  core.emit({ seq: 1, payload: 'next' });
  expect(contents.sent).toEqual([
    ['event:3', { seq: 0, payload: { name, snapshot: true } }],
    ['event:3', { seq: 1, payload: 'next' }],
  ]);
});

describe('a request of a foreign sender', () => {
  const foreignSenders: [string, () => unknown][] = [
    ['a closed frame', () => ({ sender: contents, senderFrame: null })],
    ['a closed window', () => ((contents.destroyed = true), ownEvent())],
    [
      'a frame in the page',
      () => ({ sender: contents, senderFrame: { ...contents.mainFrame, parent: contents.mainFrame } }),
    ],
    ['another main frame', () => ({ sender: contents, senderFrame: { ...contents.mainFrame } })],
    ...[
      'about:blank',
      'about:srcdoc',
      '',
      'data:text/html,x',
      'blob:stratdesk://app/1',
      'file:///etc/passwd',
      'https://app/',
      'stratdesk://evil/',
      'stratdesk://app.evil/',
      'stratdesk://app:1/',
      'stratdesk://user@app/',
      'stratdesk://app/other.html',
      'stratdesk:app',
    ].map((url): [string, () => unknown] => [`the address ${url}`, () => ((contents.mainFrame.url = url), ownEvent())]),
  ];
  test.each(foreignSenders)('is refused, and the core gets no call: %s', async (_name, makeEvent) => {
    const event = makeEvent();
    await expect(call('app.info', {}, event)).rejects.toThrow('refused');
    listen({ id: 1, name: 'status.changed', params: {} }, event);
    unlisten({ id: 1 }, event);
    expect(core.calls).toEqual([]);
    expect(core.subscriptions.size).toBe(0);
    expect(log.lines.map((line) => line.event)).toEqual(['sender refused', 'sender refused', 'sender refused']);
  });

  test('ends no subscription', () => {
    listen({ id: 1, name: 'status.changed', params: {} });
    unlisten({ id: 1 }, { sender: contents, senderFrame: null });
    expect(core.subscriptions.size).toBe(1);
  });
});

describe('subscriptions', () => {
  beforeEach(() => {
    listen({ id: 1, name: 'status.changed', params: {} });
    listen({ id: 2, name: 'activity.changed', params: {} });
    expect(core.subscriptions.size).toBe(2);
  });

  test('end one by one on request', () => {
    unlisten({ id: 1 });
    expect([...core.subscriptions].map(({ name }) => name)).toEqual(['activity.changed']);
  });

  test.each([
    ['another document', 'did-navigate', [{}, 'stratdesk://app/', 200, 'OK']],
    ['an error page', 'did-fail-load', [{}, -20, 'ERR_BLOCKED_BY_CLIENT', 'https://evil.example/', true]],
    ['a crash of the page', 'render-process-gone', [{}, {}]],
    ['the end of the window', 'destroyed', []],
  ])('all end with %s', (_name, event, eventArguments) => {
    contents.emit(event, ...eventArguments);
    expect(core.subscriptions.size).toBe(0);
  });

  test.each([
    ['a navigation that was refused', 'did-start-navigation', [{ isMainFrame: true, isSameDocument: false }]],
    ['a navigation that was stopped', 'did-fail-load', [{}, -3, 'ERR_ABORTED', 'https://evil.example/', true]],
    ['a move inside the document', 'did-navigate-in-page', [{}, 'stratdesk://app/#x', true]],
    ['a failed load of a frame', 'did-fail-load', [{}, -20, 'ERR_BLOCKED_BY_CLIENT', 'https://evil.example/', false]],
  ])('do not end with %s', (_name, event, eventArguments) => {
    contents.emit(event, ...eventArguments);
    expect(core.subscriptions.size).toBe(2);
  });

  test('send nothing to a closed window', () => {
    contents.destroyed = true;
    const before = contents.sent.length;
    core.emit({ seq: 1, payload: null });
    expect(contents.sent.length).toBe(before);
  });
});

test.each([
  [
    'an id twice',
    [
      { id: 1, name: 'status.changed', params: {} },
      { id: 1, name: 'activity.changed', params: {} },
    ],
    1,
  ],
  ['an unknown event', [{ id: 1, name: 'nothing', params: {} }], 0],
  ['no id', [{ name: 'status.changed', params: {} }], 0],
  ['an id that is no number', [{ id: '1', name: 'status.changed', params: {} }], 0],
  ['no object', ['status.changed', null, 7], 0],
  ['too many', Array.from({ length: 250 }, (_, index) => ({ id: index + 1, name: 'status.changed', params: {} })), 200],
])('a request for a subscription is refused and logged: %s', (_name, requests, count) => {
  for (const request of requests) listen(request);
  expect(core.subscriptions.size).toBe(count);
  expect(log.lines.length).toBeGreaterThan(0);
});

describe('inputs', () => {
  test('arrive unchanged if they are JSON values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 8 }), async (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        await call('app.info', value);
        expect(JSON.stringify(core.calls.at(-1)?.input)).toBe(JSON.stringify(value));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['bytes', new Uint8Array(3)],
    ['a regular expression', /x/],
    ['not a number', Number.NaN],
    ['a big integer', 1n],
    ['a list with holes', new Array(3)],
    ['a list of length 2^32 - 1', new Array(2 ** 32 - 1)],
    ['too much text', 'x'.repeat(1_100_000)],
    ['a prototype as a member', JSON.parse('{"__proto__":{"x":1}}') as unknown],
    ['nothing', undefined],
  ])('that are not JSON values are refused: %s', async (_name, value) => {
    for (const input of [value, { member: value ?? Symbol.iterator }, [value]]) {
      expect(await call('app.info', input)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    }
    expect(core.calls).toEqual([]);
  });

  test('with a cycle are refused', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(plainJson(cycle, 1_000)).toBeUndefined();
  });

  test('arrive without members that are undefined', () => {
    expect(plainJson({ a: 1, b: undefined }, 100)).toEqual({ a: 1 });
  });
});
