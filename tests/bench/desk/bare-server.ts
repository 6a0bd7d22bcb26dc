import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * What our ways are measured against: a server of node:http that answers every POST with one small body, or with what a file given to it
 * holds for the command at the end of the path; a WebSocket that sends back what it got, and a page to do it from. Prints its port.
 */
const [file] = process.argv.slice(2);
const answers = (file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))) as Readonly<Record<string, string>>;
const answerTo = (path: string): string => answers[path.split('/').at(-1) ?? ''] ?? '{"ok":"1"}';
const server = createServer((request, response) => {
  // Isolated pages have a clock of five microseconds.
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
