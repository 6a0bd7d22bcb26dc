/** One HTTP request in a buffer. */
export type RawRequest = {
  readonly bytes: Buffer;
  readonly command: string;
  readonly body: Buffer;
  readonly keepsAlive: boolean;
};

const headEnd = Buffer.from('\r\n\r\n');

/**
 * The first whole request in the buffer and the bytes after it; null while the request is
 * incomplete.
 */
export function takeRequest(buffer: Buffer): { readonly request: RawRequest; readonly rest: Buffer } | null {
  const end = buffer.indexOf(headEnd);
  if (end < 0) return null;
  const head = buffer.subarray(0, end).toString('latin1');
  const bodyStart = end + headEnd.length;
  const size = bodyStart + bodyLength(head);
  if (buffer.length < size) return null;
  const path = head.split(' ', 2)[1]?.split('?')[0] ?? '';
  return {
    request: {
      bytes: buffer.subarray(0, size),
      command: path.split('/').at(-1) ?? '',
      body: buffer.subarray(bodyStart, size),
      keepsAlive: !/\r\nconnection: *close/i.test(head),
    },
    rest: buffer.subarray(size),
  };
}

/**
 * The request as it is forwarded: the service closes the connection after the answer, so that the
 * end of the answer can be seen.
 */
export function withConnectionClose(request: RawRequest): Buffer {
  const end = request.bytes.indexOf(headEnd);
  const head = request.bytes.subarray(0, end).toString('latin1');
  const lines = head.split('\r\n').filter((line) => !/^connection:/i.test(line));
  return Buffer.concat([Buffer.from([...lines, 'connection: close'].join('\r\n'), 'latin1'), headEnd, request.body]);
}

/** True if an answer has at least as many bytes as it declares, or ends with its last chunk. */
export function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf(headEnd);
  if (end < 0) return false;
  const head = answer.subarray(0, end).toString('latin1');
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return answer.subarray(-5).toString('latin1') === '0\r\n\r\n';
  return answer.length - end - headEnd.length >= bodyLength(head);
}

/** The answer with a header that keeps the connection open. */
export function keptAlive(answer: Buffer): Buffer {
  const end = answer.indexOf(headEnd);
  const head = answer
    .subarray(0, end)
    .toString('latin1')
    .replace(/\r\nconnection: *close/i, '\r\nconnection: keep-alive');
  return Buffer.concat([Buffer.from(head, 'latin1'), answer.subarray(end)]);
}

/**
 * Adds a record that cannot be read to the list in the answer. Does not change an answer without a
 * list.
 */
export function withUnreadableRecord(answer: Buffer): Buffer {
  const end = answer.indexOf(headEnd);
  const head = answer.subarray(0, end).toString('latin1');
  const body = answer.subarray(end + headEnd.length).toString('utf8');
  const changed = body.replace(/("response": *\[)(\]?)/, (_found, open: string, close: string) =>
    close === '' ? `${open}{},` : `${open}{}]`,
  );
  const bytes = Buffer.from(changed);
  const sized = head.replace(/(content-length: *)\d+/i, (_found, name: string) => `${name}${bytes.length}`);
  return Buffer.concat([Buffer.from(sized, 'latin1'), headEnd, bytes]);
}

/** An answer made by the proxy. */
export function jsonAnswer(value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
  return Buffer.concat([Buffer.from(head, 'latin1'), headEnd, body]);
}

const bodyLength = (head: string): number => Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
