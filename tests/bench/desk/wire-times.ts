import { channel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the program's own modules (`--import`), in its main thread and in the thread of the
 * practice service. Writes the time at which each request and each call of the window arrives, and
 * the time at which the first bytes of each request are on the wire. The times are on the monotonic
 * clock that Chromium uses for key presses. Each time is a line: nanoseconds, `program` or
 * `practice`, `in` or `out`, path or command.
 */
const file = openSync(process.env['STRATDESK_BENCH_WIRE'] ?? '/dev/null', 'a');
const thread = isMainThread ? 'program' : 'practice';

/**
 * The line about an arrival is not written at once, because the time for the write would be
 * measured too. It is written with the next line about a departure, or after this delay.
 */
const MAX_WRITE_DELAY_MS = 20;
let lines = '';
const write = (): void => {
  if (lines !== '') writeSync(file, lines);
  lines = '';
};
const note = (direction: 'in' | 'out', path: string): void => {
  if (lines === '' && direction === 'in') setTimeout(write, MAX_WRITE_DELAY_MS).unref();
  lines += `${String(process.hrtime.bigint())} ${thread} ${direction} ${path.split('?')[0] ?? ''}\n`;
  if (direction === 'out') write();
};

channel('http.server.request.start').subscribe((message) => {
  // The object that Node publishes on the channel.
  note('in', (message as { readonly request: IncomingMessage }).request.url ?? '');
});

const CALL = /^\{"call":\{"id":\d+,"name":"([\w.-]+)"/;
/**
 * Notes each call on the window's stream before any other listener gets it. The program's bundle
 * contains its own copy of the WebSocket class, so the class that every copy extends is patched.
 */
const originalEmit = EventEmitter.prototype.emit;
EventEmitter.prototype.emit = function (this: EventEmitter, event: string | symbol, ...given: unknown[]): boolean {
  const [data] = given;
  const name =
    event === 'message' && Buffer.isBuffer(data) ? CALL.exec(data.toString('latin1', 0, 80))?.[1] : undefined;
  if (name !== undefined) note('in', name);
  return Reflect.apply(originalEmit, this, [event, ...given]);
};

type Chunk = string | Uint8Array;
/**
 * An internal method of Node. It gets the chunks that a stream passes to the system. A socket that
 * is not connected yet calls the method again later.
 */
type SocketInternals = {
  _writeGeneric(isBatch: boolean, data: Chunk | readonly { readonly chunk: Chunk }[], ...rest: unknown[]): void;
};

const REQUEST = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/;
const MAX_REQUEST_START = 200;
const socket = Socket.prototype as unknown as SocketInternals;
const originalWrite = socket._writeGeneric;
socket._writeGeneric = function (this: Socket & SocketInternals, isBatch, data, ...rest): void {
  const first = typeof data === 'string' || data instanceof Uint8Array ? data : (data[0]?.chunk ?? '');
  const text = typeof first === 'string' ? first : Buffer.from(first.subarray(0, MAX_REQUEST_START)).toString('latin1');
  const path = this.connecting ? undefined : REQUEST.exec(text)?.[1];
  // Noted before the system call, because the process that reads the bytes may run at once.
  if (path !== undefined) note('out', path);
  Reflect.apply(originalWrite, this, [isBatch, data, ...rest]);
};
