import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const creatingPath = /\/(submitSignal|startAutoTrade|createNewSystem)$/;

/**
 * Makes this process send an order, the start of a copy or a new strategy once more when its answer
 * is lost, as a careless retry would. A deliberate fault that the checker must detect.
 */
export function resendLost(): void {
  const request = http.request.bind(http) as (url: unknown, options: RequestOptions, answer?: unknown) => ClientRequest;
  const requestWithResend = (url: unknown, options: RequestOptions, answer?: unknown): ClientRequest => {
    const first = request(url, options, answer);
    if (!creatingPath.test(String(url instanceof URL ? url.pathname : options.path))) return first;
    const chunks: Buffer[] = [];
    const write = first.write.bind(first) as (chunk: string | Buffer, ...rest: never[]) => boolean;
    first.write = (chunk: string | Buffer, ...rest: never[]): boolean => {
      chunks.push(Buffer.from(chunk));
      return write(chunk, ...rest);
    };
    let answered = false;
    first.once('response', () => (answered = true));
    first.once('close', () => {
      if (!answered && chunks.length > 0) sendAgain(() => request(url, options), Buffer.concat(chunks));
    });
    return first;
  };
  Object.assign(http, { request: requestWithResend });
  syncBuiltinESMExports();
}

function sendAgain(request: () => ClientRequest, body: Buffer): void {
  const second = request();
  second.on('response', (answer: IncomingMessage) => answer.resume());
  second.on('error', () => undefined);
  second.end(body);
}
