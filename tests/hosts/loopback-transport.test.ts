// Tests the page's side of the loopback connection with the real server of the program. The browser
// and the core are fakes.
import { WebSocket as Socket } from 'ws';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBridge } from '#contract/bridge.ts';
import { LoopbackTransport, type ProgramConnectionState } from '#renderer/app/loopback-transport.ts';
import { LoopbackFixture } from './loopback-fixture.ts';

/** One tab: an address, a session storage that survives a reload, and the sockets of its page. */
class Tab {
  readonly sockets: Socket[] = [];
  readonly states: ProgramConnectionState[] = [];
  readonly waits: number[] = [];
  /** Paths of the requests made by fetch. */
  readonly fetched: string[] = [];
  /** Paths of those requests that may outlive the page (`keepalive`). */
  readonly outliving: string[] = [];
  readonly stored = new Map<string, string>();
  hash: string;
  online = true;
  readonly #retries: (() => void)[] = [];
  readonly #origin: string;

  constructor(address: string) {
    this.#origin = new URL(address).origin;
    this.hash = new URL(address).hash;
  }

  load(): LoopbackTransport {
    const origin = this.#origin;
    return new LoopbackTransport(
      {
        location: { origin, host: new URL(origin).host, hash: this.hash, pathname: '/' },
        storage: {
          getItem: (name) => this.stored.get(name) ?? null,
          setItem: (name, value) => void this.stored.set(name, value),
          removeItem: (name) => void this.stored.delete(name),
        },
        fetch: (url, options) => {
          if (!this.online) return Promise.reject(new TypeError('Failed to fetch'));
          const pathname = typeof url === 'string' ? new URL(url).pathname : '';
          this.fetched.push(pathname);
          if (options?.keepalive === true) this.outliving.push(pathname);
          return fetch(url, { ...options, headers: { ...(options?.headers as Record<string, string>), origin } });
        },
        openSocket: (url) => {
          const socket = new Socket(url, { origin });
          socket.on('error', () => undefined);
          this.sockets.push(socket);
          return socket as unknown as WebSocket;
        },
        removeFragment: () => void (this.hash = ''),
        startTimer: (milliseconds, run) => {
          this.waits.push(milliseconds);
          this.#retries.push(run);
        },
      },
      (state) => this.states.push(state),
    );
  }

  retry(): void {
    this.#retries.shift()?.();
  }

  state(): ProgramConnectionState | undefined {
    return this.states.at(-1);
  }

  end(): void {
    for (const socket of this.sockets) socket.terminate();
  }
}

let fixture: LoopbackFixture;
let tab: Tab;
beforeEach(async () => {
  fixture = await new LoopbackFixture().start();
  tab = new Tab(fixture.server.newAddress());
});
afterEach(async () => {
  tab.end();
  await fixture.close();
});

const untilConnected = () => expect.poll(() => tab.state()).toBe('connected');

test('the transport transfers a command and its outcome', async () => {
  fixture.core.answer = { ok: true, value: 7 };
  expect(await tab.load().invoke('app.info', { a: 1 })).toEqual({ ok: true, value: 7 });
  expect(fixture.core.calls).toEqual([{ name: 'app.info', input: { a: 1 } }]);
});

test('the transport sends commands over the open stream, except those too long for it', async () => {
  const transport = tab.load();
  await untilConnected();
  fixture.core.answer = { ok: true, value: 7 };
  expect(await transport.invoke('app.info', { a: 1 })).toEqual({ ok: true, value: 7 });
  expect(tab.fetched).toEqual(['/session']);
  const long = { text: 'ä'.repeat(40_000) };
  expect(await transport.invoke('app.info', long)).toEqual({ ok: true, value: 7 });
  expect(tab.fetched).toEqual(['/session', '/call/app.info']);
  expect(fixture.core.calls.map(({ input }) => input)).toEqual([{ a: 1 }, long]);
});

test('the transport removes the code from the address and stores no token', async () => {
  await tab.load().invoke('app.info', {});
  await untilConnected();
  expect(tab.hash).toBe('');
  expect([...tab.stored.keys()]).toEqual(['stratdesk.renewal']);
  const stored = [...tab.stored.values()];
  const answer = await fixture.post('/call/app.info', {}, { authorization: `Bearer ${stored[0]}` });
  expect(answer).toContain('401');
});

test('the session of a tab continues after several reloads', async () => {
  for (const _load of [1, 2, 3]) {
    const transport = tab.load();
    expect(await transport.invoke('app.info', {})).toMatchObject({ ok: true });
    await untilConnected();
  }
});

test('the session of a tab continues if it is reloaded before the answer to a reload', async () => {
  await tab.load().invoke('app.info', {});
  await untilConnected();
  const stored = tab.stored.get('stratdesk.renewal') ?? '';
  // The program exchanges the code, and the page ends before it reads the answer.
  await fixture.post('/session', { code: stored });
  await expect.poll(() => tab.state()).toBe('refused');
  await tab.load().invoke('app.info', {});
  await untilConnected();
});

