import type { BookChange, BookView, RuleContext } from './book-view.ts';
import { ended, endSignal } from './cascade.ts';
import { BookDraft } from './draft.ts';
import { isLive, type Signal } from './signal.ts';

export type CancelResult =
  | { readonly ok: true; readonly signal: Signal; readonly change: BookChange }
  | { readonly ok: false; readonly reason: 'unknown' }
  | { readonly ok: false; readonly reason: 'traded' | 'canceled' | 'expired' | 'waiting'; readonly signal: Signal };

/**
 * Cancels a live signal together with its OCA siblings. Ended signals stay as they are
 * (order-safety.md I1).
 */
export function cancelSignal(view: BookView, reference: string, context: RuleContext): CancelResult {
  const { now, options } = context;
  const signal = view.find(reference);
  if (!signal) return { ok: false, reason: 'unknown' };
  if (!isLive(signal)) return { ok: false, reason: endedAs(signal), signal };
  if (signal.state === 'waiting' && options.cancelWaiting === 'refuse') return { ok: false, reason: 'waiting', signal };
  const canceled = ended(signal, 'canceled', { kind: 'requested' }, now);
  const draft = new BookDraft(view);
  endSignal(draft, canceled, context);
  return { ok: true, signal: canceled, change: draft.change() };
}

function endedAs(signal: Signal): 'traded' | 'canceled' | 'expired' {
  return signal.state === 'traded' || signal.state === 'expired' ? signal.state : 'canceled';
}
