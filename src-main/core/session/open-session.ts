import type { Profile } from '#contract/model/profile.ts';
import type { Dataset, Mode, Notice, OrderEntry, Status } from '#contract/model/status.ts';
import { limits } from '#contract/limits.ts';
import type { ActivityLog } from '#core/platform/activity-log.ts';
import { openCache, type Cache } from '#core/cache/open-cache.ts';
import type { CacheReader } from '#core/cache/cache-reader.ts';
import type { NoticeText } from '#core/events/notices.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import type { ConnectionFacts, DeskState } from '#core/orders/order-desk-deps.ts';
import type { Journal } from '#core/orders/journal.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { Ports } from '#core/ports.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { closedConnection } from './closed-connection.ts';
import type { Session } from './session.ts';

/** What a session reports to: the hub's topics and the notices. */
export type SessionListeners = {
  readonly status: () => void;
  readonly strategy: (systemId: string) => void;
  readonly strategies: () => void;
  readonly notice: (notice: Notice) => void;
  readonly tell: (text: NoticeText) => void;
};

export type SessionParts = {
  readonly ports: Ports;
  readonly profile: Profile;
  /** Null where there is none: the session then works on its cache. */
  readonly apiKey: string | null;
  readonly journal: Journal;
  readonly activity: ActivityLog;
  readonly listeners: SessionListeners;
};

/** What an order may have moved; the sync plan reads them next. */
const afterAnOrder: readonly Dataset[] = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'];

/** Opens a profile: its cache first, because it is there without a network, then the way out, then the order desk. */
export function openSession(parts: SessionParts): Session {
  return new OpenSession(parts);
}

class OpenSession implements Session {
  readonly profile: Profile;
  readonly mode: Mode;
  readonly cache: CacheReader;
  readonly connection: PlatformConnection;
  readonly sync: DataSync;
  readonly desk: OrderDesk;
  readonly #cache: Cache;
  readonly #hasKey: boolean;
  readonly #listeners: SessionListeners;
  #watched: string | null = null;
  #failing = false;

  constructor(parts: SessionParts) {
    const { ports, profile, listeners } = parts;
    this.profile = profile;
    this.mode = modeOf(profile);
    this.#hasKey = parts.apiKey !== null;
    this.#listeners = listeners;
    this.#cache = openCache({ ports, profileId: profile.id, tell: listeners.tell });
    this.cache = this.#cache.reader;
    this.connection = openConnection(parts);
    this.sync = createDataSync({ ports, connection: this.connection, cache: this.#cache, paceMs: profile.paceMs });
    this.desk = createOrderDesk({
      clock: ports.clock,
      random: ports.random,
      log: ports.log,
      journal: parts.journal,
      profile: { id: profile.id, mode: this.mode },
      client: this.connection,
      reader: this.sync,
      state: deskState(this.cache, this.sync),
      connection: () => this.#connectionFacts(),
      serviceClockOffsetMs: () => this.connection.clockOffsetMs(),
      notify: listeners.notice,
      nudge: (systemId) => this.sync.nudge(systemId, afterAnOrder),
    });
    this.#listen();
  }
  connectionState(): Status['connection'] {
    if (!this.#hasKey && this.profile.kind !== 'practice') return { state: 'no-key', text: noKey };
    return this.connection.health();
  }

  orderEntry(): OrderEntry {
    if (this.#watched === null) return { open: false, reason: 'Choose a strategy first.' };
    return this.desk.entry(this.#watched);
  }

  watch(systemId: string | null, datasets: readonly Dataset[]): void {
    this.#watched = systemId ?? this.#watched;
    this.sync.watch(systemId, datasets);
    if (systemId !== null) this.desk.watch(systemId);
    this.#listeners.status();
  }

  async close(): Promise<void> {
    this.desk.hold('The connection was closed.');
    await this.desk.close();
    // First the way out: what waits in the queue is withdrawn rather than read at the pace.
    await this.connection.close();
    await this.sync.close();
    this.#cache.close();
  }

  #listen(): void {
    this.connection.onChange(() => this.#connectionChanged());
    this.sync.onChange((systemId) => {
      this.desk.evidence(systemId);
      this.#listeners.strategy(systemId);
      this.#listeners.status();
    });
    this.sync.onStrategies(this.#listeners.strategies);
    this.desk.onChange((systemId) => {
      this.#listeners.strategy(systemId);
      this.#listeners.status();
    });
  }

  /** What waited while the line was down must not leave by itself when it is back (order-safety P8). */
  #connectionChanged(): void {
    const before = this.#failing;
    // Noted first: holding asks for a read, and that changes the connection again.
    this.#failing = this.connection.health().state === 'failing';
    if (this.#failing && !before) this.desk.hold('The service stopped answering.');
    this.#listeners.status();
  }

  #connectionFacts(): ConnectionFacts {
    const state = this.connectionState();
    if (state.state === 'answering') return { state: 'open' };
    if (state.state === 'connecting') return { state: 'connecting', text: 'The service has not answered yet.' };
    return { state: state.state, text: state.text };
  }
}

const noKey =
  'There is no key for this connection. Type it in Settings; until then only what was read before is shown.';

export const modeOf = (profile: Profile): Mode => (profile.kind === 'practice' ? 'PRACTICE' : 'LIVE');

function openConnection({ ports, profile, apiKey, activity }: SessionParts): PlatformConnection {
  const { clock, random, log } = ports;
  if (apiKey === null) {
    const failure = profile.kind === 'practice' && 'failure' in ports.practice ? ports.practice.failure : noKey;
    return closedConnection(Math.floor(clock.now() / 1000), failure);
  }
  return createPlatformClient({ profile, apiKey, clock, random, log, onActivity: (entry) => activity.add(entry) });
}

function deskState(cache: CacheReader, sync: DataSync): DeskState {
  return {
    signals: (systemId) => cache.signals(systemId, { text: '', scope: 'all', limit: limits.blotterSignals }).records,
    positions: (systemId) => cache.positions(systemId),
    margin: (systemId) => cache.margin(systemId),
    pointValue: (systemId, symbol) => cache.pointValue(systemId, symbol),
    workingAge: (systemId) => sync.states(systemId).signalsWorking,
  };
}
