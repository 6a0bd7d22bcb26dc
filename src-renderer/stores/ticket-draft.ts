import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';

/** The members that an order and a parent entered with it have in common, as typed. */
export type CoreDraft = {
  readonly action: Action;
  readonly quantity: string;
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly kind: OrderKind;
  readonly limit: string;
  readonly stop: string;
  readonly duration: Duration;
};

/** What an order waits for: nothing, a signal of the list, one named by its id, or a parent entered with it. */
export type WaitDraft =
  | { readonly how: 'none' }
  | { readonly how: 'signal'; readonly id: string; readonly label: string }
  | { readonly how: 'id'; readonly id: string }
  | { readonly how: 'parent'; readonly parent: CoreDraft };

/** Its OCA group: none, one that is there or was drawn for it, or one named by its id. */
export type GroupDraft =
  | { readonly how: 'none' }
  | { readonly how: 'group'; readonly id: string; readonly label: string }
  | { readonly how: 'id'; readonly id: string };

/** An order as it stands in the ticket: every number is the text as typed. */
export type TicketDraft = CoreDraft & {
  /** An entry carries a bracket unless this is taken off. */
  readonly bracket: boolean;
  /** The bracket template that fills what is blank. */
  readonly template: string;
  readonly profitTarget: string;
  readonly stopLoss: string;
  /** Left blank on purpose: the template does not fill it. */
  readonly noTarget: boolean;
  readonly noStop: boolean;
  /** Both children of the bracket may fill: `forcenooca`. */
  readonly keepBothAlive: boolean;
  readonly waits: WaitDraft;
  readonly group: GroupDraft;
  /** New York time as typed; blank is at once. */
  readonly parkUntil: string;
  /** The signal to cancel first; it goes on working until this order is sent. */
  readonly replaces: { readonly serviceId: string; readonly label: string; readonly leaveOcaIntact: boolean } | null;
  /** The prepared order that this one takes the place of. */
  readonly edits: { readonly rowId: string; readonly label: string } | null;
};

export const emptyCore: CoreDraft = {
  action: 'BTO',
  quantity: '',
  symbol: '',
  instrument: 'stock',
  kind: 'limit',
  limit: '',
  stop: '',
  duration: 'DAY',
};

export const emptyDraft: TicketDraft = {
  ...emptyCore,
  bracket: true,
  template: '',
  profitTarget: '',
  stopLoss: '',
  noTarget: false,
  noStop: false,
  keepBothAlive: false,
  waits: { how: 'none' },
  group: { how: 'none' },
  parkUntil: '',
  replaces: null,
  edits: null,
};

/** A draft kept by an earlier run; anything that does not fit is left at its default. */
export function parseDraft(text: string | null): TicketDraft {
  if (text === null) return emptyDraft;
  try {
    return fromRecord(entries(JSON.parse(text)));
  } catch {
    return emptyDraft;
  }
}

type Kept = ReadonlyMap<string, unknown>;

const entries = (value: unknown): Kept =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);

function typed(kept: Kept, name: string): string {
  const text = kept.get(name);
  return typeof text === 'string' ? text.slice(0, 40) : '';
}

function fromRecord(kept: Kept): TicketDraft {
  return {
    ...coreOf(kept),
    bracket: kept.get('bracket') !== false,
    template: typed(kept, 'template'),
    profitTarget: typed(kept, 'profitTarget'),
    stopLoss: typed(kept, 'stopLoss'),
    noTarget: kept.get('noTarget') === true,
    noStop: kept.get('noStop') === true,
    keepBothAlive: kept.get('keepBothAlive') === true,
    waits: waitsOf(entries(kept.get('waits'))),
    group: groupOf(entries(kept.get('group'))),
    parkUntil: typed(kept, 'parkUntil'),
    // A link to an order of the list is not kept over a restart: what it meant may have traded meanwhile.
    replaces: null,
    edits: null,
  };
}

function coreOf(kept: Kept): CoreDraft {
  const oneOf = <Value extends string>(name: string, all: readonly Value[], other: Value): Value =>
    all.find((one) => one === kept.get(name)) ?? other;
  return {
    action: oneOf('action', ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'], emptyDraft.action),
    quantity: typed(kept, 'quantity'),
    symbol: typed(kept, 'symbol'),
    instrument: oneOf('instrument', ['stock', 'option', 'future', 'forex'], emptyDraft.instrument),
    kind: oneOf('kind', ['market', 'limit', 'stop'], emptyDraft.kind),
    limit: typed(kept, 'limit'),
    stop: typed(kept, 'stop'),
    duration: oneOf('duration', ['DAY', 'GTC'], emptyDraft.duration),
  };
}

function waitsOf(kept: Kept): WaitDraft {
  if (kept.get('how') === 'id') return { how: 'id', id: typed(kept, 'id') };
  if (kept.get('how') === 'parent') return { how: 'parent', parent: coreOf(entries(kept.get('parent'))) };
  return { how: 'none' };
}

function groupOf(kept: Kept): GroupDraft {
  return kept.get('how') === 'id' ? { how: 'id', id: typed(kept, 'id') } : { how: 'none' };
}
