import { nthWeekday, type CalendarDay } from '#rules/calendar/holidays.ts';
import { fromNewYork, toNewYork } from '#rules/calendar/new-york.ts';
import { dayAfter, isBusinessDay } from '#rules/calendar/trading-day.ts';

/**
 * How the last day of a root's contracts is found: some business days before the anchor, which is a
 * day of the contract's month or of an earlier month.
 */
export type LastDayRule = {
  readonly anchor: string;
  readonly monthsBefore: number;
  /** Business days before the anchor. */
  readonly daysBefore: number;
};
export type ContractRules = {
  /** Letters of the listed months. */
  readonly months: string;
  readonly lastDay: LastDayRule;
  /** How many calendar days before its last day a contract stops being the front contract. */
  readonly rollDays: number;
};
/** `month` is 1 to 12. */
export type ContractMonth = { readonly year: number; readonly month: number };

const LETTERS = 'FGHJKMNQUVXZ';
const DAY = 86_400_000;
const WEDNESDAY = 3;
const FRIDAY = 5;
const CLOSE_HOUR = 16;
/** Months to search for each contract: no root has a longer gap between listed months. */
const MAX_MONTHS = 16;

export function monthLetter(month: number): string {
  return LETTERS[month - 1] ?? '';
}

/** 1 to 12; 0 for a text that is not a month letter. */
export function monthOfLetter(letter: string): number {
  return LETTERS.indexOf(letter) + 1;
}

/**
 * 16:00 New York on the contract's last day: `daysBefore` business days before the anchor. If
 * `daysBefore` is 0, the last day is the last business day up to the anchor.
 */
export function contractEnd(rules: Pick<ContractRules, 'lastDay'>, contract: ContractMonth): number {
  const { anchor, monthsBefore, daysBefore } = rules.lastDay;
  let day = anchorDay(anchor, monthsAfter(contract, -monthsBefore));
  for (let remaining = daysBefore; remaining > 0; remaining -= 1) day = businessDayUpTo(dayAfter(day, -1));
  return fromNewYork({ ...businessDayUpTo(day), hour: CLOSE_HOUR, minute: 0, second: 0 }).earliest;
}

function businessDayUpTo(day: CalendarDay): CalendarDay {
  let found = day;
  while (!isBusinessDay(found)) found = dayAfter(found, -1);
  return found;
}

/**
 * The listed contracts, starting with the front contract, which is the first that has not rolled.
 */
export function contractsFrom(rules: ContractRules, instant: number, count: number): ContractMonth[] {
  const found: ContractMonth[] = [];
  const { year, month } = toNewYork(instant);
  for (let ahead = 0; found.length < count && ahead < MAX_MONTHS * count; ahead += 1) {
    const contract = monthsAfter({ year, month }, ahead);
    const listed = rules.months.includes(monthLetter(contract.month));
    if (listed && contractEnd(rules, contract) - rules.rollDays * DAY > instant) found.push(contract);
  }
  return found;
}

function anchorDay(anchor: string, { year, month }: ContractMonth): CalendarDay {
  const match = /^(day|businessDay)([1-9]|1\d|2[0-8])$/.exec(anchor);
  if (match) {
    const calendarDay = { year, month, day: Number(match[2]) };
    return match[1] === 'day' ? calendarDay : businessDayUpTo(calendarDay);
  }
  switch (anchor) {
    case 'thirdFriday':
      return { year, month, day: nthWeekday(year, month, FRIDAY, 3) };
    case 'thirdWednesday':
      return { year, month, day: nthWeekday(year, month, WEDNESDAY, 3) };
    case 'lastBusinessDay':
      return businessDayUpTo(dayAfter({ ...monthsAfter({ year, month }, 1), day: 1 }, -1));
    default:
      throw new Error(`unknown last day ${anchor}`);
  }
}

function monthsAfter({ year, month }: ContractMonth, months: number): ContractMonth {
  const count = year * 12 + (month - 1) + months;
  return { year: Math.floor(count / 12), month: (count % 12) + 1 };
}
