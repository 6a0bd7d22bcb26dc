import type { ExitRequest, ExitStep } from '#contract/model/exit.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { PlannedCancel } from '../cancel-plan.ts';

/** What a step does. `inGroup` orders share an OCA id that is drawn when the plan is carried out. */
export type Deed =
  | { readonly kind: 'order'; readonly ticket: Ticket; readonly inGroup: boolean }
  | { readonly kind: 'cancel'; readonly cancel: PlannedCancel }
  | { readonly kind: 'flat-list' }
  | { readonly kind: 'read' }
  | { readonly kind: 'stop-list' };

export type PlannedStep = ExitStep & { readonly deed: Deed };

export type PlannedExit = {
  readonly request: ExitRequest;
  readonly summary: string;
  readonly steps: readonly PlannedStep[];
  readonly checks: readonly Check[];
  readonly positions: number;
};

const costs: Readonly<Record<Deed['kind'], number>> = {
  order: 1,
  cancel: 1,
  'flat-list': 1,
  'stop-list': 1,
  read: 2,
};

/** Numbers the steps in the order in which they are carried out. */
export const numbered = (
  steps: readonly { readonly text: string; readonly deed: Deed; readonly newRisk?: boolean }[],
): PlannedStep[] =>
  steps.map(({ text, deed, newRisk }, index) => ({
    id: String(index + 1),
    kind: deed.kind,
    text,
    requests: costs[deed.kind],
    newRisk: newRisk === true,
    deed,
  }));
