import type { Text } from '#contract/message.ts';
import type { ExitRequest, ExitStep, PlanRow } from '#contract/model/exit.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import type { PlannedCancel } from '../cancel-plan.ts';

/**
 * What a step does. Orders of one `inGroup` number share an OCA id that is drawn when the plan is carried out. One that goes
 * `onceShown` is on hold in the journal from the start, and sent when the order before it was shown in that group. A reading ends when the
 * lists were read once, when what the plan closes is read closed, or when nothing is held and nothing works.
 */
export type Deed =
  | { readonly kind: 'order'; readonly ticket: Ticket; readonly inGroup: number | false; readonly onceShown?: boolean }
  | { readonly kind: 'cancel'; readonly cancel: PlannedCancel }
  | { readonly kind: 'flat-list' }
  | { readonly kind: 'read'; readonly until: 'listed' | 'closed' | 'flat' }
  /** Once everything is read flat, or at once, so that orders are taken again. */
  | { readonly kind: 'stop-list'; readonly when: 'flat' | 'now' };

export type ExitFacts = {
  readonly positions: readonly Position[];
  readonly signals: readonly Signal[];
  readonly preview: (ticket: Ticket) => Preview;
  readonly killed: boolean;
  /** The last run of the strategy ended because the positions could not be read before its order. */
  readonly readFailed: boolean;
  /** The platform maintains a list of targets, or may: it takes no orders before `stop`. */
  readonly engaged: boolean;
  /** By the platform's clock where it is known, milliseconds: a wrong clock of this computer opens no market. */
  readonly now: number;
};

/** A line of the plan's table: what of which symbol a step moves. */
export type About = Pick<PlanRow, 'symbol' | 'size' | 'profit' | 'stopLost' | 'trades'>;
export type Step = {
  readonly text: Text;
  readonly deed: Deed;
  readonly newRisk?: boolean;
  readonly about?: readonly About[];
};
export type PlannedStep = ExitStep & { readonly deed: Deed; readonly about: readonly About[] };

export type PlannedExit = {
  readonly request: ExitRequest;
  readonly summary: Text;
  readonly steps: readonly PlannedStep[];
  readonly rows: readonly Omit<PlanRow, 'seconds'>[];
  readonly checks: readonly Check[];
  readonly positions: number;
  /** Positions that the plan leaves with their stops: none of their orders is touched. */
  readonly kept: readonly Pick<Position, 'symbol' | 'side'>[];
  /** Whether the flat list at the next open was ticked; null where nothing waits for an open. */
  readonly flatAtOpen: boolean | null;
};

const costs: Readonly<Record<Deed['kind'], number>> = {
  order: 1,
  cancel: 1,
  'flat-list': 1,
  'stop-list': 1,
  read: 2,
};
const nothing: About = { symbol: null, size: null, profit: null, stopLost: null, trades: null };

/** Numbers the steps in the order in which they are carried out. */
export const numbered = (steps: readonly Step[]): PlannedStep[] =>
  steps.map(({ text, deed, newRisk, about }, index) => ({
    id: String(index + 1),
    kind: deed.kind,
    text,
    requests: deed.kind === 'cancel' && deed.cancel.signalId === '' ? 0 : costs[deed.kind],
    newRisk: newRisk === true,
    deed,
    about: about === undefined || about.length === 0 ? [nothing] : about,
  }));

/** The plan as a table: a request that moves several positions has a row for each, and counts in the first. */
export const rowsOf = (steps: readonly PlannedStep[]): PlannedExit['rows'] =>
  steps.flatMap(({ id, text, requests, newRisk, about }) =>
    about.map((one, index) => ({ ...one, step: id, what: text, requests: index === 0 ? requests : 0, newRisk })),
  );