test('a page whose first request fails is connected later, and does not repeat the failed call', async () => {
  tab.online = false;
  const bridge = createBridge(tab.load());
  expect(await bridge.call('app.info', {})).toMatchObject({ ok: false, failure: { code: 'disconnected' } });
  expect(tab.states).toEqual(['lost']);
  tab.online = true;
  tab.retry();
  await untilConnected();
  expect(fixture.core.calls).toEqual([]);
  expect(await bridge.call('app.info', {})).toMatchObject({ ok: true });
});

test('a second tab at the same address is refused', async () => {
  await tab.load().invoke('app.info', {});
  const second = new Tab(fixture.server.origin + '/');
  await expect(second.load().invoke('app.info', {})).rejects.toThrow();
  expect(second.states).toEqual(['refused']);
});

test('a duplicated tab takes over the session, and the first tab is notified', async () => {
  await tab.load().invoke('app.info', {});
  await untilConnected();
  const copy = new Tab(fixture.server.origin + '/');
  copy.stored.set('stratdesk.renewal', tab.stored.get('stratdesk.renewal') ?? '');
  await copy.load().invoke('app.info', {});
  await expect.poll(() => tab.state()).toBe('refused');
  await expect.poll(() => copy.state()).toBe('connected');
  copy.end();
});

test('only changes of preferences outlive the page, up to the size that a browser allows', async () => {
  const transport = tab.load();
  await transport.invoke('preferences.set', { views: { draft: 'KO' } });
  await transport.invoke('strategies.list', {});
  await transport.invoke('preferences.set', { views: { draft: 'x'.repeat(70_000) } });
  expect(tab.outliving).toEqual(['/call/preferences.set']);
});

describe('a lost connection', () => {
  test('is opened again, and every subscription starts again with a snapshot', async () => {
    const bridge = createBridge(tab.load());
    const received: unknown[] = [];
    bridge.on('status.changed', {}, (payload) => received.push(payload));
    await expect.poll(() => received.length).toBe(1);
    fixture.core.emit({ seq: 1, payload: 'change' });
    await expect.poll(() => received.length).toBe(2);
    tab.sockets[0]?.terminate();
    await expect.poll(() => tab.state()).toBe('lost');
    await expect.poll(() => fixture.core.subscriptions.size).toBe(0);
    tab.retry();
    await expect.poll(() => received.length).toBe(3);
    expect(tab.state()).toBe('connected');
    expect(received[2]).toEqual({ name: 'status.changed', snapshot: true });
  });

  test('is retried with growing delays', async () => {
    tab.load();
    await untilConnected();
    const { port } = fixture;
    await fixture.close();
    for (const count of [1, 2, 3, 4, 5, 6]) {
      await expect.poll(() => tab.waits.length).toBe(count);
      tab.retry();
    }
    await expect.poll(() => tab.waits.length).toBe(7);
    expect(tab.waits).toEqual([250, 500, 1_000, 2_000, 5_000, 5_000, 5_000]);
    fixture = await new LoopbackFixture().start(port);
    tab.retry();
    // A new program does not accept the earlier session, even on the same port.
    await expect.poll(() => tab.state()).toBe('refused');
  });

  test('returns "disconnected" for running and new commands', async () => {
    const bridge = createBridge(tab.load());
    await untilConnected();
    fixture.core.answer = new Promise(() => undefined);
    const running = bridge.call('app.info', {});
    await expect.poll(() => fixture.core.calls.length).toBe(1);
    tab.online = false;
    tab.sockets[0]?.terminate();
    const lost = { ok: false, failure: { code: 'disconnected' } };
    expect(await running).toMatchObject(lost);
    expect(await bridge.call('app.info', {})).toMatchObject(lost);
    expect(fixture.core.calls).toHaveLength(1);
  });
});

test('a gap in the sequence numbers starts a new subscription', async () => {
  const bridge = createBridge(tab.load());
  const received: unknown[] = [];
  bridge.on('status.changed', {}, (payload) => received.push(payload));
  await expect.poll(() => received.length).toBe(1);
  fixture.core.emit({ seq: 5, payload: 'after a gap' });
  await expect.poll(() => received.length).toBe(2);
  expect(received).not.toContain('after a gap');
  await expect.poll(() => fixture.core.subscriptions.size).toBe(1);
});

test('an ended subscription receives nothing more', async () => {
  const bridge = createBridge(tab.load());
  const received: unknown[] = [];
  const end = bridge.on('status.changed', {}, (payload) => received.push(payload));
  await expect.poll(() => received.length).toBe(1);
  end();
  // The program has not received the end of the subscription yet, so it still sends this change.
  fixture.core.emit({ seq: 1, payload: 'change' });
  await expect.poll(() => fixture.core.subscriptions.size).toBe(0);
  expect(received).toHaveLength(1);
});
