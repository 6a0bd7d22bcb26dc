import { decimalText } from '#renderer/format/decimal-text.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

export type Alarm = {
  readonly rowId: string;
  readonly systemId: string;
  readonly title: string;
  readonly text: string;
};

/**
 * Alarms that every page shows: rows with a contradiction, replacements that left a position
 * unprotected, and isGrave notices of other strategies. The alarm of a row ends when it is
 * acknowledged, that of a notice when it is dismissed.
 */
export function alarmsOf(
  signals: readonly Signal[],
  notices: readonly Notice[],
  systemId: string | null,
): readonly Alarm[] {
  const rows = signals.flatMap(alarmOf);
  const listed = new Set(signals.map(({ rowId }) => rowId));
  const elsewhere = notices.flatMap(({ level, rowId, systemId: of, title, text }) => {
    const isGrave = level === 'danger' && rowId !== null && of !== null;
    return isGrave && (of !== systemId || !listed.has(rowId))
      ? [{ rowId, systemId: of, title: words(title), text: words(text) }]
      : [];
  });
  return [...rows, ...elsewhere];
}

function alarmOf({ rowId, systemId, journal, action, quantity, symbol }: Signal): Alarm[] {
  if (journal?.choices.includes('acknowledge') !== true) return [];
  const order = `${action} ${decimalText(quantity)} ${symbol}`;
  if (journal.exposed) return [{ rowId, systemId, title: `Exposed: ${order}`, text: words(journal.text) }];
  return journal.alarm === null
    ? []
    : [{ rowId, systemId, title: `Check this order: ${order}`, text: words(journal.alarm) }];
}
