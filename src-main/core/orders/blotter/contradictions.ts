import type { Notice } from '#contract/model/status.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';

/** Service ids for which a list shows more than one record, with different content. */
export const contradictedIds = (unreadable: readonly UnreadableSignal[]): Set<string> =>
  new Set(unreadable.flatMap(({ contradicts, serviceId }) => (contradicts && serviceId !== null ? [serviceId] : [])));

/**
 * Makes one notice each time that contradicting records appear, also for orders that were entered
 * elsewhere.
 */
export class Contradictions {
  readonly #reported = new Map<string, ReadonlySet<string>>();

  notices(systemId: string, unreadable: readonly UnreadableSignal[], now: number): Notice[] {
    const found = contradictedIds(unreadable);
    const reported = this.#reported.get(systemId);
    this.#reported.set(systemId, found);
    return [...found].filter((id) => reported?.has(id) !== true).map((id) => noticeOf(systemId, id, now));
  }
}

const noticeOf = (systemId: string, serviceId: string, now: number): Notice => ({
  id: `contradicted-${systemId}-${serviceId}`,
  level: 'danger',
  title: { code: 'notice.contradicted', serviceId },
  text: { code: 'order.contradicted', serviceId },
  at: Math.floor(now / 1_000),
  rowId: null,
  systemId,
});
