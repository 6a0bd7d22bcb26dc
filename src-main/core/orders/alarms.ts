import type { Message, Text } from '#contract/message.ts';
import { isSameText } from './blotter/is-same-text.ts';

/** The platform refused the order, and lists it or its parent. */
export const refusedAlarm: Message = { code: 'alarm.refused-but-listed' };

/** Splits the alarm of a row into single alarms. */
const alarmsIn = (alarm: Text | null): readonly Text[] => {
  if (alarm === null) return [];
  return typeof alarm !== 'string' && alarm.code === 'order.alarms' ? alarm.alarms : [alarm];
};

/** Combines alarms into one text; null for none. */
const alarmOf = (alarms: readonly Text[]): Text | null => {
  const [first, ...rest] = alarms;
  return first === undefined || rest.length === 0 ? (first ?? null) : { code: 'order.alarms', alarms };
};

/**
 * Returns the alarms on the row together with those of `found` that are new: neither on the row nor
 * acknowledged (`notedAlarms`). Null if none is new.
 */
export function newAlarm(
  { alarm, notedAlarms }: { readonly alarm: Text | null; readonly notedAlarms?: readonly Text[] },
  found: readonly Text[],
): Text | null {
  const known = [alarm, ...(notedAlarms ?? [])].flatMap(alarmsIn);
  const added = found.filter((one) => !known.some((other) => isSameText(one, other)));
  return added.length === 0 ? null : alarmOf([...alarmsIn(alarm), ...added]);
}
