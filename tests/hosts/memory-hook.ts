// Loaded before the program's own modules (`--import`). It acts in the thread of the core only: a
// message asks for a heap snapshot in a file, or makes the HTTP layer fail with the text of a
// request or an answer.
import { ClientRequest, IncomingMessage } from 'node:http';
import { writeHeapSnapshot } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/**
 * How the HTTP layer fails. `exception` and `rejection`: the write of a request causes an uncaught
 * exception or a rejected promise. `answer`: the read of an answer causes an exception.
 */
export type FailureKind = 'exception' | 'rejection' | 'answer';
export type HookRequest =
  { readonly snapshotIn: string } | { readonly failsOnText: string; readonly failing: FailureKind };

if (isMainThread && process.send !== undefined) {
  process.on('message', (asked: HookRequest) => {
    // A snapshot is written after a garbage collection.
    if ('snapshotIn' in asked) writeHeapSnapshot(asked.snapshotIn);
    else if (asked.failing === 'answer') failWithAnswer(asked.failsOnText);
    else failWithRequest(asked.failsOnText, asked.failing);
    process.send?.('done');
  });
  process.channel?.unref();
}

const textOf = (chunk: unknown): string => (chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : '');

function failWithRequest(part: string, failing: FailureKind): void {
  const { write } = ClientRequest.prototype;
  ClientRequest.prototype.write = function fail(this: ClientRequest, ...given: unknown[]): boolean {
    const text = textOf(given[0]);
    const error = new Error(`the socket refused ${text}`);
    if (text.includes(part) && failing === 'rejection') void Promise.reject(error);
    else if (text.includes(part))
      setImmediate(() => {
        throw error;
      });
    return Reflect.apply(write, this, given) as boolean;
  };
}

function failWithAnswer(part: string): void {
  const { push } = IncomingMessage.prototype;
  IncomingMessage.prototype.push = function fail(this: IncomingMessage, ...given: unknown[]): boolean {
    const text = textOf(given[0]);
    // Requests that the program receives have no status, and must not fail.
    if (this.statusCode != null && text.includes(part)) throw new Error(`the socket refused ${text}`);
    return Reflect.apply(push, this, given) as boolean;
  };
}
