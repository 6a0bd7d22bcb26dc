import type { PracticeAccess } from '#core/ports.ts';
import type { SimTime } from './sim-time.ts';

/** The process kills itself when it passes this fail point for the `nth` time. */
export type ArmedPoint = { readonly name: string; readonly nth: number };

export type CoreStart = {
  readonly dataDir: string;
  readonly practice: PracticeAccess;
  readonly ingestWorker: string;
  readonly time: SimTime;
  readonly wallOffsetMs: number;
  readonly failPoint: ArmedPoint | null;
  /**
   * True in a run with a deliberate fault, which the checker must detect: an order, the start of a
   * copy or a new strategy is sent again if the answer was lost.
   */
  readonly hasResendDefect: boolean;
  /** Reports the time at which each request begins. */
  readonly reportsRequests: boolean;
};

export type ToCore =
  | { readonly do: 'start'; readonly options: CoreStart }
  | { readonly do: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly do: 'time'; readonly time: SimTime }
  | { readonly do: 'wall'; readonly offsetMs: number }
  /** Pages by which the journal's file may still grow; null for no limit. */
  | { readonly do: 'room'; readonly pages: number | null }
  | { readonly do: 'measure' }
  | { readonly do: 'close' };

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapTotal' | 'heapUsed' | 'external'>;

export type FromCore =
  | { readonly is: 'loaded' }
  /**
   * `unknown`: number of unknown orders in the first status. `shownMs`: machine milliseconds from
   * the start command to that status.
   */
  | { readonly is: 'started'; readonly unknownCount: number; readonly shownMs: number }
  /** `alarms`: intent ids of the acts for which a notice with the level `danger` is shown. */
  | {
      readonly is: 'status';
      readonly isOrderEntryOpen: boolean;
      readonly unknown: number;
      readonly alarms: readonly string[];
    }
  | { readonly is: 'result'; readonly id: number; readonly outcome: CoreOutcome }
  /** Machine milliseconds from the time an order became unknown to the status that showed it. */
  | { readonly is: 'unknown-shown'; readonly ms: number }
  | { readonly is: 'logged'; readonly event: string; readonly facts: string }
  /** A request began at this machine time: ms since 1970, without corrections by a time server. */
  | { readonly is: 'began'; readonly at: number }
  /**
   * Resident bytes, bytes of the heap and outside it, and the number of handles that keep the event
   * loop alive.
   */
  | { readonly is: 'measured'; readonly memory: Memory; readonly handles: number }
  | { readonly is: 'closed' };

/** An `Outcome` of the contract, as it crosses the bridge. */
export type CoreOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: { readonly code: string; readonly message: string } };
