import { decimalText } from '#renderer/format/decimal-text.ts';
import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

export type Alarm = {
  readonly id: string;
  /** Null for a change, an exit, and an order of a connection that is not in use. */
  readonly order: { readonly rowId: string; readonly systemId: string } | null;
  /** The page that shows the change, if the alarm is about a change. */
  readonly page?: Extract<Route, 'autotrade' | 'activity'>;
  readonly title: string;
  readonly text: string;
};

/**
 * Alarms that every page shows: rows with a contradiction, replacements that left a position
 * unprotected, and notices of level `danger` about changes, about exits, about orders that
 * `signals` does not have, and about strategies of other live connections. The alarm of a row ends
 * when the trader acknowledges it, and the alarm of a notice when it is dismissed. `signals` is
 * null until the orders of the chosen strategy were read. Until then, notices about its orders are
 * no alarms.
 */
export function alarmsOf(
  signals: readonly Signal[] | null,
  notices: readonly Notice[],
  systemId: string | null,
): readonly Alarm[] {
  const rowAlarms = signals?.flatMap(alarmOf) ?? [];
  const listed = signals && new Set(signals.map(({ rowId }) => rowId));
  const noticeAlarms = notices.flatMap((notice): Alarm[] => {
    const { id, level, rowId, systemId: noticeSystemId, connection } = notice;
    if (level !== 'danger') return [];
    const [title, text] = [words(notice.title), words(notice.text)];
    if (connection !== undefined) {
      const isAlarm = connection.mode === 'LIVE' && noticeSystemId !== null;
      return isAlarm ? [{ id, order: null, title: `${connection.name}: ${title}`, text }] : [];
    }
    if (notice.changeId !== undefined) return [{ id, order: null, page: pageOf(notice.title), title, text }];
    if (isExit(notice.title)) return [{ id, order: null, title, text }];
    if (rowId === null || noticeSystemId === null || (noticeSystemId === systemId && listed?.has(rowId) !== false))
      return [];
    return [{ id, order: { rowId, systemId: noticeSystemId }, title, text }];
  });
  return [...rowAlarms, ...noticeAlarms];
}

/** Whether the notice is about an exit that did not do all. */
const isExit = (title: Text): boolean => typeof title !== 'string' && title.code === 'exit.incomplete';

const pageOf = (title: Text): 'autotrade' | 'activity' =>
  typeof title !== 'string' && title.code.startsWith('autotrade.') ? 'autotrade' : 'activity';

function alarmOf({ rowId, systemId, journal, action, quantity, symbol }: Signal): Alarm[] {
  if (journal?.choices.includes('acknowledge') !== true) return [];
  const name = `${action} ${decimalText(quantity)} ${symbol}`;
  const alarm = { id: rowId, order: { rowId, systemId } };
  if (journal.exposed) return [{ ...alarm, title: `Exposed: ${name}`, text: words(journal.text) }];
  return journal.alarm === null ? [] : [{ ...alarm, title: `Check this order: ${name}`, text: words(journal.alarm) }];
}
