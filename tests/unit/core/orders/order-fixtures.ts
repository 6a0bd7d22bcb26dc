import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { NewOrder } from '#core/orders/journal/journal.ts';
import type { Random } from '#core/ports.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

export const systemId = '94679653';
/** The wall-clock time at which the tests start: Monday, 9:30 in New York. */
export const startWall = Date.UTC(2026, 2, 2, 14, 30);

export const ticket = (changes: Partial<Ticket> = {}): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  instrument: 'stock',
  price: { kind: 'limit', limit: '150.10' },
  duration: 'GTC',
  profitTarget: '160.00',
  stopLoss: '145.5',
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
  ...changes,
});

/** A version-4 UUID that contains the number. */
export const intent = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const newOrder = (number: number, changes: Partial<Ticket> = {}): NewOrder => ({
  intentId: intent(number),
  at: startWall,
  profileId: 'practice',
  mode: 'PRACTICE',
  ticket: ticket(changes),
  confirmed: [],
});

export const record = (serviceId: string, changes: Partial<CachedSignal> = {}): CachedSignal => ({
  systemId,
  serviceId,
  ownId: null,
  status: 'working',
  statusText: 'working',
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  name: 'Apple',
  instrument: 'stock',
  kind: 'limit',
  limit: '150.100000000',
  stop: null,
  duration: 'GTC',
  postedAt: startWall / 1000 + 1,
  tradedAt: null,
  canceledAt: null,
  expiredAt: null,
  tradedPrice: null,
  openingTradeId: null,
  closingTradeId: null,
  ocaId: null,
  parentId: null,
  parkedUntil: null,
  inWorkingList: true,
  unlisted: false,
  ...changes,
});

/** A repeatable random source. */
export const seededRandom = (seed = 1): Random => {
  const fraction = seededNumbers(seed);
  return { fraction, uuid: () => intent(Math.floor(fraction() * 1e12)) };
};

/** A folder in memory if possible, because these tests end processes but do not cut the power. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'orders-'));
