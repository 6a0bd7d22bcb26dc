import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#core/sqlite/database.ts';
import { ingestOn } from '#tests/fixtures/ingest-on.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import { hasOpenOrders } from '#core/orders/entry/open-orders.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { ConnectionFacts } from '#core/orders/order-desk-deps.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { Post, TransportResult } from '#core/platform/transport.ts';
import { UnreadStrategies } from '#core/session/unread-strategies.ts';
import { Sender } from '#core/sending/sender.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import type { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { bytes, list, trade } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';
import { settled } from '#tests/unit/core/platform/settled.ts';

type Body = Record<string, unknown> & { systemid?: string };
export type Received = {
  readonly command: string;
  readonly systemId: string;
  readonly at: number;
  readonly body: Body;
};

/** Bytes replace the usual answer. `busy` is HTTP 429 with this `Retry-After`. */
type Fault =
  'hang' | 'cut' | 'unreachable' | Uint8Array<ArrayBuffer> | { readonly busy: string; readonly date?: string };

const rowOwner = { id: 'six', mode: 'LIVE' } as const;

/**
 * Several strategies of one key on the fake clock. Client, pacer, sync, cache and desk are real.
 */
export class StrategyRig {
  readonly caches;
  readonly clock;
  readonly received: Received[] = [];
  readonly systemIds: readonly string[];
  readonly connection: PlatformConnection;
  readonly sync: DataSync;
  readonly desk: OrderDesk;
  /** The fault of the service for a request; null for a normal answer. */
  fault: (command: string, systemId: string) => Fault | null = () => null;
  readonly #db: DatabaseSync;
  readonly #cache;
  readonly #journal;
  #lastId = 155_000_000;
  /** Working orders by strategy. */
  readonly working = new Map<string, object[]>();

