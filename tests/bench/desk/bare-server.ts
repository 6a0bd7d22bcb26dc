import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * What the order's way is measured against: a server of node:http that answers every POST with one small body, a WebSocket that
 * sends back what it got, and a page to do it from. Prints its port.
 */
const server = createServer((request, response) => {
  // Isolated pages have a clock of five microseconds.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  request.resume().on('end', () => {
    response.setHeader('content-type', request.method === 'POST' ? 'application/json' : 'text/html');
    response.end(request.method === 'POST' ? '{"ok":"1"}' : '<!doctype html><title>bare</title>');
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
