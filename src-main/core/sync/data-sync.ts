import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { WholeReading } from '#contract/model/whole-reading.ts';
import type { StoredState } from '#core/cache/cache-reader.ts';
import type { SignalReader } from './signal-reader.ts';
import type { StrategyAccess } from './strategy-access.ts';

export type RefreshOutcome = { readonly ok: true } | { readonly ok: false; readonly text: string };

/** Why the orders or positions of one strategy cannot be read; `since` in unix seconds. */
export type StrategyTrouble = { readonly since: number; readonly text: string };

/** Keeps the cache of one connection fresh, as far as somebody looks and the pace allows. */
export interface DataSync extends SignalReader {
  /**
   * What a window looks at; replaces that window's previous watch. `systemId` null is the list of strategies alone. An
   * empty list means hidden: when every window is hidden nothing is read but what an order needs.
   */
  watch(systemId: string | null, datasets: readonly Dataset[], viewer?: string): void;
  /** The window is gone. */
  unwatch(viewer: string): void;
  /** Reads these now, in the `view` lane; resolves when all were answered and stored. Null: the list of strategies. */
  refresh(systemId: string | null, datasets: readonly Dataset[]): Promise<RefreshOutcome>;
  /** Reads these now, before everything but orders, and whatever their age; false when one of them failed. */
  readAgain(systemId: string, datasets: readonly Dataset[]): Promise<boolean>;
  /** Something happened to an order: these are due at once, whatever their age. */
  nudge(systemId: string, datasets: readonly Dataset[]): void;
  /** What was read was given up: everything is due again. */
  forget(): void;
  /** Reads everything of this strategy once, in the `background` lane, and goes on in the next run until it is over. */
  readWhole(systemId: string): void;
  /** What was read stays. */
  stopWhole(systemId: string): void;
  /** Null where none was asked for in this run. */
  wholeReading(systemId: string): WholeReading | null;
  /** How old the working list of a strategy is: what every order asks. */
  workingAge(systemId: string): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'>;
  /** When the last reading of the working list began, wall clock milliseconds; null: none in this run. */
  workingStartedAt(systemId: string): number | null;
  readonly access: Pick<StrategyAccess, 'of' | 'lock'>;
  /** Null while the last reading of the working orders and of the open positions succeeded. */
  trouble(systemId: string): StrategyTrouble | null;
  /** Every dataset of a strategy with its age, as the window gets it. */
  states(systemId: string): Readonly<Record<Dataset, DatasetState>>;
  /** Reads the service's public list of strategies, in the `view` lane. */
  readRoster(): Promise<RefreshOutcome>;
  strategiesState(): StoredState & { readonly reading: boolean };
  /** A reading of this strategy began, ended or failed. Returns the release. */
  onChange(listener: (systemId: string) => void): () => void;
  onStrategies(listener: () => void): () => void;
  /** Starts nothing more; resolves when the reading under way has ended. */
  close(): Promise<void>;
}