  /** Two rigs may share a clock. */
  constructor(strategyCount: number, sharedClock?: FakeClock) {
    this.caches = temporaryCaches(sharedClock);
    this.clock = this.caches.ports.clock;
    this.#cache = this.caches.open();
    this.#journal = openJournal({ dataDir: this.caches.dataDir, now: this.clock.now() }).journal;
    this.systemIds = Array.from({ length: strategyCount }, (_, index) => String(7_001 + index));
    this.#db = openDatabase(this.caches.file);
    const { clock } = this;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const random = seededRandom();
    this.connection = createPlatformClient({
      profile: {
        name: 'Six',
        kind: 'world',
        baseUrl: 'https://x.test',
        altBaseUrl: null,
        platformId: null,
        paceMs: 1_000,
      },
      apiKey: 'some-key-of-a-test',
      ...{ clock, random, log },
      transport: {
        post: (post) => this.#post(post),
        prepare: () => undefined,
        closeUnused: () => undefined,
        close: () => undefined,
      },
    });
    const ingest = ingestOn(this.#db);
    const { connection } = this;
    this.sync = createDataSync({
      ...{ ports: this.caches.ports, connection, cache: this.#cache, paceMs: 1_000, ingest },
      hasOpenOrders: (id) => hasOpenOrders(this.#journal, rowOwner, id),
    });
    const facts = (): ConnectionFacts => {
      const health = connection.health();
      return health.state === 'answering' ? { state: 'open' } : { state: 'failing', text: 'down' };
    };
    const unread = new UnreadStrategies({
      ...{ connection: facts, sync: this.sync, desk: () => this.desk },
      askedToWaitUntil: () => connection.askedToWaitUntil(),
      now: () => Math.floor(clock.now() / 1_000),
    });
    const cache = this.#cache.reader;
    this.desk = createOrderDesk({
      ...{ clock, random, log, journal: this.#journal },
      profile: rowOwner,
      sender: new Sender(clock, log, connection),
      reader: this.sync,
      state: {
        signals: (id) => cache.signals(id, 5_000),
        unreadable: (id) => cache.unreadable(id),
        positions: (id) => cache.positions(id),
        margin: (id) => cache.margin(id),
        pointValue: () => null,
        workingStops: (id) => cache.workingStops(id),
        workingReadStartedAt: (id) => this.sync.workingReadStartedAt(id),
        workingReading: (id) => this.sync.workingReading(id),
        positionsReadAt: (id) => cache.datasets(id).tradesOpen.readAt,
        hasUnreadableTrades: () => false,
      },
      connection: (id) => unread.facts(id),
      serviceClockOffsetMs: () => 0,
      notify: () => undefined,
      endNotice: () => undefined,
      scheduleRefresh: (id) => this.sync.scheduleRefresh(id, ['signalsWorking', 'tradesOpen']),
      entryLock: (id, effect) => this.sync.access.lockReason(id, effect),
      risk: {
        killReason: () => null,
        caps: () => defaultCaps,
        precautions: () => defaultPrecautions,
        useArming: () => true,
        onUnknownOrder: () => undefined,
      },
      rehearsals: { checks: () => [], orderChanged: () => undefined },
      reportWrongPrediction: () => undefined,
      platformMayTradeUntil: () => null,
      readTargets: () => Promise.resolve(true),
    });
    this.sync.onChange((id) => {
      unread.check(id);
      this.desk.listsChanged(id);
    });
    let isDown = false;
    connection.onChange(() => {
      const wasDown = isDown;
      isDown = connection.health().state === 'failing';
      if (isDown && !wasDown) this.desk.hold({ code: 'hold.no-connection' });
    });
  }

  count(command: string, systemId: string): number {
    return this.received.filter((one) => one.command === command && one.systemId === systemId).length;
  }

  state(rowId: string): string | undefined {
    return this.#journal.order(rowId)?.state;
  }

  async advance(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 4; step += 1) {
      await this.clock.advance(250);
      await settled();
    }
  }

  async dispose(): Promise<void> {
    this.connection.endReads();
    await this.desk.close();
    await this.connection.close();
    await this.sync.close();
    this.#db.close();
    this.#cache.close();
    this.#journal.close();
    this.caches.remove();
  }

  async #post({ url, body, onDeparted, stop }: Post): Promise<TransportResult> {
    onDeparted();
    const command = url.pathname.split('/').at(-1) ?? '';
    const parsed = JSON.parse(body) as Body;
    const systemId = parsed.systemid ?? '';
    this.received.push({ command, systemId, at: this.clock.monotonic(), body: parsed });
    const fault = this.fault(command, systemId);
    if (fault === 'unreachable') return { kind: 'not-sent', text: 'Nothing answers at this address.' };
    if (fault === 'cut') return { kind: 'no-answer', text: 'The connection was cut.' };
    if (fault === 'hang') return this.#hang(stop);
    if (fault !== null && 'busy' in fault) {
      const { busy, date = null } = fault;
      return { kind: 'answer', httpStatus: 429, bytes: bytes({}), date, retryAfter: busy };
    }
    return { kind: 'answer', httpStatus: 200, bytes: fault ?? this.#answer(command, systemId, parsed), date: null };
  }

  #hang(stop: AbortSignal): Promise<TransportResult> {
    return new Promise((resolve) => {
      const end = (): void => resolve({ kind: 'no-answer', text: 'No answer came in time.' });
      this.clock.after(30_000, end);
      stop.addEventListener('abort', end);
    });
  }

  #answer(command: string, systemId: string, body: Body): Uint8Array<ArrayBuffer> {
    switch (command) {
      case 'listAllSystems':
        return list(
          ...this.systemIds.map((id) => ({ system_id: id, systemName: `S${id}`, createdWhen: '2026-01-15' })),
        );
      case 'retrieveSignalsWorking':
        return list(...(this.working.get(systemId) ?? []));
      case 'requestTradesOpen':
        return list(trade(`5${systemId}`));
      case 'requestMarginEquity':
        return bytes({ ok: 1, cash: '100000', buyPower: '200000', modelAccountValue: '100000' });
      case 'retrieveSystemEquity':
        return bytes({ ok: 1, equity_data: [] });
      case 'getSystemDetails':
        return bytes({ ok: 1, response: { system_id: systemId, systemName: `S${systemId}` } });
      case 'submitSignal': {
        const signal = body['signal'] as Record<string, string>;
        this.#lastId += 1;
        const echo = {
          ...signal,
          localsignalid: signal['signalid'],
          signalid: String(this.#lastId),
          systemid: systemId,
        };
        return bytes({ ok: '1', signal: echo, signalid: signal['signalid'] });
      }
      case 'cancelSignal':
        return bytes({
          ok: 1,
          title: 'Signal canceled',
          signalid: body['signalid'],
          signal: { signalid: body['signalid'] },
        });
      default:
        return list();
    }
  }
}
