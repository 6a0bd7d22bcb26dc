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
 * What must be seen from every page: rows whose answer contradicts what was asked, replacements that left a position bare,
 * and the grave notices of other strategies. A row's alarm ends when it was acknowledged, a notice's when it was dismissed.
 */
export function alarmsOf(
  signals: readonly Signal[],
  notices: readonly Notice[],
  systemId: string | null,
): readonly Alarm[] {
  const rows = signals.flatMap(alarmOf);
  const listed = new Set(signals.map(({ rowId }) => rowId));
  const elsewhere = notices.flatMap(({ level, rowId, systemId: of, title, text }) => {
    const grave = level === 'danger' && rowId !== null && of !== null;
    return grave && (of !== systemId || !listed.has(rowId))
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
