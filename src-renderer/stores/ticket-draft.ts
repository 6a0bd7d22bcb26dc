import type { MadeFrom } from '#contract/model/made-from.ts';
import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';

/** The members, as typed, of an order or of a parent that is entered with an order. */
export type BasicDraft = {
  readonly action: Action;
  readonly quantity: string;
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly kind: OrderKind;
  readonly limit: string;
  readonly stop: string;
  readonly duration: Duration;
};

/**
 * The condition of an order: none, a signal chosen from the list (`signal`), a signal whose id is
 * typed (`id`), or a parent entered with the order.
 */
export type WaitDraft =
  | { readonly how: 'none' }
  | { readonly how: 'signal'; readonly id: string; readonly label: string }
  | { readonly how: 'id'; readonly id: string }
  | { readonly how: 'parent'; readonly parent: BasicDraft };

/**
 * The OCA group of an order: none, a group that is chosen or reserved (`group`), or a group whose
 * id is typed (`id`).
 */
export type GroupDraft =
  | { readonly how: 'none' }
  | { readonly how: 'group'; readonly id: string; readonly label: string }
  | { readonly how: 'id'; readonly id: string };

/** The content of the ticket. Every number is the text as typed. */
export type TicketDraft = BasicDraft & {
  /** True: the order has a bracket if it is an entry. */
  readonly bracket: boolean;
  /** The bracket template that fills blank prices. */
  readonly template: string;
  readonly profitTarget: string;
  readonly stopLoss: string;
  /** The target is blank on purpose: the template does not fill it. */
  readonly noTarget: boolean;
  readonly noStop: boolean;
  /** Both legs of the bracket can fill: `forcenooca`. */
  readonly keepBothAlive: boolean;
  /** The condition of the order. */
  readonly waits: WaitDraft;
  readonly group: GroupDraft;
  /** New York time as typed. Blank means at once. */
  readonly parkUntil: string;
  /**
   * The hotkey that was pressed to send this order at once. Null if the order was typed, or if its
   * key opened a preview.
   */
  readonly hotkey: MadeFrom | null;
  /** The signal that this order replaces. It remains working until this order is sent. */
  readonly replaces: { readonly serviceId: string; readonly label: string; readonly leaveOcaIntact: boolean } | null;
  /** The staged order that this draft edits. It is withdrawn when the draft is entered. */
  readonly edits: { readonly rowId: string; readonly label: string } | null;
  /** The copied order of a subscribed strategy, as `strategy: order`. Blank if none was copied. */
  readonly copiedFrom: string;
};

export const emptyBasicDraft: BasicDraft = {
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
  ...emptyBasicDraft,
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
  hotkey: null,
  replaces: null,
  edits: null,
  copiedFrom: '',
};

/** Reads a stored draft. Invalid members get their default. */
export function parseDraft(text: string | null): TicketDraft {
  if (text === null) return emptyDraft;
  try {
    return draftOf(asMap(JSON.parse(text)));
  } catch {
    return emptyDraft;
  }
}

/**
 * Reads a stored draft, to be shown. Its links to other orders are not restored. Without its links
 * the draft is a different order, so the quantity has to be typed again.
 */
export function restoreDraft(text: string | null): TicketDraft {
  const draft = parseDraft(text);
  return hasLinks(text) ? { ...draft, quantity: '' } : draft;
}

/** Whether the draft was stored with links that `parseDraft` drops. */
function hasLinks(text: string | null): boolean {
  try {
    const stored = asMap(JSON.parse(text ?? ''));
    const [waits, group] = [asMap(stored.get('waits')), asMap(stored.get('group'))];
    const linksTo = (name: 'replaces' | 'edits'): boolean => (stored.get(name) ?? null) !== null;
    return linksTo('replaces') || linksTo('edits') || waits.get('how') === 'signal' || group.get('how') === 'group';
  } catch {
    return false;
  }
}

type Stored = ReadonlyMap<string, unknown>;

const asMap = (value: unknown): Stored =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);

function textOf(stored: Stored, name: string, maxLength = 40): string {
  const text = stored.get(name);
  return typeof text === 'string' ? text.slice(0, maxLength) : '';
}

function draftOf(stored: Stored): TicketDraft {
  return {
    ...basicOf(stored),
    bracket: stored.get('bracket') !== false,
    template: textOf(stored, 'template'),
    profitTarget: textOf(stored, 'profitTarget'),
    stopLoss: textOf(stored, 'stopLoss'),
    noTarget: stored.get('noTarget') === true,
    noStop: stored.get('noStop') === true,
    keepBothAlive: stored.get('keepBothAlive') === true,
    waits: waitsOf(asMap(stored.get('waits'))),
    group: groupOf(asMap(stored.get('group'))),
    parkUntil: textOf(stored, 'parkUntil'),
    hotkey: null,
    // A link to an order is not restored: that order may have been filled meanwhile.
    replaces: null,
    edits: null,
    copiedFrom: textOf(stored, 'copiedFrom', 200),
  };
}

function basicOf(stored: Stored): BasicDraft {
  const oneOf = <Value extends string>(name: string, all: readonly Value[], fallback: Value): Value =>
    all.find((one) => one === stored.get(name)) ?? fallback;
  return {
    action: oneOf('action', ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'], emptyDraft.action),
    quantity: textOf(stored, 'quantity'),
    symbol: textOf(stored, 'symbol'),
    instrument: oneOf('instrument', ['stock', 'option', 'future', 'forex'], emptyDraft.instrument),
    kind: oneOf('kind', ['market', 'limit', 'stop'], emptyDraft.kind),
    limit: textOf(stored, 'limit'),
    stop: textOf(stored, 'stop'),
    duration: oneOf('duration', ['DAY', 'GTC'], emptyDraft.duration),
  };
}

function waitsOf(stored: Stored): WaitDraft {
  if (stored.get('how') === 'id') return { how: 'id', id: textOf(stored, 'id') };
  if (stored.get('how') === 'parent') return { how: 'parent', parent: basicOf(asMap(stored.get('parent'))) };
  return { how: 'none' };
}

function groupOf(stored: Stored): GroupDraft {
  return stored.get('how') === 'id' ? { how: 'id', id: textOf(stored, 'id') } : { how: 'none' };
}
