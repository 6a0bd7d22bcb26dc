import { channel } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the program's own modules (`--import`), in its main thread and in the thread of the practice service: writes down when a
 * request begins to come in and when one goes out, on the monotonic clock that Chromium's key presses are on too. One line a request:
 * nanoseconds, `program` or `practice`, `in` or `out`, path.
 */
const file = openSync(process.env['STRATDESK_BENCH_WIRE'] ?? '/dev/null', 'a');
const thread = isMainThread ? 'program' : 'practice';

const note = (way: 'in' | 'out', path: string): void => {
  const at = process.hrtime.bigint();
  writeSync(file, `${String(at)} ${thread} ${way} ${path.split('?')[0] ?? ''}\n`);
};

channel('http.server.request.start').subscribe((message) => {
  // Node publishes exactly this on the channel.
  note('in', (message as { readonly request: IncomingMessage }).request.url ?? '');
});
channel('http.client.request.created').subscribe((message) => {
  note('out', (message as { readonly request: ClientRequest }).request.path);
});
