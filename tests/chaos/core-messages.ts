import type { PracticeLink } from '#core/ports.ts';
import type { SimTime } from './sim-time.ts';

/** A fail point by name; the process kills itself when it is passed for the `nth` time. */
export type ArmedPoint = { readonly name: string; readonly nth: number };

export type CoreStart = {
  readonly dataDir: string;
  readonly practice: PracticeLink;
  readonly ingestWorker: string;
  readonly time: SimTime;
  readonly wallOffsetMs: number;
  readonly failPoint: ArmedPoint | null;
  /** A core that is broken on purpose, to see that the checker sees it: sends an order again whose answer was lost. */
  readonly resendsLost: boolean;
  /** Tells the moment of every request that it begins. */
  readonly tellsRequests: boolean;
};

export type ToCore =
  | { readonly do: 'start'; readonly options: CoreStart }
  | { readonly do: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly do: 'time'; readonly time: SimTime }
  | { readonly do: 'wall'; readonly offsetMs: number }
  /** Pages that the journal's file may still grow by; null for as many as it likes. */
  | { readonly do: 'room'; readonly pages: number | null }
  | { readonly do: 'measure' }
  | { readonly do: 'close' };

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapTotal' | 'heapUsed' | 'external'>;

export type FromCore =
  | { readonly is: 'loaded' }
  /** `unknown` as the first status shows it, so many machine milliseconds after the order to start. */
  | { readonly is: 'started'; readonly unknown: number; readonly shownMs: number }
  | { readonly is: 'status'; readonly entryOpen: boolean; readonly unknown: number }
  | { readonly is: 'result'; readonly id: number; readonly outcome: CoreOutcome }
  /** Machine milliseconds from the moment an order became unknown to the status that showed it. */
  | { readonly is: 'unknown-shown'; readonly ms: number }
  | { readonly is: 'logged'; readonly event: string; readonly facts: string }
  /** A request began; machine milliseconds since 1970, without the steps of a time server. */
  | { readonly is: 'began'; readonly at: number }
  /** Bytes resident, of the heap and outside of it, and what keeps the event loop alive, counted. */
  | { readonly is: 'measured'; readonly memory: Memory; readonly handles: number }
  | { readonly is: 'closed' };

/** An `Outcome` of the contract, as it crosses. */
export type CoreOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: { readonly code: string; readonly message: string } };
