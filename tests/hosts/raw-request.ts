import { connect } from 'node:net';

/**
 * Writes bytes to a port unchanged, and returns everything received until the other side closed.
 */
export function rawRequest(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    // After a reset the promise resolves with what was received. The other side can close the
    // connection before it has read everything.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

/** The status of a raw answer, or 0 if the connection was closed without an answer. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
