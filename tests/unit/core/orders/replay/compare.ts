import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { nameSignals, type Name } from '#tests/rules/model/canonical.ts';
import type { Signal } from '#rules/signals/signal.ts';

/** The compared parts: every row of the journal, and every signal of the service. */
export type Picture = { readonly rows: readonly string[]; readonly signals: readonly string[] };

/**
 * Generated ids are replaced by the names of what they identify. The index in `rows` is the number
 * of the order; null stands for an order that was not entered.
 */
export function pictureOf(rows: readonly (OrderRow | null)[], signals: readonly Signal[]): Picture {
  const name = namesIn(rows, signals);
  return {
    rows: rows.map((row) => (row === null ? '.' : rowText(row, name))),
    signals: signals.map((one) => signalText(one, name)).sort(),
  };
}

/** Names for ids, equal in the model and in the practice service. */
export function namesIn(rows: readonly (OrderRow | null)[], signals: readonly Signal[]): Name {
  const orderOf = (ownId: string): string => String(rows.findIndex((row) => row?.ownId === ownId));
  const names = nameSignals(signals, orderOf);
  return (id) => (id === null ? '-' : (names.get(id) ?? '?'));
}

/**
 * The text of a row. It distinguishes the three states of an accepted order: accepted by an answer,
 * by own id, or by fingerprint.
 */
function rowText(row: OrderRow, name: Name): string {
  const { signal, target, stop, ocaGroup, parent } = row.serviceIds;
  const ids = [signal, target, stop, ocaGroup, parent].map(name).join('/');
  const flags = [
    row.acknowledged ? 'noted' : '',
    row.alarm === null ? '' : 'alarm',
    row.resendAsked === true ? 'resend' : '',
    row.supersededBy === undefined ? '' : 'superseded',
    row.unverifiable === true ? 'unverifiable' : '',
  ];
  const candidates = row.state === 'AMBIGUOUS' ? (row.candidates ?? []).map(name).join('/') : '';
  return [row.state, `sent ${row.attempts}`, ids, row.mirror?.status ?? '', ...flags, candidates].join(' ').trim();
}

function signalText(signal: Signal, name: Name): string {
  const { id, state, ocaId, parentId, replaces, cause } = signal;
  return [name(id), state, name(ocaId), name(parentId), name(replaces), cause?.kind ?? ''].join(' ').trim();
}
