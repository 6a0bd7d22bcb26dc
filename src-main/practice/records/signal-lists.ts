import type { Signal } from '#rules/signals/signal.ts';
import { printListed } from '#practice/envelope.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { LongList } from '#practice/long-list.ts';
import { signalOf, type SignalRow } from '#practice/store/signal-store.ts';
import type { RuleOptions } from '#rules/signals/rule-options.ts';
import { signalRecord, workingRecord, type RecordContext } from './signal-records.ts';

/** Maximum number of printed stored signals in memory, about a kilobyte each. */
const MAX_STORED = 10_000;

/** Valid while the catalog returns the same instrument for the symbol. */
type PrintedSignal = { readonly text: string; readonly instrument: Instrument };

/**
 * Lists of thousands of signals that are requested repeatedly. A `Signal` object never changes, so
 * its printed text is valid until a switch is set.
 */
export class SignalLists {
  readonly #context: RecordContext;
  #rules: RuleOptions;
  /** The printed working signals. */
  #live = new WeakMap<Signal, PrintedSignal>();
  /** Printed signals by their record in the database. */
  readonly #stored = new Map<string, PrintedSignal>();

  constructor(context: RecordContext) {
    this.#context = context;
    this.#rules = context.switches.rules();
  }

  working(signals: readonly Signal[]): LongList<Signal> {
    const record = (signal: Signal): object => workingRecord(signal, this.#context);
    return new LongList(signals, record, (signal) => {
      this.#forgetAfterSwitch();
      return this.#validText(this.#live.get(signal)) ?? this.#print(this.#live, signal, signal, record);
    });
  }

  all(rows: readonly SignalRow[]): LongList<SignalRow> {
    const record = (signal: Signal): object => signalRecord(signal, this.#context);
    const recordOfRow = (row: SignalRow): object => record(signalOf(row));
    return new LongList(rows, recordOfRow, (row) => {
      this.#forgetAfterSwitch();
      const key = String(row['record']);
      const knownText = this.#validText(this.#stored.get(key));
      if (knownText !== undefined) return knownText;
      if (this.#stored.size >= MAX_STORED) this.#stored.clear();
      return this.#print(this.#stored, key, signalOf(row), record);
    });
  }

  #print<Key>(
    cache: { set(key: Key, printed: PrintedSignal): unknown },
    key: Key,
    signal: Signal,
    record: (signal: Signal) => object,
  ): string {
    const text = printListed(record(signal));
    cache.set(key, { text, instrument: this.#context.catalog.get(signal.symbol) });
    return text;
  }

  #validText(printed: PrintedSignal | undefined): string | undefined {
    if (printed === undefined) return undefined;
    const { text, instrument } = printed;
    return this.#context.catalog.get(instrument.symbol) === instrument ? text : undefined;
  }

  /** `rules()` returns another object after a switch was set. */
  #forgetAfterSwitch(): void {
    const rules = this.#context.switches.rules();
    if (rules === this.#rules) return;
    this.#rules = rules;
    this.#live = new WeakMap();
    this.#stored.clear();
  }
}
