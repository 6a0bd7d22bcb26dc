import { createServer } from '#practice/http/server.ts';
import { openPractice } from '#practice/service.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';

/**
 * The practice service on a database in memory: every statement is executed, nothing waits for a
 * disk. Prints its address, the API key and the ids of the strategies of that key.
 */
const store = new Store(openDatabase(':memory:'));
const { services, credentials, faults, log, dispatcher, control } = openPractice(
  { seed: 1, clock: 'manual', hours: 'always' },
  store,
);
const parts = { dispatcher, faults, log, switches: services.switches, now: () => services.clock.now() };
const app = createServer(parts, control, credentials.controlToken);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');
const owned = services.engine.accounts().filter(({ strategy }) => strategy.ownerPersonId === credentials.worldPerson);
const world = { apikey: credentials.worldKey, systemids: owned.map(({ strategy }) => strategy.id) };
process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${String(address.port)}`, world })}\n`);
