// Code that runs inside the page. `worldPort` and `ipcOverBinding` are transferred as text and must
// be self-contained. The preload runs in an isolated world of the real Chromium, as in Electron.
// `contextBridge` transfers calls between the two worlds by DOM events, as plain data and proxied
// functions. The page's own scripts could see those events, which is acceptable in tests only.

/**
 * One end of the connection between two worlds. It passes plain data. Functions and promises become
 * proxies at the other end. Other objects are refused.
 */
export function worldPort(outgoing: string, incoming: string) {
  type Call = (...args: unknown[]) => unknown;
  type Message =
    | { call: number; args: unknown[] }
    | { returned: unknown; error?: string }
    | { settle: number; ok: boolean; value: unknown }
    | { expose: string; value: unknown }
    | { hello: true };
  const functions = new Map<number, Call>();
  const waiting = new Map<number, { resolve: Call; reject: Call }>();
  const exposed: Message[] = [];
  let lastId = 0;
  let answer: { returned: unknown; error?: string } | undefined;

  const send = (message: Message) =>
    window.dispatchEvent(new CustomEvent(outgoing, { detail: JSON.stringify(message) }));
  const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

  function encode(value: unknown): unknown {
    if (value === undefined) return { $undefined: true };
    if (typeof value === 'function') {
      functions.set((lastId += 1), value as Call);
      return { $function: lastId };
    }
    if (value instanceof Promise) {
      const settle = (lastId += 1);
      value.then(
        (result) => send({ settle, ok: true, value: encode(result) }),
        (error: unknown) => send({ settle, ok: false, value: textOf(error) }),
      );
      return { $promise: settle };
    }
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== 'object' || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('An object could not be cloned.');
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encode(member)]));
  }

  function decode(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    const { $undefined, $function, $promise } = value as Record<string, unknown>;
    if ($undefined === true) return undefined;
    if (typeof $function === 'number') return (...args: unknown[]) => call($function, args);
    if (typeof $promise === 'number') {
      return new Promise((resolve, reject) => waiting.set($promise, { resolve, reject }));
    }
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decode(member)])));
  }

  function call(id: number, args: unknown[]): unknown {
    send({ call: id, args: args.map(encode) });
    const { returned, error } = answer ?? { returned: undefined, error: 'the other world is gone' };
    if (error !== undefined) throw new Error(error);
    return decode(returned);
  }

  function receive(message: Message): void {
    if ('call' in message) {
      try {
        send({ returned: encode(functions.get(message.call)?.(...message.args.map(decode))) });
      } catch (error) {
        send({ returned: null, error: textOf(error) });
      }
    } else if ('returned' in message) answer = message;
    else if ('settle' in message) {
      const waiter = waiting.get(message.settle);
      waiting.delete(message.settle);
      if (message.ok) waiter?.resolve(decode(message.value));
      else waiter?.reject(new Error(String(message.value)));
    } else if ('expose' in message) {
      if (Object.hasOwn(window, message.expose)) return;
      Object.defineProperty(window, message.expose, { value: decode(message.value), enumerable: true });
    } else exposed.forEach(send);
  }

  window.addEventListener(incoming, (event) => receive(JSON.parse((event as CustomEvent<string>).detail) as Message));
  return {
    /** The world that starts second receives what the first one exposed. */
    hello: () => send({ hello: true }),
    expose(name: string, value: unknown) {
      const message = { expose: name, value: encode(value) };
      exposed.push(message);
      send(message);
    },
  };
}

/**
 * `ipcRenderer` on a binding of the isolated world. The test process calls the functions of
 * `receive`.
 */
export function ipcOverBinding(post: (text: string) => void) {
  type Listener = (event: object, ...args: unknown[]) => void;
  const listeners = new Map<string, Set<Listener>>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const tell = (kind: 'invoke' | 'send', channel: string, args: unknown[], id = 0) =>
    post(JSON.stringify({ id, kind, channel, args, url: location.href, isMainFrame: window.top === window }));
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        waiting.set((lastId += 1), { resolve, reject });
        tell('invoke', channel, args, lastId);
      }),
    send: (channel: string, ...args: unknown[]) => tell('send', channel, args),
    on(channel: string, listener: Listener) {
      const known = listeners.get(channel) ?? new Set();
      listeners.set(channel, known.add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  const receive = {
    answer(id: number, value: unknown, error: string | null) {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (error === null) waiter?.resolve(value);
      else waiter?.reject(new Error(`Error invoking remote method: Error: ${error}`));
    },
    emit(channel: string, args: unknown[]) {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  };
  return { ipcRenderer, receive };
}

export const worldName = 'stratdesk-preload';
export const bindingName = 'standInIpc';

/**
 * Runs in the isolated world before any script of the page. Only the main frame gets the preload.
 */
export function isolatedWorldSource(preload: string): string {
  return `(() => {
    if (window.top !== window) return;
    const port = (${worldPort.toString()})('stand-in-to-page', 'stand-in-to-preload');
    const { ipcRenderer, receive } = (${ipcOverBinding.toString()})((text) => ${bindingName}(text));
    globalThis.standInReceive = receive;
    const electron = { contextBridge: { exposeInMainWorld: (name, api) => port.expose(name, api) }, ipcRenderer };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot require ' + name);
      return electron;
    };
    const module = { exports: {} };
    ((require, module, exports) => {${preload}\n})(require, module, module.exports);
  })();`;
}

/** Runs in the page's own world before any of its scripts. */
export function pageWorldSource(): string {
  return `(() => {
    if (window.top !== window) return;
    (${worldPort.toString()})('stand-in-to-preload', 'stand-in-to-page').hello();
  })();`;
}
