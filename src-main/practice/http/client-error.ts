import type { Socket } from 'node:net';
import { failure, printEnvelope } from '#practice/envelope.ts';
import type { Switches } from '#practice/switches.ts';

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const BAD_REQUEST = '400 Bad Request';

/**
 * Answers input that is not HTTP with a status and an envelope. Then closes the connection, because
 * the start of the next request cannot be found.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, switches: Switches): void {
  if (!socket.writable || socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? BAD_REQUEST;
  const body = printEnvelope(failure(switches, { title: 'Request failed', message: 'The request is not HTTP.' }));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
