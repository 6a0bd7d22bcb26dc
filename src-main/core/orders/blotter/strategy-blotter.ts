import type { Signal } from '#contract/model/signal.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { linksOf } from '#core/orders/journal/row-index.ts';
import { joinedRows, signalsOf, type BlotterInput, type JoinedRows } from './blotter.ts';
import { withLinked, type StrategyIndexes } from './linked-signals.ts';
import { changedRecords, listChanges } from './list-changes.ts';
import { ShownSignals } from './shown-signals.ts';
import { linksOfRecord } from './signal-index.ts';

type Input = Required<BlotterInput>;

const empty: Input = { rows: [], cancels: [], records: [], reuseRefused: false };

/**
 * The blotter of one strategy, which follows its rows, cancels and records. After a change only the
 * signals that are linked to a changed one are joined again: a strategy has thousands of ended
 * orders, and nearly every change is of one order. The result equals that of `blotterRows`.
 */
export class StrategyBlotter {
  /**
   * The signals, sorted as on screen. After a change only the changed signals are moved, so reading
   * the first signals here costs less than reading `signals`.
   */
  readonly shown = new ShownSignals();
  #input = empty;
  /** By row id: the order, its parent and its legs. */
  readonly #signalsByRowId = new Map<string, readonly Signal[]>();
  /** By service id: the signals that belong to no row. */
  readonly #signalsByRecordId = new Map<string, Signal>();
  #signals: readonly Signal[] | null = null;

  /**
   * Updates the blotter to this input. Rows, cancels and records are never changed in place. The
   * indexes are those of this input.
   */
  follow(input: Input, indexes: StrategyIndexes): this {
    const ids = changedLinks(this.#input, input);
    if (ids?.size === 0) return this;
    if (ids === null) this.#joinAll(input);
    else this.#joinLinked(input, ids, indexes);
    this.#input = input;
    this.#signals = null;
    return this;
  }

  /** In the order of `blotterRows`. The same array while the input is the same. */
  get signals(): readonly Signal[] {
    this.#signals ??= this.#inOrder();
    return this.#signals;
  }

  #joinAll(input: Input): void {
    this.#signalsByRowId.clear();
    this.#signalsByRecordId.clear();
    const joined = joinedRows(input);
    this.#add(joined);
    this.shown.setAll(signalsOf(joined));
  }

  #joinLinked(input: Input, ids: ReadonlySet<string>, indexes: StrategyIndexes): void {
    const { rows, records } = withLinked({ rows: [], records: [], ids }, indexes);
    const before = [
      ...rows.flatMap(({ rowId }) => this.#signalsByRowId.get(rowId) ?? []),
      ...records.map(({ serviceId }) => this.#signalsByRecordId.get(serviceId)).filter((one) => one !== undefined),
    ];
    for (const { serviceId } of records) this.#signalsByRecordId.delete(serviceId);
    const joined = joinedRows({ ...input, rows, records });
    this.#add(joined);
    this.shown.replace(before, signalsOf(joined));
  }

  #add({ signalsByRow, signalsByRecord }: JoinedRows): void {
    for (const [row, signals] of signalsByRow) this.#signalsByRowId.set(row.rowId, signals);
    for (const [record, signal] of signalsByRecord) this.#signalsByRecordId.set(record.serviceId, signal);
  }

  #inOrder(): readonly Signal[] {
    const { rows, records } = this.#input;
    const signals: Signal[] = [];
    for (const { rowId } of rows) signals.push(...(this.#signalsByRowId.get(rowId) ?? []));
    for (const { serviceId } of records) {
      const signal = this.#signalsByRecordId.get(serviceId);
      if (signal !== undefined) signals.push(signal);
    }
    return signals;
  }
}

/**
 * The ids that the changed rows, cancels and records name, now or before. Null if everything may
 * have changed.
 */
function changedLinks(before: Input, now: Input): Set<string> | null {
  if (before.reuseRefused !== now.reuseRefused) return null;
  const rows = changesOf(before.rows, now.rows, (row) => row.rowId);
  const cancels = changesOf(before.cancels, now.cancels, (row) => row.cancelId);
  const records = before.records === now.records ? [] : listChanges(before.records, now.records);
  if (rows === null || cancels === null || records === null) return null;
  return new Set([
    ...rows.flatMap(linksOf),
    ...cancels.map(({ signalId }) => signalId),
    ...changedRecords(records).flatMap(linksOfRecord),
  ]);
}

/** The rows that differ, as they were and as they are; null if a row was removed or moved. */
function changesOf<Row extends OrderRow | CancelRow>(
  before: readonly Row[],
  now: readonly Row[],
  idOf: (row: Row) => string,
): Row[] | null {
  if (before === now) return [];
  if (now.length < before.length) return null;
  const changes: Row[] = [];
  for (let at = 0; at < now.length; at += 1) {
    const previous = before[at];
    const row = now[at];
    if (row === undefined || previous === row) continue;
    if (previous !== undefined && idOf(previous) !== idOf(row)) return null;
    changes.push(...(previous === undefined ? [row] : [previous, row]));
  }
  return changes;
}
