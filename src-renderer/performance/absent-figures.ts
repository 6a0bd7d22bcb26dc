import { absenceText } from '#renderer/messages/absence-text.ts';
import type { Freshness } from '#renderer/messages/freshness.ts';

/** Why there are no statistics. Before the first reading it is not known whether there is data. */
export function absentFiguresText(
  isEmpty: boolean,
  failure: string | null,
  freshness: Freshness | null,
): { readonly title: string; readonly text: string } {
  if (isEmpty) {
    const title = freshness?.readAt == null ? 'Statistics unknown' : 'No trades or equity yet';
    return { title, text: absenceText('The platform listed no closed trades and no equity points', freshness) };
  }
  return failure === null
    ? { title: 'Calculating statistics…', text: '' }
    : { title: 'Statistics unknown', text: failure };
}
