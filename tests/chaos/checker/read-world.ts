// Reads the folder of a world for the checker: two databases with plain SQL, the requests and the
// notes line by line. It shares no code with the program that it checks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Note } from '../note.ts';
import { keyOfAct, keyOfRequest, type ActWanted } from './acts.ts';
import type {
  Evidence,
  JournaledAct,
  JournaledEvent,
  ReceivedRequest,
  ServiceCopy,
  ServiceSignal,
} from './evidence.ts';

type Row = Readonly<Record<string, unknown>>;

/** `mode` chooses the journal: practice has its own. */
export function readWorld(folder: string, mode: 'practice' | 'live' = 'practice'): Evidence {
  const notes = lines(join(folder, 'notes.jsonl')) as Note[];
  const seeded = notes.find((note) => note.is === 'seeded');
  const service = read(join(folder, 'practice', 'practice.db'), (ask) => ({
    signals: serviceSignals(ask, seeded?.lastId ?? '0'),
    copies: ask('SELECT record FROM links').map(copyOf),
    effects: effectsOf(ask),
    subscribed: new Set(ask(SUBSCRIBED, apiKeyOwner(ask)).map(({ id }) => String(id))),
  }));
  const journalFolder = join(folder, 'core', `orders-${mode}`);
  const journal = read(join(journalFolder, 'journal.db'), journalOf);
  const damaged = readdirSync(journalFolder).filter((file) => file.includes('damaged'));
  return {
    ...journal,
    integrity: [...journal.integrity, ...damaged],
    ...service,
    requests: requestsOf(join(folder, 'requests.jsonl')),
    notes,
  };
}

type Ask = (sql: string, ...values: string[]) => Row[];

function read<Result>(path: string, use: (ask: Ask) => Result): Result {
  if (!existsSync(path)) throw new Error(`${path} is not there`);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return use((sql, ...values) => database.prepare(sql).all(...values));
  } finally {
    database.close();
  }
}

function serviceSignals(ask: Ask, lastId: string): ServiceSignal[] {
  const sql = `SELECT CAST(id AS TEXT) AS id, CAST(strategy AS TEXT) AS system, own,
    state = 'waiting' AND json_extract(record, '$.awaitsParent') AS waits FROM signals WHERE id > CAST(? AS INTEGER)`;
  return ask(sql, lastId).map(({ id, system, own, waits }) => ({
    id: String(id),
    systemId: String(system),
    ownId: textOrNull(own),
    waitsForParent: waits === 1,
  }));
}

type LinkRecord = {
  readonly systemId: string;
  readonly brokerCode: string;
  readonly accountNumber: string;
  readonly state: string;
  /** Exact decimals, in billionths. */
  readonly settings: { readonly maxDollarsStocks: { readonly n: string } | null };
};

function copyOf({ record }: Row): ServiceCopy {
  const { systemId, brokerCode, accountNumber, state, settings } = JSON.parse(String(record)) as LinkRecord;
  const dollars = BigInt(settings.maxDollarsStocks?.n ?? 0) / 1_000_000_000n;
  const target = `${systemId} ${brokerCode}`;
  return {
    startKey: `startAutoTrade ${target} ${accountNumber}`,
    changeKey: `changeAutoTrade ${target} ${dollars}`,
    isLive: state === 'live',
  };
}

const SUBSCRIBED = `SELECT DISTINCT CAST(strategy AS TEXT) AS id FROM subscriptions
  WHERE person = CAST(? AS INTEGER) AND state <> 'ended'`;

const apiKeyOwner = (ask: Ask): string =>
  textOrNull(ask("SELECT value FROM meta WHERE key = 'worldPerson'")[0]?.['value']) ?? '';

type StrategyRecord = { readonly name: string; readonly shortDescription: string; readonly ownerPersonId: string };
type SentList = { readonly sent: readonly { symbol: string; typeofsymbol: string; quant: string }[] };

function effectsOf(ask: Ask): Set<string> {
  const strategies = ask('SELECT CAST(id AS TEXT) AS id, record FROM strategies').flatMap(({ id, record }) => {
    const { name, shortDescription, ownerPersonId } = JSON.parse(String(record)) as StrategyRecord;
    return [`createNewSystem ${ownerPersonId} ${name}`, `changeSystemAttribute ${String(id)} ${shortDescription}`];
  });
  const people = ask('SELECT CAST(id AS TEXT) AS id, record FROM people').map(({ id, record }) => {
    const { firstName } = JSON.parse(String(record)) as { firstName: string };
    return `changePersonAttribute ${String(id)} ${firstName}`;
  });
  const lists = ask('SELECT CAST(strategy AS TEXT) AS id, record FROM desired').map(({ id, record }) => {
    const { sent } = JSON.parse(String(record)) as SentList;
    return keyOfRequest('setDesiredPositions', JSON.stringify({ systemid: id, positions: sent })) ?? '';
  });
  return new Set([...strategies, ...people, ...lists]);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function journalOf(ask: Ask): Omit<Evidence, 'signals' | 'copies' | 'effects' | 'subscribed' | 'requests' | 'notes'> {
  return {
    orders: ask('SELECT row_id, own_id, system_id, state, service_id FROM orders').map((row) => ({
      rowId: String(row['row_id']),
      ownId: String(row['own_id']),
      systemId: String(row['system_id']),
      state: String(row['state']),
      serviceId: textOrNull(row['service_id']),
    })),
    events: ask('SELECT seq, row_id, from_state, to_state, body FROM events ORDER BY seq').map(eventOf),
    cancels: ask('SELECT system_id, signal_id, attempts FROM cancels').map((row) => ({
      systemId: String(row['system_id']),
      signalId: String(row['signal_id']),
      attempts: Number(row['attempts']),
    })),
    acts: ask('SELECT body FROM acts WHERE command IS NOT NULL ORDER BY rowid').map(actOf),
    reservedIds: new Set(ask('SELECT id FROM ids').map(({ id }) => String(id))),
    integrity: ask('PRAGMA integrity_check').map((row) => String(Object.values(row)[0])),
  };
}

function actOf({ body }: Row): JournaledAct {
  const row = JSON.parse(String(body)) as Omit<JournaledAct, 'key'> & ActWanted;
  return { ...row, key: keyOfAct(row) };
}

function eventOf(row: Row): JournaledEvent {
  const body = JSON.parse(String(row['body'])) as { type: string; at: number; alarm?: string | null };
  return {
    seq: Number(row['seq']),
    rowId: String(row['row_id']),
    from: String(row['from_state']),
    to: String(row['to_state']),
    type: body.type,
    at: body.at,
    alarm: body.alarm ?? null,
  };
}

function requestsOf(path: string): ReceivedRequest[] {
  return (lines(path) as { number: number; url: string; body: string }[]).map(({ number, url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://service');
    const command = pathname.split('/').at(-1) ?? '';
    const ids = command === 'submitSignal' || command === 'cancelSignal' ? idsOf(body) : { systemId: '', id: '' };
    const actKey = keyOfRequest(command, body);
    return { number, command, ...ids, actKey, isFromOtherClient: searchParams.get('via') === 'elsewhere' };
  });
}

function idsOf(body: string): { systemId: string; id: string } {
  const members = JSON.parse(body) as { systemid?: string; signalid?: string; signal?: { signalid?: string } };
  return { systemId: members.systemid ?? '', id: members.signal?.signalid ?? members.signalid ?? '' };
}

const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
