import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readCredentials, type Credentials } from './access.ts';
import { Catalog } from './catalog.ts';
import { MANUAL_START, openClock } from './clock.ts';
import type { Services } from './commands/command.ts';
import { Control } from './control/control.ts';
import { Dispatcher } from './dispatcher.ts';
import { Engine } from './engine/engine.ts';
import { Faults } from './control/faults.ts';
import { createHistory } from './history/create-history.ts';
import { createPeople } from './history/create-people.ts';
import { createSubscription } from './history/create-subscription.ts';
import { createServer } from './http/server.ts';
import { Memberships } from './people/memberships.ts';
import { Market } from './market/market.ts';
import { openCounter } from './engine/open-counter.ts';
import { Random } from './market/random.ts';
import { RequestLog } from './control/request-log.ts';
import { openDatabase } from './store/schema.ts';
import { Store } from './store/store.ts';
import { SignalLists } from './records/signal-lists.ts';
import { Switches } from './switches.ts';

export type PracticeOptions = {
  readonly dataDir: string;
  /** 0 uses any free port. */
  readonly port: number;
  readonly seed: number;
  readonly clock: 'real' | 'manual';
  /** When markets are open: always, or in their trading hours. */
  readonly hours: 'always' | 'market';
  /** The speed of the real clock, 1 to 3600; 1 by default. */
  readonly speed?: number;
  /** Symbols of orders: any well-formed one (the default), or none of an invented instrument. */
  readonly symbols?: 'any' | 'listed';
};

/** What `npm run practice -- --json` prints in one line. */
export type PracticeReady = {
  readonly baseUrl: string;
  readonly control: { readonly token: string };
  readonly world: { readonly apikey: string; readonly personid: string; readonly systemids: readonly string[] };
  readonly platform: { readonly apikey: string; readonly platformid: string; readonly personids: readonly string[] };
};

export type PracticeService = { readonly ready: PracticeReady; close(): Promise<void> };

const HOST = '127.0.0.1';
/**
 * Real milliseconds between ticks: one second of the service's time, but not too short for the
 * work.
 */
const TICK_MS = 1000;
const MIN_TICK_MS = 50;
const SECOND = 1000;
const DATABASE = 'practice.db';

/**
 * Opens or creates the data folder, applies what was due while the service was down, and serves.
 * The seed is used only for a new folder; keys and ids are stored. Throws with a readable message
 * if the port is in use or the folder cannot be written.
 */
export async function startPractice(options: PracticeOptions): Promise<PracticeService> {
  mkdirSync(options.dataDir, { recursive: true });
  const store = new Store(openDatabase(join(options.dataDir, DATABASE)));
  try {
    return await serve(options, store);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The service without its HTTP server. */
export type OpenedPractice = {
  readonly services: Services;
  readonly credentials: Credentials;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly dispatcher: Dispatcher;
  readonly control: Control;
};

/**
 * Reads the store, creates what is missing, and applies what was due while the service was down.
 */
export function openPractice(options: Omit<PracticeOptions, 'dataDir' | 'port'>, store: Store): OpenedPractice {
  const beginning = options.clock === 'manual' ? MANUAL_START : Math.floor(Date.now() / SECOND) * SECOND;
  if (store.meta.get('createdAt') === undefined) {
    createHistory(store, new Catalog(() => beginning), options.seed, beginning);
  }
  const credentials = readCredentials(store.meta);
  const clock = openClock(options.clock, options.speed ?? 1, store.meta, () => Date.now());
  const catalog = new Catalog(() => clock.now(), options.symbols);
  createPeople(store, catalog, clock.now());
  createSubscription(store, clock.now());
  const market = openMarket(store, catalog);
  const switches = new Switches(store.meta);
  const counter = openCounter(store);
  const memberships = new Memberships(store);
  const engine = new Engine({ store, catalog, market, clock, counter, switches, hours: options.hours, memberships });
  engine.catchUp();
  const signalLists = new SignalLists({ catalog, switches });
  const services = { engine, store, catalog, market, clock, switches, signalLists };
  const faults = new Faults(`${store.meta.need('seed')}/faults`);
  const log = new RequestLog([credentials.worldKey, credentials.platformKey]);
  const dispatcher = new Dispatcher(services, credentials);
  const control = new Control(services, faults, log, credentials.worldPerson);
  return { services, credentials, faults, log, dispatcher, control };
}

async function serve(options: PracticeOptions, store: Store): Promise<PracticeService> {
  const { services, credentials, faults, log, dispatcher, control } = openPractice(options, store);
  const { engine, clock, switches } = services;
  const app = createServer(
    { dispatcher, faults, log, switches, now: () => clock.now() },
    control,
    credentials.controlToken,
  );
  const baseUrl = await listen(app, options.port);
  const tickMs = Math.max(MIN_TICK_MS, TICK_MS / clock.speed);
  const tick = (): void => {
    try {
      engine.tick((tickMs * clock.speed) / SECOND);
    } catch (error) {
      // What was not written did not happen: the next tick does it.
      if (!isNotWritable(error)) throw error;
    }
  };
  const timer = clock.kind === 'real' ? setInterval(tick, tickMs) : undefined;
  return { ready: readyLine(baseUrl, credentials, services), close: () => close(app, engine, store, timer) };
}

/** Results of SQLite that may be temporary: the file is in use, or the disk is full. */
const NOT_WRITABLE: readonly unknown[] = [5, 13];

function isNotWritable(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // The lowest byte is the result; the others say more about it.
  return NOT_WRITABLE.includes(Number(error.errcode) & 0xff);
}

/** Prices and their random walk continue from the stored state. */
function openMarket(store: Store, catalog: Catalog): Market {
  const walk = store.meta.get('walk');
  const random = new Random(walk === undefined ? `${store.meta.need('seed')}/walk` : Number(walk));
  const market = new Market(catalog, random, store.pricePaths(), store.meta.need('seed'));
  for (const [symbol, shift] of readShifts(store.meta.get('optionShifts'))) market.restoreOptionShift(symbol, shift);
  return market;
}

function readShifts(text: string | undefined): (readonly [string, bigint])[] {
  const parsed: unknown = JSON.parse(text ?? '[]');
  if (!Array.isArray(parsed)) return [];
  return parsed.map((pair: unknown) => {
    if (!Array.isArray(pair)) throw new Error('the practice data is damaged: optionShifts');
    return [String(pair[0]), BigInt(String(pair[1]))] as const;
  });
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    await app.listen({ host: HOST, port });
  } catch (error) {
    await app.close();
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken
      ? new Error(`port ${port} is taken; choose another with --port, or --port=0 for any`, { cause: error })
      : error;
  }
  return `http://${HOST}:${boundPort(app.server.address())}`;
}

function boundPort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function readyLine(baseUrl: string, credentials: Credentials, { engine, store }: Services): PracticeReady {
  const { worldKey, worldPerson, platformKey, platformId, controlToken } = credentials;
  const owned = engine.accounts().filter((account) => account.strategy.ownerPersonId === worldPerson);
  return {
    baseUrl,
    control: { token: controlToken },
    world: { apikey: worldKey, personid: worldPerson, systemids: owned.map((account) => account.strategy.id) },
    platform: { apikey: platformKey, platformid: platformId, personids: store.people.members(platformId).notDeleted },
  };
}

async function close(
  app: FastifyInstance,
  engine: Engine,
  store: Store,
  timer: NodeJS.Timeout | undefined,
): Promise<void> {
  clearInterval(timer);
  await app.close();
  engine.saveAll();
  store.close();
}
