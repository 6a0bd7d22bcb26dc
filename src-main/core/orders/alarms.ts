import type { Text } from '#contract/message.ts';

/** The single alarms that a row's alarm is made of. */
const alarmsIn = (alarm: Text | null): readonly Text[] => {
  if (alarm === null) return [];
  return typeof alarm !== 'string' && alarm.code === 'order.alarms' ? alarm.alarms : [alarm];
};

/** One text of several alarms; null of none. */
const alarmOf = (alarms: readonly Text[]): Text | null => {
  const [first, ...rest] = alarms;
  return first === undefined || rest.length === 0 ? (first ?? null) : { code: 'order.alarms', alarms };
};

/** Those of `found` that are neither on the row nor acknowledged by the user, beside what is there; null when none is new. */
export function newAlarm(
  { alarm, notedAlarms }: { readonly alarm: Text | null; readonly notedAlarms?: readonly Text[] },
  found: readonly Text[],
): Text | null {
  const known = [alarm, ...(notedAlarms ?? [])].flatMap(alarmsIn);
  const news = found.filter((one) => !known.some((other) => isSame(one, other)));
  return news.length === 0 ? null : alarmOf([...alarmsIn(alarm), ...news]);
}

/** Rows of earlier versions hold several sentences as one. */
const isSame = (one: Text, known: Text): boolean =>
  typeof one === 'string' && typeof known === 'string'
    ? known.includes(one)
    : JSON.stringify(one) === JSON.stringify(known);
