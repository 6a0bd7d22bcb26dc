import fastify from 'fastify';

/** A server with one route that does nothing; prints its port. */
const app = fastify({ logger: false });
app.post('/world/:version/:command', () => ({ ok: '1' }));
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');
process.stdout.write(`${String(address.port)}\n`);
