import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * A server that does nothing but answer, for comparisons. It answers every POST with a small body
 * or, if the JSON file of the first argument has the command at the end of the path, with the body
 * in it. It has a WebSocket that echoes, and a page to use it. Prints its port.
 */
const [file] = process.argv.slice(2);
const answers = (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))) as Readonly<Record<string, string>>;
const answerTo = (path: string): string => answers[path.split('/').at(-1) ?? ''] ?? '{"ok":"1"}';
const server = createServer((request, response) => {
  // The clock of isolated pages has a resolution of five microseconds.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  request.resume().on('end', () => {
    response.setHeader('content-type', request.method === 'POST' ? 'application/json' : 'text/html');
    response.end(request.method === 'POST' ? answerTo(request.url ?? '') : '<!doctype html><title>bare</title>');
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    socket.send(data, { binary: isBinary });
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.stdout.write(`${String(address.port)}\n`);
});
