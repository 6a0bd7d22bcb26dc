import { newYorkInstants } from '#renderer/format/read-new-york.ts';
import { timeText } from '#renderer/format/time-text.ts';
import type { SubscriberRow } from './subscriber-rows.ts';

const pattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** The chosen rows whose subscriptions an operator can end. */
export const endableRows = (rows: readonly SubscriberRow[]): readonly SubscriberRow[] =>
  rows.filter(
    ({ filters, subscriber }) =>
      filters.includes('current') && subscriber.isPrivate === true && subscriber.personId !== null,
  );

export type EndTime = {
  /** Why the end cannot be staged. Null if it can. */
  readonly refusal: string | null;
  /** When the subscription ends, in words. Empty if the typed text is refused. */
  readonly explanation: string;
  /**
   * True if New York has this hour twice. The request cannot say which of the two hours is meant,
   * so the trader has to confirm the time.
   */
  readonly isRepeated: boolean;
};

/** Reads the typed time at which subscriptions end. `now` in unix seconds. */
export function readEnd(text: string, now: number): EndTime {
  const typed = text.trim();
  const plain = { refusal: null, isRepeated: false };
  if (typed === '') return { ...plain, explanation: 'The subscription ends at once, when the set is applied.' };
  const instants = pattern.test(typed) ? newYorkInstants(`${typed}:00`) : [];
  const last = instants.at(-1);
  if (last === undefined) {
    const refusal = pattern.test(typed)
      ? 'There is no such time in New York.'
      : 'Write 2026-03-02 15:30, in New York time.';
    return { refusal, explanation: '', isRepeated: false };
  }
  if (last <= now) {
    const explanation = `This time is past: in New York it is ${timeText(now, 'ET')}. The subscription ends at once.`;
    return { ...plain, explanation };
  }
  if (instants.length > 1) {
    return {
      refusal: null,
      explanation:
        'New York repeats this hour in autumn. The platform cannot be told which of the two hours is meant. The later hour is assumed.',
      isRepeated: true,
    };
  }
  return { ...plain, explanation: `Ends at ${typed} ET.` };
}
