import type { Notice } from '#contract/model/status.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';

/** Service ids of which a list shows more than one record, each another. */
export const contradictedIds = (unreadable: readonly UnreadableSignal[]): Set<string> =>
  new Set(unreadable.flatMap(({ contradicts, serviceId }) => (contradicts && serviceId !== null ? [serviceId] : [])));

/** Notices of contradicting records, once each time that they begin: of orders that were entered elsewhere too. */
export class Contradictions {
  readonly #known = new Map<string, ReadonlySet<string>>();

  notices(systemId: string, unreadable: readonly UnreadableSignal[], now: number): Notice[] {
    const found = contradictedIds(unreadable);
    const known = this.#known.get(systemId);
    this.#known.set(systemId, found);
    return [...found].filter((id) => known?.has(id) !== true).map((id) => noticeOf(systemId, id, now));
  }
}

const noticeOf = (systemId: string, serviceId: string, now: number): Notice => ({
  id: `contradicted-${systemId}-${serviceId}`,
  level: 'danger',
  title: `Contradicting records: signal ${serviceId}`,
  text: { code: 'order.contradicted', serviceId },
  at: Math.floor(now / 1_000),
  rowId: null,
  systemId,
});
