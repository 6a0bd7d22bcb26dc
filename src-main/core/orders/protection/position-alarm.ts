import Big from 'big.js';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Clock } from '#core/ports.ts';

type Parts = {
  readonly clock: Clock;
  /** Null while the orders of a damaged cache are not read again yet. */
  readonly positions: (systemId: string) => readonly Position[] | null;
  /** The result of `bothReadAt`. */
  readonly readAt: (systemId: string) => number | null;
  readonly notify: (notice: Notice) => void;
  readonly endNotice: (id: string) => void;
};

type ReadTimes = Readonly<Record<'signalsWorking' | 'tradesOpen', { readonly readAt: number | null }>>;

/**
 * Unix seconds at which working orders and open trades were both read: the time of the older
 * reading. Null if one of them was never read. While only one of them was read again, a
 * condition that still applies may in fact be over.
 */
export function bothReadAt({ signalsWorking, tradesOpen }: ReadTimes): number | null {
  if (signalsWorking.readAt === null || tradesOpen.readAt === null) return null;
  return Math.min(signalsWorking.readAt, tradesOpen.readAt);
}

export type AlarmKind = {
  readonly applies: (position: Position) => boolean;
  /** The quantity that the condition is about. If it grows, the trader is notified again. */
  readonly quantity: (position: Position) => Big;
  readonly noticeId: (positionId: string) => string;
  readonly notice: (position: Position, at: number) => Omit<Notice, 'id'>;
  /**
   * Whether to notify about positions that the first check of a strategy finds. Otherwise only the
   * rows of these positions show the condition.
   */
  readonly notifiesOnFirstCheck: boolean;
};

/**
 * Trades and orders are read one after the other, so one reading may mix old and new. A condition
 * is taken as true if it still applies this long after it was first seen, and was read again since.
 */
const confirmMs = 15_000;

/**
 * Notifies when a condition has applied to a position for fifteen seconds and a second reading
 * shows it too.
 */
export class PositionAlarm {
  readonly #parts: Parts;
  readonly #kind: AlarmKind;
  /**
   * By strategy, ids of the positions that need no notice, because the trader was notified or the
   * first check found them, with the quantity of the condition at that time.
   */
  readonly #settled = new Map<string, Map<string, Big>>();
  /** By position id, when the condition was first seen. */
  readonly #since = new Map<string, number>();
  readonly #timers = new Map<string, () => void>();
  #closed = false;

  constructor(kind: AlarmKind, parts: Parts) {
    this.#kind = kind;
    this.#parts = parts;
  }

  /** Called after positions or orders of this strategy were read. */
  check(systemId: string): void {
    if (this.#closed) return;
    const found = this.#found(systemId);
    if (found === null) return;
    const settled = this.#settled.get(systemId);
    if (settled === undefined) {
      const quantities = [...found].map(([id, position]) => [id, this.#kind.quantity(position)] as const);
      this.#settled.set(systemId, new Map(this.#kind.notifiesOnFirstCheck ? [] : quantities));
      if (!this.#kind.notifiesOnFirstCheck) return;
    }
    this.#forget(systemId, found);
    for (const position of found.values()) if (!this.#isSettled(position)) this.#notifyIfConfirmed(position);
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #isSettled(position: Position): boolean {
    const settled = this.#settled.get(position.systemId)?.get(position.id);
    return settled?.gte(this.#kind.quantity(position)) === true;
  }

  /**
   * Forgets a condition that no longer applies and removes its notice. The trader is notified if it
   * returns.
   */
  #forget(systemId: string, found: ReadonlyMap<string, Position>): void {
    const settled = this.#settled.get(systemId);
    for (const [id, quantity] of settled ?? []) {
      const position = found.get(id);
      if (position === undefined) {
        settled?.delete(id);
        this.#parts.endNotice(this.#kind.noticeId(id));
        // The quantity became smaller. If it grows again, the trader is notified again.
      } else if (quantity.gt(this.#kind.quantity(position))) settled?.set(id, this.#kind.quantity(position));
    }
    for (const id of [...this.#since.keys()]) {
      const position = found.get(id);
      if (!id.startsWith(`${systemId}-`) || (position !== undefined && !this.#isSettled(position))) continue;
      this.#since.delete(id);
      this.#timers.get(id)?.();
      this.#timers.delete(id);
    }
  }

  #notifyIfConfirmed(position: Position): void {
    const { clock, notify, readAt } = this.#parts;
    const { id, systemId } = position;
    const now = clock.now();
    const since = this.#since.get(id);
    // A later time means that the clock was set back since: the wait starts again.
    if (since === undefined || since > now) {
      this.#since.set(id, now);
      this.#timers.get(id)?.();
      this.#timers.set(
        id,
        clock.after(confirmMs, () => this.check(systemId)),
      );
      return;
    }
    const lastRead = (readAt(systemId) ?? 0) * 1000;
    if (now - since < confirmMs || lastRead < since) return;
    this.#since.delete(id);
    this.#timers.delete(id);
    this.#settled.get(systemId)?.set(id, this.#kind.quantity(position));
    notify({ ...this.#kind.notice(position, Math.floor(now / 1000)), id: this.#kind.noticeId(id) });
  }

  #found(systemId: string): Map<string, Position> | null {
    const positions = this.#parts.positions(systemId)?.filter(this.#kind.applies);
    return positions ? new Map(positions.map((position) => [position.id, position])) : null;
  }
}

/** A position that working stops do not cover, or not fully. */
export const unprotectedAlarm: AlarmKind = {
  applies: ({ unprotected }) => unprotected,
  quantity: ({ quantity, protectedQuantity }) => new Big(quantity).minus(protectedQuantity),
  notifiesOnFirstCheck: false,
  noticeId: (positionId) => `bare-${positionId}`,
  notice: ({ systemId, side, quantity, symbol, protectedQuantity }, at) => ({
    level: 'warn',
    title: { code: 'protection.unprotected', side, quantity, symbol },
    text: { code: 'protection.cover', covered: protectedQuantity, quantity },
    at,
    rowId: null,
    systemId,
  }),
};

/** Working exits that could close more than the position size: `exitsBeyond` is the excess. */
export const excessExitsAlarm: AlarmKind = {
  applies: ({ exitsBeyond }) => exitsBeyond != null,
  quantity: ({ exitsBeyond }) => new Big(exitsBeyond ?? 0),
  notifiesOnFirstCheck: true,
  noticeId: (positionId) => `beyond-${positionId}`,
  notice: ({ systemId, quantity, symbol, exitsBeyond }, at) => ({
    level: 'danger',
    title: { code: 'protection.beyond', beyond: exitsBeyond ?? '0', quantity, symbol },
    text: { code: 'protection.beyond-act' },
    at,
    rowId: null,
    systemId,
  }),
};

/** The alarms of every position. */
export const positionAlarms = (parts: Parts): PositionAlarm[] =>
  [unprotectedAlarm, excessExitsAlarm].map((kind) => new PositionAlarm(kind, parts));
