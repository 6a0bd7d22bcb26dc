import type { Text } from '#contract/message.ts';
import type { ExitRequest, ExitStep, PlanRow } from '#contract/model/exit.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { Check, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import type { PlannedCancel } from '#core/orders/cancel/cancel-plan.ts';

/**
 * What a step does. Orders with the same `groupNumber` share an OCA id that is reserved when the
 * plan is executed; null means no such id. An order with `waitsForPrevious` is on hold in the
 * journal from the start. It is sent when an answer or a list shows an earlier order of that
 * group. A read ends after one read of the lists (`listed`), when the positions of the plan are
 * closed and none of their orders remains (`closed`), or when no position and no order remains
 * (`flat`).
 */
export type StepTask =
  | {
      readonly kind: 'order';
      readonly ticket: Ticket;
      readonly groupNumber: number | null;
      readonly waitsForPrevious?: boolean;
    }
  | { readonly kind: 'cancel'; readonly cancel: PlannedCancel }
  | { readonly kind: 'flat-list' }
  | { readonly kind: 'read'; readonly until: 'listed' | 'closed' | 'flat' }
  /**
   * `flat`: sent once a read shows everything flat. `now`: sent at once, so that the platform
   * accepts orders again.
   */
  | { readonly kind: 'stop-list'; readonly when: 'flat' | 'now' };

/** Warnings about the price of an order. They do not apply to the orders of `keepsPrice`. */
export const priceWarningCodes: readonly string[] = ['price-far', 'stop-at-once'];

/** Whether the order has the price of a working exit whose place it takes. */
export const keepsPrice = ({ kind }: ExitRequest, { replaces }: Ticket): boolean =>
  kind === 'keep-overnight' || replaces?.leaveOcaIntact === true;

export type ExitFacts = {
  readonly positions: readonly Position[];
  readonly signals: readonly Signal[];
  /** Records of the last signal lists that cannot be read. */
  readonly unreadable: readonly UnreadableRecord[];
  /** Whether the positions were ever read. */
  readonly hasReadPositions: boolean;
  /** Entries that have filled since the positions were read: `positions` may lack what they opened. */
  readonly unreadFills: readonly Signal[];
  /** Whether the last reading of the open trades has records that cannot be read. */
  readonly hasUnreadableTrades: boolean;
  readonly preview: (ticket: Ticket) => Preview;
  readonly killed: boolean;
  /**
   * The last run of the strategy did not send an order because the positions could not be read.
   */
  readonly readFailed: boolean;
  /**
   * Whether the platform maintains a target list or may maintain one. It then accepts no orders
   * until `stop` is set.
   */
  readonly hasTargetList: boolean;
  /**
   * As `hasTargetList`, and also true if a list that was set elsewhere may be on. Only the panic
   * plan ends such a list: other exits leave it, because it may be wanted or switched off already.
   */
  readonly mayHaveList: boolean;
  /**
   * Milliseconds by the clock of the platform if known, so that a closed market does not count as
   * open because the clock of this computer is wrong.
   */
  readonly now: number;
};

/**
 * A row of the plan table: the symbol and size that a step closes or opens.
 * `canceledStopQuantity` is the quantity of the stops that the step cancels. `tradingTime` says
 * whether the symbol can trade now.
 */
export type PlanRowFacts = Pick<PlanRow, 'symbol' | 'size' | 'profit' | 'canceledStopQuantity' | 'tradingTime'>;
export type Step = {
  readonly text: Text;
  readonly task: StepTask;
  readonly newRisk?: boolean;
  readonly rows?: readonly PlanRowFacts[];
};
export type PlannedStep = ExitStep & { readonly task: StepTask; readonly rows: readonly PlanRowFacts[] };

export type PlannedExit = {
  readonly request: ExitRequest;
  readonly summary: Text;
  readonly steps: readonly PlannedStep[];
  readonly rows: readonly Omit<PlanRow, 'seconds'>[];
  readonly checks: readonly Check[];
  readonly positionCount: number;
  /** Positions that the plan leaves open with their stops. None of their orders is touched. */
  readonly retained: readonly Pick<Position, 'symbol' | 'side'>[];
  /**
   * Whether the flat list at the next open was chosen. Null where no position waits for an open.
   */
  readonly flatAtOpen: boolean | null;
};

const requestsOf: Readonly<Record<StepTask['kind'], number>> = {
  order: 1,
  cancel: 1,
  'flat-list': 1,
  'stop-list': 1,
  read: 2,
};
const noSymbol: PlanRowFacts = {
  symbol: null,
  size: null,
  profit: null,
  canceledStopQuantity: null,
  tradingTime: null,
};

/** Ends the target list, because the platform accepts no orders while it maintains one. */
export const endTargetListStep: Step = {
  text: { code: 'exit.stop-first' },
  task: { kind: 'stop-list', when: 'now' },
};

/** Numbers the steps in the order of execution. */
export const numberSteps = (steps: readonly Step[]): PlannedStep[] =>
  steps.map(({ text, task, newRisk, rows }, index) => ({
    id: String(index + 1),
    kind: task.kind,
    text,
    requests: task.kind === 'cancel' && task.cancel.signalId === '' ? 0 : requestsOf[task.kind],
    newRisk: newRisk === true,
    task,
    rows: rows === undefined || rows.length === 0 ? [noSymbol] : rows,
  }));

/**
 * The plan as a table. A step for several positions has one row per position. Its requests are
 * counted in the first row.
 */
export const rowsOf = (steps: readonly PlannedStep[]): PlannedExit['rows'] =>
  steps.flatMap(({ id, text, requests, newRisk, rows }) =>
    rows.map((one, index) => ({ ...one, step: id, what: text, requests: index === 0 ? requests : 0, newRisk })),
  );
