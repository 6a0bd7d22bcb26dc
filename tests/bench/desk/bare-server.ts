import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * A server that does nothing but answer, for comparisons. The first argument can name a JSON file
 * of bodies by command. A POST whose path ends with such a command is answered with its body, every
 * other POST with a small body. The server also has a WebSocket that echoes, and a blank page that
 * can open the WebSocket. The server prints its port.
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
