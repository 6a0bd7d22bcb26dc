/**
 * What the harness did and saw, one JSON line each, in the folder of the world. The checker reads
 * these lines and the two databases. Times are simulated milliseconds unless a name says machine.
 */
export type Note =
  /** Largest service id before the first order of this world. */
  | { readonly is: 'seeded'; readonly lastId: string; readonly switches: Readonly<Record<string, string>> }
  /** Switches of the service that were changed during the run. */
  | { readonly is: 'switched'; readonly switches: Readonly<Record<string, string>> }
  /**
   * The core ran, with its wall clock off by `offset`. `quiet`: no fault in network, disk or
   * process.
   */
  | {
      readonly is: 'stretch';
      readonly from: number;
      readonly to: number;
      readonly offset: number;
      readonly quiet: boolean;
    }
  /** A press was answered with this row, which was durable by then. */
  | { readonly is: 'answered'; readonly rowId: string; readonly ownId: string }
  | { readonly is: 'act-pressed'; readonly intentId: string }
  /** A press was answered with the state of its act, which was durable by then. */
  | { readonly is: 'act-answered'; readonly intentId: string }
  /**
   * The proxy applied a fault to a request, or a fault was planned at the service. `actKey`: the
   * key of the act that had the fault, see `keyOfRequest`.
   */
  | {
      readonly is: 'fault-applied';
      readonly fault: string;
      readonly command: string;
      readonly ownId: string | null;
      readonly actKey: string | null;
    }
  | { readonly is: 'killed'; readonly how: KillKind; readonly point: string }
  | { readonly is: 'ended'; readonly code: number | null; readonly signal: string | null; readonly stderr: string }
  | { readonly is: 'logged'; readonly event: string; readonly facts: string }
  /**
   * First status after a start: the unknown orders that it shows, the open orders that the last
   * process left in the journal, and the machine milliseconds until the status.
   */
  | { readonly is: 'started'; readonly unknownCount: number; readonly openCount: number; readonly shownMs: number }
  /**
   * The acts that the core shows soon after its start, and the intents of the acts that the last
   * process left open in the journal.
   */
  | { readonly is: 'acts-at-start'; readonly open: readonly string[]; readonly shown: readonly ShownAct[] }
  /** What the core shows at the end of the last life, which has no faults. */
  | {
      readonly is: 'acts-at-end';
      readonly shown: readonly ShownAct[];
      readonly copies: readonly ShownCopy[];
      /**
       * Keys of acts whose effect the core shows: names and short descriptions of strategies,
       * target lists.
       */
      readonly effects: readonly string[];
      /** Strategies that the core shows as subscribed to. */
      readonly subscribed: readonly string[];
    }
  /**
   * Largest delay of the machine within a life without faults, in simulated time: how long a call
   * of the core took.
   */
  | { readonly is: 'lag'; readonly ms: number }
  | { readonly is: 'unknown-shown'; readonly machineMs: number }
  | { readonly is: 'reused-socket'; readonly command: string }
  | { readonly is: 'disk-full' }
  | { readonly is: 'one-press-two-rows'; readonly rows: readonly string[] }
  | { readonly is: 'chose'; readonly rowId: string; readonly choice: string };

/** `alarmed`: a notice with the level `danger` is shown for the act. */
export type ShownAct = {
  readonly intentId: string;
  readonly command: string;
  readonly state: string;
  readonly alarmed: boolean;
};

/** A copy of a strategy at a broker in the list of the core. */
export type ShownCopy = { readonly systemId: string; readonly brokerCode: string; readonly state: string };

export type KillKind = 'fail-point' | 'arrival' | 'answer' | 'random';
