import type { OrderRow } from '#core/orders/order-row.ts';
import { nameSignals, type Name } from '#tests/rules/model/canonical.ts';
import type { Signal } from '#rules/signal.ts';

/** What is compared: every row of the journal, and every signal of the service. */
export type Picture = { readonly rows: readonly string[]; readonly signals: readonly string[] };

/** The ids that a service draws say nothing; what they name does. `rows` by order, null where it was not pressed. */
export function pictureOf(rows: readonly (OrderRow | null)[], signals: readonly Signal[]): Picture {
  const name = namesIn(rows, signals);
  return {
    rows: rows.map((row) => (row === null ? '.' : rowText(row, name))),
    signals: signals.map((one) => signalText(one, name)).sort(),
  };
}

/** How ids read that mean the same in the model and in the practice service. */
export function namesIn(rows: readonly (OrderRow | null)[], signals: readonly Signal[]): Name {
  const orderOf = (ownId: string): string => String(rows.findIndex((row) => row?.ownId === ownId));
  const names = nameSignals(signals, orderOf);
  return (id) => (id === null ? '-' : (names.get(id) ?? '?'));
}

/** Landed by an answer, an own id or by its looks are three states here: the desk says which. */
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
